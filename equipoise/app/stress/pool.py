"""A bounded pool for long runs: one process at a time, the others wait in line.

All sessions share it. A run belongs to a session; when the session is gone its run is
dropped and the next one starts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pandas as pd

from equipoise.stress import Design
from equipoise.stress.apart import Apart

WORKERS = 1
"""Processes at a time."""

LONGEST_LINE = 20
"""Runs that may wait; more are turned away."""

MOST_SECONDS = 900.0
"""After this long a run is stopped and keeps what it has finished."""

_LOOK_AFTER = 2.0
_ABSENCE = 30.0  # A connection may break for a moment and come back.


class PoolFullError(RuntimeError):
    """The line is as long as it may be."""


@dataclass(eq=False)
class Job:
    """A run, waiting, running or over.

    Attributes
    ----------
    design : Design
    repeats, seed : int
    here : callable
        Whether whoever asked for it is still there.
    state : {"waiting", "running", "done", "stopped", "failed", "dropped"}
    done : int
        Repeats finished.
    result : DataFrame or None
        Of the finished repeats, once it is over.
    why : str
        What went wrong.
    over : bool
        Whether nothing more will come of it.
    """

    design: Design
    repeats: int
    seed: int = 0
    here: Callable[[], bool] = lambda: True
    state: str = "waiting"
    done: int = 0
    result: pd.DataFrame | None = None
    why: str = ""
    started: float = 0.0
    over: bool = False
    seen: float = field(default_factory=time.monotonic)
    process: Apart | None = field(default=None, repr=False)

    @property
    def seconds_left(self) -> float | None:
        """How long it will still take by its pace so far; None before the first repeat."""
        if self.state != "running" or not self.done:
            return None
        return (time.monotonic() - self.started) / self.done * (self.repeats - self.done)


class Pool:
    """The line of all sessions, and the processes at its head."""

    def __init__(self, workers: int = WORKERS, longest: int = LONGEST_LINE) -> None:
        self._workers, self._longest = workers, longest
        self._lock = threading.RLock()
        self._waiting: list[Job] = []
        self._running: list[Job] = []
        self._watched = False

    def submit(self, job: Job) -> None:
        """Put a run in line, or start it; PoolFullError if the line is full."""
        with self._lock:
            if len(self._waiting) >= self._longest:
                raise PoolFullError(f"{self._longest} runs are waiting already; try again later.")
            self._waiting.append(job)
            self._start_next()
            self._watch()

    def position(self, job: Job) -> int:
        """Return how many runs must end before this one starts; 0 where it runs or is over."""
        with self._lock:
            return self._waiting.index(job) + 1 if job in self._waiting else 0

    def stop(self, job: Job) -> None:
        """End a run and keep what it has finished; one that waits leaves the line."""
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
                job.state, job.over = "stopped", True
            elif job.state == "running":
                job.state = "stopped"
                if job.process is not None:
                    job.process.stop()

    def drop(self, job: Job) -> None:
        """End a run at once; nothing of it is kept."""
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
                job.over = True
            if job.state in ("waiting", "running"):
                job.state = "dropped"
            if job.process is not None:
                job.process.drop()

    def _start_next(self) -> None:
        while self._waiting and len(self._running) < self._workers:
            job = self._waiting.pop(0)
            self._running.append(job)
            job.state, job.started = "running", time.monotonic()
            threading.Thread(target=self._run, args=(job,), daemon=True).start()

    def _run(self, job: Job) -> None:
        try:
            process = Apart(job.design, repeats=job.repeats, seed=job.seed)
            with self._lock:
                job.process = process
                if job.state != "running":  # Stopped or dropped while its process came to life.
                    process.drop()
            for kind, content in process.messages():
                self._take(job, kind, content)
        except Exception as error:  # A thread has nobody to raise to: the reader is told.
            job.state, job.why = "failed", f"{type(error).__name__}: {error}"
        finally:
            with self._lock:
                job.process, job.over = None, True
                self._running.remove(job)
                self._start_next()

    def _take(self, job: Job, kind: str, content: object) -> None:
        with self._lock:
            if kind == "progress" and isinstance(content, tuple):
                job.done = content[0]
            elif kind == "result" and isinstance(content, pd.DataFrame):
                job.result = content
                job.state = "done" if job.state == "running" else job.state
            elif job.state == "running":
                job.state, job.why = "failed", str(content)

    def _watch(self) -> None:
        if not self._watched:
            self._watched = True
            threading.Thread(target=self._look_after, daemon=True).start()

    def _look_after(self) -> None:
        """Drop runs whose session is gone and stop those that take too long."""
        while True:
            time.sleep(_LOOK_AFTER)
            with self._lock:
                jobs = [*self._waiting, *self._running]
                if not jobs:
                    self._watched = False
                    return
            for job in jobs:
                if job.here():
                    job.seen = time.monotonic()
                if time.monotonic() - job.seen > _ABSENCE:
                    self.drop(job)
                elif job.started and time.monotonic() - job.started > MOST_SECONDS:
                    self.stop(job)

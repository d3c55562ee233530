"""Runs against endpoints: a few at a time for all readers, the others wait in line.

A run belongs to a session. It has a process of its own, which can be ended at any moment;
answers that came until then are kept.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from equipoise.invariance.confined import Confined, ConfinedError

AT_A_TIME = 2
LONGEST_LINE = 10
MOST_SECONDS = 900.0
"""After this long a run is stopped."""

_LOOK_AFTER = 2.0
_ABSENCE = 30.0  # A connection may break for a moment and come back.


class LineFullError(RuntimeError):
    """The line is as long as it may be."""


@dataclass(eq=False)
class Run:
    """A run, waiting, running or over.

    Attributes
    ----------
    order : dict
        What is to be asked, as `asking.ask` takes it. It holds the key: it is never shown, and
        forgotten when the run is over.
    total : int
        Answers there will be.
    here : callable
        Whether whoever asked for it is still there.
    state : {"waiting", "running", "done", "stopped", "failed"}
    answers : list of dict
        As they came.
    why : str
        What went wrong.
    """

    order: dict[str, Any] = field(repr=False)
    total: int
    here: Callable[[], bool] = lambda: True
    state: str = "waiting"
    answers: list[dict[str, Any]] = field(default_factory=list, repr=False)
    why: str = ""
    started: float = 0.0
    seen: float = field(default_factory=time.monotonic)
    process: Confined | None = field(default=None, repr=False)

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.state not in ("waiting", "running")

    @property
    def seconds_left(self) -> float | None:
        """How long it will still take by its pace so far; None before the first answer."""
        done = len(self.answers)
        if self.state != "running" or not done:
            return None
        return (time.monotonic() - self.started) / done * (self.total - done)


class Line:
    """The runs of all sessions: those at work and those that wait."""

    def __init__(self, at_a_time: int = AT_A_TIME, longest: int = LONGEST_LINE) -> None:
        self._at_a_time, self._longest = at_a_time, longest
        self._lock = threading.RLock()
        self._waiting: list[Run] = []
        self._running: list[Run] = []
        self._watched = False

    def submit(self, run: Run) -> None:
        """Put a run in line, or start it; LineFullError if the line is full."""
        with self._lock:
            if len(self._waiting) >= self._longest:
                raise LineFullError(f"{self._longest} runs are waiting already; try again later.")
            self._waiting.append(run)
            self._start_next()
            if not self._watched:
                self._watched = True
                threading.Thread(target=self._look_after, daemon=True).start()

    def position(self, run: Run) -> int:
        """Return how many runs must end before this one starts; 0 where it runs or is over."""
        with self._lock:
            return self._waiting.index(run) + 1 if run in self._waiting else 0

    def stop(self, run: Run) -> None:
        """End a run and keep the answers that came."""
        with self._lock:
            if run.over:
                return
            run.state = "stopped"
            if run in self._waiting:
                self._waiting.remove(run)
                run.order = {}
            if run.process is not None:
                run.process.end()

    def _start_next(self) -> None:
        while self._waiting and len(self._running) < self._at_a_time:
            run = self._waiting.pop(0)
            self._running.append(run)
            run.state, run.started = "running", time.monotonic()
            threading.Thread(target=self._work, args=(run,), daemon=True).start()

    def _work(self, run: Run) -> None:
        try:
            process = Confined("ask", run.order, seconds=MOST_SECONDS + 10)
            with self._lock:
                run.process = process
                if run.over:  # Stopped while its process came to life.
                    process.end()
            for message in process.messages():
                run.answers.append({name: message[name] for name in message if name != "kind"})
            self._close(run, "done")
        except ConfinedError as error:
            self._close(run, "failed", str(error))
        except Exception as error:  # A thread has nobody to raise to: the reader is told.
            self._close(run, "failed", type(error).__name__)
        finally:
            with self._lock:
                run.process, run.order = None, {}
                self._running.remove(run)
                self._start_next()

    def _close(self, run: Run, state: str, why: str = "") -> None:
        with self._lock:
            if not run.over:
                run.state, run.why = state, why

    def _look_after(self) -> None:
        """Stop runs whose session is gone, and those that take too long."""
        while True:
            time.sleep(_LOOK_AFTER)
            with self._lock:
                runs = [*self._waiting, *self._running]
                if not runs:
                    self._watched = False
                    return
            now = time.monotonic()
            for run in runs:
                if run.here():
                    run.seen = now
                late = bool(run.started) and now - run.started > MOST_SECONDS
                if late or now - run.seen > _ABSENCE:
                    self.stop(run)

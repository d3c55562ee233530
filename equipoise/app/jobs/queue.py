"""What processes of their own do for readers: a few at a time, the others wait in line.

A run belongs to a session. When the session is gone its run is dropped and the next one starts.
Short runs have places beside those of long ones, so that nobody waits a quarter of an hour to be
told how long something would take.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from equipoise import words

MOST_SECONDS = 900.0
"""After this long a run is stopped and keeps what it has finished."""

_LOOK_AFTER = 2.0
_ABSENCE = 30.0  # A connection may break for a moment and come back.
_GRACE = 60.0  # What was asked to stop ends at once or after the part it is at.


class LineFullError(RuntimeError):
    """The line is as long as it may be."""


class RunFailedError(RuntimeError):
    """A run's process can't go on; the message is fit for a reader."""


class Process(Protocol):
    """What a run goes on in."""

    def stop(self) -> None:
        """Have it end soon; what it has finished is kept."""

    def drop(self) -> None:
        """End it at once."""


_P = TypeVar("_P", bound=Process)


@dataclass(eq=False)
class Run(ABC, Generic[_P]):
    """A run, waiting, running or over.

    Attributes
    ----------
    total : int
        Parts it has.
    here : callable
        Whether whoever asked for it is still there.
    state : {"waiting", "running", "done", "stopped", "failed", "dropped"}
    why : str
        What went wrong, or why it was stopped if not by its reader.
    over : bool
        Whether nothing more will come of it.
    short : bool
        Whether it is of the kind that goes beside the long ones.
    """

    short: ClassVar[bool] = False

    total: int
    here: Callable[[], bool] = lambda: True
    state: str = field(default="waiting", init=False)
    why: str = field(default="", init=False)
    over: bool = field(default=False, init=False)
    started: float = field(default=0.0, init=False)
    ended: float = field(default=0.0, init=False)
    seen: float = field(default_factory=time.monotonic, init=False)
    process: _P | None = field(default=None, init=False, repr=False)

    @property
    def most_seconds(self) -> float:
        """After this long it is stopped."""
        return MOST_SECONDS

    @property
    @abstractmethod
    def done(self) -> int:
        """Parts that are finished."""

    @abstractmethod
    def begin(self) -> _P:
        """Start the process."""

    @abstractmethod
    def follow(self, process: _P) -> None:
        """Take what a process reports until it ends; RunFailedError if it fails."""

    def forget(self) -> None:
        """Let go of what nobody needs once the run is over."""

    @property
    def seconds_left(self) -> float | None:
        """How long it will still take by its pace so far; None before the first part."""
        if self.state != "running" or not self.done:
            return None
        return (time.monotonic() - self.started) / self.done * (self.total - self.done)


class Line:
    """The runs of all sessions: those at work and those that wait.

    Parameters
    ----------
    at_a_time : int
        Long runs at work.
    longest : int
        Runs of a kind that may wait; more are turned away.
    short_at_a_time : int
        Short runs at work beside them.
    """

    def __init__(self, *, at_a_time: int, longest: int, short_at_a_time: int = 1) -> None:
        self._places = {False: at_a_time, True: short_at_a_time}
        self._longest = longest
        self._lock = threading.RLock()
        self._waiting: list[Run[Any]] = []
        self._running: list[Run[Any]] = []
        self._watched = False

    def submit(self, run: Run[Any]) -> None:
        """Put a run in line, or start it; LineFullError if the line is full."""
        with self._lock:
            if len(_of_kind(self._waiting, run.short)) >= self._longest:
                raise LineFullError(f"{self._longest} runs are waiting already; try again later.")
            self._waiting.append(run)
            self._start_next()
            if not self._watched:
                self._watched = True
                threading.Thread(target=self._look_after, daemon=True).start()

    def position(self, run: Run[Any]) -> int:
        """Return how many runs must end before this one starts; 0 where it runs or is over."""
        with self._lock:
            waiting = _of_kind(self._waiting, run.short)
            return waiting.index(run) + 1 if run in waiting else 0

    def stop(self, run: Run[Any]) -> None:
        """End a run and keep what it has finished; one that waits leaves the line."""
        self._end(run, "stopped")

    def drop(self, run: Run[Any]) -> None:
        """End a run at once; nothing more of it is wanted."""
        self._end(run, "dropped")

    def _end(self, run: Run[Any], state: str, why: str = "") -> None:
        with self._lock:
            if run.state in ("waiting", "running"):
                run.state, run.why, run.ended = state, why, time.monotonic()
            if run in self._waiting:
                self._waiting.remove(run)
                self._close(run)
            elif run.process is not None:
                (run.process.stop if state == "stopped" else run.process.drop)()

    def _close(self, run: Run[Any]) -> None:
        run.process, run.over = None, True
        run.forget()

    def _start_next(self) -> None:
        for short, places in self._places.items():
            free = places - len(_of_kind(self._running, short))
            for run in _of_kind(self._waiting, short)[:free]:
                self._waiting.remove(run)
                self._running.append(run)
                run.state, run.started = "running", time.monotonic()
                threading.Thread(target=self._work, args=(run,), daemon=True).start()

    def _work(self, run: Run[Any]) -> None:
        state, why = "done", ""
        try:
            process = run.begin()
            with self._lock:
                run.process = process
                if run.state != "running":  # Ended while its process came to life.
                    process.drop()
            run.follow(process)
        except RunFailedError as error:
            state, why = "failed", str(error)
        except Exception as error:  # A thread has nobody to raise to: the reader is told.
            state, why = "failed", type(error).__name__
        finally:
            with self._lock:
                if run.state == "running":
                    run.state, run.why = state, why
                self._close(run)
                self._running.remove(run)
                self._start_next()

    def _look_after(self) -> None:
        """Drop runs whose session is gone, and end those that take too long."""
        while True:
            time.sleep(_LOOK_AFTER)
            with self._lock:
                runs = [*self._waiting, *self._running]
                # Under the lock of `submit`: no run comes in between, unwatched.
                if not runs:
                    self._watched = False
                    return
            now = time.monotonic()
            for run in runs:
                if run.here():
                    run.seen = now
                # One that was stopped stays so: past its grace its process alone is ended.
                if now - run.seen > _ABSENCE or (run.ended and now - run.ended > _GRACE):
                    self.drop(run)
                elif run.started and now - run.started > run.most_seconds:
                    most = words.duration(run.most_seconds)
                    self._end(run, "stopped", f"It had taken the {most} that it may take here.")


def _of_kind(runs: list[Run[Any]], short: bool) -> list[Run[Any]]:
    """Return the short ones or the long ones, in their order."""
    return [run for run in runs if run.short == short]

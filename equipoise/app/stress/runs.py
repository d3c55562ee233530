"""Runs of a stress test and plans of them, in the line of all readers."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pandas as pd

from equipoise import words
from equipoise.app.jobs.queue import Run, RunFailedError
from equipoise.figures.stress.curves import Curves
from equipoise.foreign import MESSAGE, plain
from equipoise.keeping import kept
from equipoise.stress import Design
from equipoise.stress.process import RunProcess

PLAN_SECONDS = 60.0
"""What one level of one repeat may take while a run is planned."""


class Finished:
    """A folder for what a run has finished: measures, no rows; gone when nobody needs it."""

    def __init__(self) -> None:
        folder = tempfile.mkdtemp(prefix="equipoise-stress-")
        self.file = Path(folder) / "repeats.jsonl"
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


@dataclass(eq=False)
class StressRun(Run[RunProcess]):
    """Repeats of a design; `total` of them.

    Attributes
    ----------
    design : Design
    seed : int
    finished : Finished
        Where repeats are kept; a run that is given another's goes on from there.
    done : int
        Repeats finished.
    result : DataFrame or None
        Of the finished repeats, once it is over.
    """

    design: Design = field(kw_only=True)
    seed: int = 0
    finished: Finished = field(default_factory=lambda: Finished(), kw_only=True)
    done: int = field(default=0, init=False)
    result: pd.DataFrame | None = field(default=None, init=False)

    def begin(self) -> RunProcess:
        """Start the repeats."""
        return RunProcess(
            self.design, repeats=self.total, seed=self.seed, results=self.finished.file
        )

    def follow(self, process: RunProcess) -> None:
        """Count the repeats, and take the result."""
        for kind, content in process.messages():
            if kind == "progress":
                self.done = content[0]
            elif kind == "result":
                self.result = content
            else:
                raise RunFailedError(str(content))


@dataclass(eq=False)
class PlanRun(Run[RunProcess]):
    """The trial of one level of one repeat, which tells how long a run would take.

    Attributes
    ----------
    design : Design
    repeats : int
        Of the run that is planned.
    seconds : float or None
        That it would take on one core, once the plan is done.
    """

    short: ClassVar[bool] = True
    design: Design = field(kw_only=True)
    repeats: int = field(kw_only=True)
    total: int = field(default=1, init=False)
    seconds: float | None = field(default=None, init=False)

    @property
    def done(self) -> int:
        """1 once the time is known."""
        return int(self.seconds is not None)

    @property
    def most_seconds(self) -> float:
        """A plan is to take less than what it plans."""
        return PLAN_SECONDS

    def begin(self) -> RunProcess:
        """Start the trial."""
        return RunProcess(self.design, repeats=self.repeats, task="estimate")

    def follow(self, process: RunProcess) -> None:
        """Take the time."""
        for kind, content in process.messages():
            if kind != "result":
                raise RunFailedError(str(content))
            self.seconds = float(content)


@kept()
def curves_of(run: StressRun) -> Curves:
    """Return what a run that is over has found, read once."""
    assert run.result is not None
    return Curves.of(run.result)


def ending_words(run: StressRun) -> str:
    """Say how a run ended."""
    if run.state == "done":
        return f":material/check_circle: **Done**: {words.plural(run.total, 'repeat')}."
    if run.state == "stopped":
        done = 0 if run.result is None else int(run.result.attrs.get("repeats", run.done))
        stopped = f"**Stopped** after {words.count(done)} of {words.plural(run.total, 'repeat')}."
        stays = "What is finished is kept for this session." if done else ""
        return " ".join(filter(None, (":material/stop_circle:", stopped, run.why, stays)))
    if run.state == "dropped":
        return ":material/stop_circle: **Given up** while nobody was here."
    return f":material/error: **It failed.** {plain(run.why, MESSAGE)}"

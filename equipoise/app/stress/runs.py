"""Runs of a stress test, in the line of all readers."""

from __future__ import annotations

from dataclasses import dataclass, field

import pandas as pd

from equipoise.app.line import Run, RunFailedError
from equipoise.stress import Design
from equipoise.stress.apart import Apart


@dataclass(eq=False)
class StressRun(Run[Apart]):
    """Repeats of a design; `total` of them.

    Attributes
    ----------
    design : Design
    seed : int
    done : int
        Repeats finished.
    result : DataFrame or None
        Of the finished repeats, once it is over.
    """

    design: Design = field(kw_only=True)
    seed: int = 0
    done: int = field(default=0, init=False)
    result: pd.DataFrame | None = field(default=None, init=False)

    def begin(self) -> Apart:
        """Start the repeats."""
        return Apart(self.design, repeats=self.total, seed=self.seed)

    def follow(self, process: Apart) -> None:
        """Count the repeats, and take the result."""
        for kind, content in process.messages():
            if kind == "progress":
                self.done = content[0]
            elif kind == "result":
                self.result = content
            else:
                raise RunFailedError(str(content))

"""Random halves of the audited people, tried a few at a time; shared by all who look at them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pandas as pd

from equipoise.frontiers.heldout import HeldOut, Trial, trials
from equipoise.keeping import kept
from equipoise.tally import Tally

REPEATS = 500
"""Random halves on which a choice is tried: enough to know a share to within 4 points."""

AT_ONCE = 0.15
"""Seconds of work between two looks at the page."""

_SEED = 0


class Halves:
    """The trials of one limit, as far as they have come.

    Whoever looks at them works on; while one session does, the others only look.

    Attributes
    ----------
    over : bool
        Whether there is no more to try.
    """

    def __init__(self, gap: str, rest: Iterator[Trial]) -> None:
        """Begin with no trial done."""
        self.over = False
        self._gap, self._rest = gap, rest
        self._done: list[Trial] = []
        self._found: HeldOut | None = None
        self._working = threading.Lock()

    @property
    def n(self) -> int:
        """How many halves have been tried."""
        return len(self._done)

    def work(self) -> None:
        """Try halves for a moment, unless another session is at it."""
        if not self._working.acquire(blocking=False):
            return
        try:
            until = time.monotonic() + AT_ONCE
            # A generator may be asked by one thread alone; it is where the last one left it.
            for trial in self._rest:
                self._done.append(trial)
                if time.monotonic() > until:
                    return
            self.over = True
        finally:
            self._working.release()

    def found(self) -> HeldOut:
        """Return the trials done so far; the same object as long as none is added."""
        # Another thread may add to it at any moment: a list is copied in one step.
        done = list(self._done)
        if self._found is None or len(self._found.trials) < len(done):
            rows = pd.DataFrame(done, columns=list(Trial._fields))
            self._found = HeldOut(self._gap, rows, _SEED)
        return self._found


@kept(maxsize=64)
def halves_of(tally: Tally, gap: str, limit: float) -> Halves:
    """Return the halves on which the best thresholds within a limit are tried."""
    rest = trials(tally, [limit], gap=gap, n_repeats=REPEATS, seed=_SEED)
    return Halves(gap, rest)

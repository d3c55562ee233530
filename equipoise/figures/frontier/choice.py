"""The chosen point of the frontier, held against the baseline, and what to ask of a choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import ROUNDING
from equipoise.frontiers.frontier import BASELINE, Frontier
from equipoise.keeping import once
from equipoise.rates import Confusion, confusion
from equipoise.tally import Tally
from equipoise.thresholds import flips
from equipoise.uncertainty.paired import PairedRedraws, paired_redraws
from equipoise.words import NARROW


@dataclass(frozen=True, eq=False)
class Choice:
    """A point of the frontier, held against all thresholds at 0.50.

    Attributes
    ----------
    tally : Tally
    front : Frontier
    row : int
        The point's row in `front.points`.
    """

    tally: Tally
    front: Frontier
    row: int

    @property
    def accuracy(self) -> float:
        """The point's accuracy."""
        return float(self.front.points["accuracy"].to_numpy()[self.row])

    @property
    def gap(self) -> float:
        """The point's gap."""
        return float(self.front.points["gap"].to_numpy()[self.row])

    @property
    def cost(self) -> float:
        """The baseline's accuracy minus the point's."""
        return self.front.baseline_accuracy - self.accuracy

    @cached_property
    def thresholds(self) -> dict[str, float]:
        """Each group's threshold."""
        points = self.front.points
        return {group: float(points[group].to_numpy()[self.row]) for group in self.groups}

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in their fixed order."""
        return self.tally.groups

    @cached_property
    def flips(self) -> pd.DataFrame:
        """Whose decisions differ from the baseline's; see `equipoise.flips`."""
        return flips(self.tally, BASELINE, self.thresholds)

    @cached_property
    def before(self) -> Confusion:
        """The outcomes at the baseline."""
        return confusion(self.tally, BASELINE)

    @cached_property
    def after(self) -> Confusion:
        """The outcomes at this point."""
        return confusion(self.tally, self.thresholds)

    @property
    def redraws(self) -> PairedRedraws:
        """The baseline and this point on the same redrawn rows."""
        return _redraws(self.tally, self.front, self.row)

    @property
    def more_mistakes(self) -> NDArray[np.int64]:
        """(K,) array: how many more people of each group are judged wrongly."""
        wrong = ("fp", "fn")
        more: NDArray[np.int64] = self.after.total(wrong) - self.before.total(wrong)
        return more

    def within(self, share: float) -> bool:
        """Whether its gap is at most this share of the baseline's."""
        return self.gap <= self.front.baseline_gap * share + ROUNDING


@once(maxsize=256)
def _redraws(tally: Tally, front: Frontier, row: int) -> PairedRedraws:
    thresholds = Choice(tally, front, row).thresholds
    return paired_redraws(tally, BASELINE, thresholds, gap=front.gap)


SHARES = {
    "Halve the baseline's gap": 1 / 2,
    "Bring the gap down to a quarter of the baseline's": 1 / 4,
}
"""What can be asked of a gap, the easier first."""


def cheapest(front: Frontier, share: float) -> int:
    """Return the row of the most accurate point with this share of the baseline's gap, or -1."""
    return int((front.points["gap"] <= front.baseline_gap * share + ROUNDING).sum()) - 1


@once(maxsize=64)
def task(front: Frontier) -> tuple[str, float]:
    """Return what to ask of the gap, and its share: nothing the point shown first fulfils."""
    open_tasks = [
        (asked, share)
        for asked, share in SHARES.items()
        if cheapest(front, share) not in (-1, front.first_shown)
    ]
    return open_tasks[0] if open_tasks else next(iter(SHARES.items()))


ASKED_OF_COSTS = (
    f"Choose the smallest gap at which the 95{NARROW}% interval of the cost still includes 0.",
    f"Choose the largest gap at which the 95{NARROW}% interval of the cost lies above 0.",
)
"""What can be asked of the intervals of the costs, the first that is open."""


def cost_task(front: Frontier, costs: pd.DataFrame) -> tuple[str, int] | None:
    """Return what to ask of the costs' intervals, and the row that fulfils it.

    None where the point shown first fulfils all of it, or no point does.

    Parameters
    ----------
    front : Frontier
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    """
    above = np.flatnonzero(costs["low"] > 0)
    undecided = np.flatnonzero((costs["low"] <= 0) & (costs["high"] >= 0))
    rows = (undecided[:1], above[-1:])
    for asked, row in zip(ASKED_OF_COSTS, rows, strict=True):
        if len(row) and row[0] != front.first_shown:
            return asked, int(row[0])
    return None

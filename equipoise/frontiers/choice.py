"""A chosen point of the frontier, held against the baseline, and which point to choose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import ROUNDING
from equipoise.frontiers.frontier import BASELINE, Frontier
from equipoise.rates import Confusion, confusion
from equipoise.tally import Tally
from equipoise.thresholds import flips


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
    def more_mistakes(self) -> NDArray[np.int64]:
        """(K,) array: how many more people of each group are judged wrongly."""
        wrong = ("fp", "fn")
        more: NDArray[np.int64] = self.after.total(wrong) - self.before.total(wrong)
        return more

    def within(self, share: float) -> bool:
        """Whether its gap is at most this share of the baseline's."""
        return self.gap <= self.front.baseline_gap * share + ROUNDING


def cheapest(front: Frontier, share: float) -> int:
    """Return the row of the most accurate point with this share of the baseline's gap, or -1."""
    # Points ascend in both: the last one within the limit is the most accurate.
    return int((front.points["gap"] <= front.baseline_gap * share + ROUNDING).sum()) - 1


def dominating(front: Frontier, accuracy: float, gap: float) -> int | None:
    """Return the row of the most accurate frontier point that beats the given values.

    It beats them when its accuracy is at least as high and its gap at most as large, one of
    them strictly. None where no point does, or where a value is undefined.

    Raises
    ------
    TypeError
        If `front` is no `Frontier`.
    """
    if not isinstance(front, Frontier):
        raise TypeError(f"A Frontier is needed, such as frontier(tally), not {front!r}.")
    more = (front.points["accuracy"] - accuracy).to_numpy()
    less = (gap - front.points["gap"]).to_numpy()
    better = (more >= -ROUNDING) & (less >= -ROUNDING)
    better &= (more > ROUNDING) | (less > ROUNDING)
    return int(np.flatnonzero(better)[-1]) if better.any() else None

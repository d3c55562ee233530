"""Accuracy against one gap, by every kind of rule, each found when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from equipoise.frontiers.choice import Choice
from equipoise.frontiers.frontier import Frontier, frontier
from equipoise.frontiers.randomised import (
    Randomised,
    Rule,
    randomised_frontier,
    randomised_rule,
)
from equipoise.frontiers.single import shared_path
from equipoise.frontiers.toss_gaps import toss_gap
from equipoise.frontiers.tosses import Tosses, toss
from equipoise.keeping import kept
from equipoise.tally import Tally

DRAWS = 20
"""Tosses between which answers are compared."""

_STEPS = (0.005, 0.01, 0.02)
_MOST_LIMITS = 50


@dataclass(frozen=True, eq=False)
class Tradeoff:
    """What accuracy can be had at what gap; made by `tradeoff`, which keeps it.

    Attributes
    ----------
    tally : Tally
        On the grid: its frontier's points can be chosen.
    finest : Tally
        The finest counts of the same people on which a whole frontier is quickly found: of two
        groups over every score, of more the same as `tally`.
    gap : str
        One of `equipoise.frontiers.gaps.GAPS`.
    """

    tally: Tally
    finest: Tally
    gap: str

    @property
    @kept()
    def front(self) -> Frontier:
        """The frontier on the grid."""
        return frontier(self.tally, gap=self.gap)

    @property
    @kept()
    def finest_front(self) -> Frontier:
        """The frontier of the finest counts."""
        return frontier(self.finest, gap=self.gap)

    @property
    @kept()
    def randomised(self) -> Randomised:
        """What randomised thresholds reach; of one of `RANDOMISED_GAPS` alone."""
        return randomised_frontier(self.finest, gap=self.gap)

    @property
    @kept()
    def shared(self) -> pd.DataFrame:
        """What one threshold for everybody reaches, as `equipoise.shared_path` gives it."""
        return shared_path(self.tally, gap=self.gap)

    @kept(maxsize=64)
    def choice(self, row: int) -> Choice:
        """Return a point of the frontier on the grid."""
        return Choice(self.tally, self.front, row)

    @property
    @kept()
    def limits(self) -> tuple[float, ...]:
        """Gaps that can be asked for, in round steps from 0 to the frontier's largest."""
        largest = float(self.front.points["gap"].max())
        step = next((s for s in _STEPS if largest / s <= _MOST_LIMITS), _STEPS[-1])
        return tuple(round(step * k, 3) for k in range(int(np.ceil(largest / step)) + 1))

    @kept(maxsize=256)
    def rule(self, limit: float) -> Rule | None:
        """Return the best randomised rule whose average rates gap within a limit."""
        return randomised_rule(self.finest, limit, gap=self.gap)

    @kept(maxsize=512)
    def tosses(self, rule: Rule, seed: int, n_draws: int = DRAWS) -> Tosses:
        """Return seeded tosses of a randomised rule."""
        return toss(self.finest, rule, n_draws=n_draws, seed=seed)

    @kept(maxsize=256)
    def mean_toss_gap(self, limit: float) -> float:
        """Return the average gap of a toss of the best rule within a limit; NaN if undefined."""
        rule = self.rule(limit)
        return float("nan") if rule is None else toss_gap(self.finest, rule).mean

    def randomised_gain(self, limit: float) -> float:
        """Return the accuracy that chance adds to fixed thresholds; infinity without any."""
        fixed = self.finest_front.accuracy_within(limit)
        gained = self.randomised.accuracy_within(limit) - fixed
        # Where no fixed thresholds keep the limit, there is nothing to subtract.
        return gained if np.isfinite(gained) else np.inf


@kept()
def tradeoff(tally: Tally, finest: Tally, gap: str) -> Tradeoff:
    """Return accuracy against a gap, the same object each time; see `Tradeoff`."""
    return Tradeoff(tally, finest, gap)

"""The linear programme behind randomised thresholds, and all its optima over the limit.

Accuracy and rates are linear in the probabilities with which each group mixes the corners
of its ROC hull, so the best accuracy within a limit on the gap is a linear programme, and
as the limit grows it rises in straight pieces, ever less steeply.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.hulls import Hull, roc_hull
from equipoise.tally import Tally

PRECISION = 1e-8
"""Accuracy to which the pieces of the curve are straight."""

_NOISE = 1e-7
"""Probabilities below it are the solver's rounding."""


@dataclass(frozen=True, eq=False)
class Solution:
    """The best within a limit: accuracy, its growth with the limit, weights by group."""

    limit: float
    accuracy: float
    slope: float
    weights: list[NDArray[np.float64]] = field(repr=False)

    def line(self, limit: float) -> float:
        """Return a bound on the accuracy within any other limit: the tangent."""
        return self.accuracy + self.slope * (limit - self.limit)


@dataclass(frozen=True, eq=False)
class LinearProblem:
    """Maximise accuracy over the corners' weights, each rate within a window [low, low + e].

    The variables are the weights, group after group, and then one `low` for each rate.
    """

    tally: Tally
    gap: str

    @cached_property
    def hulls(self) -> tuple[Hull, ...]:
        """The K groups' hulls, whose corners are mixed."""
        return tuple(roc_hull(self.tally, group) for group in self.tally.groups)

    @cached_property
    def ends(self) -> NDArray[np.intp]:
        """(K,) array: where each group's weights end."""
        return np.cumsum([len(hull.thresholds) for hull in self.hulls])

    @cached_property
    def rates(self) -> tuple[NDArray[np.float64], ...]:
        """One (K, n_weights) array per compared rate; NaN rows where it is undefined."""
        found = []
        for name in GAPS[self.gap].rates:
            rates = np.zeros((len(self.hulls), self.ends[-1]))
            # Each group's rate depends on its own weights alone, which lie side by side.
            for place, (hull, end) in enumerate(zip(self.hulls, self.ends, strict=True)):
                values = hull.confusion.rate(name)
                rates[place, end - len(values) : end] = values
            found.append(rates)
        return tuple(found)

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """(n_weights,) array: rows classified correctly at each corner, of all rows."""
        correct = [hull.confusion.total(("tp", "tn")) for hull in self.hulls]
        return np.concatenate(correct, dtype=np.float64) / float(self.tally.n.sum())

    @cached_property
    def windows(self) -> NDArray[np.float64]:
        """Rows (rate - low) of every group with a defined rate, for each of the rates."""
        blocks = []
        for place, rate in enumerate(self.rates):
            low = np.zeros((len(rate), len(self.rates)))
            low[:, place] = -1
            defined = ~np.isnan(rate).any(axis=1)
            blocks.append(np.hstack([rate, low])[defined])
        return np.vstack(blocks)

    def solve(self, limit: float) -> Solution:
        """Return the most accurate weights with every gap within `limit`."""
        from scipy.optimize import linprog

        n_low, n_windows = len(self.rates), len(self.windows)
        groups = np.searchsorted(self.ends, np.arange(self.ends[-1]), side="right")
        whole = np.arange(len(self.ends))[:, None] == groups
        result = linprog(
            -np.append(self.shares, np.zeros(n_low)),
            A_ub=np.vstack([self.windows, -self.windows]),
            b_ub=np.repeat([limit, 0.0], n_windows),
            A_eq=np.hstack([whole, np.zeros((len(whole), n_low))]),
            b_eq=np.ones(len(whole)),
            # The simplex method ends at a corner, so that few thresholds are mixed.
            method="highs-ds",
        )
        # The solver's rounding is taken out: small weights are none, and all sum to 1 again.
        parts = np.split(result.x[:-n_low], self.ends[:-1])
        kept = [np.where(part > _NOISE, part, 0.0) for part in parts]
        weights = [part / part.sum() for part in kept]
        # What the upper ends of all windows are worth together, as all rise with the limit.
        slope = -float(result.ineqlin.marginals[:n_windows].sum())
        return Solution(limit, -float(result.fun), slope, weights)

    def gap_of(self, solution: Solution) -> float:
        """Return the gap that a solution reaches in expectation, at most its limit."""
        weights = np.concatenate(solution.weights)
        reached = [rate @ weights for rate in self.rates]
        return float(max(np.nanmax(rate) - np.nanmin(rate) for rate in reached))


def bends(problem: LinearProblem) -> list[Solution]:
    """Return the solutions between which the best accuracy is linear in the limit."""
    strictest, free = problem.solve(0.0), problem.solve(1.0)
    found = [strictest, *_between(problem, strictest, free), free]
    rising = [bend for bend in found if bend.accuracy < free.accuracy - PRECISION]
    return [*rising, found[len(rising)]]


def _between(problem: LinearProblem, left: Solution, right: Solution) -> Iterator[Solution]:
    """Yield the bends between two solutions, where their tangents and those found meet.

    The best accuracy is concave in the limit, so it lies on or under every tangent; where
    one solution lies on the other's tangent there is no bend between them.
    """
    over, under = left.line(right.limit) - right.accuracy, right.line(left.limit) - left.accuracy
    if min(over, under) <= PRECISION:
        return
    meet = left.limit + under / (left.slope - right.slope)
    middle = problem.solve(meet)
    if left.line(meet) - middle.accuracy > PRECISION:
        yield from _between(problem, left, middle)
        yield middle
        yield from _between(problem, middle, right)
    else:
        yield middle

"""Group-wise randomised thresholds on a trained model's scores: Fairlearn's, done faster.

The method is that of Hardt, Price and Srebro, "Equality of Opportunity in Supervised
Learning" (2016), on the 1,001 rates that Fairlearn's ThresholdOptimizer tries. Sorting and
counting replace its walk over the rows; the hull is found by the same comparisons of the
same floating-point numbers, so that probabilities and thresholds come out the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from equipoise.stress.constraints import Constraint
from equipoise.stress.data import Data, Floats, require_rows
from equipoise.stress.models import Scorer

RATES_TRIED = np.linspace(0, 1, 1001)
"""The false-positive or selection rates among which the best is chosen."""

_ROUNDS = 7
_BELOW = 1e-9
"""A point this far under a chord of the hull is no corner, however numbers are rounded."""


@dataclass(frozen=True)
class Rule:
    """How the scores of one group become decisions.

    With probability p_ignore the score is ignored, and the row is selected with
    probability `constant`; else it meets threshold0 with probability p0 and threshold1
    with probability p1, and is selected if its score lies above.
    """

    p0: float
    threshold0: float
    p1: float
    threshold1: float
    p_ignore: float = 0.0
    constant: float = 0.0

    def probability(self, scores: Floats) -> Floats:
        """Return the probability of being selected at each score."""
        met = self.p0 * (scores > self.threshold0) + self.p1 * (scores > self.threshold1)
        return np.asarray(self.p_ignore * self.constant + (1 - self.p_ignore) * met)


@dataclass(frozen=True, eq=False)
class Thresholded:
    """A trained model with thresholds for each group.

    Attributes
    ----------
    base : Scorer
    rules : mapping from group to Rule
    """

    base: Scorer
    rules: Mapping[str, Rule]

    def decide(self, data: Data) -> Floats:
        """Return (n,) probabilities of being selected."""
        scores = self.base.score(data)
        decided = np.empty(data.n)
        for group, name in enumerate(data.groups):
            rows = data.group == group
            decided[rows] = self.rules[name].probability(scores[rows])
        return decided


@dataclass(frozen=True, eq=False)
class _Curve:
    """What one group can reach at each of the rates tried, and how."""

    y: Floats
    p0: Floats
    threshold0: Floats
    threshold1: Floats


def optimise(data: Data, base: Scorer, constraint: Constraint) -> Thresholded:
    """Return the most accurate thresholds that fulfil the constraint on the rows.

    Raises
    ------
    Uncomputable
        If a group lacks rows of one label.
    """
    for group in range(len(data.groups)):
        for label in (0, 1):
            require_rows(data, group, label)
    scores = base.score(data)
    curves = [
        _curve(scores[rows], data.y[rows], constraint)
        for rows in (data.group == group for group in range(len(data.groups)))
    ]
    if constraint == "equalized_odds":
        rules = _equalized_odds(data, curves)
    else:
        shares = data.counts.sum(axis=1) / data.n
        # Not rounded here: Fairlearn rounds for equalized odds alone.
        accuracy = sum(share * curve.y for share, curve in zip(shares, curves, strict=True))
        best = int(np.argmax(accuracy))
        rules = [_rule(curve, best) for curve in curves]
    return Thresholded(base, dict(zip(data.groups, rules, strict=True)))


def _equalized_odds(data: Data, curves: list[_Curve]) -> list[Rule]:
    positives, negatives = int(data.y.sum()), int((data.y == 0).sum())
    reach = np.min([curve.y for curve in curves], axis=0)
    fp, tn = negatives * RATES_TRIED, negatives * (1.0 - RATES_TRIED)
    tp, fn = positives * reach, positives * (1.0 - reach)
    # Rounded, so that of rates which are equally accurate but for rounding the first wins.
    best = int(np.argmax(np.around((tp + tn) / (tp + tn + fp + fn), 15)))
    x, y = float(RATES_TRIED[best]), float(reach[best])
    rules = []
    for curve in curves:
        own = float(curve.y[best])
        # Chance, which lies on the diagonal, brings a better group down to what all can reach.
        ignore = 0.0 if own == x else (own - y) / (own - x)
        rules.append(_rule(curve, best, ignore, x))
    return rules


def _rule(curve: _Curve, at: int, p_ignore: float = 0.0, constant: float = 0.0) -> Rule:
    p0 = float(curve.p0[at])
    ends = float(curve.threshold0[at]), float(curve.threshold1[at])
    return Rule(p0, ends[0], 1 - p0, ends[1], p_ignore, constant)


def _curve(scores: Floats, labels: np.ndarray, constraint: Constraint) -> _Curve:
    """Return the best true-positive rate (or accuracy) at every rate tried."""
    order = np.argsort(-scores)
    ranked = scores[order]
    last = np.flatnonzero(np.append(ranked[1:] != ranked[:-1], True))
    selected = np.cumsum(labels[order], dtype=np.int64)[last]
    fp, tp = np.append(0, last + 1 - selected), np.append(0, selected)
    # Thresholds lie between scores; the first, infinity, selects nobody.
    values = ranked[last]
    between = (values + np.append(values[1:], -np.inf)) / 2
    thresholds = np.append(np.inf, between)
    negatives, positives = fp[-1], tp[-1]
    if constraint == "equalized_odds":
        x, y = fp / negatives, tp / positives
    else:
        x, y = (tp + fp) / len(labels), (tp + (negatives - fp)) / len(labels)
    # Fairlearn sorts the points; these come sorted, since counts only grow.
    corners = _hull(x, y)
    x, y, thresholds = x[corners], y[corners], thresholds[corners]
    left = np.searchsorted(x, RATES_TRIED, side="right") - 1
    # A rate that is a corner itself ends the segment to its left.
    left[1:] -= RATES_TRIED[1:] == x[left[1:]]
    right = left + 1
    p0 = (x[right] - RATES_TRIED) / (x[right] - x[left])
    return _Curve(p0 * y[left] + (1 - p0) * y[right], p0, thresholds[left], thresholds[right])


def _hull(x: Floats, y: Floats) -> list[int]:
    """Return the corners of the upper hull of points sorted by x, then y."""
    places = _near_hull(x, y)
    points = list(zip(x[places].tolist(), y[places].tolist(), strict=True))
    corners: list[int] = []
    for place, (x2, y2) in enumerate(points):
        while len(corners) > 1:
            x1, y1 = points[corners[-1]]
            x0, y0 = points[corners[-2]]
            # Fairlearn's comparison, in its order of operations: ties come out alike.
            if (y1 - y0) * (x2 - x0) > (y2 - y0) * (x1 - x0):
                break
            corners.pop()
        corners.append(place)
    return [int(places[corner]) for corner in corners]


def _near_hull(x: Floats, y: Floats) -> np.ndarray:
    """Return the points that are not clearly under chords between points of the hull.

    Each round adds the points furthest above each chord, as Quickhull does, to the ends of
    chords; what falls below the finer chords is dropped.
    """
    ends, near = np.array([0, len(x) - 1]), np.arange(len(x))
    for _ in range(_ROUNDS):
        above = y[near] - np.interp(x[near], x[ends], y[ends])
        kept = above >= -_BELOW
        # The ends stay, whatever rounding makes of their distance.
        kept[[0, -1]] = True
        near, above = near[kept], above[kept]
        starts = np.searchsorted(near, ends[:-1])
        lengths = np.diff(np.append(starts, len(near)))
        highest = np.repeat(np.maximum.reduceat(above, starts), lengths)
        ends = np.union1d(ends, near[above == highest])
    return near

"""Why the criteria cannot all hold exactly, in the present numbers.

The theorems are Chouldechova's (2017) and Kleinberg, Mullainathan and Raghavan's (2017);
what is computed here illustrates them on one audit and proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.checks import checked_number
from equipoise.criteria import CRITERIA, ENFORCED_BY, FOUR_FIFTHS, TITLES, Criteria, criteria
from equipoise.frontiers.frontier import best_within
from equipoise.frontiers.gaps import accuracy_and_gap, is_comparable, undefined_groups
from equipoise.io.cells import is_missing
from equipoise.tally import Tally, check_tally
from equipoise.thresholds import most_accurate

_NONE_ON_GRID = "No thresholds on this grid meet it."


@dataclass(frozen=True)
class Enforced:
    """The most accurate thresholds that meet one criterion, and what becomes of the others.

    Attributes
    ----------
    criterion, title : str
    thresholds : dict from group to float, or None
        None where no thresholds meet the criterion.
    accuracy : float
        NaN without thresholds.
    criteria : Criteria or None
        All six at these thresholds.
    reason : str
        Why there are no thresholds (none meet the criterion, or there are not two groups to
        compare), or what thresholds cannot change; "" otherwise.
    """

    criterion: str
    title: str
    thresholds: dict[str, float] | None
    accuracy: float
    criteria: Criteria | None
    reason: str = ""


def enforcement(tally: Tally, *, tolerance: float = 0.05) -> tuple[Enforced, ...]:
    """Enforce each of the six criteria in turn, at the highest accuracy that allows.

    Calibration belongs to the scores, not to the thresholds: its row holds the most accurate
    thresholds and says so.

    Raises
    ------
    ValueError
        If the tolerance is not in [0, 1].
    """
    check_tally(tally)
    limit = checked_number(tolerance, "tolerance")
    return tuple(_enforced(tally, name, limit) for name in TITLES)


def _enforced(tally: Tally, name: str, tolerance: float) -> Enforced:
    reason = ""
    if name in ENFORCED_BY:
        limit = 1 - FOUR_FIFTHS if CRITERIA[name].is_ratio else tolerance
        gap = ENFORCED_BY[name]
        thresholds = best_within(tally, limit, gap=gap)
        if thresholds is None:
            none_meet = "No thresholds meet it." if tally.is_exact else _NONE_ON_GRID
            reason = none_meet if is_comparable(tally, gap) else undefined_groups(tally, gap)[1]
            return Enforced(name, TITLES[name], None, np.nan, None, reason)
    else:
        thresholds = most_accurate(tally)
        reason = "Thresholds do not change what a score means; only recalibrating does."
    accuracy, _ = accuracy_and_gap(tally, thresholds)
    judged = criteria(tally, thresholds, tolerance=tolerance)
    return Enforced(name, TITLES[name], thresholds, accuracy, judged, reason)


def implied_false_positive_rate(
    base_rate: float, positive_predictive_value: float, true_positive_rate: float
) -> float:
    """Return the false-positive rate that base rate, PPV and TPR leave no choice about.

    FPR = p / (1 - p) * (1 - PPV) / PPV * TPR (Chouldechova, 2017, equation 2.6). NaN where
    p is 1 or PPV is 0. A result above 1 says that no classifier has these three values.

    Parameters
    ----------
    base_rate, positive_predictive_value, true_positive_rate : float
        In [0, 1], or NaN.

    Raises
    ------
    ValueError
        If one is out of range.
    """
    p = _share(base_rate, "base rate")
    ppv = _share(positive_predictive_value, "positive predictive value")
    tpr = _share(true_positive_rate, "true-positive rate")
    if np.isnan([p, ppv, tpr]).any() or p >= 1 or ppv <= 0:
        return float("nan")
    return float(p / (1 - p) * (1 - ppv) / ppv * tpr)


def implied_positive_predictive_value(
    base_rate: float, true_positive_rate: float, false_positive_rate: float
) -> float:
    """Return the PPV that base rate, TPR and FPR leave no choice about.

    PPV = p TPR / (p TPR + (1 - p) FPR), by Bayes' rule. NaN where nobody would be selected.

    Parameters
    ----------
    base_rate, true_positive_rate, false_positive_rate : float
        In [0, 1], or NaN.

    Raises
    ------
    ValueError
        If one is out of range.
    """
    p = _share(base_rate, "base rate")
    right = p * _share(true_positive_rate, "true-positive rate")
    selected = right + (1 - p) * _share(false_positive_rate, "false-positive rate")
    return float(right / selected) if selected > 0 else float("nan")


def with_base_rate(tally: Tally, base_rates: Mapping[str, float]) -> Tally:
    """Return the tally with the labels of some groups reweighted to the given base rates.

    Each group keeps its size, its scores given the label and so its true- and
    false-positive rates; only the mix of labels changes.

    Parameters
    ----------
    tally : Tally
    base_rates : mapping from group to float
        Wanted base rates in [0, 1]; other groups stay as they are.

    Raises
    ------
    ValueError
        If a group is unknown, a rate is out of range, or a group has nobody of a label
        that the wanted rate needs.
    """
    check_tally(tally)
    if not isinstance(base_rates, Mapping):
        raise ValueError("Base rates must be given by group, such as {'Female': 0.3}.")
    weights = np.ones((len(tally.groups), 2))
    for group, rate in base_rates.items():
        if group not in tally.groups:
            raise ValueError(f"Unknown group {group!r}; there are: {', '.join(tally.groups)}.")
        wanted = checked_number(rate, f"base rate of {group}")
        place = tally.groups.index(group)
        have = np.array([tally.negatives[place], tally.positives[place]])
        want = np.array([1 - wanted, wanted]) * tally.n[place]
        if np.any((want > 0) & (have == 0)):
            raise ValueError(f"{group} has nobody of one label, so its base rate is fixed.")
        weights[place] = np.divide(want, have, out=np.zeros(2), where=have > 0)
    scale = weights[:, :, None]
    return replace(tally, counts=tally.counts * scale, score_sums=tally.score_sums * scale)


def recalibrated(tally: Tally) -> Tally:
    """Return the tally of scores recalibrated within each group by isotonic regression.

    Every score, or on a grid every interval of scores, moves to its observed rate, smoothed
    so that scores keep their order. On these same rows the new scores are calibrated. A tally
    stays on its grid; an exact one is counted anew, over the distinct new scores, so that any
    threshold selects exactly those whose new score is at least as high.
    """
    check_tally(tally)
    moved = [_isotonic(cells) for cells in tally.counts]
    grid = tally.grid
    if tally.is_exact:
        grid = np.append(np.unique(np.concatenate([np.array([]), *moved])), np.inf)
    counts = np.zeros((*tally.counts.shape[:2], len(grid)), dtype=tally.counts.dtype)
    score_sums = np.zeros(counts.shape)
    for group, (cells, scores) in enumerate(zip(tally.counts, moved, strict=True)):
        people = cells[:, cells.any(axis=0)]
        interval = np.searchsorted(grid, scores, side="right") - 1
        for label in (0, 1):
            np.add.at(counts[group, label], interval, people[label])
            np.add.at(score_sums[group, label], interval, people[label] * scores)
    return replace(tally, grid=grid, counts=counts, score_sums=score_sums)


def _share(value: float, name: str) -> float:
    """Return a rate as a float from 0 to 1, or NaN where it is undefined."""
    return float("nan") if is_missing(value) else checked_number(value, name)


def _isotonic(cells: NDArray[Any]) -> NDArray[np.float64]:
    """Return the new score of each interval that holds anybody, from (2, m) counts."""
    from scipy.optimize import isotonic_regression

    _, positives = people = cells[:, cells.any(axis=0)]
    if not people.size:
        return np.array([])
    n = people.sum(axis=0)
    blocks = isotonic_regression(positives / n, weights=n).blocks
    # The rate of a block from its counts, not its mean of rates: 7 of 10 is the 0.7 of a grid.
    pooled = np.add.reduceat(positives, blocks[:-1]) / np.add.reduceat(n, blocks[:-1])
    scores: NDArray[np.float64] = np.repeat(np.clip(pooled, 0, 1), np.diff(blocks))
    return scores

"""Why the criteria cannot all hold exactly, in the present numbers.

The theorems are Chouldechova's (2017) and Kleinberg, Mullainathan and Raghavan's (2017);
what is computed here illustrates them on one audit and proves nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from equipoise.criteria import FOUR_FIFTHS, TITLES, Criteria, criteria
from equipoise.frontiers.frontier import best_within
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.operating import most_accurate
from equipoise.options import checked_number
from equipoise.tally import Tally

ENFORCED_BY = {
    "demographic_parity_difference": "demographic_parity",
    "disparate_impact_ratio": "disparate_impact",
    "equal_opportunity_difference": "equal_opportunity",
    "equalized_odds_difference": "equalized_odds",
    "predictive_parity_difference": "predictive_parity",
}
"""For each criterion that thresholds can change, the frontier gap that measures it."""


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
        Why there are no thresholds, or what thresholds cannot change; "" otherwise.
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
    limit = checked_number(tolerance, "tolerance")
    return tuple(_enforced(tally, name, limit) for name in TITLES)


def _enforced(tally: Tally, name: str, tolerance: float) -> Enforced:
    reason = ""
    if name in ENFORCED_BY:
        limit = 1 - FOUR_FIFTHS if name == "disparate_impact_ratio" else tolerance
        thresholds = best_within(tally, limit, gap=ENFORCED_BY[name])
        if thresholds is None:
            reason = "No thresholds on this grid meet it."
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
        In [0, 1].
    """
    p, ppv = base_rate, positive_predictive_value
    if np.isnan([p, ppv, true_positive_rate]).any() or p >= 1 or ppv <= 0:
        return float("nan")
    return float(p / (1 - p) * (1 - ppv) / ppv * true_positive_rate)


def implied_positive_predictive_value(
    base_rate: float, true_positive_rate: float, false_positive_rate: float
) -> float:
    """Return the PPV that base rate, TPR and FPR leave no choice about.

    PPV = p TPR / (p TPR + (1 - p) FPR), by Bayes' rule. NaN where nobody would be selected.

    Parameters
    ----------
    base_rate, true_positive_rate, false_positive_rate : float
        In [0, 1].
    """
    right = base_rate * true_positive_rate
    selected = right + (1 - base_rate) * false_positive_rate
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

    Every score interval moves to the score equal to its observed rate, smoothed so that
    scores keep their order. On these same rows the new scores are calibrated.
    """
    from scipy.optimize import isotonic_regression

    counts = np.zeros_like(tally.counts)
    score_sums = np.zeros_like(tally.score_sums)
    for group, cells in enumerate(tally.counts):
        n = cells.sum(axis=0)
        filled = np.flatnonzero(n)
        if not len(filled):
            continue
        observed = cells[1, filled] / n[filled]
        scores = np.clip(isotonic_regression(observed, weights=n[filled]).x, 0, 1)
        interval = np.searchsorted(tally.grid, scores, side="right") - 1
        for label in (0, 1):
            moved = cells[label, filled]
            np.add.at(counts[group, label], interval, moved)
            np.add.at(score_sums[group, label], interval, moved * scores)
    return replace(tally, counts=counts, score_sums=score_sums)

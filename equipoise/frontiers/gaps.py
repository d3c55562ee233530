"""Gaps between groups that a repair trades against accuracy.

As in `equipoise.criteria`, a gap is one over all groups that hold people its rate is about. A
group without them is left out by name. A group with them and nobody selected has no positive
predictive value, and the gap is undefined there: else the cheapest "repair" of predictive
parity would be to select nobody of the smallest groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.criteria import CRITERIA
from equipoise.rates import RATES, Confusion, confusion_curves, why_undefined
from equipoise.tally import Tally, Thresholds, check_tally


@dataclass(frozen=True)
class Gap:
    """A distance between groups that a frontier trades against accuracy.

    Attributes
    ----------
    title : str
    rates : tuple of str
        The rates compared; the gap is the largest of their gaps.
    is_ratio : bool
        Whether rates are compared as 1 - lowest / highest instead of highest - lowest.
    """

    title: str
    rates: tuple[str, ...]
    is_ratio: bool = False


GAPS = {row.gap: Gap(row.title, row.rates, row.is_ratio) for row in CRITERIA.values() if row.gap}
"""The gap of each criterion that thresholds can change, by the name it has on frontiers."""


def accuracy_and_gap(
    tally: Tally, thresholds: Thresholds, *, gap: str = "equalized_odds"
) -> tuple[float, float]:
    """Return accuracy and gap at the given thresholds; NaN where undefined.

    The gap is undefined where fewer than two groups hold people that a rate is about, and
    where one that does has no rate; see `equipoise.frontiers.gaps`.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS` or the thresholds do not fit the tally.
    """
    check_tally(tally)
    check_gap(gap)
    at = tally.positions(thresholds)[None, :]
    accuracy, gaps = judged(confusion_curves(tally), gap, at)
    return float(accuracy[0]), float(gaps[0])


def judged(
    curves: Confusion, gap: str, positions: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return accuracy and gap of each row of (p, K) grid positions."""
    groups = np.arange(len(curves.groups))
    correct = (curves.tp + curves.tn)[groups, positions].sum(axis=1)
    n = curves.total(RATES["accuracy"].denominator)[:, 0].sum()
    gaps = []
    for name in GAPS[gap].rates:
        compared = np.flatnonzero(curves.has_people(name)[:, 0])
        rates = curves.rate(name)[compared, positions[:, compared]]
        if len(compared) < 2:
            gaps.append(np.full(len(rates), np.nan))
        else:
            # A NaN among the rates, where nobody is selected, is handed on as well.
            gaps.append(distance(rates.max(axis=1), rates.min(axis=1), GAPS[gap]))
    # A rate without a value leaves the gap without one: the maximum hands NaN on.
    return share_of(correct, n), np.maximum.reduce(gaps)


def undefined_groups(tally: Tally, gap: str) -> tuple[tuple[str, ...], str]:
    """Return the groups that hold nobody one of the gap's rates is about, and why."""
    check_tally(tally)
    curves = confusion_curves(tally)
    reasons: dict[str, str] = {}
    for name in GAPS[gap].rates:
        for place in np.flatnonzero(~curves.has_people(name)[:, 0]):
            group = tally.groups[place]
            reasons.setdefault(group, why_undefined(name, group, tally.n[place]))
    sentence = "; ".join(reasons.values())
    if len(tally.groups) < 2:
        sentence = "At least two groups are needed to compare"
    return tuple(reasons), f"{sentence}." if sentence else ""


def is_comparable(tally: Tally, gap: str) -> bool:
    """Return whether at least two groups hold people that each of the gap's rates is about."""
    curves = confusion_curves(tally)
    return all(curves.has_people(name)[:, 0].sum() >= 2 for name in GAPS[gap].rates)


def distance(
    first: NDArray[np.float64], second: NDArray[np.float64], gap: Gap
) -> NDArray[np.float64]:
    """Return how far apart rates are, element by element; NaN for a ratio of 0 to 0."""
    if not gap.is_ratio:
        return np.abs(first - second)
    high, low = np.maximum(first, second), np.minimum(first, second)
    ratio = np.full(high.shape, np.nan)
    np.divide(low, high, out=ratio, where=high > 0)
    return 1 - ratio


def check_gap(gap: str) -> None:
    """Raise ValueError unless the gap is one of `GAPS`."""
    if not isinstance(gap, str) or gap not in GAPS:
        raise ValueError(f"Unknown gap {gap!r}; there are: {', '.join(GAPS)}.")


def share_of(correct: NDArray[Any], n: float) -> NDArray[np.float64]:
    """Return correctly classified rows as a share of all n; NaN if there are none."""
    return np.asarray(correct / n if n > 0 else np.full(correct.shape, np.nan))

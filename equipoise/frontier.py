"""What repairing a gap costs: accuracy against gap over all threshold combinations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.rates import RATES, Confusion, confusion_curves, why_undefined
from equipoise.tally import Tally, Thresholds
from equipoise.windows import Choices, difference_top, ratio_top

TOLERANCE = 1e-9
"""Accuracies or gaps closer than this are the same: rounding makes no frontier points."""

BASELINE = 0.5
"""The threshold of the unrepaired classifier."""


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


GAPS: dict[str, Gap] = {
    "demographic_parity": Gap("Demographic parity", ("selection_rate",)),
    "disparate_impact": Gap("Impact ratio", ("selection_rate",), is_ratio=True),
    "equal_opportunity": Gap("Equal opportunity", ("true_positive_rate",)),
    "equalized_odds": Gap("Equalized odds", ("true_positive_rate", "false_positive_rate")),
    "predictive_parity": Gap("Predictive parity", ("positive_predictive_value",)),
}


@dataclass(frozen=True, eq=False)
class Frontier:
    """The threshold combinations that no other combination beats.

    Attributes
    ----------
    gap : str
        Which of `GAPS` is traded against accuracy.
    points : DataFrame
        Columns accuracy, gap and one per group with its threshold; the gap ascends.
        Empty where the gap is undefined.
    baseline_accuracy, baseline_gap : float
        All thresholds at 0.5.
    first_shown : int
        The row of `points` whose accuracy is nearest the baseline's; -1 if there is none.
    left_out : tuple of str
        Groups without a defined rate, whose thresholds are chosen for accuracy alone.
    reason : str
        Why there is no frontier, or which groups it cannot speak of.
    """

    gap: str
    points: pd.DataFrame
    baseline_accuracy: float
    baseline_gap: float
    first_shown: int
    left_out: tuple[str, ...]
    reason: str


def pareto_front(
    accuracy: ArrayLike, gap: ArrayLike, *, tolerance: float = TOLERANCE
) -> NDArray[np.intp]:
    """Return the positions of points that no other point dominates.

    A point dominates another when its accuracy is at least as high and its gap at most as
    large, one of them strictly, each compared with `tolerance`. Equal points all stay.
    Points with an undefined coordinate never count.

    Parameters
    ----------
    accuracy, gap : (n,) array-like of float
    tolerance : float
        Coordinates are first rounded to multiples of it.
    """
    high = np.rint(np.asarray(accuracy, dtype=np.float64) / tolerance)
    low = np.rint(np.asarray(gap, dtype=np.float64) / tolerance)
    order = np.argsort(low, kind="stable")
    order = order[~(np.isnan(high) | np.isnan(low))[order]]
    high, low = high[order], low[order]
    best = np.concatenate(([-np.inf], np.maximum.accumulate(high)))
    best_of_smaller = best[np.searchsorted(low, low, side="left")]
    best_of_no_larger = best[np.searchsorted(low, low, side="right")]
    kept = (high == best_of_no_larger) & (high > best_of_smaller)
    return np.sort(order[kept])


def sweep(
    tally: Tally, *, gap: str = "equalized_odds"
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return accuracy and gap of every pair of thresholds of two groups.

    Returns
    -------
    accuracy, gap : (m, m) arrays of float
        Rows: the first group's threshold, columns: the second's. NaN where undefined.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS` or the tally has not exactly two groups.
    """
    _check(gap)
    if len(tally.groups) != 2:
        raise ValueError(f"A sweep over pairs needs two groups; there are {len(tally.groups)}.")
    curves = confusion_curves(tally)
    correct = curves.tp + curves.tn
    accuracy = _share(correct[0][:, None] + correct[1][None, :], tally.n.sum())
    rates = [curves.rate(name) for name in GAPS[gap].rates]
    parts = [_distance(rate[0][:, None], rate[1][None, :], GAPS[gap]) for rate in rates]
    return accuracy, np.maximum(parts[0], parts[-1])


def frontier(tally: Tally, *, gap: str = "equalized_odds") -> Frontier:
    """Return the accuracy-gap frontier over the tally's own thresholds.

    Two groups: all pairs of thresholds. More: the same frontier without enumerating the
    combinations; see `equipoise.windows`.

    Parameters
    ----------
    tally : Tally
    gap : str
        One of `GAPS`.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS`, or a group is called "accuracy" or "gap".
    """
    _check(gap)
    clash = {"accuracy", "gap"}.intersection(tally.groups)
    if clash:
        raise ValueError(f"A group is called {clash.pop()!r}, as is a column of the frontier.")
    left_out, reason = _undefined_groups(tally, gap)
    comparable = len(tally.groups) - len(left_out) >= 2
    if not comparable:
        positions = np.empty((0, len(tally.groups)), dtype=np.intp)
    elif len(tally.groups) == 2:
        positions = _pairs_on_frontier(tally, gap)
    else:
        positions = _walk_down(tally, gap)
    points = _points(tally, gap, positions)
    accuracy, gap_at_baseline = accuracy_and_gap(tally, BASELINE, gap=gap)
    distance = np.rint(np.abs(points["accuracy"].to_numpy() - accuracy) / TOLERANCE)
    first_shown = int(distance.argmin()) if len(points) else -1
    return Frontier(gap, points, accuracy, gap_at_baseline, first_shown, left_out, reason)


def accuracy_and_gap(
    tally: Tally, thresholds: Thresholds, *, gap: str = "equalized_odds"
) -> tuple[float, float]:
    """Return accuracy and gap at the given thresholds; NaN where undefined.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS` or the thresholds do not fit the tally.
    """
    _check(gap)
    at = tally.positions(thresholds)[None, :]
    accuracy, gaps = _judge(confusion_curves(tally), gap, at)
    return float(accuracy[0]), float(gaps[0])


def best_within(
    tally: Tally, limit: float, *, gap: str = "equalized_odds"
) -> dict[str, float] | None:
    """Return the most accurate thresholds whose gap is at most `limit`, or None.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS`.
    """
    _check(gap)
    left_out, _ = _undefined_groups(tally, gap)
    if len(tally.groups) - len(left_out) < 2:
        return None
    positions = _choices(confusion_curves(tally), gap).best_within(limit)
    return None if positions is None else tally.named(positions)


def _pairs_on_frontier(tally: Tally, gap: str) -> NDArray[np.intp]:
    accuracy, gaps = sweep(tally, gap=gap)
    front = pareto_front(accuracy.ravel(), gaps.ravel())
    return np.stack(np.unravel_index(front, gaps.shape), axis=1)


def _walk_down(tally: Tally, gap: str) -> NDArray[np.intp]:
    """Ask for the best accuracy under ever smaller limits, until none can be met."""
    curves = confusion_curves(tally)
    choices = _choices(curves, gap)
    limit, found = 1.0, []
    while limit >= 0 and (positions := choices.best_within(limit)) is not None:
        found.append(positions)
        _, reached = _judge(curves, gap, positions[None, :])
        limit = float(reached[0]) - TOLERANCE
    positions = np.array(found, dtype=np.intp).reshape(-1, len(tally.groups))
    return positions[pareto_front(*_judge(curves, gap, positions))]


def _choices(curves: Confusion, gap: str) -> Choices:
    return Choices(
        correct=(curves.tp + curves.tn).astype(np.float64),
        rates=tuple(curves.rate(name) for name in GAPS[gap].rates),
        falling=gap != "predictive_parity",
        top=ratio_top if GAPS[gap].is_ratio else difference_top,
    )


def _points(tally: Tally, gap: str, positions: NDArray[np.intp]) -> pd.DataFrame:
    accuracy, gaps = _judge(confusion_curves(tally), gap, positions)
    thresholds = dict(zip(tally.groups, tally.grid[positions].T, strict=True))
    points = pd.DataFrame({"accuracy": accuracy, "gap": gaps} | thresholds)
    return points.sort_values(["gap", "accuracy"], kind="stable", ignore_index=True)


def _judge(
    curves: Confusion, gap: str, positions: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return accuracy and gap of each row of (p, K) grid positions."""
    groups = np.arange(len(curves.groups))
    correct = (curves.tp + curves.tn)[groups, positions].sum(axis=1)
    n = curves.total(RATES["accuracy"].denominator)[:, 0].sum()
    gaps = [_spread(curves.rate(rate)[groups, positions], GAPS[gap]) for rate in GAPS[gap].rates]
    return _share(correct, n), np.maximum(gaps[0], gaps[-1])


def _share(correct: NDArray[Any], n: float) -> NDArray[np.float64]:
    return np.asarray(correct / n if n > 0 else np.full(correct.shape, np.nan))


def _spread(rates: NDArray[np.float64], gap: Gap) -> NDArray[np.float64]:
    """Return the gap of each row of (p, K) rates, over groups with a defined rate."""
    defined = ~np.isnan(rates)
    comparable = defined.sum(axis=1) >= 2
    high = np.where(defined, rates, 0).max(axis=1, initial=0)
    low = np.where(defined, rates, 1).min(axis=1, initial=1)
    return np.where(comparable, _distance(high, low, gap), np.nan)


def _distance(
    first: NDArray[np.float64], second: NDArray[np.float64], gap: Gap
) -> NDArray[np.float64]:
    if not gap.is_ratio:
        return np.abs(first - second)
    high, low = np.maximum(first, second), np.minimum(first, second)
    ratio = np.full(high.shape, np.nan)
    np.divide(low, high, out=ratio, where=high > 0)
    return 1 - ratio


def _undefined_groups(tally: Tally, gap: str) -> tuple[tuple[str, ...], str]:
    """Return the groups for which the gap's rates exist at no threshold, and why."""
    curves = confusion_curves(tally)
    reasons: dict[str, str] = {}
    for name in GAPS[gap].rates:
        for place in np.flatnonzero(np.isnan(curves.rate(name)).all(axis=1)):
            group = tally.groups[place]
            reasons.setdefault(group, why_undefined(name, group, tally.n[place]))
    sentence = "; ".join(reasons.values())
    if len(tally.groups) < 2:
        sentence = "At least two groups are needed to compare"
    return tuple(reasons), f"{sentence}." if sentence else ""


def _check(gap: str) -> None:
    if gap not in GAPS:
        raise ValueError(f"Unknown gap {gap!r}; there are: {', '.join(GAPS)}.")

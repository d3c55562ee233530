"""What repairing a gap costs: accuracy against gap over all threshold combinations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import ROUNDING, checked_number
from equipoise.frontiers.exact import pairs_on_frontier
from equipoise.frontiers.gaps import (
    GAPS,
    accuracy_and_gap,
    check_gap,
    distance,
    is_comparable,
    judged,
    share_of,
    undefined_groups,
)
from equipoise.frontiers.pareto import pareto_front
from equipoise.frontiers.windows import Choices, difference_top, ratio_top
from equipoise.rates import RATES, Confusion, confusion_curves
from equipoise.tally import Tally, check_tally

BASELINE = 0.5
"""The threshold of the unrepaired classifier, where the grid has it."""


@dataclass(frozen=True, eq=False)
class Frontier:
    """The threshold combinations that no other combination beats.

    Attributes
    ----------
    gap : str
        Which of `GAPS` is traded against accuracy.
    points : DataFrame
        Columns accuracy, gap and one per group with its threshold; both accuracy and gap
        ascend, so that no point stands there twice. Of several combinations that make the
        same point, one is kept: of two groups the one with the lowest thresholds, the
        first group's before the second's. Empty where the gap is undefined.
    baseline_accuracy, baseline_gap : float
        All thresholds at `baseline_threshold`.
    first_shown : int
        The row of `points` whose accuracy is nearest the baseline's; -1 if there is none.
    left_out : tuple of str
        Groups that hold nobody a rate is about, bound only by such rates as they have.
    reason : str
        Why there is no frontier, which groups it cannot speak of, or where the baseline is
        if not at 0.5; "" otherwise.
    baseline_threshold : float
        0.5, or the nearest to it on the grid.
    """

    gap: str
    points: pd.DataFrame
    baseline_accuracy: float
    baseline_gap: float
    first_shown: int
    left_out: tuple[str, ...]
    reason: str
    baseline_threshold: float = BASELINE

    def accuracy_within(self, limit: float) -> float:
        """Return the best accuracy with a gap of at most `limit`; NaN if no point has it."""
        gaps, accuracies = self.points["gap"].to_numpy(), self.points["accuracy"].to_numpy()
        within = accuracies[gaps <= limit + ROUNDING]
        return float(within[-1]) if len(within) else float("nan")


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
    check_tally(tally)
    check_gap(gap)
    if len(tally.groups) != 2:
        raise ValueError(f"A sweep over pairs needs two groups; there are {len(tally.groups)}.")
    curves = confusion_curves(tally)
    correct = curves.tp + curves.tn
    accuracy = share_of(correct[0][:, None] + correct[1][None, :], tally.n.sum())
    rates = [curves.rate(name) for name in GAPS[gap].rates]
    parts = [distance(rate[0][:, None], rate[1][None, :], GAPS[gap]) for rate in rates]
    return accuracy, np.maximum.reduce(parts)


def frontier(tally: Tally, *, gap: str = "equalized_odds") -> Frontier:
    """Return the accuracy-gap frontier over the tally's own thresholds.

    Two groups: all pairs of thresholds. More: the same frontier without enumerating the
    combinations; see `equipoise.frontiers.windows`. No combination of thresholds whose gap is
    defined (see `equipoise.frontiers.gaps`) beats a point of it.

    Parameters
    ----------
    tally : Tally
        Counted with grid=None, each threshold is one of the group's own scores or infinity,
        which selects nobody; see `equipoise.frontiers.exact`. For more than two groups that can
        take minutes; `best_within` answers for one limit in about a second.
    gap : str
        One of `GAPS`.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS`, or a group is called "accuracy" or "gap".
    """
    check_tally(tally)
    check_gap(gap)
    clash = {"accuracy", "gap"}.intersection(tally.groups)
    if clash:
        raise ValueError(f"A group is called {clash.pop()!r}, as is a column of the frontier.")
    left_out, reason = undefined_groups(tally, gap)
    if not is_comparable(tally, gap):
        positions = np.empty((0, len(tally.groups)), dtype=np.intp)
    elif len(tally.groups) == 2 and tally.is_exact:
        positions = pairs_on_frontier(tally, gap)
    elif len(tally.groups) == 2:
        accuracies, gaps = sweep(tally, gap=gap)
        front = pareto_front(accuracies.ravel(), gaps.ravel())
        positions = np.stack(np.unravel_index(front, gaps.shape), axis=1)
    else:
        positions = _walk_down(tally, gap)
    points = _points(tally, gap, positions)
    baseline = baseline_threshold(tally)
    if baseline != BASELINE:
        reason = f"{reason} The grid has no {BASELINE}: the baseline is at {baseline:g}.".strip()
    accuracy, gap_at_baseline = accuracy_and_gap(tally, baseline, gap=gap)
    away = np.rint(np.abs(points["accuracy"].to_numpy() - accuracy) / ROUNDING)
    first_shown = int(away.argmin()) if len(points) else -1
    return Frontier(
        gap, points, accuracy, gap_at_baseline, first_shown, left_out, reason, baseline
    )


def baseline_threshold(tally: Tally) -> float:
    """Return 0.5 or, on a grid without it, the nearest threshold (of two, the lower)."""
    if tally.is_exact:
        return BASELINE
    away = np.rint(np.abs(tally.grid - BASELINE) / ROUNDING)
    return float(tally.grid[away.argmin()])


def best_within(
    tally: Tally, limit: float, *, gap: str = "equalized_odds"
) -> dict[str, float] | None:
    """Return the most accurate thresholds whose gap is at most `limit`.

    Returns
    -------
    dict from group to float, or None
        None where no thresholds have so small a gap, as where fewer than two groups can be
        compared.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS`, or the limit is not a number of at least 0.
    """
    check_tally(tally)
    check_gap(gap)
    allowed = checked_number(limit, "limit of the gap", high=np.inf)
    if not is_comparable(tally, gap):
        return None
    positions = _choices(confusion_curves(tally), gap).best_within(allowed)
    return None if positions is None else tally.named(positions)


def _walk_down(tally: Tally, gap: str) -> NDArray[np.intp]:
    """Ask for the best accuracy under ever smaller limits, until none can be met."""
    curves = confusion_curves(tally)
    choices = _choices(curves, gap)
    limit, found = 1.0, []
    while limit >= 0 and (positions := choices.best_within(limit)) is not None:
        found.append(positions)
        _, reached = judged(curves, gap, positions[None, :])
        # Between what is reached and what was allowed, nothing can be better than this.
        limit = float(reached[0]) - ROUNDING
    positions = np.array(found, dtype=np.intp).reshape(-1, len(tally.groups))
    front = positions[pareto_front(*judged(curves, gap, positions))]
    if tally.is_exact:
        # From the scores of other groups up to the next of the own, or infinity. That decides
        # the same: nobody of the group scores between the two.
        for group, cells in enumerate(tally.counts):
            own = np.append(np.flatnonzero(cells.any(axis=0)), len(tally.grid) - 1)
            front[:, group] = own[np.searchsorted(own, front[:, group])]
    return front


def _choices(curves: Confusion, gap: str) -> Choices:
    return Choices(
        correct=(curves.tp + curves.tn).astype(np.float64),
        rates=tuple(curves.rate(name) for name in GAPS[gap].rates),
        falling=all(RATES[name].falls for name in GAPS[gap].rates),
        top=ratio_top if GAPS[gap].is_ratio else difference_top,
        compared=tuple(curves.has_people(name)[:, 0] for name in GAPS[gap].rates),
    )


def _points(tally: Tally, gap: str, positions: NDArray[np.intp]) -> pd.DataFrame:
    accuracy, gaps = judged(confusion_curves(tally), gap, positions)
    # On a front points with the same gap are the same point; lexsort's last key comes first.
    order = np.lexsort([*positions.T[::-1], np.rint(gaps / ROUNDING)])
    order = order[np.diff(np.rint(gaps[order] / ROUNDING), prepend=-1) > 0]
    thresholds = dict(zip(tally.groups, tally.grid[positions[order]].T, strict=True))
    return pd.DataFrame({"accuracy": accuracy[order], "gap": gaps[order]} | thresholds)

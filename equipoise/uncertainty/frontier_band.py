"""How the frontier would move, had other people been drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.checks import ROUNDING
from equipoise.frontiers.frontier import best_within, frontier, sweep
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.io.doubles import doubles
from equipoise.rates import confusion_curves
from equipoise.resampling import Array, check_draws, multinomial, require_counts
from equipoise.tally import Tally
from equipoise.uncertainty.proportions import check_level


def frontier_band(
    tally: Tally,
    *,
    gap: str = "equalized_odds",
    levels: ArrayLike | None = None,
    n_boot: int = 200,
    level: float = 0.95,
    seed: int = 0,
    on_progress: Callable[[float], None] | None = None,
) -> pd.DataFrame:
    """Return the spread of the best accuracy at each gap over bootstrap replicates.

    Every replicate redraws the rows and finds its own frontier, so the band shows how much
    the whole trade-off depends on the people drawn. Since each replicate chooses its
    thresholds with hindsight, the band lies a little above what thresholds chosen here
    would deliver elsewhere: it is the middle of the replicates, and no confidence interval.
    Nor does it say what a gap costs, since the baseline's accuracy moves with the same rows;
    for that see `equipoise.frontier_cost`.

    Parameters
    ----------
    tally : Tally
        Of counted rows. Two groups take well under a second; more ask every replicate for
        its best thresholds at every level, some milliseconds each.
    gap : str
        One of `equipoise.frontiers.gaps.GAPS`.
    levels : (q,) array-like of float or None
        Ascending gaps at which to look; None takes those of the frontier's points.
    n_boot : int
        Replicates.
    level : float
        The share of replicates inside the band, as many of the others above it as below.
    seed : int
    on_progress : callable or None
        Called with the share of replicates done.

    Returns
    -------
    DataFrame
        gap; accuracy (the best on the rows themselves at no larger a gap); low, median and
        high over the replicates; n_undefined, the replicates in which no thresholds keep
        the gap that small.

    Raises
    ------
    ValueError
        If the tally is weighted, the gap unknown or an option out of range.
    """
    require_counts(tally, "A frontier band")
    check_draws(n_boot, seed)
    check_level(level)
    points = frontier(tally, gap=gap).points
    limits = _ascending(points["gap"] if levels is None else levels)
    drawn = multinomial(tally.counts, n_boot, np.random.default_rng(seed))
    silent = _silent(tally, gap)
    found = np.full((n_boot, len(limits)), np.nan)
    for i, counts in enumerate(np.moveaxis(drawn, -1, 0)):
        replicate = replace(tally, counts=counts)
        # A replicate without, say, a group's positives has a frontier of fewer groups.
        if np.array_equal(_silent(replicate, gap), silent):
            found[i] = best_accuracies(replicate, limits, gap=gap)
        if on_progress is not None:
            on_progress((i + 1) / n_boot)
    low, median, high = _quantiles(found, ((1 - level) / 2, 0.5, (1 + level) / 2))
    return pd.DataFrame(
        {
            "gap": limits,
            "accuracy": best_accuracies(tally, limits, gap=gap),
            "low": low,
            "median": median,
            "high": high,
            "n_undefined": np.isnan(found).sum(axis=0),
        }
    )


def best_accuracies(tally: Tally, limits: Array, *, gap: str = "equalized_odds") -> Array:
    """Return the best accuracy with the gap at most each of (q,) ascending limits.

    NaN where no thresholds keep the gap that small.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS`.
    """
    if len(tally.groups) == 2:
        accuracy, gaps = sweep(tally, gap=gap)
        # Each pair counts from the first limit that it keeps; a running maximum does the rest.
        first_met = np.searchsorted(limits + ROUNDING, gaps.ravel())
        found = np.full(len(limits) + 1, -np.inf)
        np.fmax.at(found, first_met, accuracy.ravel())  # without any rows accuracy is NaN
        reached = np.maximum.accumulate(found[:-1])
        return np.where(np.isinf(reached), np.nan, reached)
    best = np.full(len(limits), np.nan)
    for i, limit in enumerate(limits):
        thresholds = best_within(tally, float(limit) + ROUNDING, gap=gap)
        if thresholds is not None:
            best[i], _ = accuracy_and_gap(tally, thresholds, gap=gap)
    return best


def _ascending(levels: ArrayLike) -> Array:
    try:
        limits = doubles(levels)
    except (TypeError, ValueError, ArithmeticError):
        limits = np.array(np.nan)
    if limits.ndim != 1 or np.isnan(limits).any() or np.any(np.diff(limits) < 0):
        raise ValueError(f"The gap levels are {levels!r}; they must be numbers that ascend.")
    return limits


def _silent(tally: Tally, gap: str) -> NDArray[np.bool_]:
    """Return, per rate of the gap and group, whether the group holds nobody it is about."""
    curves = confusion_curves(tally)
    return np.array([~curves.has_people(rate)[:, 0] for rate in GAPS[gap].rates])


def _quantiles(found: Array, at: tuple[float, ...]) -> Array:
    """Return the quantiles of each column of (B, q) values that are not NaN, as rows."""
    columns = (column[~np.isnan(column)] for column in found.T)
    missing = np.full(len(at), np.nan)
    found_at = [np.quantile(column, at) if len(column) else missing for column in columns]
    return np.array(found_at).reshape(-1, len(at)).T

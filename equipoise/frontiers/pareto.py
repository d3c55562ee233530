"""Points that no other point beats in both of two respects."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

TOLERANCE = 1e-9
"""Accuracies or gaps closer than this are the same: rounding makes no frontier points."""


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

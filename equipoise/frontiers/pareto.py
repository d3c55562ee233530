"""Points that no other point beats in both of two respects."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equipoise.checks import ROUNDING, checked_number
from equipoise.io.cells import shown
from equipoise.io.doubles import doubles


def pareto_front(
    accuracy: ArrayLike, gap: ArrayLike, *, tolerance: float = ROUNDING
) -> NDArray[np.intp]:
    """Return the positions of points that no other point dominates.

    A point dominates another when its accuracy is at least as high and its gap at most as
    large, one of them strictly, each compared with `tolerance`. Equal points all stay.
    Points with an undefined coordinate never count.

    Parameters
    ----------
    accuracy, gap : (n,) array-like of float
    tolerance : float
        Coordinates are first rounded to multiples of it; 0 compares them as they are.

    Raises
    ------
    ValueError
        If the two are no lists of numbers of one length, or the tolerance is no number of at
        least 0.
    """
    tolerance = checked_number(tolerance, "tolerance", high=np.inf)
    high, low = _coordinate(accuracy, "accuracy"), _coordinate(gap, "gap")
    if len(high) != len(low):
        raise ValueError(
            f"There are {len(high)} accuracies and {len(low)} gaps; each point needs one of both."
        )
    if tolerance > 0:
        high, low = np.rint(high / tolerance), np.rint(low / tolerance)
    order = np.argsort(low, kind="stable")
    order = order[~(np.isnan(high) | np.isnan(low))[order]]
    high, low = high[order], low[order]
    # Gaps ascend: this is the best accuracy among so many of the first points.
    best = np.concatenate(([-np.inf], np.maximum.accumulate(high)))
    best_of_smaller = best[np.searchsorted(low, low, side="left")]
    best_of_no_larger = best[np.searchsorted(low, low, side="right")]
    kept = (high == best_of_no_larger) & (high > best_of_smaller)
    return np.sort(order[kept])


def _coordinate(values: ArrayLike, name: str) -> NDArray[np.float64]:
    try:
        numbers = doubles(values)
    except (TypeError, ValueError, ArithmeticError):
        numbers = np.array(np.nan)
    if numbers.ndim != 1:
        raise ValueError(f"{name} is {shown(values)}; it must be a list of numbers.")
    return numbers

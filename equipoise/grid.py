"""Thresholds in a row: the usual hundredths, and grids of one's own as they were meant."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equipoise.io.doubles import doubles

GRID: NDArray[np.float64] = np.arange(101) / 100
"""The thresholds 0.00, 0.01, ..., 1.00, each the double nearest to its decimal."""
GRID.setflags(write=False)

_ROUNDING = {2: 2e-3, 4: 2e-6, 8: 1e-12}
"""How far sums and products may have left a point from what it was meant to be, by the bytes
of a number."""

_WRITTEN = {2: 3, 4: 6, 8: 10}
"""Decimal places up to which a number is taken for a decimal that was written down."""


def checked_grid(grid: ArrayLike) -> NDArray[np.float64]:
    """Return a grid as doubles, its points moved onto the decimals or equal steps they mean.

    `np.linspace(0, 1, 101)` holds 0.7000000000000001, which a score of 0.7 does not reach;
    it means 0.7. So where every point lies within rounding of a decimal with few places, or
    of k / N, it becomes the double nearest to that. Other grids, such as quantiles of
    scores, stay as they are.

    Parameters
    ----------
    grid : (m,) array-like of float
        Strictly ascending from 0 to at most 1, of any width; see `equipoise.io.doubles`.

    Raises
    ------
    ValueError
        If it is not.
    """
    if grid is GRID:
        return GRID
    try:
        points = doubles(grid)
    except (TypeError, ValueError, ArithmeticError):
        points = np.array([])
    if points.ndim == 1 and len(points) and np.isfinite(points).all():
        # What rounding may have done depends on the width in which the points were computed.
        kind = getattr(grid, "dtype", None)
        n_bytes = 8
        if isinstance(kind, np.dtype) and kind.kind == "f":
            n_bytes = min(kind.itemsize, 8)
        for meant, rounding in _candidates(points, n_bytes):
            if np.abs(meant - points).max() <= rounding and np.all(np.diff(meant) > 0):
                points = meant
                break
    if points.ndim != 1 or not len(points) or points[0] != 0 or not points[-1] <= 1:
        raise ValueError("The grid must be a list of thresholds from 0 to at most 1.")
    if not np.all(np.diff(points) > 0):
        raise ValueError("The grid must be strictly ascending.")
    return points


def interval_of(points: NDArray[np.float64], scores: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the last grid point at or below each score; at once where steps are equal."""
    steps = len(points) - 1
    if steps == 0 or not np.array_equal(points, np.arange(steps + 1) / steps):
        return np.searchsorted(points, scores, side="right") - 1
    # Rounding can put the guess one step off, to either side.
    guess = (scores * steps).astype(np.intp)
    guess += np.append(points[1:], np.inf)[guess] <= scores
    guess -= points[guess] > scores
    return guess


def _candidates(
    points: NDArray[np.float64], n_bytes: int
) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Yield grids, each with the rounding that may lie between: decimals, then equal steps."""
    for places in range(_WRITTEN[n_bytes] + 1):
        yield np.round(points, places), _ROUNDING[8]
    rounding = _ROUNDING[n_bytes]
    steps, last = len(points) - 1, points[-1]
    if steps and last > rounding:
        yield np.arange(steps + 1) / max(np.rint(steps / last), 1), rounding
    for places in range(_WRITTEN[n_bytes]):
        if 10 * rounding < 0.1**places:  # no closer together than rounding reaches
            yield np.round(points, places), rounding

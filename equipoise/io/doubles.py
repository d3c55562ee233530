"""Numbers of any width as doubles, each the decimal that was meant.

A 32-bit 0.7 is 0.699999988 when it is merely widened, and would miss a threshold of 0.7 that
it meets among 32-bit numbers. So narrow numbers are read as the decimals they print as, and
grids whose points lie a rounding beside decimals or equal steps are moved onto them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

_MOST_PLACES = 9
"""Decimal places that tell 32-bit numbers near 1 apart."""


def doubles(values: ArrayLike) -> NDArray[np.float64]:
    """Return numbers as doubles; those of fewer than 64 bits as the decimals they print as.

    The decimal is the one with the fewest places, at most nine, that is the same number in
    the given width; numbers so small that they need more places are widened.

    Parameters
    ----------
    values : array-like of numbers

    Raises
    ------
    TypeError, ValueError
        If a value is not a number.
    """
    if isinstance(values, (list, tuple)):
        return np.array([double(value) for value in values], dtype=np.float64)
    given = np.asarray(values)
    wide = given.astype(np.float64)
    if given.dtype.kind != "f" or given.dtype.itemsize >= wide.dtype.itemsize:
        return wide
    narrow, found = given.ravel(), wide.ravel()
    open_ = np.flatnonzero(np.isfinite(narrow))
    for places in range(_MOST_PLACES + 1):
        decimals = np.round(found[open_], places)
        same = decimals.astype(given.dtype) == narrow[open_]
        found[open_[same]] = decimals[same]
        open_ = open_[~same]
    return found.reshape(given.shape)


def double(value: Any) -> float:
    """Return one number as a double; see `doubles`.

    Raises
    ------
    TypeError, ValueError, ArithmeticError
        If it is not a number.
    """
    if isinstance(value, np.ndarray) and value.ndim:
        raise TypeError("an array is no number")
    is_numpy = isinstance(value, (np.floating, np.ndarray))
    return float(doubles(np.asarray(value))) if is_numpy else float(value)

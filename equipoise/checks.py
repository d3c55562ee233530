"""Check what callers ask for: numbers from a range, and whole numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from equipoise.io.doubles import double

ROUNDING = 1e-9
"""Values closer than this are the same: 0.4 - 0.3 does not exceed 0.1, and rounding makes no
frontier points."""


def checked_number(value: Any, name: str, low: float = 0.0, high: float = 1.0) -> float:
    """Return an option as a float from `low` to `high`.

    Raises
    ------
    ValueError
        If it is not a number or out of range; the message names the option and the range.
    """
    try:
        number = double(value)
    except (TypeError, ValueError, ArithmeticError):
        number = math.nan
    # Asked this way round because NaN, too, must fail.
    if not low <= number <= high:
        span = f"from {low:g} to {high:g}" if math.isfinite(high) else f"of at least {low:g}"
        raise ValueError(f"The {name} is {value!r}; it must be a number {span}.")
    return number


def checked_whole(value: Any, name: str, low: int = 0) -> int:
    """Return an option as an integer of at least `low`.

    Raises
    ------
    ValueError
        If it is not a whole number or too small; the message names the option and `low`.
    """
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_whole or value < low:
        raise ValueError(f"The {name} is {value!r}; it must be a whole number, at least {low}.")
    return int(value)

"""What can go wrong in a stress test: an impossible wish, or rows that do not suffice."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any

import numpy as np

BYTES_A_ROW = 170
"""Of memory at the height of a run, measured with three features."""


class ParameterError(ValueError):
    """A parameter outside its range; the message names both."""


class ClusterError(RuntimeError):
    """A cluster cannot do a run, or no longer; the message says why and what to do."""


class Uncomputable(ValueError):
    """A result these rows cannot give; the message says what is missing.

    `run` records it as a value of NaN with the message as its reason.
    """


def check_within(
    name: str,
    value: float,
    low: float,
    high: float,
    *,
    open_low: bool = False,
    open_high: bool = False,
) -> None:
    """Raise ParameterError unless a number lies in an interval.

    Parameters
    ----------
    name : str
        What the message calls the number.
    value : float
    low, high : float
        The limits of the interval.
    open_low, open_high : bool
        Whether a limit itself is excluded.
    """
    given: Any = value
    try:
        number = float(given) if isinstance(given, Real) else math.nan
    except OverflowError:  # Of a whole number with hundreds of digits.
        number = math.nan
    # No comparison with NaN is true: infinity is thereby outside, also of limits without end.
    number = number if math.isfinite(number) else math.nan
    above = low < number if open_low else low <= number
    below = number < high if open_high else number <= high
    if not (above and below):
        interval = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
        shown = value if math.isnan(number) else f"{number:g}"
        raise ParameterError(f"{name} must lie in {interval}, but is {shown}.")


def check_count(name: str, value: int, low: int, high: int | None = None) -> None:
    """Raise ParameterError unless a whole number is at least `low` and at most `high`."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or value < low:
        raise ParameterError(f"{name} must be a whole number of at least {low:,}, but is {value}.")
    if high is not None and value > high:
        raise ParameterError(f"{name} must be at most {high:,}, but is {value:,}.")


def check_memory(n: int, n_features: int) -> None:
    """Raise ParameterError if rows would need more memory than the machine has.

    Some systems promise memory they do not have and end the program that uses it.
    """
    needed = n * BYTES_A_ROW * max(n_features / 3, 1)
    try:
        there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Windows does not tell.
        return
    if needed > there:
        raise ParameterError(
            f"n: {n:,} rows need about {needed / 2**30:,.0f} GB of memory; this machine has "
            f"{there / 2**30:,.0f}."
        )


def check_callable(name: str, value: Callable[..., Any]) -> None:
    """Raise ParameterError unless a part of a stress test can be called."""
    if not callable(value):
        raise ParameterError(f"{name} must be callable, but is {value!r}.")


def listed(name: str, values: Iterable[Any]) -> tuple[Any, ...]:
    """Return several values as a tuple; ParameterError if they are none or text."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ParameterError(f"{name} must be a list, but is {values!r}.")
    return tuple(values)

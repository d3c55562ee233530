"""What can go wrong in a stress test: an impossible wish, or rows that do not suffice."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any

import numpy as np


class ParameterError(ValueError):
    """A parameter outside its range; the message names both."""


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
    number = _finite(value)
    above = low < number if open_low else low <= number
    below = number < high if open_high else number <= high
    if not (above and below):
        interval = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
        shown = value if math.isnan(number) else f"{number:g}"
        raise ParameterError(f"{name} must lie in {interval}, but is {shown}.")


def check_count(name: str, value: int, low: int) -> None:
    """Raise ParameterError unless a whole number is at least `low`."""
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < low:
        raise ParameterError(f"{name} must be a whole number of at least {low:,}, but is {value}.")


def check_callable(name: str, value: Callable[..., Any]) -> None:
    """Raise ParameterError unless a part of a stress test can be called."""
    if not callable(value):
        raise ParameterError(f"{name} must be callable, but is {value!r}.")


def listed(name: str, values: Iterable[Any]) -> tuple[Any, ...]:
    """Return several values as a tuple; ParameterError if they are none or text."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ParameterError(f"{name} must be a list, but is {values!r}.")
    return tuple(values)


def _finite(value: Any) -> float:
    """Return a finite real number as a float, anything else as NaN."""
    try:
        number = float(value) if isinstance(value, Real) else math.nan
    except OverflowError:
        return math.nan
    return number if math.isfinite(number) else math.nan

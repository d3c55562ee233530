"""What can go wrong in a stress test: an impossible wish, or rows that do not suffice."""

from __future__ import annotations

import math


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
    above = low < value if open_low else low <= value
    below = value < high if open_high else value <= high
    if not (math.isfinite(value) and above and below):
        interval = f"{'(' if open_low else '['}{low:g}, {high:g}{')' if open_high else ']'}"
        raise ParameterError(f"{name} must lie in {interval}, but is {value:g}.")


def check_count(name: str, value: int, low: int) -> None:
    """Raise ParameterError unless a whole number is at least `low`."""
    if isinstance(value, bool) or int(value) != value or value < low:
        raise ParameterError(f"{name} must be a whole number of at least {low:,}, but is {value}.")

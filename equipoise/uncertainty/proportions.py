"""Intervals for shares of people that stay honest when the people are few.

A bootstrap over rows that all agree sees no variation, and calls 0 of 3 certain. The score
intervals here do not: Wilson's for one share, and those built from it for the difference
and the ratio of two shares of different people.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equipoise.options import checked_number


class Interval(NamedTuple):
    """Lower and upper limits; arrays of one shape, NaN where undefined."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def wilson(successes: ArrayLike, n: ArrayLike, *, level: float = 0.95) -> Interval:
    """Return Wilson's score interval of each share successes / n.

    Parameters
    ----------
    successes, n : array-like of numbers
        Counts, broadcast against each other.
    level : float
        The confidence, between 0 and 1.

    Returns
    -------
    Interval
        The shares a score test would not reject (Wilson, 1927); NaN where n is 0.

    Raises
    ------
    ValueError
        If the level is not between 0 and 1, or successes are not in 0 to n.
    """
    check_level(level)
    k, people = np.broadcast_arrays(
        np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    if np.any(k < 0) or np.any(k > people):
        raise ValueError("Successes must lie in 0 to n.")
    z = NormalDist().inv_cdf((1 + level) / 2)
    total = np.where(people > 0, people, np.nan)
    middle = (k + z**2 / 2) / (total + z**2)
    reach = z / (total + z**2) * np.sqrt(k * (total - k) / total + z**2 / 4)
    # At the ends the formula gives 0 and 1 exactly; floating point only nearly.
    low = np.where((k == 0) & (people > 0), 0.0, middle - reach)
    high = np.where((k == people) & (people > 0), 1.0, middle + reach)
    return Interval(low, high)


def difference(
    first: ArrayLike,
    first_n: ArrayLike,
    second: ArrayLike,
    second_n: ArrayLike,
    *,
    level: float = 0.95,
) -> Interval:
    """Return the interval of first / first_n - second / second_n for different people.

    Newcombe's hybrid score interval (1998, method 10): each Wilson limit lends the distance
    from its own share, and the distances add as independent errors do.

    Raises
    ------
    ValueError
        As in `wilson`.
    """
    p, (p_low, p_high) = _share(first, first_n), wilson(first, first_n, level=level)
    q, (q_low, q_high) = _share(second, second_n), wilson(second, second_n, level=level)
    value = p - q
    return Interval(
        value - np.hypot(p - p_low, q_high - q), value + np.hypot(p_high - p, q - q_low)
    )


def ratio(
    first: ArrayLike,
    first_n: ArrayLike,
    second: ArrayLike,
    second_n: ArrayLike,
    *,
    level: float = 0.95,
) -> Interval:
    """Return the interval of (first / first_n) / (second / second_n) for different people.

    Every ratio r for which Newcombe's interval of p - r q, built from the Wilson limits,
    holds 0 (Donner and Zou, 2012, "MOVER-R"). The upper limit is infinite where the second
    share may be 0; nothing is known, 0 to infinity, where both are 0.

    Raises
    ------
    ValueError
        As in `wilson`.
    """
    p, (p_low, p_high) = _share(first, first_n), wilson(first, first_n, level=level)
    q, (q_low, q_high) = _share(second, second_n), wilson(second, second_n, level=level)
    product = p * q
    below, above = p_low * (2 * p - p_low), p_high * (2 * p - p_high)
    lower_root = product + np.sqrt(_square(product, below, q_high * (2 * q - q_high)))
    scale = q_low * (2 * q - q_low)
    upper_root = product + np.sqrt(_square(product, above, scale))
    # 0 / 0 below only where the first share is 0, and then the lower limit is 0 as well.
    low = np.divide(below, lower_root, out=np.zeros_like(product), where=lower_root > 0)
    high = np.divide(upper_root, scale, out=np.full_like(product, np.inf), where=scale > 0)
    known = ~np.isnan(product)
    return Interval(np.where(known, low, np.nan), np.where(known, high, np.nan))


def check_level(level: float) -> None:
    """Raise ValueError unless a confidence level lies strictly between 0 and 1."""
    if not 0 < checked_number(level, "level") < 1:
        raise ValueError(f"The level is {level}; it must lie between 0 and 1.")


def _share(successes: ArrayLike, n: ArrayLike) -> NDArray[np.float64]:
    people = np.asarray(n, dtype=np.float64)
    return np.asarray(successes, dtype=np.float64) / np.where(people > 0, people, np.nan)


def _square(
    product: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return product^2 - first * second, never below 0 by rounding."""
    return np.maximum(product**2 - first * second, 0)

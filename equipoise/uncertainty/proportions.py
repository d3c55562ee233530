"""Intervals for shares of people that stay honest when the people are few.

A bootstrap over rows that all agree sees no variation, and calls 0 of 3 certain. Wilson's score
interval does not. Yet where hardly anybody has the outcome, or hardly anybody lacks it, its 95 %
are at worst 84; there the exact interval of Clopper and Pearson takes its place. The differences
and ratios of two shares of different people are built from the same limits.
"""

from __future__ import annotations

from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equipoise.checks import checked_number

SPARSE = 10
"""Of fewer people who have an outcome, or lack it, Wilson's interval can cover too little."""


class Interval(NamedTuple):
    """Lower and upper limits; arrays of one shape, NaN where undefined."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


class Share(NamedTuple):
    """Shares of people with their limits; arrays of one shape.

    Of nobody the value is NaN, and the limits are 0 and 1: it may be anything.
    """

    value: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def at(self, places: NDArray[np.intp]) -> Share:
        """Return the shares at these places."""
        return Share(self.value[places], self.low[places], self.high[places])


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
    k, people = _checked(successes, n, level)
    z = NormalDist().inv_cdf((1 + level) / 2)
    total = np.where(people > 0, people, np.nan)
    middle = (k + z**2 / 2) / (total + z**2)
    reach = z / (total + z**2) * np.sqrt(k * (total - k) / total + z**2 / 4)
    # At the ends the formula gives 0 and 1 exactly; floating point only nearly.
    low = np.where((k == 0) & (people > 0), 0.0, middle - reach)
    high = np.where((k == people) & (people > 0), 1.0, middle + reach)
    return Interval(low, high)


def clopper_pearson(successes: ArrayLike, n: ArrayLike, *, level: float = 0.95) -> Interval:
    """Return the exact interval of each share successes / n.

    The shares under which neither as many successes nor as few would be a surprise (Clopper
    and Pearson, 1934): it contains the true share with at least the confidence stated, however
    few the people. NaN where n is 0.

    Raises
    ------
    ValueError
        As in `wilson`.
    """
    from scipy.special import betaincinv

    k, people = _checked(successes, n, level)
    rest, tail = people - k, (1 - level) / 2
    # At 0 and n, where the limits are 0 and 1, there is no such beta distribution.
    low = np.where(k > 0, betaincinv(np.maximum(k, 1), rest + 1, tail), 0.0)
    high = np.where(rest > 0, betaincinv(k + 1, np.maximum(rest, 1), 1 - tail), 1.0)
    return Interval(np.where(people > 0, low, np.nan), np.where(people > 0, high, np.nan))


def share(successes: ArrayLike, n: ArrayLike, *, level: float = 0.95) -> Share:
    """Return each share successes / n with an interval that holds what its level says.

    Wilson's, or where `is_sparse` Clopper and Pearson's: together they contain the true share
    in at least 93 % of samples at a level of 95 %, whatever the share and the sample size.

    Raises
    ------
    ValueError
        As in `wilson`.
    """
    value, low, high = _scored(successes, n, level=level)
    k, people = np.broadcast_arrays(successes, n)
    sparse = is_sparse(k, people)
    if sparse.any():
        low[sparse], high[sparse] = clopper_pearson(k[sparse], people[sparse], level=level)
    return Share(value, np.where(people > 0, low, 0.0), np.where(people > 0, high, 1.0))


def _scored(successes: ArrayLike, n: ArrayLike, *, level: float) -> Share:
    """Return each share with Wilson's limits."""
    low, high = wilson(successes, n, level=level)
    k, people = np.broadcast_arrays(successes, n)
    return Share(k / np.where(people > 0, people, np.nan), low, high)


def is_sparse(successes: ArrayLike, n: ArrayLike) -> NDArray[np.bool_]:
    """Return where fewer than `SPARSE` people have an outcome, or lack it."""
    k, people = np.broadcast_arrays(successes, n)
    sparse: NDArray[np.bool_] = np.minimum(k, people - k) < SPARSE
    return sparse


def newcombe(first: Share, second: Share) -> Interval:
    """Return the interval of the difference of two shares of different people.

    The hybrid interval: each limit lends the distance from its own share, and the distances
    add as independent errors do. NaN where a share is of nobody.
    """
    (p, p_low, p_high), (q, q_low, q_high) = first, second
    value = p - q
    return Interval(
        value - np.hypot(p - p_low, q_high - q), value + np.hypot(p_high - p, q - q_low)
    )


def difference(
    first: ArrayLike,
    first_n: ArrayLike,
    second: ArrayLike,
    second_n: ArrayLike,
    *,
    level: float = 0.95,
) -> Interval:
    """Return the interval of first / first_n - second / second_n as Newcombe published it.

    His method 10 (1998): `newcombe` with the limits of `wilson`. Where `is_sparse` it may cover
    less than it says; `newcombe` with those of `share` does not.

    Raises
    ------
    ValueError
        As in `wilson`.
    """
    return newcombe(_scored(first, first_n, level=level), _scored(second, second_n, level=level))


def mover_ratio(first: Share, second: Share) -> Interval:
    """Return the interval of the ratio of two shares of different people.

    Every ratio r for which the interval of p - r q, built as `newcombe` builds it, contains 0
    (Donner and Zou, 2012, "MOVER-R"). The upper limit is infinite where the second share may
    be 0; nothing is known, 0 to infinity, where both are 0.
    """
    (p, p_low, p_high), (q, q_low, q_high) = first, second
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


def each_of(n: int, level: float) -> float:
    """Return the confidence that each of n intervals needs for all to be right with `level`.

    Bonferroni's, which asks nothing of how the intervals depend on each other.
    """
    return 1 - (1 - level) / max(n, 1)


def _checked(
    successes: ArrayLike, n: ArrayLike, level: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    check_level(level)
    k, people = np.broadcast_arrays(
        np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.float64)
    )
    if np.any(k < 0) or np.any(k > people):
        raise ValueError("Successes must lie in 0 to n.")
    return k, people


def _square(
    product: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return product^2 - first * second, never below 0 by rounding."""
    return np.maximum(product**2 - first * second, 0)

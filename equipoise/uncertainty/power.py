"""Which gaps chance alone produces between groups of these sizes, and which could be seen.

Each group's rate is a binomial share of the people it is about. The spread of independent
shares, highest minus lowest, has a distribution that needs no simulation: sum, over every
value the lowest share may take, the probability that no share lies further up than the gap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import checked_number, checked_whole
from equipoise.frontiers.gaps import GAPS
from equipoise.uncertainty.proportions import check_level

Array = NDArray[np.float64]

PRECISION = 1e-4
"""How finely gaps are sought."""

TYPICAL: Mapping[str, float] = {
    "selection_rate": 0.2,
    "true_positive_rate": 0.6,
    "false_positive_rate": 0.08,
}
"""The rates that the groups share unless told otherwise: about those of the Adult audit."""

EXPLORED = ("demographic_parity", "equal_opportunity", "equalized_odds")
"""The gaps of rates that are about a number of people no threshold changes."""

_ROUNDING = 1e-12
"""Gaps of counted people that are nearer to a size than this have it."""


@dataclass(frozen=True, eq=False)
class Power:
    """What an audit of groups of these sizes is likely to see, and what it is likely to miss.

    Attributes
    ----------
    people : DataFrame
        Index "group", one column per rate of the gap: how many people it is about.
    rates : dict from rate name to float
        The rates that all groups have unless one departs.
    chance_median, chance_high : float
        The gap observed although all groups have equal rates: its median, and what it stays
        within with probability `level` or more. NaN if fewer than two groups have anybody.
    detectable : DataFrame
        The same shape as `people`: the smallest true gap between this group and all others,
        in this rate alone, that shows as a gap above `chance_high` with probability `hit`.
        This group's rate departs from the others', towards one half, where there is room, and
        most noise. NaN where even the largest such gap shows less often: where another group
        is small, its noise can hide what a large group does. NaN, too, where nobody is counted.
        `equipoise.uncertainty.judgements` compares pairs, and sees more between large groups.
    level, hit : float
    """

    people: pd.DataFrame
    rates: dict[str, float]
    chance_median: float
    chance_high: float
    detectable: pd.DataFrame
    level: float
    hit: float

    @property
    def departing(self) -> pd.DataFrame:
        """The rate that the departing group has at the gap in `detectable`; NaN as there."""
        shared = pd.Series(self.rates)
        return shared + self.detectable * shared.map(_towards_half)

    def furthest(self, rate: str) -> float:
        """Return the rate at which a departing group ends: 0 or 1."""
        return float(_towards_half(self.rates[rate]) > 0)


def power(
    sizes: Mapping[str, int],
    base_rates: Mapping[str, float],
    *,
    gap: str = "equal_opportunity",
    rates: Mapping[str, float] = TYPICAL,
    level: float = 0.95,
    hit: float = 0.8,
) -> Power:
    """Return the gaps that chance produces, and those that could be detected.

    Exact for independent binomial rates, with the number of people of each label in each
    group held at its expectation, rounded; gaps to `PRECISION`.

    Parameters
    ----------
    sizes : mapping from group to int
        Rows of each group.
    base_rates : mapping from group to float
        Share of positive labels in each group.
    gap : str
        One of `EXPLORED`.
    rates : mapping from rate name to float
        The true rates of all groups.
    level : float
        How rarely chance alone may pass for a gap: in 1 - level of audits.
    hit : float
        How often a true gap is to be noticed: in this share of audits.

    Returns
    -------
    Power

    Raises
    ------
    ValueError
        If the gap is not one of `EXPLORED`, groups differ between `sizes` and `base_rates`,
        a true rate is missing or a number is out of range.
    """
    check_level(level)
    check_level(hit)
    names = _checked(sizes, base_rates, gap, rates)
    people = _people(sizes, base_rates, names)
    shared = np.tile([float(rates[name]) for name in names], (len(sizes), 1))
    median = high = np.nan
    detectable = np.full(people.shape, np.nan)
    if (people > 0).sum(axis=0).min() >= 2:
        median = _smallest(lambda size: _all_within(people, shared, size) >= 0.5, 1.0)
        high = _smallest(lambda size: _all_within(people, shared, size) >= level, 1.0)
        for place in zip(*np.nonzero(people), strict=True):
            room = max(shared[place], 1 - shared[place])
            detectable[place] = _smallest(_seen(people, shared, place, high, hit), room)
    index = pd.Index(list(sizes), name="group")
    return Power(
        pd.DataFrame(people, index, names),
        {name: float(rates[name]) for name in names},
        median,
        high,
        pd.DataFrame(detectable, index, names),
        level,
        hit,
    )


def spread_within(people: NDArray[np.int64], rates: Array, size: float) -> float:
    """Return the probability that the shares of K groups all lie within `size` of each other.

    Exact: group g's share is binomial(people[g], rates[g]) / people[g], independently.

    Parameters
    ----------
    people : (K,) array of int
        Groups of nobody are left out.
    rates : (K,) array of float
    size : float
    """
    shares = [_binomial(int(n), float(p)) for n, p in zip(people, rates, strict=True) if n]
    lowest = np.unique(np.concatenate([values for values, _ in shares]))
    # One of them is the lowest: all from its value up, less all above it.
    with_lowest, above_lowest = np.ones(len(lowest)), np.ones(len(lowest))
    for values, chances in shares:
        up_to = np.concatenate(([0.0], np.cumsum(chances)))
        top = up_to[np.searchsorted(values, lowest + size + _ROUNDING, side="right")]
        with_lowest *= top - up_to[np.searchsorted(values, lowest, side="left")]
        above_lowest *= top - up_to[np.searchsorted(values, lowest, side="right")]
    return float((with_lowest - above_lowest).sum())


def _binomial(n: int, p: float) -> tuple[Array, Array]:
    """Return shares k / n and their chances, but for tails that a double does not notice."""
    reach = 9 * np.sqrt(n * p * (1 - p)) + 20
    first, last = max(0, int(n * p - reach)), min(n, int(n * p + reach) + 1)
    if p in (0, 1):
        return np.array([p]), np.array([1.0])
    counts = np.arange(first, last + 1)
    # Neighbouring chances stand in the ratio (n - k + 1) / k * p / (1 - p).
    steps = np.log((n - counts[1:] + 1) / counts[1:] * (p / (1 - p)))
    logs = np.concatenate(([0.0], np.cumsum(steps)))
    chances = np.exp(logs - logs.max())
    return counts / n, chances / chances.sum()


def _all_within(people: NDArray[np.int64], rates: Array, size: float) -> float:
    """Return the probability that the largest gap over (K, R) rates is at most `size`."""
    chances = [spread_within(n, p, size) for n, p in zip(people.T, rates.T, strict=True)]
    return float(np.prod(chances))


def _seen(
    people: NDArray[np.int64], shared: Array, place: tuple[int, ...], high: float, hit: float
) -> Callable[[float], bool]:
    """Return whether moving one group's rate by a given size shows often enough."""

    def seen(size: float) -> bool:
        moved = shared.copy()
        moved[place] += _towards_half(shared[place]) * size
        return 1 - _all_within(people, np.clip(moved, 0, 1), high) >= hit

    return seen


def _towards_half(rate: float) -> int:
    """Return in which direction a rate departs: there is at least as much room that way."""
    return 1 if rate < 0.5 else -1


def _smallest(is_enough: Callable[[float], bool], largest: float) -> float:
    """Return the smallest size that is enough, by bisection; NaN if the largest is not."""
    if not is_enough(largest):
        return np.nan
    low, high = 0.0, largest
    while high - low > PRECISION:
        middle = (low + high) / 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _people(
    sizes: Mapping[str, int], base_rates: Mapping[str, float], names: tuple[str, ...]
) -> NDArray[np.int64]:
    """Return how many people of each group each rate is about, as (K, R) counts."""
    n = np.array([sizes[group] for group in sizes])
    share = np.array([base_rates[group] for group in sizes])
    positives = np.rint(n * share)
    about = {
        "selection_rate": n,
        "true_positive_rate": positives,
        "false_positive_rate": n - positives,
    }
    return np.column_stack([about[name] for name in names]).astype(np.int64)


def _checked(
    sizes: Mapping[str, int],
    base_rates: Mapping[str, float],
    gap: str,
    rates: Mapping[str, float],
) -> tuple[str, ...]:
    """Return the rates of the gap, or raise ValueError naming what does not fit."""
    if gap not in EXPLORED:
        raise ValueError(f"Unknown gap {gap!r}; there are: {', '.join(EXPLORED)}.")
    if not sizes or set(sizes) != set(base_rates):
        raise ValueError("Sizes and base rates must be given for the same groups.")
    for group, n in sizes.items():
        checked_whole(n, f"number of rows of {group}")
    names = GAPS[gap].rates
    missing = [name for name in names if name not in rates]
    if missing:
        raise ValueError(f"No true rate for: {', '.join(missing)}.")
    for name, share in (*base_rates.items(), *rates.items()):
        checked_number(share, f"rate of {name}")
    return names

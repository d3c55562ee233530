"""What the people at hand say about every pair of groups, all at once.

A criterion over groups is a claim about each pair of them. Each pair gets an interval, wide
enough for all of them together to be right with the stated confidence (Bonferroni). Then the
largest gap lies between the largest of their least distances and the largest of their most.
Of a group with nobody to count nothing is known: its rate may be anything from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.calibration import calibration
from equipoise.checks import ROUNDING
from equipoise.keeping import kept
from equipoise.rates import RATES, Confusion
from equipoise.tally import Tally
from equipoise.uncertainty.calibration_limits import calibration_limits
from equipoise.uncertainty.contrasts import Array, Contrast
from equipoise.uncertainty.proportions import each_of, mover_ratio, newcombe, share

ERROR = "expected_calibration_error"


@dataclass(frozen=True)
class Comparison:
    """What the people at hand say about one pair of groups, or one group's calibration.

    Attributes
    ----------
    rate : str
        The rate compared, or "expected_calibration_error".
    pair : tuple of str
        value = rate[pair[0]] - rate[pair[1]], or their ratio, lowest over highest.
    people : tuple of int
        How many people each group's rate is about.
    value, low, high : float
        The estimate and its interval; a ratio's is folded into 0 to 1. The value of a ratio
        0/0, and where a group has nobody to count, is NaN; the interval is known even then.
    equality : float
        The value at which the groups are alike: 0, or 1 for a ratio.
    """

    rate: str
    pair: tuple[str, ...]
    people: tuple[int, ...]
    value: float
    low: float
    high: float
    equality: float = 0.0

    @property
    def is_noise(self) -> bool:
        """Whether the interval leaves equality possible."""
        return self.least <= ROUNDING

    @property
    def least(self) -> float:
        """The smallest distance from equality inside the interval."""
        return max(self.low - self.equality, self.equality - self.high, 0.0)

    @property
    def most(self) -> float:
        """The largest distance from equality inside the interval."""
        return max(self.high - self.equality, self.equality - self.low)


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Comparisons side by side, each of which is made a `Comparison` when it is asked for.

    Attributes
    ----------
    groups : tuple of str
    rates : tuple of str
        The rate of each of the c comparisons.
    places, people : (c, 2) or (c, 1) arrays of int
        Who is compared, by their places in `groups`, and how many people each rate is about.
    value, low, high : (c,) arrays of float
    equality : float
    """

    groups: tuple[str, ...]
    rates: tuple[str, ...]
    places: NDArray[np.intp]
    people: NDArray[Any]
    value: Array
    low: Array
    high: Array
    equality: float = 0.0

    def __len__(self) -> int:
        return len(self.rates)

    def __getitem__(self, place: int) -> Comparison:
        return Comparison(
            self.rates[place],
            tuple(self.groups[group] for group in self.places[place]),
            tuple(self.people[place].tolist()),
            float(self.value[place]),
            float(self.low[place]),
            float(self.high[place]),
            self.equality,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparisons | list) and list(self) == list(other)

    # It equals lists, which have no hash.
    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Comparison]:
        return map(self.__getitem__, range(len(self)))

    @cached_property
    def least(self) -> Array:
        """The smallest distance of each from equality inside its interval."""
        apart = np.maximum(self.low - self.equality, self.equality - self.high)
        return np.maximum(apart, 0.0)

    @cached_property
    def most(self) -> Array:
        """The largest distance of each from equality inside its interval."""
        return np.maximum(self.high - self.equality, self.equality - self.low)

    def of(self, rate: str, groups: Sequence[str]) -> Comparison:
        """Return the first comparison of a rate in which all these groups are."""
        places = [self.groups.index(group) for group in groups]
        among = [(self.places == place).any(axis=1) for place in places]
        return self[int(np.argmax(np.all([np.array(self.rates) == rate, *among], axis=0)))]


def compare(cells: Confusion, contrast: Contrast, level: float) -> Comparisons:
    """Compare every two groups in every rate of a contrast, all at once with this confidence."""
    pairs = np.array(list(combinations(range(len(cells.groups)), 2)), dtype=np.intp).reshape(-1, 2)
    each = each_of(len(pairs) * len(contrast.rates), level)
    parts = [_compared(cells, rate, contrast, pairs.T, each) for rate in contrast.rates]
    places, people, value, low, high = map(np.concatenate, zip(*parts, strict=True))
    rates = tuple(rate for rate in contrast.rates for _ in pairs)
    equality = 1.0 if contrast.is_ratio else 0.0
    return Comparisons(cells.groups, rates, places, people, value, low, high, equality)


@kept()
def compare_calibration(tally: Tally, level: float) -> Comparisons:
    """Return each group's calibration error, all at once with this confidence.

    Raises
    ------
    ValueError
        If the grid has no ten equal bins.
    """
    calibrated = calibration(tally)
    limits = calibration_limits(tally, calibrated, level=each_of(len(tally.groups), level))
    return Comparisons(
        tally.groups,
        (ERROR,) * len(tally.groups),
        np.arange(len(tally.groups))[:, None],
        tally.n[:, None],
        calibrated.expected_calibration_error,
        *limits,
    )


def span(compared: Comparisons | Sequence[Comparison]) -> tuple[float, float]:
    """Return the limits of the worst comparison, which is some distance from equality.

    A single comparison is known with its sign.
    """
    first = compared[0]
    if len(compared) == 1:
        return first.low, first.high
    if isinstance(compared, Comparisons):
        least, most = float(compared.least.max()), float(compared.most.max())
    else:
        least, most = max(one.least for one in compared), max(one.most for one in compared)
    return (1 - most, 1 - least) if first.equality else (least, most)


def _compared(
    cells: Confusion, rate: str, contrast: Contrast, pairs: NDArray[np.intp], level: float
) -> tuple[NDArray[np.intp], NDArray[Any], Array, Array, Array]:
    """Return places, people, values and limits of (2, p) pairs, each with confidence `level`."""
    people = cells.total(RATES[rate].denominator)
    shares = share(cells.total(RATES[rate].numerator), people, level=level)
    first, second = pairs
    if not contrast.is_signed(len(people)):
        # The higher rate comes first, of a ratio the lower, as criteria have it.
        turn = (shares.value[first] < shares.value[second]) != contrast.is_ratio
        first, second = np.where(turn, second, first), np.where(turn, first, second)
    one, other = shares.at(first), shares.at(second)
    values = contrast.measure([np.stack((one.value, other.value))], signed=not contrast.is_ratio)
    if contrast.is_ratio:
        low, high = mover_ratio(one, other)
        # Whichever rate is the lowest: r and 1 / r are the same comparison, read from 0 to 1.
        low, high = np.minimum(low, 1 / high), np.minimum(high, 1)
        least, most = np.zeros(len(first)), np.ones(len(first))
    else:
        low, high = newcombe(one, other)
        least, most = one.low - other.high, one.high - other.low
    # Where a group has nobody to count, no more is known than the other's limits say.
    low, high = np.where(np.isnan(low), least, low), np.where(np.isnan(high), most, high)
    places = np.stack((first, second), axis=1)
    return places, people[places], values, low, high

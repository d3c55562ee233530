"""What the people at hand say about every pair of groups, all at once.

A criterion over groups is a claim about each pair of them. Each pair gets an interval, wide
enough for all of them together to be right with the stated confidence (Bonferroni). Then the
largest gap lies between the largest of their least distances and the largest of their most.
Of a group with nobody to count nothing is known: its rate may be anything from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from equipoise.calibration import calibration
from equipoise.criteria import SLACK
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
        return self.least <= SLACK

    @property
    def least(self) -> float:
        """The smallest distance from equality inside the interval."""
        return max(self.low - self.equality, self.equality - self.high, 0.0)

    @property
    def most(self) -> float:
        """The largest distance from equality inside the interval."""
        return max(self.high - self.equality, self.equality - self.low)


def compare(cells: Confusion, contrast: Contrast, level: float) -> list[Comparison]:
    """Compare every two groups in every rate of a contrast, all at once with this confidence."""
    pairs = np.array(list(combinations(range(len(cells.groups)), 2)), dtype=np.intp).reshape(-1, 2)
    each = each_of(len(pairs) * len(contrast.rates), level)
    return [
        comparison
        for rate in contrast.rates
        for comparison in _compare(cells, rate, contrast, pairs.T, each)
    ]


def compare_calibration(tally: Tally, level: float) -> list[Comparison]:
    """Return each group's calibration error, all at once with this confidence.

    Raises
    ------
    ValueError
        If the grid has no ten equal bins.
    """
    calibrated = calibration(tally)
    limits = calibration_limits(tally, calibrated, level=each_of(len(tally.groups), level))
    ends = (column.tolist() for column in (calibrated.expected_calibration_error, *limits))
    return [
        Comparison(ERROR, (group,), (n,), error, least, most)
        for group, n, error, least, most in zip(tally.groups, tally.n.tolist(), *ends, strict=True)
    ]


def span(compared: Sequence[Comparison]) -> tuple[float, float]:
    """Return the limits of the worst comparison, which is some distance from equality.

    A single comparison is known with its sign.
    """
    if len(compared) == 1:
        return compared[0].low, compared[0].high
    least = max(one.least for one in compared)
    most = max(one.most for one in compared)
    return (1 - most, 1 - least) if compared[0].equality else (least, most)


def _compare(
    cells: Confusion, rate: str, contrast: Contrast, pairs: NDArray[np.intp], level: float
) -> Iterator[Comparison]:
    """Yield the comparisons of (2, p) pairs of groups, each with confidence `level`."""
    people = cells.total(RATES[rate].denominator)
    shares = share(cells.total(RATES[rate].numerator), people, level=level)
    first, second = _facing(shares.value, pairs, contrast)
    one, other = shares.at(first), shares.at(second)
    values = contrast.measure([np.stack((one.value, other.value))], signed=not contrast.is_ratio)
    if contrast.is_ratio:
        low, high = mover_ratio(one, other)
        low, high = np.minimum(low, 1 / high), np.minimum(high, 1)
        least, most = np.zeros(len(first)), np.ones(len(first))
    else:
        low, high = newcombe(one, other)
        least, most = one.low - other.high, one.high - other.low
    # Where a group has nobody to count, no more is known than the other's limits say.
    ends = (np.where(np.isnan(low), least, low), np.where(np.isnan(high), most, high))
    equality = 1.0 if contrast.is_ratio else 0.0
    for i, j, *limits in zip(first, second, values, *ends, strict=True):
        value, lower, upper = map(float, limits)
        pair, n = (cells.groups[i], cells.groups[j]), (int(people[i]), int(people[j]))
        yield Comparison(rate, pair, n, value, lower, upper, equality)


def _facing(
    values: Array, pairs: NDArray[np.intp], contrast: Contrast
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Turn pairs so that the higher rate comes first (of a ratio, the lower), as criteria do."""
    first, second = pairs
    if contrast.is_signed(len(values)):
        return first, second
    turn = (values[first] < values[second]) != contrast.is_ratio
    return np.where(turn, second, first), np.where(turn, first, second)

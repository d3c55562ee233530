"""The accuracy-gap frontier of two groups over every threshold their scores allow.

Tens of millions of pairs, of which few can matter. A coarse frontier says how small a gap
must be to be worth its accuracy; that leaves each threshold of one group a short span of
partners in the other. Only those are looked at, a block at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from equipoise.checks import ROUNDING
from equipoise.frontiers.gaps import GAPS, Gap, distance
from equipoise.frontiers.pareto import pareto_front
from equipoise.rates import confusion_curves
from equipoise.tally import Tally

COARSE = 200
"""Thresholds per group from which the first, coarse frontier is made."""

BLOCK = 250_000
"""Pairs held in memory at once, give or take those of one threshold."""


@dataclass(frozen=True, eq=False)
class _Side:
    """Thresholds of one group: grid positions, and what each gives.

    `accuracy` counts the group's correctly classified rows as a share of all rows. All
    arrays are (m,) and, unless picked by index, ascend in every rate.
    """

    positions: NDArray[np.intp]
    accuracy: NDArray[np.float64]
    rates: tuple[NDArray[np.float64], ...]

    def __getitem__(self, index: NDArray[np.intp]) -> _Side:
        rates = tuple(rate[index] for rate in self.rates)
        return _Side(self.positions[index], self.accuracy[index], rates)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Pairs of thresholds: (p, 2) grid positions, (p,) accuracies and gaps."""

    positions: NDArray[np.intp]
    accuracy: NDArray[np.float64]
    gap: NDArray[np.float64]

    def __getitem__(self, index: NDArray[np.intp]) -> _Pairs:
        return _Pairs(self.positions[index], self.accuracy[index], self.gap[index])

    def joined(self, other: _Pairs) -> _Pairs:
        positions = np.concatenate([self.positions, other.positions])
        accuracy = np.concatenate([self.accuracy, other.accuracy])
        return _Pairs(positions, accuracy, np.concatenate([self.gap, other.gap]))

    def front(self) -> _Pairs:
        """Return the pairs that no other beats, in ascending accuracy and gap."""
        front = pareto_front(self.accuracy, self.gap)
        return self[front[np.argsort(self.accuracy[front], kind="stable")]]

    def largest_gap(self, accuracy: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return, on a front, the largest gap that it does not beat at these accuracies."""
        place = np.searchsorted(self.accuracy, accuracy - ROUNDING)
        return np.append(self.gap, np.inf)[place] + ROUNDING


def pairs_on_frontier(tally: Tally, gap: str) -> NDArray[np.intp]:
    """Return the pairs of thresholds of two comparable groups that no other pair beats.

    It is the frontier of all pairs, each threshold one of the group's own scores or
    infinity, found without enumerating the pairs.

    Parameters
    ----------
    tally : Tally
        Of two groups with defined rates, counted with grid=None.
    gap : str
        One of `equipoise.frontiers.gaps.GAPS`.

    Returns
    -------
    (p, 2) array of int
        Grid positions.
    """
    rows, columns = _side(tally, gap, 0), _side(tally, gap, 1)
    few, partners = np.meshgrid(_sample(rows), _sample(columns))
    coarse = _paired(rows[few.ravel()], columns[partners.ravel()], GAPS[gap]).front()
    found = coarse[np.array([], dtype=np.intp)]
    for row, column in _promising(rows, columns, coarse, GAPS[gap]):
        pairs = _paired(rows[row], columns[column], GAPS[gap])
        unbeaten = np.flatnonzero(pairs.gap <= coarse.largest_gap(pairs.accuracy))
        found = found.joined(pairs[unbeaten]).front()
    return found.positions


def _side(tally: Tally, gap: str, group: int) -> _Side:
    """Return a group's thresholds that tell its rows apart and leave its rates defined."""
    curves = confusion_curves(tally)
    rates = tuple(curves.rate(name)[group] for name in GAPS[gap].rates)
    own = tally.counts[group].any(axis=0) & ~np.isnan(rates[0])
    # Infinity is a choice of every group, unless selecting nobody leaves a rate undefined.
    own[-1] = not np.isnan(rates[0][-1])
    accuracy = (curves.tp + curves.tn)[group] / tally.n.sum()
    side = _Side(np.arange(len(own)), accuracy, rates)[np.flatnonzero(own)]
    # Ascending, because partners are sought by bisection.
    return side[np.lexsort(side.rates)]


def _sample(side: _Side) -> NDArray[np.intp]:
    """Return evenly spaced thresholds and the most accurate one."""
    spaced = np.linspace(0, len(side.accuracy) - 1, COARSE).astype(np.intp)
    return np.unique(np.append(spaced, side.accuracy.argmax()))


def _paired(rows: _Side, columns: _Side, gap: Gap) -> _Pairs:
    positions = np.stack([rows.positions, columns.positions], axis=1)
    gaps = [distance(a, b, gap) for a, b in zip(rows.rates, columns.rates, strict=True)]
    return _Pairs(positions, rows.accuracy + columns.accuracy, np.maximum.reduce(gaps))


def _promising(
    rows: _Side, columns: _Side, coarse: _Pairs, gap: Gap
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield, in blocks, pairs close enough for the best accuracy that their row can reach."""
    limit = coarse.largest_gap(rows.accuracy + columns.accuracy.max())
    start, stop = np.zeros(len(limit), dtype=np.intp), np.full(len(limit), len(columns.accuracy))
    for own, others in zip(rows.rates, columns.rates, strict=True):
        if gap.is_ratio:
            # A limit of 1 or more lets in every rate: nothing bounds it above.
            share = np.maximum(1 - limit, 0)
            unbounded = np.full(own.shape, np.inf)
            low, high = own * share, np.divide(own, share, out=unbounded, where=share > 0)
        else:
            low, high = own - limit, own + limit
        start = np.maximum(start, np.searchsorted(others, low))
        stop = np.minimum(stop, np.searchsorted(others, high, side="right"))
    length = np.maximum(stop - start, 0)
    ends = np.cumsum(length)
    # A block ends where the running number of pairs passes a multiple of `BLOCK`.
    for block in np.split(np.arange(len(limit)), np.flatnonzero(np.diff(ends // BLOCK)) + 1):
        row = np.repeat(block, length[block])
        nth = np.arange(len(row)) + ends[block[0]] - length[block[0]]
        yield row, start[row] + nth - (ends - length)[row]

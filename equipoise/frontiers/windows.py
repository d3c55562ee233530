"""The most accurate thresholds under which all groups' rates lie close together.

For any number of groups, without trying every combination: the gap is at most e exactly
when every group's rate lies in one window [low, low + e]; inside a window each group
takes its own most accurate threshold. Windows need to begin only at rates that occur.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

RELATIVE_ROUNDING = 1e-12
"""Relative rounding allowed at the upper end of a window."""

_NONE = -np.inf

Top = Callable[[NDArray[np.float64], float], NDArray[np.float64]]
Spans = NDArray[np.intp]


def difference_top(low: NDArray[np.float64], limit: float) -> NDArray[np.float64]:
    """Return the highest rate whose difference from `low` is within the limit."""
    return (low + limit) * (1 + RELATIVE_ROUNDING)


def ratio_top(low: NDArray[np.float64], limit: float) -> NDArray[np.float64]:
    """Return the highest rate to which `low` > 0 stands in a ratio of at least 1 - limit < 1."""
    return low / (1 - limit) * (1 + RELATIVE_ROUNDING)


@dataclass(frozen=True, eq=False)
class Choices:
    """What each of K groups can choose from: m ascending thresholds.

    Attributes
    ----------
    correct : (K, m) array of float
        Rows classified correctly at each threshold.
    rates : tuple of (K, m) arrays of float
        The rates whose gaps are limited. NaN bars that threshold.
    falling : bool
        Whether every rate falls as the threshold rises, so that a window admits one
        unbroken span of thresholds. Otherwise there must be a single rate.
    top : callable
        The upper end of a window, from its lower end and the limit.
    compared : tuple of (K,) arrays of bool
        For each rate the groups that it compares; the others are free. By default those with a
        rate at any threshold.
    """

    correct: NDArray[np.float64]
    rates: tuple[NDArray[np.float64], ...]
    falling: bool = True
    top: Top = difference_top
    compared: tuple[NDArray[np.bool_], ...] = ()

    def best_within(self, limit: float) -> NDArray[np.intp] | None:
        """Return each group's best threshold position with every gap within `limit`.

        Returns
        -------
        (K,) array of int, or None where no thresholds meet the limit.
        """
        if not self.falling:
            return self._best_by_mask(limit)
        spans = [self._spans(rate, limit) for rate in self.rates]
        best = self._best_span(*spans[0]) if len(spans) == 1 else self._best_crossing(*spans)
        if best is None:
            return None
        rows = zip(self.correct, *best, strict=True)
        return np.array([start + np.argmax(row[start:stop]) for row, start, stop in rows])

    def _best_by_mask(self, limit: float) -> NDArray[np.intp] | None:
        """Try every window on one rate of any shape."""
        rate = self.rates[0]
        lows = self._lows(rate)
        if not len(lows):
            return None
        tops = self.top(lows, limit)
        # A group that the rate is about may have no value at any threshold: then none will do.
        free: NDArray[np.bool_] = (
            ~self.compared[0] if self.compared else np.all(np.isnan(rate), axis=1)
        )
        inside = (rate >= lows[:, None, None]) & (rate <= tops[:, None, None])
        best = np.where(inside | free[:, None], self.correct, _NONE)
        totals = best.max(axis=2).sum(axis=1)
        window = int(np.argmax(totals))
        return None if totals[window] == _NONE else best[window].argmax(axis=1)

    def _best_span(self, start: Spans, stop: Spans) -> tuple[Spans, Spans] | None:
        """Return the spans, one per group, of the best of several windows."""
        totals = self._total(start, stop)
        if not len(totals) or totals.max() == _NONE:
            return None
        window = int(np.argmax(totals))
        return start[window], stop[window]

    def _best_crossing(
        self, first: tuple[Spans, Spans], second: tuple[Spans, Spans]
    ) -> tuple[Spans, Spans] | None:
        """Cross the windows of two rates, in order of what the first alone could reach."""
        reach_first, reach_second = self._total(*first), self._total(*second)
        order = np.argsort(-reach_second, kind="stable")
        starts, stops, reach_second = second[0][order], second[1][order], reach_second[order]
        best_total: float = _NONE
        best: tuple[Spans, Spans] | None = None
        for window in np.argsort(-reach_first, kind="stable"):
            # By the first rate alone no later window can reach more.
            if reach_first[window] <= best_total:
                break
            promising = int(np.searchsorted(-reach_second, -best_total))
            crossed = self._best_span(
                np.maximum(first[0][window], starts[:promising]),
                np.minimum(first[1][window], stops[:promising]),
            )
            if crossed is not None and (total := float(self._total(*crossed))) > best_total:
                best_total, best = total, crossed
        return best

    def _lows(self, rate: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the rates at which a window can begin: under a ratio, not at 0."""
        lows = np.unique(rate[~np.isnan(rate)])
        return lows[lows > 0] if self.top is ratio_top else lows

    def _spans(self, rate: NDArray[np.float64], limit: float) -> tuple[Spans, Spans]:
        """Return, per window and group, the half-open span of thresholds inside it."""
        if self.top is ratio_top and limit >= 1:
            # Any ratio will do, so long as it is one: a window per group, in which that group's
            # rate is above 0 and the others are free. If all rates are 0, it is 0 of 0.
            k, m = rate.shape
            stop = np.full((k, k), m, dtype=np.intp)
            np.fill_diagonal(stop, (rate > 0).sum(axis=1))
            return np.zeros((k, k), dtype=np.intp), stop
        lows = self._lows(rate)
        tops = self.top(lows, limit)
        start = np.zeros((len(lows), len(rate)), dtype=np.intp)
        stop = np.full_like(start, rate.shape[1])
        for group, values in enumerate(rate):
            # Rates fall as thresholds rise; negated, they ascend as a search needs it.
            if not np.isnan(values).all():
                start[:, group] = np.searchsorted(-values, -tops, side="left")
                stop[:, group] = np.searchsorted(-values, -lows, side="right")
        return start, stop

    def _total(self, start: Spans, stop: Spans) -> NDArray[np.float64]:
        """Return the sum over groups of the best `correct` within [start, stop)."""
        length = np.maximum(stop - start, 0)
        # Two stretches of 2**level, which may overlap, cover a span of any length.
        level = self._levels[length]
        last = np.maximum(stop - (1 << level), 0)
        table, group = self._range_maxima, np.arange(len(self.correct))
        begin = np.minimum(start, self.correct.shape[1] - 1)
        best = np.maximum(table[level, group, begin], table[level, group, last])
        return np.where((length == 0).any(axis=-1), _NONE, best.sum(axis=-1))

    @cached_property
    def _levels(self) -> NDArray[np.intp]:
        """Whole base-2 logarithm of each possible span length."""
        lengths = np.maximum(np.arange(self.correct.shape[1] + 1), 1)
        return np.floor(np.log2(lengths)).astype(np.intp)

    @cached_property
    def _range_maxima(self) -> NDArray[np.float64]:
        """Sparse table: [j, g, k] is the maximum of correct[g, k : k + 2**j]."""
        rows = [self.correct]
        while (1 << len(rows)) <= self.correct.shape[1]:
            half = 1 << (len(rows) - 1)
            shifted = np.pad(rows[-1][:, half:], ((0, 0), (0, half)), constant_values=_NONE)
            rows.append(np.maximum(rows[-1], shifted))
        return np.stack(rows)

"""Calibration within groups: whether a score of 0.7 means 70 in 100, for every group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.keeping import kept
from equipoise.tally import Tally, check_tally

BINS = 10


@dataclass(frozen=True, eq=False)
class Calibration:
    """Reliability of the scores in equal-width bins.

    Attributes
    ----------
    groups : tuple of str
        The K groups.
    edges : (bins + 1,) array of float
        Bin b holds scores in [edges[b], edges[b + 1]); the last bin also holds 1.
    count : (K, bins) array
        Rows per bin.
    mean_score, observed_rate : (K, bins) arrays of float
        Mean score and share of positive labels; NaN in an empty bin.
    expected_calibration_error : (K,) array of float
        Count-weighted mean of |mean_score - observed_rate| (Naeini, Cooper and Hauskrecht,
        2015); NaN for an empty group.
    """

    groups: tuple[str, ...]
    edges: NDArray[np.float64]
    count: NDArray[Any]
    mean_score: NDArray[np.float64]
    observed_rate: NDArray[np.float64]
    expected_calibration_error: NDArray[np.float64]

    def table(self) -> pd.DataFrame:
        """Return one row per group and non-empty bin."""
        group, b = np.nonzero(self.count)
        return pd.DataFrame(
            {
                "group": np.array(self.groups, dtype=object)[group],
                "low": self.edges[b],
                "high": self.edges[b + 1],
                "count": self.count[group, b],
                "mean_score": self.mean_score[group, b],
                "observed_rate": self.observed_rate[group, b],
            }
        )


def calibration(tally: Tally, *, bins: int = BINS) -> Calibration:
    """Compare mean scores with observed rates in equal-width bins.

    Parameters
    ----------
    tally : Tally
    bins : int
        Number of bins; every bin edge must be a threshold of the tally's grid, unless the
        tally is exact.

    Raises
    ------
    ValueError
        If `bins` is not a positive whole number or the grid cannot be divided into so many.
    """
    check_tally(tally)
    if not isinstance(bins, (int, np.integer)) or isinstance(bins, bool) or bins < 1:
        raise ValueError(f"bins is {bins!r}; it must be a whole number, 1 or more.")
    return _calibrated(tally, int(bins))


@kept()
def _calibrated(tally: Tally, bins: int) -> Calibration:
    edges = np.arange(bins + 1) / bins
    if not tally.is_exact and not np.isin(edges[:-1], tally.grid).all():
        raise ValueError(
            f"{bins} equal bins do not fit a grid of {len(tally.grid)} points; "
            "tally with grid=None for any number of bins."
        )
    starts = np.searchsorted(tally.grid, edges[:-1])
    count = _binned(tally.counts.sum(axis=1), starts)
    positives = _binned(tally.counts[:, 1], starts)
    score_sum = _binned(tally.score_sums.sum(axis=1), starts)
    filled = count > 0
    mean_score = np.divide(score_sum, count, out=np.full(count.shape, np.nan), where=filled)
    observed = np.divide(positives, count, out=np.full(count.shape, np.nan), where=filled)
    # Sums instead of means: count * |mean - rate| is |sum of scores - positives| exactly.
    error = np.abs(score_sum - positives).sum(axis=1)
    n = count.sum(axis=1)
    ece = np.divide(error, n, out=np.full(len(n), np.nan), where=n > 0)
    for shared in (edges, count, mean_score, observed, ece):
        shared.setflags(write=False)
    return Calibration(tally.groups, edges, count, mean_score, observed, ece)


def _binned(values: NDArray[Any], starts: NDArray[np.intp]) -> NDArray[Any]:
    """Sum (K, m) values over the bins that begin at `starts`; a bin may be empty."""
    # Not `reduceat`, which gives an empty bin the value of its neighbour.
    running = np.pad(np.cumsum(values, axis=-1), ((0, 0), (1, 0)))
    ends = np.append(starts[1:], values.shape[-1])
    sums: NDArray[Any] = running[:, ends] - running[:, starts]
    return sums

"""What the tally would have been, had other people been drawn.

Drawing n rows with replacement fills the tally's cells as one multinomial draw does, so the
row bootstrap needs no rows. Cells between which nothing asked for distinguishes are merged
first: per group and label, the intervals cut at the calibration bins' edges and at the
group's threshold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.calibration import BINS
from equipoise.options import checked_whole
from equipoise.rates import RATES, Confusion
from equipoise.tally import Tally, Thresholds

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Resample:
    """B bootstrap replicates of K groups.

    Attributes
    ----------
    confusion : Confusion
        (K, B) cells. The total of a replicate is fixed, the groups' sizes are not.
    expected_calibration_error : (K, B) array of float
        NaN where a replicate holds nobody of the group.
    """

    confusion: Confusion
    expected_calibration_error: Array


def require_counts(tally: Tally, purpose: str) -> None:
    """Raise ValueError if the tally holds weights instead of counts of rows."""
    if not np.issubdtype(tally.counts.dtype, np.integer):
        raise ValueError(
            f"{purpose} needs counts of rows, and this tally holds weights: how much a "
            "weighted sum varies depends on how the weights arose. Tally without weights."
        )


def check_draws(n_boot: int, seed: int) -> None:
    """Raise ValueError unless there is a whole number of draws, at least 1, and a seed."""
    checked_whole(n_boot, "number of draws", 1)
    checked_whole(seed, "seed")


def bootstrap(tally: Tally, thresholds: Thresholds, *, n_boot: int, seed: int) -> Resample:
    """Return `n_boot` bootstrap replicates of the confusion matrices and calibration errors.

    The confusion cells, bin counts and positives are exactly those of a row bootstrap. The
    sum of the scores in a bin, given its counts, is drawn as a normal with the mean and
    variance of a sum of that many rows; the variance counts the spread between the grid's
    intervals, and neglects the spread within one (at most 0.000025 a row on the 0.01 grid,
    nothing on an exact tally).

    Raises
    ------
    ValueError
        If the tally is weighted, n_boot is below 1, or the thresholds do not fit the tally.
    """
    require_counts(tally, "A bootstrap")
    check_draws(n_boot, seed)
    rng = np.random.default_rng(seed)
    cuts, first_of_bin = _segments(tally, thresholds)
    cells = multinomial(_between(tally.counts, cuts), n_boot, rng)
    is_selected = cuts[:, :-1] >= tally.positions(thresholds)[:, None]
    fp, tp = _by_label(cells, is_selected)
    tn, fn = _by_label(cells, ~is_selected)
    errors = _calibration_errors(tally, cuts, cells, first_of_bin, rng)
    return Resample(Confusion(tally.groups, tn, fp, fn, tp), errors)


def multinomial(counts: NDArray[Any], n_boot: int, rng: np.random.Generator) -> Array:
    """Return `n_boot` redistributions of all rows over the cells, along a new last axis.

    Each draw of n rows with replacement: cell c expects counts[c] of them.
    """
    drawn = np.zeros((counts.size, n_boot))
    occupied = np.flatnonzero(counts)
    if len(occupied):
        here = counts.ravel()[occupied]
        drawn[occupied] = rng.multinomial(here.sum(), here / here.sum(), size=n_boot).T
    return drawn.reshape(*counts.shape, n_boot)


def null_rates(cells: Confusion, rate: str, *, n_boot: int, rng: np.random.Generator) -> Array:
    """Return a rate of every group as it would be if groups meant nothing.

    Groups are permuted among the people the rate is about (for the true-positive rate, those
    with a positive label), labels and decisions kept: each group then holds a multivariate
    hypergeometric share of the numerator.

    Parameters
    ----------
    cells : Confusion
        (K,) counts.
    rate : str
        One of `RATES`.

    Returns
    -------
    (K, n_boot) array of float
        NaN for a group of whom the rate is not defined.
    """
    people = np.asarray(cells.total(RATES[rate].denominator))
    hits = int(cells.total(RATES[rate].numerator).sum())
    drawn = rng.multivariate_hypergeometric(people, hits, size=n_boot, method="marginals").T
    return _over(drawn, people[:, None])


def _segments(tally: Tally, thresholds: Thresholds) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Cut each group's intervals at the bins' edges and at its threshold.

    Returns
    -------
    cuts : (K, S + 1) array of int
        Where the segments begin, one more than there are bins, and the end of the last.
    first_of_bin : (K * (S - 1),) array of int
        Which of all K * S segments is the first of each bin of each group.
    """
    # On an exact tally a bin without scores begins where the next one does.
    starts = np.unique(np.searchsorted(tally.grid, np.arange(BINS) / BINS))
    at = tally.positions(thresholds)
    begins = np.sort(np.column_stack((np.tile(starts, (len(at), 1)), at)), axis=1)
    cuts = np.column_stack((begins, np.full(len(at), len(tally.grid))))
    bins = np.searchsorted(starts, begins, side="right") - 1
    return cuts, np.flatnonzero(np.diff(bins, axis=1, prepend=-1))


def _between(values: NDArray[Any], cuts: NDArray[np.intp]) -> NDArray[Any]:
    """Sum (K, 2, m) values over each group's own segments: (K, 2, S)."""
    running = np.pad(np.cumsum(values, axis=-1), ((0, 0), (0, 0), (1, 0)))
    at = np.broadcast_to(cuts[:, None, :], (*values.shape[:2], cuts.shape[1]))
    return np.diff(np.take_along_axis(running, at, axis=-1), axis=-1)


def _by_label(cells: Array, taken: NDArray[np.bool_]) -> Array:
    """Sum (K, 2, S, B) cells over the segments taken in each group: (2, K, B)."""
    summed: Array = (cells * taken[:, None, :, None]).sum(axis=2)
    return summed.swapaxes(0, 1)


def _calibration_errors(
    tally: Tally,
    cuts: NDArray[np.intp],
    cells: Array,
    first_of_bin: NDArray[np.intp],
    rng: np.random.Generator,
) -> Array:
    """Return (K, B) errors: the sums of |scores - labels| over bins, a person."""
    mean, variance = _moments(tally, cuts)
    mean[:, 1] -= 1  # a score less its label
    by_bin = (len(mean), mean.shape[-1] - 1, cells.shape[-1])
    drift, spread = (
        np.add.reduceat(
            (cells * moment[..., None]).sum(axis=1).reshape(-1, by_bin[-1]), first_of_bin
        ).reshape(by_bin)
        for moment in (mean, variance)
    )
    residual = drift + np.sqrt(spread) * rng.standard_normal(by_bin)
    return _over(np.abs(residual).sum(axis=1), cells.sum(axis=(1, 2)))


def _moments(tally: Tally, cuts: NDArray[np.intp]) -> tuple[Array, Array]:
    """Return mean and variance, (K, 2, S), of the scores of a segment's rows."""
    counts = _between(tally.counts, cuts)
    square = np.divide(
        tally.score_sums**2, tally.counts, out=np.zeros(tally.counts.shape), where=tally.counts > 0
    )
    held = np.maximum(counts, 1)
    mean = _between(tally.score_sums, cuts) / held
    return mean, np.maximum(_between(square, cuts) / held - mean**2, 0)


def _over(numerator: NDArray[Any], denominator: NDArray[Any]) -> Array:
    """Divide, with NaN where the denominator is 0."""
    undefined = np.full(numerator.shape, np.nan)
    quotient: Array = np.divide(numerator, denominator, out=undefined, where=denominator > 0)
    return quotient

"""Between which limits each group's calibration error may lie.

Chance moves the mean residual of every bin, score less label, and the error is the sum of their
sizes. So noise adds to a small error and can hide part of a large one, and the middle of
bootstrap replicates, which carry the noise twice, lies too high. Two facts bound the true error:
    it lies below the observed one by no more than the sizes of all bins' noise added up, by the
    triangle inequality;
    it lies above by no more than the bins' noise added up with the signs of the true residuals,
    which for the most part cancels.
Nothing is assumed about how well the scores are calibrated.
"""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from equipoise.calibration import BINS, Calibration
from equipoise.tally import Tally
from equipoise.uncertainty.proportions import Interval, check_level, share

Array = NDArray[np.float64]

_MEAN, _VARIANCE = np.sqrt(2 / np.pi), 1 - 2 / np.pi
_SKEWNESS = _MEAN * (4 / np.pi - 1) / _VARIANCE**1.5
"""Of the size of a standard normal variable."""


def calibration_limits(tally: Tally, calibrated: Calibration, *, level: float = 0.95) -> Interval:
    """Return the interval of each group's expected calibration error.

    Parameters
    ----------
    tally : Tally
        Of counted, not weighted, rows.
    calibrated : Calibration
        Of the same tally, in `BINS` bins.
    level : float
        The confidence of each interval by itself.

    Returns
    -------
    Interval
        (K,) limits in 0 to 1; 0 to 1, for nothing is known, where a group has nobody.

    Raises
    ------
    ValueError
        If the level is not between 0 and 1.
    """
    check_level(level)
    noise = _noise(tally, calibrated, level)
    z = NormalDist().inv_cdf((1 + level) / 2)
    error = calibrated.expected_calibration_error
    low = error - _quantile_of_sizes(noise, z)
    high = error + z * np.sqrt((noise**2).sum(axis=1))
    nobody = np.isnan(error)
    return Interval(
        np.where(nobody, 0.0, np.clip(low, 0, 1)), np.where(nobody, 1.0, np.clip(high, 0, 1))
    )


def _noise(tally: Tally, calibrated: Calibration, level: float) -> Array:
    """Return the (K, BINS) standard errors of the bins' residuals, each a share of its group.

    Of labels the error is that of their `share`, in the direction in which it reaches further;
    so labels that all agree are not taken for certain. Scores vary within a bin, and so does
    how many people fall into it.
    """
    count = calibrated.count
    held = np.maximum(count, 1)
    weight = count / np.maximum(count.sum(axis=1, keepdims=True), 1)
    positives = np.rint(np.nan_to_num(calibrated.observed_rate) * count)
    rate, low, high = share(positives, count, level=level)
    reach = np.maximum(high - rate, rate - low) / NormalDist().inv_cdf((1 + level) / 2)
    # Of scores in one interval of the grid only the sum is known: they vary between intervals.
    people, sums = tally.counts.sum(axis=1), tally.score_sums.sum(axis=1)
    squares = np.divide(sums**2, people, out=np.zeros(sums.shape), where=people > 0)
    bins = np.searchsorted(np.arange(BINS) / BINS, tally.grid, side="right") - 1
    in_bin = (bins[:, None] == np.arange(BINS)).astype(np.float64)
    # A mean of squares less the square of the mean, which rounding can take below 0.
    spread = np.maximum(squares @ in_bin / held - (sums @ in_bin / held) ** 2, 0)
    further = (1 - weight) * (calibrated.mean_score - rate) ** 2
    variance = reach**2 + (spread + further) / held
    noise: Array = np.where(count > 0, weight * np.sqrt(variance), 0)
    return noise


def _quantile_of_sizes(noise: Array, z: float) -> Array:
    """Return how large the sizes of (K, m) normal errors, added up, are at the quantile of z.

    From mean, variance and skewness, after Cornish and Fisher (1938): within 1 % at the usual
    levels, and above the true value further out.
    """
    variance = (noise**2).sum(axis=1)
    third = np.divide(
        (noise**3).sum(axis=1), variance, out=np.zeros(len(noise)), where=variance > 0
    )
    reach = np.sqrt(_VARIANCE) * (z * np.sqrt(variance) + _SKEWNESS * third * (z**2 - 1) / 6)
    quantile: Array = _MEAN * noise.sum(axis=1) + reach
    return quantile

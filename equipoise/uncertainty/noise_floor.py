"""How miscalibrated a perfect score would look, with no more people than these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from equipoise.calibration import BINS, calibration
from equipoise.checks import ROUNDING
from equipoise.resampling import Array, check_draws, require_counts
from equipoise.tally import Tally
from equipoise.uncertainty.proportions import check_level, each_of

Finding = Literal["above noise", "not distinguishable", "undefined"]


@dataclass(frozen=True, eq=False)
class NoiseFloor:
    """Calibration errors beside those that a perfectly calibrated score would show.

    Attributes
    ----------
    groups : tuple of str
        The K groups.
    observed : (K,) array of float
        Each group's expected calibration error; NaN for an empty group.
    draws : (K, B) array of float
        The same for a perfectly calibrated score: B draws of the labels.
    """

    groups: tuple[str, ...]
    observed: Array
    draws: Array

    def limit(self, level: float = 0.95) -> Array:
        """Return the (K,) errors that noise alone exceeds in at most 1 - `level` of the draws."""
        check_level(level)
        limits: Array = np.quantile(self.draws, level, axis=1, method="inverted_cdf")
        return limits

    def findings(self, level: float = 0.95) -> tuple[Finding, ...]:
        """Return for each group whether its error is more than noise would show.

        Of all groups together: if every score is calibrated, any of them is found "above
        noise" in at most 1 - `level` of audits.
        """
        check_level(level)
        p_values = self.p_values()
        each = each_of(int((~np.isnan(p_values)).sum()), level)
        noisy = p_values > 1 - each + ROUNDING
        names: list[Finding] = ["undefined", "not distinguishable", "above noise"]
        places = np.where(np.isnan(p_values), 0, np.where(noisy, 1, 2))
        return tuple(names[place] for place in places)

    def p_values(self) -> Array:
        """Return how often a calibrated score would have at least each group's error, as (K,).

        The observed error counts as one draw more, so that no p-value is 0.
        """
        reached: Array = (self.draws >= self.observed[:, None] - ROUNDING).sum(axis=1)
        share = (1 + reached) / (1 + self.draws.shape[1])
        return np.where(np.isnan(self.observed), np.nan, share)

    def table(self) -> pd.DataFrame:
        """Return one row per group: observed, noise_mean, noise_95, p_value, finding.

        noise_95 and p_value are about each group by itself, findings about all together.
        """
        return pd.DataFrame(
            {
                "observed": self.observed,
                "noise_mean": self.draws.mean(axis=1),
                "noise_95": self.limit(),
                "p_value": self.p_values(),
                "finding": self.findings(),
            },
            index=pd.Index(self.groups, name="group"),
        )


def noise_floor(tally: Tally, *, n_boot: int = 1000, seed: int = 0) -> NoiseFloor:
    """Draw calibration errors as if every score were the chance of a positive label.

    People and scores stay; labels are drawn anew, for each interval of the grid from the
    mean score of its people (on the 0.01 grid this changes the variance of a label by less
    than 0.000025). Thresholds play no part.

    Raises
    ------
    ValueError
        If the tally is weighted, n_boot is below 1, or the grid has no ten equal bins.
    """
    require_counts(tally, "A noise floor")
    check_draws(n_boot, seed)
    observed = calibration(tally).expected_calibration_error
    rng = np.random.default_rng(seed)
    people = tally.counts.sum(axis=1)
    bins = np.searchsorted(np.arange(BINS) / BINS, tally.grid, side="right")
    draws = np.full((len(people), n_boot), np.nan)
    for group, (n, scores) in enumerate(zip(people, tally.score_sums.sum(axis=1), strict=True)):
        held = np.flatnonzero(n)
        if not len(held):
            continue
        # Rounding in a sum of scores must not make a chance of more than 1.
        chance = np.clip(scores[held] / n[held], 0, 1)
        labels = rng.binomial(n[held], chance, size=(n_boot, len(held)))
        starts = np.flatnonzero(np.diff(bins[held], prepend=-1))
        residual = np.add.reduceat(scores[held] - labels, starts, axis=1)
        draws[group] = np.abs(residual).sum(axis=1) / n.sum()
    return NoiseFloor(tally.groups, observed, draws)

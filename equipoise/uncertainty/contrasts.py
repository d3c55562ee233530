"""Comparisons of groups, over one sample or many replicates of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from equipoise.criteria import CRITERIA

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Contrast:
    """A comparison of groups: of which rates, and how.

    Attributes
    ----------
    rates : tuple of str
        Of several, the one with the largest gap counts.
    is_ratio : bool
        Lowest over highest rate, instead of a difference.
    """

    rates: tuple[str, ...]
    is_ratio: bool = False

    def is_signed(self, n_groups: int) -> bool:
        """Return whether the comparison says which group has the higher rate."""
        return n_groups == 2 and len(self.rates) == 1 and not self.is_ratio

    def measure(self, rates: Sequence[Array], *, signed: bool = False) -> Array:
        """Compare groups in each of B samples.

        Parameters
        ----------
        rates : sequence of (K, B) arrays
            One for each of `self.rates`.
        signed : bool
            Take the first group's rate minus the second's.

        Returns
        -------
        (B,) array of float
            The signed difference, or the largest, or the smallest ratio. NaN where any rate
            is NaN, the ratio is 0/0, or fewer than two groups are left to compare.
        """
        parts = []
        for rate in rates:
            if len(rate) < 2:
                parts.append(np.full(rate.shape[1], np.nan))
            elif signed:
                parts.append(rate[0] - rate[1])
            elif self.is_ratio:
                high, low = rate.max(axis=0), rate.min(axis=0)
                undefined = np.full(high.shape, np.nan)
                parts.append(np.divide(low, high, out=undefined, where=high > 0))
            else:
                parts.append(rate.max(axis=0) - rate.min(axis=0))
        # A rate without a value leaves the whole without one: the maximum hands NaN on.
        worst: Array = np.maximum.reduce(parts)
        return worst


def contrasts(favourable_label: Literal[0, 1] = 1) -> dict[str, Contrast]:
    """Return the contrasts by name: the threshold criteria, then two more differences.

    Parameters
    ----------
    favourable_label : {1, 0}
        As in `equipoise.criteria`: with 0, outcomes are compared as rejection rates.
    """
    asked = [row.facing(favourable_label) for row in CRITERIA.values() if row.rates]
    return {
        **{row.name: Contrast(row.rates, row.is_ratio) for row in asked},
        "false_positive_rate_difference": Contrast(("false_positive_rate",)),
        "accuracy_difference": Contrast(("accuracy",)),
    }

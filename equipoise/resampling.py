"""What the tally would have been, had other people been drawn, or groups meant nothing.

Drawing n rows with replacement fills the tally's cells as one multinomial draw does, so the
row bootstrap needs no rows. Neither does dealing the groups out anew: each then holds a
hypergeometric share.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.checks import checked_whole
from equipoise.rates import RATES, Confusion
from equipoise.tally import Tally, check_tally

Array = NDArray[np.float64]


def require_counts(tally: Tally, purpose: str) -> None:
    """Raise ValueError if the tally holds weights, TypeError if it is no tally."""
    check_tally(tally)
    if not np.issubdtype(tally.counts.dtype, np.integer):
        raise ValueError(
            f"{purpose} needs counts of rows, and this tally holds weights: how much a "
            "weighted sum varies depends on how the weights arose. Tally without weights."
        )


def check_draws(n_boot: int, seed: int) -> None:
    """Raise ValueError unless there is a whole number of draws, at least 1, and a seed."""
    checked_whole(n_boot, "number of draws", 1)
    checked_whole(seed, "seed")


def multinomial(counts: NDArray[Any], n_boot: int, rng: np.random.Generator) -> Array:
    """Return `n_boot` redistributions of all rows over the cells, along a new last axis.

    Each draw of n rows with replacement: cell c expects counts[c] of them.
    """
    drawn = np.zeros((counts.size, n_boot))
    # A draw takes its time for every cell, and most are empty.
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
    undefined = np.full(drawn.shape, np.nan)
    rates: Array = np.divide(drawn, people[:, None], out=undefined, where=people[:, None] > 0)
    return rates

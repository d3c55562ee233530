"""The exact distribution of SI-bias where the context plays no part."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.invariance.measures.cells import ROUNDING, Floats

# Rarer counts are left out: the table of windows grows with the square of those that stay.
_NEGLIGIBLE = 1e-18
_DECIMALS = 12


@dataclass(frozen=True, eq=False)
class ExactNull:
    """A distribution on finitely many values.

    Attributes
    ----------
    values : (v,) array of float
        Ascending, in [0, 1].
    probabilities : (v,) array of float
        They sum to 1.
    """

    values: Floats
    probabilities: Floats

    @property
    def mean(self) -> float:
        """The expected SI-bias."""
        return float(self.values @ self.probabilities)

    def quantile(self, q: float) -> float:
        """Return the smallest value that is not exceeded with probability q."""
        if not 0 <= q <= 1:
            raise ValueError(f"q is {q}; it must lie in 0 to 1.")
        # A sum that is q but for rounding has reached it.
        reached = np.searchsorted(np.cumsum(self.probabilities), q - 10.0**-_DECIMALS)
        return float(self.values[min(int(reached), len(self.values) - 1)])

    def tail(self, x: float) -> float:
        """Return the probability of at least x."""
        return float(self.probabilities[self.values >= x - ROUNDING].sum())


def exact_null(
    n_per_cell: int | Sequence[int], rates: float | Sequence[float], n_contexts: int
) -> ExactNull:
    """Return the distribution of SI-bias for independent rows whose context plays no part.

    Every cell's positive answers are binomial, with one rate within a stratum. The range of
    like binomials follows from the chance that all lie in a window; strata are independent,
    so the chances that none exceeds a gap multiply.

    Parameters
    ----------
    n_per_cell : int or sequence of int
        Rows in each cell (a context in a stratum), not in all: one number, or one per stratum.
        At least 1.
    rates : float or sequence of float
        The chance of a positive answer, in 0 to 1: one per stratum. Its length is the number
        of strata; a single number is one stratum.
    n_contexts : int
        At least 2.

    Raises
    ------
    ValueError
        If a parameter is out of range, or there are not as many sizes as rates.

    Examples
    --------
    200 rows in 2 strata and 4 contexts, 25 in each cell, half of them answered yes:

    >>> round(exact_null(25, [0.5, 0.5], 4).mean, 3)
    0.254
    """
    chances = np.atleast_1d(np.asarray(rates, dtype=np.float64))
    sizes = np.atleast_1d(np.asarray(n_per_cell))
    sizes = np.repeat(sizes, len(chances)) if sizes.shape == (1,) else sizes
    if sizes.shape != chances.shape:
        raise ValueError(f"There are {sizes.size} sizes and {chances.size} rates; give as many.")
    if not np.all((sizes >= 1) & (sizes == np.floor(sizes))):
        raise ValueError(f"n_per_cell is {sizes.tolist()}; whole numbers from 1 are needed.")
    if not chances.size or not np.all((chances >= 0) & (chances <= 1)):
        raise ValueError(f"rates is {chances.tolist()}; numbers from 0 to 1 are needed.")
    if n_contexts < 2:
        raise ValueError(f"n_contexts is {n_contexts}; at least 2 are needed.")
    n_each = [int(n) for n in sizes]
    values = np.unique(np.round(np.concatenate([np.arange(n + 1) / n for n in n_each]), _DECIMALS))
    below = np.ones(len(values))
    for n, chance in zip(n_each, chances.tolist(), strict=True):
        cumulative = np.cumsum(_range(n, chance, n_contexts))
        # How far apart counts may lie for each value; 0.29 * 100 is a little less than 29.
        below *= cumulative[np.floor(values * n + ROUNDING * n).astype(np.intp)]
    # What was left out as negligible must not be missing from the sum.
    probabilities = np.diff(below / below[-1], prepend=0.0)
    return ExactNull(values, np.maximum(probabilities, 0))


def _range(n: int, chance: float, n_contexts: int) -> Floats:
    """Return the (n + 1,) probabilities that binomial counts lie 0, 1, ... n apart."""
    pmf = _binomial(n, chance)
    held = np.flatnonzero(pmf > _NEGLIGIBLE)
    first, last = int(held[0]), int(held[-1]) + 1
    upto = np.concatenate([[0.0], np.cumsum(pmf[first:last])])
    width = last - first
    # window[d, m]: the chance that one count lies in m, ..., m + d; beyond the end, to the end.
    start = np.arange(width)
    end = np.minimum(start[None, :] + start[:, None] + 1, width)
    window = upto[end] - upto[start]
    without_lowest = upto[end] - upto[np.minimum(start + 1, width)]
    # All counts lie in the window, yet not all above its lowest: m is then the lowest of them.
    cumulative = (window**n_contexts - without_lowest**n_contexts).sum(axis=1)
    probabilities = np.zeros(n + 1)
    probabilities[:width] = np.diff(cumulative, prepend=0.0)
    return np.maximum(probabilities, 0)


def _binomial(n: int, chance: float) -> Floats:
    if chance in (0.0, 1.0):
        certain = np.zeros(n + 1)
        certain[-1 if chance else 0] = 1
        return certain
    k = np.arange(n + 1)
    # By logarithms: from 171 on, factorials leave the range of doubles.
    log_factorial = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])
    log_ways = log_factorial[n] - log_factorial - log_factorial[::-1]
    likelihood = np.exp(log_ways + k * math.log(chance) + (n - k) * math.log1p(-chance))
    probabilities: Floats = likelihood / likelihood.sum()
    return probabilities

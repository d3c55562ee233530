"""How much SI-bias a model shows that does not look at the context at all.

SI-bias is a maximum, so noise alone makes it positive. Permuting contexts within strata (of
crossed data: answers within a unit) shows how large noise makes it. No row is permuted: the
counts of positive answers per cell are drawn from the distribution permutations give them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.invariance.measures.cells import (
    ROUNDING,
    Cells,
    Codes,
    Counts,
    Floats,
    cells,
    given_strata,
)
from equipoise.invariance.measures.counterfactual import crossed
from equipoise.invariance.measures.si_bias import si_bias
from equipoise.invariance.tables.values import check_same_rows, names
from equipoise.io.columns import as_column
from equipoise.uncertainty.proportions import check_level, wilson

PERMUTATIONS, MOST_PERMUTATIONS = 10_000, 1_000_000

NOISE = 0.05
"""How often noise alone may be taken for bias."""

Verdict = Literal["above noise", "borderline", "within noise", "cannot tell", "undefined"]

_SURE = 0.99
"""How surely the share of permutations that reach a value is told from `NOISE`.

Other seeds give other shares. Two that differ by so much that a verdict turns from above to
within noise, or back, have a chance below one in a thousand.
"""

_TRIES = 4_000
"""Permutations that show whether any answers to some rows could stand out."""

_LONGEST_LIST = 500
"""Up to so many ways to place a unit's positive answers, the ways are listed."""


@dataclass(frozen=True, eq=False)
class NullBand:
    """SI-bias under permutation.

    Attributes
    ----------
    draws : (n_permutations,) array of float
        Sorted; NaN where SI-bias is undefined.
    level : float
        The share of draws that `upper` covers.
    reason : str
        Why it is undefined; "" where it is not.
    tells : bool
        Whether these are enough rows: answers that depend on the context and nothing else, in
        one stratum at least, would stand out from noise.
    """

    draws: Floats
    level: float
    reason: str
    tells: bool = True

    @property
    def mean(self) -> float:
        """The SI-bias to expect of noise alone."""
        return float(self.draws.mean())

    @property
    def upper(self) -> float:
        """The smallest value that `level` of the draws do not exceed."""
        return float(np.quantile(self.draws, self.level, method="inverted_cdf"))

    def p_value(self, value: float) -> float:
        """Return (1 + draws that reach the value) / (1 + draws); NaN where undefined."""
        if self.reason or np.isnan(value):
            return float("nan")
        # The answers as they are count as one permutation: no p-value is 0.
        return (1 + _reached(self.draws, value)) / (1 + len(self.draws))

    def verdict(self, value: float) -> Verdict:
        """Return whether a SI-bias is told from noise.

        "above noise": its p-value is below `NOISE`. "within noise": it is above. In both cases
        by more than another seed of the permutations could make of it, else "borderline".
        "cannot tell": there are so few rows that no answers to them could be above noise.
        "undefined": there is no SI-bias. With fewer than 200 permutations nothing is above noise.
        """
        if self.reason or np.isnan(value):
            return "undefined"
        side = _side(self.draws, value)
        return "cannot tell" if side != "above noise" and not self.tells else side


def null_band(
    y_pred: ArrayLike,
    s: ArrayLike | None,
    z: ArrayLike,
    unit: ArrayLike | None = None,
    *,
    n_permutations: int = PERMUTATIONS,
    level: float = 0.95,
    seed: int = 0,
) -> NullBand:
    """Return the SI-bias of permutations under which the context plays no part.

    Readable answers alone are permuted. Without units: among all rows of a stratum. With
    units: within each unit (of a stratum); rows without a unit, or alone in theirs, are
    permuted among themselves.

    Parameters
    ----------
    y_pred, s, z
        As in `si_bias`.
    unit : (n,) array-like, optional
        The same for counterfactual copies of one text.
    n_permutations : int
        From 1 to a million.
    level : float
        What `upper` is to cover, between 0 and 1.
    seed : int
        The same seed gives the same draws.

    Raises
    ------
    ValueError
        If a parameter is out of range, the columns differ in length or, being Series, in
        their index, an answer is neither 0, 1 nor missing, or a unit has a context twice.
    """
    check_level(level)
    check_same_rows(y_pred=y_pred, s=given_strata(s), z=z, unit=unit)
    if not 1 <= n_permutations <= MOST_PERMUTATIONS:
        raise ValueError(f"n_permutations is {n_permutations}; it must be 1 to 1,000,000.")
    counts = cells(y_pred, s, z)
    group = _groups(counts, unit, z)
    if counts.why_undefined:
        return NullBand(np.full(n_permutations, np.nan), level, counts.why_undefined)
    draws = _gaps(counts, group, n_permutations, np.random.default_rng(seed))
    # Where the largest draw stands out some answers do, and none need be tried.
    tells = _side(draws, draws[-1]) == "above noise" or _could_tell(counts, group)
    return NullBand(draws, level, "", tells)


def _gaps(counts: Cells, group: Codes, n_draws: int, rng: np.random.Generator) -> Floats:
    """Return the (n_draws,) SI-biases of permuted answers, sorted."""
    largest = np.zeros(n_draws)
    for stratum, n in enumerate(counts.n):
        held = n > 0
        if held.sum() < 2:
            continue
        positives = np.zeros((n_draws, len(n)))
        for drawn in _drawn(counts, group, stratum, n_draws, rng):
            positives += drawn
        rates = (positives[:, held] / n[held]).T
        np.maximum(largest, rates.max(axis=0) - rates.min(axis=0), out=largest)
    return np.sort(largest)


def _reached(draws: Floats, value: float) -> int:
    """Return how many of some sorted draws reach a value."""
    return len(draws) - int(np.searchsorted(draws, value - ROUNDING))


def _side(draws: Floats, value: float) -> Verdict:
    """Return on which side of `NOISE` a value's p-value lies, whatever the seed of the draws."""
    least, most = wilson(1 + _reached(draws, value), 1 + len(draws), level=_SURE)
    if most <= NOISE:
        return "above noise"
    return "within noise" if least > NOISE else "borderline"


def _could_tell(counts: Cells, group: Codes) -> bool:
    """Return whether yes to one context and no to all others would stand out, in any stratum."""
    # Always the same: whether there are rows enough must not hang on the caller's seed.
    rng = np.random.default_rng(0)
    for stratum, n in enumerate(counts.n):
        if (n > 0).sum() < 2:
            continue
        marked = (counts.stratum == stratum) & (counts.context == n.argmax())
        hanging = replace(counts, pred=np.where(np.isnan(counts.pred), np.nan, marked))
        if _side(_gaps(hanging, group, _TRIES, rng), 1.0) == "above noise":
            return True
    return False


def p_value(
    y_pred: ArrayLike,
    s: ArrayLike | None,
    z: ArrayLike,
    unit: ArrayLike | None = None,
    *,
    n_permutations: int = PERMUTATIONS,
    seed: int = 0,
) -> float:
    """Return how often noise alone would show at least the SI-bias of these answers.

    (1 + permutations that reach it) / (1 + permutations); NaN where SI-bias is undefined.
    Parameters and errors are those of `null_band`.
    """
    band = null_band(y_pred, s, z, unit, n_permutations=n_permutations, seed=seed)
    return band.p_value(si_bias(y_pred, s, z).value)


def _groups(counts: Cells, unit: ArrayLike | None, z: ArrayLike) -> Codes:
    """Return the (n,) codes of the units within which answers move; -1: within the stratum."""
    alone: Codes = np.full(len(counts.pred), -1, dtype=np.intp)
    if unit is None:
        return alone
    crossed(counts.pred, unit, z)  # refuses a unit that has a context twice
    named = names(as_column(unit, "unit"), "unit")
    read = counts.counted & ~np.isnan(counts.pred) & (named != "")
    keys = pd.MultiIndex.from_arrays([counts.stratum[read], named[read]])
    codes = keys.factorize()[0]
    several = np.bincount(codes)[codes] > 1
    alone[read] = np.where(several, codes, -1)
    return alone


def _drawn(
    counts: Cells, group: Codes, stratum: int, n_draws: int, rng: np.random.Generator
) -> Iterator[Counts | Floats]:
    """Yield (n_draws, Z) positive answers, to be added up, of parts of a stratum."""
    n_contexts = len(counts.contexts)
    read = (counts.stratum == stratum) & (counts.context >= 0) & ~np.isnan(counts.pred)
    free = read & (group < 0)
    sizes = np.bincount(counts.context[free], minlength=n_contexts)
    yield rng.multivariate_hypergeometric(sizes, int(counts.pred[free].sum()), size=n_draws)
    bound = read & (group >= 0)
    if not bound.any():
        return
    line = np.unique(group[bound], return_inverse=True)[1]
    held = np.zeros((line.max() + 1, n_contexts), dtype=bool)
    held[line, counts.context[bound]] = True
    positives = np.bincount(line, weights=counts.pred[bound]).astype(np.int64)
    # Units with the same contexts and the same number of positive answers are alike.
    kinds, n_units = np.unique(
        np.column_stack([held, positives]).astype(np.int64), axis=0, return_counts=True
    )
    for kind, n_alike in zip(kinds, n_units, strict=True):
        columns = np.flatnonzero(kind[:-1])
        yield _placed(columns, int(kind[-1]), int(n_alike), n_contexts, n_draws, rng)


def _placed(
    columns: NDArray[np.intp],
    n_positive: int,
    n_units: int,
    n_contexts: int,
    n_draws: int,
    rng: np.random.Generator,
) -> Floats:
    """Return how many of some like units have a positive answer under each context.

    Each unit's positive answers fall on any of its contexts, all choices being equally likely.
    """
    n_ways = comb(len(columns), n_positive)
    if n_ways > _LONGEST_LIST:
        return _shuffled(columns, n_positive, n_units, n_contexts, n_draws, rng)
    ways = np.zeros((n_ways, n_contexts))
    for way, chosen in enumerate(combinations(columns, n_positive)):
        ways[way, list(chosen)] = 1
    # Whichever is shorter: to draw how many units each way gets, or which way each unit gets.
    if n_ways <= n_units:
        times = rng.multinomial(n_units, np.full(n_ways, 1 / n_ways), size=n_draws)
        counted: Floats = times.astype(np.float64) @ ways
        return counted
    drawn = np.zeros((n_draws, n_contexts))
    for _ in range(n_units):
        drawn += ways[rng.integers(n_ways, size=n_draws)]
    return drawn


def _shuffled(
    columns: NDArray[np.intp],
    n_positive: int,
    n_units: int,
    n_contexts: int,
    n_draws: int,
    rng: np.random.Generator,
) -> Floats:
    """Return the same as `_placed`, unit by unit, where the ways are too many to list."""
    total = np.zeros((n_draws, n_contexts))
    answers = np.zeros((n_draws, len(columns)), dtype=np.int64)
    answers[:, :n_positive] = 1
    for _ in range(n_units):
        total[:, columns] += rng.permuted(answers, axis=1)
    return total

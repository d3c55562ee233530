"""The gap after one toss of a randomised rule's coins: which values it takes, and how often.

Of a group and a label, the number selected is a sum of independent binomials, one for each
probability that the rule gives; groups are independent, and so are the two labels. So the
distribution of a largest distance between groups has a closed form, and nothing is simulated.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

import numpy as np
from numpy.typing import NDArray

from equipoise.checks import ROUNDING, checked_number
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised import Rule, chances
from equipoise.rates import RATES
from equipoise.resampling import require_counts
from equipoise.tally import Tally

Array = NDArray[np.float64]

_NEVER = 1e-16
"""Counts rarer than this are left out."""


@dataclass(frozen=True, eq=False)
class TossGap:
    """The distribution of the gap after one toss for everybody.

    Attributes
    ----------
    values : (v,) array of float
        The gaps that can come out, ascending; empty where fewer than two groups have the
        rates compared.
    probability : (v,) array of float
        How often each does.
    """

    values: Array
    probability: Array

    @cached_property
    def mean(self) -> float:
        """The average gap of a toss; NaN if undefined.

        Never below the gap of the expected rates: a largest distance is convex.
        """
        return float(self.values @ self.probability) if len(self.values) else float("nan")

    def within(self, limit: float) -> float:
        """Return the share of tosses whose gap is at most `limit`; NaN if undefined.

        Raises
        ------
        ValueError
            If the limit is not a number of at least 0.
        """
        limit = checked_number(limit, "limit of the gap", high=np.inf)
        if not len(self.values):
            return float("nan")
        return float(self.probability[self.values <= limit + ROUNDING].sum())

    def quantile(self, share: float) -> float:
        """Return the smallest gap that at least this share of tosses keeps to.

        Raises
        ------
        ValueError
            If the share is not between 0 and 1.
        """
        share = checked_number(share, "share of tosses")
        if not len(self.values):
            return float("nan")
        # What was left out as too rare, and rounding, must not carry a share past the end.
        reached = np.cumsum(self.probability)
        return float(self.values[np.searchsorted(reached, share * reached[-1] - 1e-12)])


def toss_gap(tally: Tally, rule: Rule) -> TossGap:
    """Return the exact distribution of the gap when a rule's coins are tossed once.

    Parameters
    ----------
    tally : Tally
        The one the rule was made for, or another of the same groups and thresholds.
    rule : Rule
        From `equipoise.frontiers.randomised.randomised_rule`.

    Raises
    ------
    ValueError
        If the rule lacks a group of the tally, or the tally is weighted.
    """
    require_counts(tally, "A coin tossed for each person")
    parts = [_largest_distance(*_shares(tally, rule, rate)) for rate in GAPS[rule.gap].rates]
    return reduce(_larger, parts)


def _shares(tally: Tally, rule: Rule, rate: str) -> tuple[list[Array], list[Array]]:
    """Return the values of a rate, and their probabilities, for each group that has it."""
    cells = ("fp", "tp")
    labels = [cells.index(cell) for cell in RATES[rate].numerator]
    values, probabilities = [], []
    for counts, chance in zip(tally.counts[:, labels], chances(tally, rule), strict=True):
        if counts.sum() > 0:
            people = counts.sum(axis=0)
            law = np.ones(1)
            # People who share a chance are one binomial, wherever their scores lie.
            for one in np.unique(chance[(chance > 0) & (chance < 1)]):
                law = np.convolve(law, _binomial(int(people[chance == one].sum()), float(one)))
            kept = np.flatnonzero(law > _NEVER)
            values.append((int(people[chance == 1].sum()) + kept) / counts.sum())
            probabilities.append(law[kept])
    return values, probabilities


def _binomial(n: int, chance: float) -> Array:
    from scipy.special import gammaln, xlog1py, xlogy

    k = np.arange(n + 1)
    # By logarithms: the ways to choose among thousands outgrow a double.
    ways = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    law: Array = np.exp(ways + xlogy(k, chance) + xlog1py(n - k, -chance))
    return law


def _largest_distance(values: list[Array], probabilities: list[Array]) -> TossGap:
    """Return the distribution of highest less lowest of independent shares."""
    if len(values) < 2:
        return TossGap(np.empty(0), np.empty(0))
    pool = np.unique(np.concatenate(values))
    inside = np.ones((len(pool) + 1, len(pool) + 1))
    for own, probability in zip(values, probabilities, strict=True):
        below = np.concatenate(([0.0], np.cumsum(probability)))
        before = below[np.searchsorted(own, np.append(pool, np.inf))]
        # P(pool[i] <= share < pool[j]) of one group; of all groups the product.
        inside *= np.maximum(before[None, :] - before[:, None], 0)
    # All from i up to and with j, less those that miss an end: lowest at i and highest at j.
    ends = inside[:-1, 1:] - inside[1:, 1:] - inside[:-1, :-1] + inside[1:, :-1]
    low, high = np.nonzero(ends > _NEVER)
    return _merged(pool[high] - pool[low], ends[low, high])


def _larger(first: TossGap, second: TossGap) -> TossGap:
    """Return the distribution of the larger of two independent gaps; none if one has none."""
    values = np.union1d(first.values, second.values)
    reached = [
        np.concatenate(([0.0], np.cumsum(part.probability)))[
            np.searchsorted(part.values, values, side="right")
        ]
        for part in (first, second)
    ]
    return _merged(values, np.diff(reached[0] * reached[1], prepend=0.0))


def _merged(values: Array, probability: Array) -> TossGap:
    """Add up the probabilities of gaps that are the same but for rounding; keep what occurs."""
    order = np.argsort(values, kind="stable")
    values, probability = values[order], probability[order]
    starts = np.flatnonzero(np.diff(values, prepend=-np.inf) > ROUNDING)
    merged = np.add.reduceat(probability, starts)
    occurs = merged > _NEVER
    return TossGap(values[starts][occurs], merged[occurs])

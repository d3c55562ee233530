"""Two choices of thresholds held against each other on the same people.

What differs between them is decided by those people alone whom the two choices treat
differently. To compare the spread of one choice with a fixed value of the other would miss
that both were read off the same rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from equipoise.checks import ROUNDING
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.frontier import BASELINE
from equipoise.frontiers.gaps import GAPS, check_gap, distance, share_of
from equipoise.keeping import kept
from equipoise.rates import Confusion, confusion_curves
from equipoise.resampling import Array, check_draws, multinomial, require_counts
from equipoise.tally import Tally, Thresholds
from equipoise.uncertainty.proportions import Interval, check_level

_HALVINGS = 60


@dataclass(frozen=True, eq=False)
class PairedRedraws:
    """Accuracy and gap of two choices of thresholds on the same redrawn rows.

    Attributes
    ----------
    accuracy, gap : (2, B) arrays of float
        Of the first and the second choice in each of B redraws. The gap is NaN where a group
        that has one of its rates among the rows themselves has none in the redraw.
    """

    accuracy: Array
    gap: Array

    @property
    def n(self) -> int:
        """How many redraws there are."""
        return int(self.gap.shape[1])

    @property
    def smaller_gap(self) -> int:
        """In how many redraws the second choice has the smaller gap."""
        return int((self.gap[1] < self.gap[0] - ROUNDING).sum())

    @property
    def dominates(self) -> int:
        """In how many the second is at least as good in both respects, and better in one."""
        more, less = self.accuracy[1] - self.accuracy[0], self.gap[0] - self.gap[1]
        as_good = (more >= -ROUNDING) & (less >= -ROUNDING)
        return int((as_good & ((more > ROUNDING) | (less > ROUNDING))).sum())

    @property
    def n_undefined(self) -> int:
        """In how many the gap of either does not exist; they count as neither of the above."""
        return int(np.isnan(self.gap).any(axis=0).sum())


def paired_redraws(
    tally: Tally,
    first: Thresholds,
    second: Thresholds,
    *,
    gap: str = "equalized_odds",
    n_boot: int = 1000,
    seed: int = 0,
) -> PairedRedraws:
    """Judge two choices of thresholds on the same bootstrap replicates of the rows.

    Parameters
    ----------
    tally : Tally
        Of counted rows.
    first, second : float or mapping from group to float
        The thresholds of each choice; they are not chosen anew on a replicate.
    gap : str
        One of `equipoise.frontiers.gaps.GAPS`.
    n_boot : int
        Redraws.
    seed : int

    Raises
    ------
    ValueError
        If the tally is weighted, the gap unknown, the thresholds do not fit the tally, or an
        option is out of range.
    """
    require_counts(tally, "A redraw")
    check_draws(n_boot, seed)
    check_gap(gap)
    at = np.stack([tally.positions(first), tally.positions(second)])
    # Of each group and label: selected by neither choice, by one of them, by both.
    starts = np.sort(at, axis=0)
    selected = tally.selected[np.arange(len(tally.groups)), :, starts]  # (2, K, 2)
    everybody = tally.counts.sum(axis=-1)
    parts = np.stack([everybody - selected[0], selected[0] - selected[1], selected[1]], axis=-1)
    drawn = multinomial(parts, n_boot, np.random.default_rng(seed))  # (K, 2, 3, B)
    upper = drawn[:, :, 2]
    lower = upper + drawn[:, :, 1]
    totals = drawn.sum(axis=2)
    accuracy, gaps = [], []
    for positions in at:
        is_lower = (positions == starts[0])[:, None, None]
        fp, tp = np.where(is_lower, lower, upper).swapaxes(0, 1)
        negatives, positives = totals.swapaxes(0, 1)
        cells = Confusion(tally.groups, negatives - fp, fp, positives - tp, tp)
        accuracy.append(share_of(cells.total(("tn", "tp")).sum(axis=0), tally.n.sum()))
        # Over the groups that have a rate in the tally: one that lost it in a redraw has NaN.
        spreads = []
        for name in GAPS[gap].rates:
            rates = cells.rate(name)[confusion_curves(tally).has_people(name)[:, 0]]
            spreads.append(
                distance(rates.max(axis=0), rates.min(axis=0), GAPS[gap])
                if len(rates) >= 2
                else np.full(n_boot, np.nan)
            )
        gaps.append(np.maximum.reduce(spreads))
    return PairedRedraws(np.stack(accuracy), np.stack(gaps))


@kept()
def redraws_of(choice: Choice) -> PairedRedraws:
    """Return the baseline and a chosen point of the frontier on the same redrawn rows."""
    return paired_redraws(choice.tally, BASELINE, choice.thresholds, gap=choice.front.gap)


def paired_difference(
    gained: ArrayLike, lost: ArrayLike, n: float, *, level: float = 0.95
) -> Interval:
    """Return the interval of gained / n - lost / n, both counted among the same n people.

    Every difference that a score test of paired shares does not reject (Tango, 1998,
    "Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design"). Unlike an interval from a bootstrap it does not shrink to nothing
    where nobody was gained or lost.

    Parameters
    ----------
    gained, lost : array-like of numbers
        People counted by the first choice alone, and by the second alone.
    n : float
        Everybody.
    level : float
        The confidence, between 0 and 1.

    Raises
    ------
    ValueError
        If the level is not between 0 and 1, or there are more people gained and lost than n.
    """
    check_level(level)
    b, c = np.broadcast_arrays(
        np.asarray(gained, dtype=np.float64), np.asarray(lost, dtype=np.float64)
    )
    if np.any(b < 0) or np.any(c < 0) or np.any(b + c > n):
        raise ValueError("People gained and lost must be counts among n.")
    z = NormalDist().inv_cdf((1 + level) / 2)
    ends = []
    for end in (-1.0, 1.0):
        # Halve the way from the estimate to the end, until the statistic there is z.
        inner, outer = (b - c) / n, np.full(b.shape, end)
        for _ in range(_HALVINGS):
            middle = (inner + outer) / 2
            inside = np.abs(_score(b, c, n, middle)) <= z
            inner, outer = np.where(inside, middle, inner), np.where(inside, outer, middle)
        ends.append(inner)
    return Interval(*ends)


def _score(b: Array, c: Array, n: float, difference: Array) -> Array:
    """Return Tango's statistic: how far the estimate lies from a difference, standardised."""
    linear = -b - c + (2 * n - b + c) * difference
    constant = -c * difference * (1 - difference)
    # The likeliest share of the lost under that difference: a root of a quadratic.
    lost = (np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0)) - linear) / (4 * n)
    variance = n * (2 * lost + difference * (1 - difference))
    away = b - c - n * difference
    return np.divide(away, np.sqrt(variance), out=np.zeros_like(away), where=variance > 0)

"""Whether a criterion holds, fails, or cannot be told apart with so few people.

A criterion over groups is a claim about every pair of them. Each pair gets an interval, all
of them together right with the stated confidence (Bonferroni), and the claim
    holds        if every interval lies within the limit,
    fails        if some interval lies wholly beyond it,
    cannot tell  otherwise.
So a gap of 0.8 between groups of three and five people decides nothing, while a smaller gap
between two large groups may decide everything; a judgement names both. Where a group is left
out because nobody is in its denominator, nothing can be said to hold for all groups. No draws
are needed: rates have score intervals, and calibration errors a noise floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from equipoise.criteria import SLACK, Criterion, criteria
from equipoise.rates import RATES, Confusion, confusion
from equipoise.tally import Tally, Thresholds
from equipoise.uncertainty import proportions
from equipoise.uncertainty.contrasts import Array, Contrast, contrasts
from equipoise.uncertainty.noise_floor import NoiseFloor, noise_floor
from equipoise.uncertainty.resampling import require_counts

SampleVerdict = Literal["holds", "fails", "cannot tell", "undefined"]


@dataclass(frozen=True)
class Comparison:
    """What the people at hand say about one pair of groups, or one group's calibration.

    Attributes
    ----------
    rate : str
        The rate compared, or "expected_calibration_error".
    pair : tuple of str
        value = rate[pair[0]] - rate[pair[1]], or their ratio, lowest over highest.
    people : tuple of int
        How many people each group's rate is about.
    value, low, high : float
        The estimate and its interval; a ratio's is folded into 0 to 1. A ratio 0/0 is NaN.
    equality : float
        The value at which the groups are alike: 0, or 1 for a ratio.
    """

    rate: str
    pair: tuple[str, ...]
    people: tuple[int, ...]
    value: float
    low: float
    high: float
    equality: float = 0.0

    @property
    def is_noise(self) -> bool:
        """Whether the interval leaves equality possible."""
        return self.least <= SLACK

    @property
    def least(self) -> float:
        """The smallest distance from equality inside the interval."""
        return max(self.low - self.equality, self.equality - self.high, 0.0)

    @property
    def most(self) -> float:
        """The largest distance from equality inside the interval."""
        return max(self.high - self.equality, self.equality - self.low)


@dataclass(frozen=True)
class Judgement:
    """What can be said of one criterion at this sample size.

    Attributes
    ----------
    criterion : Criterion
        The criterion on the rows themselves, with its limit and who was left out.
    verdict : {"holds", "fails", "cannot tell", "undefined"}
    low, high : float
        Between which the criterion's value lies, had everybody been asked, with confidence
        `level`; the verdict says where that is, seen from the limit. NaN where undefined.
    headline : Comparison or None
        The pair that makes the criterion's value; None where it is undefined.
    decisive : Comparison or None
        The pair that settles the verdict: for "fails" the one most surely beyond the limit,
        otherwise the one whose interval reaches furthest.
    n_comparisons : int
        How many intervals are right together with confidence `level`.
    level : float
    """

    criterion: Criterion
    verdict: SampleVerdict
    low: float
    high: float
    headline: Comparison | None
    decisive: Comparison | None
    n_comparisons: int
    level: float


def settled(least: float, most: float, allowed: float) -> SampleVerdict:
    """Return whether a distance known to lie in [least, most] is within what is allowed."""
    if most <= allowed + SLACK:
        return "holds"
    return "fails" if least > allowed + SLACK else "cannot tell"


def judge(
    tally: Tally,
    thresholds: Thresholds,
    *,
    tolerance: float = 0.05,
    favourable_label: Literal[0, 1] = 1,
    level: float = 0.95,
    floor: NoiseFloor | None = None,
) -> dict[str, Judgement]:
    """Judge all six criteria at this sample size.

    Parameters
    ----------
    tally : Tally
        Of counted, not weighted, rows.
    thresholds : float or mapping from group to float
    tolerance, favourable_label
        As in `equipoise.criteria`.
    level : float
        The confidence of each judgement.
    floor : NoiseFloor or None
        Of the same tally, to save drawing it anew: it does not depend on thresholds.

    Returns
    -------
    dict from criterion name to Judgement

    Raises
    ------
    ValueError
        If the tally is weighted, an option is out of range, or the thresholds do not fit.
    """
    require_counts(tally, "A judgement")
    proportions.check_level(level)
    floor = noise_floor(tally) if floor is None else floor
    cells = confusion(tally, thresholds)
    known = contrasts(favourable_label)
    judged = {}
    for criterion in criteria(
        tally, thresholds, tolerance=tolerance, favourable_label=favourable_label
    ):
        if criterion.name in known:
            compared = _pairs(cells, known[criterion.name], level)
        else:
            compared = _calibrations(tally, floor, level)
        judged[criterion.name] = _judgement(criterion, compared, level)
    return judged


def _judgement(criterion: Criterion, compared: list[Comparison], level: float) -> Judgement:
    if criterion.verdict == "undefined":
        return Judgement(criterion, "undefined", np.nan, np.nan, None, None, 0, level)
    surest = max(compared, key=lambda one: one.least)
    furthest = max(compared, key=lambda one: one.most)
    allowed = abs(criterion.limit - surest.equality)
    verdict = settled(surest.least, furthest.most, allowed)
    if verdict == "holds" and criterion.left_out:
        verdict = "cannot tell"  # of nobody one knows no more than of three people
    headline = next(
        one
        for one in compared
        if one.rate == criterion.rate and set(criterion.pair) <= set(one.pair)
    )
    decisive = surest if verdict == "fails" else furthest
    low, high = _span(compared, surest.least, furthest.most)
    return Judgement(criterion, verdict, low, high, headline, decisive, len(compared), level)


def _span(compared: list[Comparison], least: float, most: float) -> tuple[float, float]:
    """Return the limits of the worst comparison, which is some distance from equality.

    A single comparison is known with its sign.
    """
    if len(compared) == 1:
        return compared[0].low, compared[0].high
    equality = compared[0].equality
    return (1 - most, 1 - least) if equality else (least, most)


def _pairs(cells: Confusion, contrast: Contrast, level: float) -> list[Comparison]:
    """Compare every two groups that have the rate, all at once with confidence `level`."""
    places = {
        rate: list(combinations(np.flatnonzero(~np.isnan(cells.rate(rate))), 2))
        for rate in contrast.rates
    }
    each = _each_of(sum(map(len, places.values())), level)
    return [
        comparison
        for rate, pairs in places.items()
        if pairs
        for comparison in _compare(cells, rate, contrast, np.array(pairs).T, each)
    ]


def _compare(
    cells: Confusion, rate: str, contrast: Contrast, pairs: NDArray[np.intp], level: float
) -> Iterator[Comparison]:
    """Yield the comparisons of (2, p) pairs of groups, each with confidence `level`."""
    first, second = _facing(cells.rate(rate), pairs, contrast)
    hits = cells.total(RATES[rate].numerator)
    people = cells.total(RATES[rate].denominator)
    shares = (hits[first], people[first], hits[second], people[second])
    values = contrast.measure([cells.rate(rate)[[first, second]]], signed=not contrast.is_ratio)
    if contrast.is_ratio:
        low, high = proportions.ratio(*shares, level=level)
        low, high = np.minimum(low, 1 / high), np.minimum(high, 1)
    else:
        low, high = proportions.difference(*shares, level=level)
    equality = 1.0 if contrast.is_ratio else 0.0
    for i, j, *limits in zip(first, second, values, low, high, strict=True):
        value, lower, upper = map(float, limits)
        pair, n = (cells.groups[i], cells.groups[j]), (int(people[i]), int(people[j]))
        yield Comparison(rate, pair, n, value, lower, upper, equality)


def _facing(
    values: Array, pairs: NDArray[np.intp], contrast: Contrast
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Turn pairs so that the higher rate comes first (of a ratio, the lower), as criteria do."""
    first, second = pairs
    if contrast.is_signed(len(values)):
        return first, second
    turn = (values[first] < values[second]) != contrast.is_ratio
    return np.where(turn, second, first), np.where(turn, first, second)


def _calibrations(tally: Tally, floor: NoiseFloor, level: float) -> list[Comparison]:
    """Return each group's calibration error, give or take what noise alone would show.

    The noise floor bounds how far sampling moves the residual of the bins, taken together,
    and so by the triangle inequality how far the observed error lies from the true one.
    """
    name = "expected_calibration_error"
    noise = floor.limit(_each_of(len(tally.groups), level))
    return [
        Comparison(name, (group,), (int(n),), error, max(error - reach, 0.0), error + reach)
        for group, n, error, reach in zip(
            tally.groups, tally.n, floor.observed.tolist(), noise.tolist(), strict=True
        )
        if n
    ]


def _each_of(n_comparisons: int, level: float) -> float:
    """Return the confidence each interval needs for all together to have `level`."""
    return 1 - (1 - level) / max(n_comparisons, 1)

"""What a criterion is, and the three ways to judge one.

Two groups A and B (in their fixed order): a difference is A's rate minus B's. More groups:
the largest difference between any two, highest minus lowest, with the pair that makes it.

Who is compared: every group that holds people the rate is about. A group without them, such
as one without a positive label where true-positive rates are compared, has no rate at any
threshold: it is left out by name, and the others are judged. A group that has such people
and whose threshold selects nobody has no positive predictive value, and then predictive
parity is undefined: else it would be met by selecting nobody of whoever is in the way. The
gaps of `equipoise.frontiers` follow the same convention.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from equipoise.calibration import calibration
from equipoise.checks import ROUNDING
from equipoise.rates import RATES, Confusion, why_undefined
from equipoise.tally import Tally
from equipoise.vocabulary import Vocabulary

FOUR_FIFTHS = 0.8
"""The rule of thumb for adverse impact of the Uniform Guidelines on Employee Selection Procedures
(four US agencies, 1978; 29 CFR 1607.4 D): 4/5 exactly meets it."""

Verdict = Literal["holds", "fails", "undefined"]


@dataclass(frozen=True)
class Criterion:
    """One criterion at the present thresholds.

    Attributes
    ----------
    name, title : str
    value : float
        NaN where undefined.
    verdict : {"holds", "fails", "undefined"}
    limit : float
        What the value was compared with: the tolerance, or 0.8 for the impact ratio.
    rate : str
        The rate that makes the value (for equalized odds, the worse of the two).
    pair : tuple of str
        The groups that make it: value = rate[pair[0]] - rate[pair[1]] for a difference,
        (lowest, highest) for the ratio, the worst group alone for calibration.
    left_out : tuple of str
        Groups without a defined rate, of which the value, if there is one, cannot speak.
    reason : str
        Why the value is undefined, or which groups were left out; "" otherwise.
    """

    name: str
    title: str
    value: float
    verdict: Verdict
    limit: float
    rate: str
    pair: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    reason: str = ""


Judge: TypeAlias = Callable[["Definition", Tally, Confusion, float], Criterion]
"""Judges a criterion from the counts, the confusion matrices and the tolerance."""


@dataclass(frozen=True)
class Definition:
    """What a criterion asks, and how it is computed and shown.

    Attributes
    ----------
    name, title : str
    short : str
        A name for tight places.
    icon : str
        A Material symbol.
    demand : str
        What it asks for, in plain words, with places that `Vocabulary.fill` fills in.
    formula : str
        What it computes for groups A and B, in LaTeX.
    in_words : str
        The same to be read aloud.
    judge : callable
    rates : tuple of str
        The rates it compares; of several, the one with the largest difference counts. Empty
        where it belongs to the scores and no threshold can change it.
    gap : str
        What frontiers call its distance from equality; "" without rates.
    is_ratio : bool
        Whether it compares lowest with highest rate, instead of taking their difference.
    """

    name: str
    title: str
    short: str
    icon: str
    demand: str
    formula: str
    in_words: str
    judge: Judge
    rates: tuple[str, ...] = ()
    gap: str = ""
    is_ratio: bool = False

    @property
    def is_signed(self) -> bool:
        """Whether, of two groups, its value says which one has the higher rate."""
        return len(self.rates) == 1 and not self.is_ratio

    def demands(self, vocabulary: Vocabulary) -> str:
        """Return what it asks for, in the words of a data set."""
        return vocabulary.fill(self.demand)

    def facing(self, favourable_label: Literal[0, 1]) -> Definition:
        """Return it for the good outcome: where that is 0, rejected people are compared."""
        if favourable_label == 1:
            return self
        turned = {"selection_rate": "rejection_rate"}
        return replace(self, rates=tuple(turned.get(rate, rate) for rate in self.rates))


def worst_difference(asked: Definition, _: Tally, cells: Confusion, tolerance: float) -> Criterion:
    """Judge the largest difference in any of the rates; undefined unless all have one."""
    parts = [_difference(asked, rate, cells, tolerance) for rate in asked.rates]
    for part in parts:
        if part.verdict == "undefined" or len(parts) == 1:
            return part
    # Of rates that are equally far apart the first one is named.
    worst = max(parts, key=lambda part: abs(part.value))
    return replace(
        worst,
        value=abs(worst.value),
        pair=worst.pair if worst.value >= 0 else worst.pair[::-1],
        left_out=tuple(dict.fromkeys(group for part in parts for group in part.left_out)),
        reason=" ".join(filter(None, dict.fromkeys(part.reason for part in parts))),
    )


def lowest_over_highest(asked: Definition, _: Tally, cells: Confusion, __: float) -> Criterion:
    """Judge the ratio of the lowest to the highest rate by four fifths."""
    (rate,) = asked.rates
    values = cells.rate(rate)
    left_out = _left_out(cells, rate, values)
    found = Criterion(
        asked.name, asked.title, np.nan, "undefined", FOUR_FIFTHS, rate, (), tuple(left_out)
    )
    defined = np.flatnonzero(~np.isnan(values))
    if len(defined) < 2:
        return replace(found, reason=_too_few(cells.groups, left_out))
    if not values[defined].any():
        nobody = {"selection_rate": "Nobody is selected", "rejection_rate": "Nobody is rejected"}
        none = nobody.get(rate, f"The {RATES[rate].title.lower()} is not above 0")
        return replace(found, reason=f"{none} in any group, so the ratio is 0/0.")
    high, low = defined[_extremes(values[defined])]
    value = float(values[low] / values[high])
    return replace(
        found,
        value=value,
        verdict="holds" if _meets_four_fifths(cells, rate, low, high, value) else "fails",
        pair=(cells.groups[low], cells.groups[high]),
        reason=_partial(cells.groups, left_out),
    )


def worst_calibration(
    asked: Definition, tally: Tally, _: Confusion, tolerance: float
) -> Criterion:
    """Judge the largest expected calibration error of any group."""
    found = Criterion(asked.name, asked.title, np.nan, "undefined", tolerance, asked.name)
    try:
        errors = calibration(tally).expected_calibration_error
    except ValueError as error:  # The grid is too coarse for the bins.
        return replace(found, reason=str(error))
    left_out = tuple(g for g, error in zip(tally.groups, errors, strict=True) if np.isnan(error))
    if len(left_out) == len(errors):
        return replace(found, left_out=left_out, reason="There are no usable rows.")
    worst = int(np.nanargmax(errors))
    return replace(
        found,
        value=float(errors[worst]),
        verdict=_within(float(errors[worst]), tolerance),
        pair=(tally.groups[worst],),
        left_out=left_out,
        reason=" ".join(f"{group} has no usable rows." for group in left_out),
    )


def _difference(asked: Definition, rate: str, cells: Confusion, limit: float) -> Criterion:
    values = cells.rate(rate)
    left_out = _left_out(cells, rate, values)
    found = Criterion(
        asked.name, asked.title, np.nan, "undefined", limit, rate, (), tuple(left_out)
    )
    compared = np.flatnonzero(cells.has_people(rate)) if left_out else np.arange(len(values))
    if len(compared) < 2 or np.isnan(values[compared]).any():
        return replace(found, reason=_too_few(cells.groups, left_out))
    first, second = (0, 1) if len(values) == 2 else compared[_extremes(values[compared])]
    value = float(values[first] - values[second])
    return replace(
        found,
        value=value,
        verdict=_within(abs(value), limit),
        pair=(cells.groups[first], cells.groups[second]),
        reason=_partial(cells.groups, left_out),
    )


def _meets_four_fifths(
    cells: Confusion, rate: str, low: np.intp, high: np.intp, ratio: float
) -> bool:
    """Compare cross-multiplied counts: (2/3) / (5/6) is below 0.8 in doubles, 4/5 in fact."""
    chosen = cells.total(RATES[rate].numerator)
    n = cells.total(RATES[rate].denominator)
    if np.issubdtype(chosen.dtype, np.floating):
        return ratio >= FOUR_FIFTHS - ROUNDING
    # Python's integers: the products of large counts outgrow 64 bits.
    return 5 * int(chosen[low]) * int(n[high]) >= 4 * int(chosen[high]) * int(n[low])


def _extremes(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the positions of the highest and the lowest of two or more values."""
    high, low = np.argmax(values), np.argmin(values)
    # All alike: any two different groups make the value.
    return np.array([high, low if low != high else high + 1])


def _within(value: float, limit: float) -> Verdict:
    return "holds" if value <= limit + ROUNDING else "fails"


def _left_out(cells: Confusion, rate: str, values: NDArray[np.float64]) -> dict[str, str]:
    """Return the groups whose rate is undefined, each with the reason."""
    n = cells.tn + cells.fp + cells.fn + cells.tp
    return {
        cells.groups[i]: why_undefined(rate, cells.groups[i], n[i])
        for i in np.flatnonzero(np.isnan(values))
    }


def _too_few(groups: Sequence[str], left_out: dict[str, str]) -> str:
    if len(groups) < 2:
        return "At least two groups are needed to compare."
    return f"{'; '.join(left_out.values())}."


def _partial(groups: Sequence[str], left_out: dict[str, str]) -> str:
    if not left_out:
        return ""
    named = [group for group in groups if group not in left_out]
    listed = ", ".join(named[:-1]) + f" and {named[-1]}"
    return f"Over {listed} only. {'; '.join(left_out.values())}."

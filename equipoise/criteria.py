"""Six ways to ask whether a classifier treats groups alike.

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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from equipoise.calibration import calibration
from equipoise.checks import checked_number
from equipoise.rates import RATES, Confusion, confusion, why_undefined
from equipoise.tally import Tally, Thresholds

FOUR_FIFTHS = 0.8
"""The rule of thumb for adverse impact of the Uniform Guidelines on Employee Selection Procedures
(four US agencies, 1978; 29 CFR 1607.4 D): 4/5 exactly meets it."""

SLACK = 1e-9
"""Rounding allowed when a value is compared with its limit, so that 0.4 - 0.3 meets 0.1."""

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


@dataclass(frozen=True)
class Criteria:
    """The six criteria; iterating gives them in this order."""

    demographic_parity_difference: Criterion
    disparate_impact_ratio: Criterion
    equal_opportunity_difference: Criterion
    equalized_odds_difference: Criterion
    predictive_parity_difference: Criterion
    expected_calibration_error: Criterion

    def __iter__(self) -> Iterator[Criterion]:
        return (getattr(self, field.name) for field in fields(self))


TITLES = {
    "demographic_parity_difference": "Demographic parity",
    "disparate_impact_ratio": "Impact ratio",
    "equal_opportunity_difference": "Equal opportunity",
    "equalized_odds_difference": "Equalized odds",
    "predictive_parity_difference": "Predictive parity",
    "expected_calibration_error": "Calibration within groups",
}


def criteria(
    tally: Tally,
    thresholds: Thresholds,
    *,
    tolerance: float = 0.05,
    favourable_label: Literal[0, 1] = 1,
) -> Criteria:
    """Judge all six criteria at the given thresholds.

    Parameters
    ----------
    tally : Tally
    thresholds : float or mapping from group to float
    tolerance : float
        The largest absolute difference, or calibration error, that still holds.
    favourable_label : {1, 0}
        Which prediction is the good outcome. With 0 (say, not being flagged as a risk),
        demographic parity and the impact ratio compare rejection rates instead.

    Returns
    -------
    Criteria
        Demographic parity: selection rates are equal. Impact ratio: lowest over highest
        selection rate. Equal opportunity: true-positive rates (Hardt, Price and Srebro,
        2016). Equalized odds: the larger of the true- and the false-positive gap (the same
        source; Fairlearn's worst case). Predictive parity: positive predictive values
        (Chouldechova, 2017). Calibration: the worst group's expected calibration error.

    Raises
    ------
    ValueError
        If the tolerance is not in [0, 1] or the thresholds do not fit the tally.
    """
    limit = checked_number(tolerance, "tolerance")
    if favourable_label not in (0, 1):
        raise ValueError(f"The favourable label is {favourable_label!r}; it must be 0 or 1.")
    cells = confusion(tally, thresholds)
    outcome = "selection_rate" if favourable_label == 1 else "rejection_rate"
    return Criteria(
        _difference("demographic_parity_difference", cells, outcome, limit),
        _impact_ratio(cells, outcome),
        _difference("equal_opportunity_difference", cells, "true_positive_rate", limit),
        _equalized_odds(cells, limit),
        _difference("predictive_parity_difference", cells, "positive_predictive_value", limit),
        _calibration(tally, limit),
    )


def _difference(name: str, cells: Confusion, rate: str, limit: float) -> Criterion:
    values = cells.rate(rate)
    left_out = _left_out(cells, rate, values)
    compared = np.flatnonzero(cells.has_people(rate)) if left_out else np.arange(len(values))
    title = TITLES[name]
    if len(compared) < 2 or np.isnan(values[compared]).any():
        reason = _too_few(cells.groups, left_out)
        names = tuple(left_out)
        return Criterion(name, title, np.nan, "undefined", limit, rate, (), names, reason)
    if len(values) == 2:
        first, second = 0, 1
    else:
        first, second = compared[_extremes(values[compared])]
    value = float(values[first] - values[second])
    pair = (cells.groups[first], cells.groups[second])
    reason = _partial(cells.groups, left_out)
    verdict = _within(abs(value), limit)
    return Criterion(name, title, value, verdict, limit, rate, pair, tuple(left_out), reason)


def _equalized_odds(cells: Confusion, limit: float) -> Criterion:
    """Return the worse of the two gaps; undefined unless both are defined."""
    name = "equalized_odds_difference"
    tpr = _difference(name, cells, "true_positive_rate", limit)
    fpr = _difference(name, cells, "false_positive_rate", limit)
    for part in (tpr, fpr):
        if part.verdict == "undefined":
            return part
    worse = tpr if abs(tpr.value) >= abs(fpr.value) else fpr
    left_out = tuple(dict.fromkeys(tpr.left_out + fpr.left_out))
    reason = " ".join(filter(None, dict.fromkeys((tpr.reason, fpr.reason))))
    pair = worse.pair if worse.value >= 0 else worse.pair[::-1]
    return Criterion(
        name, worse.title, abs(worse.value), worse.verdict, limit, worse.rate, pair, left_out,
        reason,
    )  # fmt: skip


def _impact_ratio(cells: Confusion, rate: str) -> Criterion:
    name = "disparate_impact_ratio"
    title = TITLES[name]
    values = cells.rate(rate)
    left_out = _left_out(cells, rate, values)
    defined = np.flatnonzero(~np.isnan(values))
    names = tuple(left_out)
    reason = ""
    if len(defined) < 2:
        reason = _too_few(cells.groups, left_out)
    elif not values[defined].any():
        outcome = "selected" if rate == "selection_rate" else "rejected"
        reason = f"Nobody is {outcome} in any group, so the ratio is 0/0."
    if reason:
        return Criterion(name, title, np.nan, "undefined", FOUR_FIFTHS, rate, (), names, reason)
    high, low = defined[_extremes(values[defined])]
    value = float(values[low] / values[high])
    meets = _meets_four_fifths(cells, rate, low, high, value)
    verdict: Verdict = "holds" if meets else "fails"
    pair = (cells.groups[low], cells.groups[high])
    reason = _partial(cells.groups, left_out)
    return Criterion(name, title, value, verdict, FOUR_FIFTHS, rate, pair, names, reason)


def _meets_four_fifths(
    cells: Confusion, rate: str, low: np.intp, high: np.intp, ratio: float
) -> bool:
    """Compare cross-multiplied counts: (2/3) / (5/6) is below 0.8 in doubles, 4/5 in fact."""
    chosen = cells.total(RATES[rate].numerator)
    n = cells.total(RATES[rate].denominator)
    if np.issubdtype(chosen.dtype, np.floating):
        return ratio >= FOUR_FIFTHS - SLACK
    # Python's integers: the products of large counts outgrow 64 bits.
    return 5 * int(chosen[low]) * int(n[high]) >= 4 * int(chosen[high]) * int(n[low])


def _calibration(tally: Tally, limit: float) -> Criterion:
    name = "expected_calibration_error"
    title = TITLES[name]
    try:
        errors = calibration(tally).expected_calibration_error
    except ValueError as error:  # The grid is too coarse for the bins.
        return Criterion(name, title, np.nan, "undefined", limit, name, reason=str(error))
    left_out = tuple(g for g, error in zip(tally.groups, errors, strict=True) if np.isnan(error))
    if len(left_out) == len(errors):
        reason = "There are no usable rows."
        return Criterion(name, title, np.nan, "undefined", limit, name, (), left_out, reason)
    worst = int(np.nanargmax(errors))
    value = float(errors[worst])
    pair = (tally.groups[worst],)
    reason = " ".join(f"{group} has no usable rows." for group in left_out)
    return Criterion(
        name, title, value, _within(value, limit), limit, name, pair, left_out, reason
    )


def _extremes(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return the positions of the highest and the lowest of two or more values."""
    high, low = np.argmax(values), np.argmin(values)
    # All alike: any two different groups make the value.
    return np.array([high, low if low != high else high + 1])


def _within(value: float, limit: float) -> Verdict:
    return "holds" if value <= limit + SLACK else "fails"


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

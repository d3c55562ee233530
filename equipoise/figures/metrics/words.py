"""Criteria in words: values and their limits, and formulas with the present counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import cast

import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.calibration import Calibration, calibration
from equipoise.criteria import CRITERIA, Criterion
from equipoise.incompatibility.rows import NEARLY_ALL
from equipoise.keeping import kept
from equipoise.rates import RATES
from equipoise.uncertainty.judgements import Judgement

Row = Mapping[str, float]
"""One group's counts and rates by name."""

_STAYS = words.STAYS


def everybody(overall: pd.Series) -> Row:
    """Return `equipoise.rates.overall_rates` as a row."""
    return cast(Row, overall.to_dict())


def criterion_value(criterion: Criterion) -> str:
    """Return a criterion's value, with its sign where it has one."""
    return said_value(criterion.name, criterion.value)


def criterion_limits(criterion: Criterion, low: float, high: float) -> str:
    """Return between which limits a criterion's value lies, signed as the value is."""
    return said_limits(criterion.name, low, high)


def criterion_interval(judgement: Judgement) -> str:
    """Return where a criterion's value may lie; "" where it is undefined."""
    return criterion_limits(judgement.criterion, judgement.low, judgement.high)


def said_value(name: str, value: float) -> str:
    """Return the value of a comparison by its name, the same way everywhere."""
    return words.ratio(value) if is_ratio(name) else _say(name)(value)


def said_limits(name: str, low: float, high: float) -> str:
    """Return its limits, signed as the value is."""
    return words.interval(low, high, _say(name))


def worked(criterion: Criterion, view: View) -> str:
    """Return a criterion's formula with the present numbers; "" where it is undefined."""
    if criterion.verdict == "undefined":
        return ""
    rows = view.rows
    rates = CRITERIA[criterion.name].rates
    if not rates:
        who = tuple(foreign.people(view.vocabulary, group) for group in view.groups)
        return _worked_calibration(calibration(view.tally), who)
    if len(rates) > 1:
        return _worked_gaps(criterion, rates, rows)
    first, second = criterion.pair
    sign = "÷" if is_ratio(criterion.name) else words.MINUS
    between = f"{_STAYS}{sign}{_STAYS}"
    counts = between.join(fraction(criterion.rate, rows[g]) for g in criterion.pair)
    # Rounded as they are, these digits need not add up to those of the criterion's value.
    values = between.join(words.number(rows[g][criterion.rate], 4) for g in criterion.pair)
    return f"{foreign.plain(first)} {sign} {foreign.plain(second)}: {counts} ≈{_STAYS}{values}"


def with_limits(rate: float, limits: tuple[float, float] | None) -> str:
    """Return a rate as a percentage, with its limits where they are given and known."""
    interval = words.percent_interval(*limits) if limits else ""
    return f"{words.percent(rate)} {interval}".rstrip()


def alike(rows: Mapping[str, Row]) -> str:
    """Return who decisions treat alike if they hardly choose; "" if they do.

    Parameters
    ----------
    rows : mapping from group to row
        The counts of all groups.

    Returns
    -------
    str
        Such as "everybody gets the same decision" or "nearly everybody gets the same decision
        (81 of 15,060 people are selected)": what meets most demands emptily.
    """
    selected = sum(row["tp"] + row["fp"] for row in rows.values())
    n = sum(row["n"] for row in rows.values())
    if selected in (0, n):
        return "everybody gets the same decision"
    if (1 - NEARLY_ALL) * n < selected < NEARLY_ALL * n:
        return ""
    are = words.agreeing(selected, "is", "are")
    people = words.of(selected, n, "people")
    return f"nearly everybody gets the same decision ({people} {are} selected)"


def fraction(rate: str, row: Row) -> str:
    """Return a rate as the people counted over the people it is about: 301/557."""
    part, whole = RATES[rate].numerator, RATES[rate].denominator
    return "/".join(words.count(sum(row[cell] for cell in cells)) for cells in (part, whole))


def _worked_gaps(criterion: Criterion, rates: Iterable[str], rows: Mapping[str, Row]) -> str:
    gaps = []
    for name in rates:
        values = [row[name] for row in rows.values() if not math.isnan(row[name])]
        high, low = max(values), min(values)
        gap = words.number(high - low, 4)
        gaps.append(
            f"{RATES[name].short}{_STAYS}{words.number(high, 4)}{_STAYS}{words.MINUS}{_STAYS}"
            f"{words.number(low, 4)} ≈ {gap}"
        )
    worse = f"{RATES[criterion.rate].short}, {words.listed(map(foreign.plain, criterion.pair))}"
    return f"The larger of {' and '.join(gaps)} ({worse})"


@kept(maxsize=8)
def _worked_calibration(calibrated: Calibration, who: tuple[str, ...]) -> str:
    """Return the largest and the smallest average error, and which bin outweighs the rest.

    Parameters
    ----------
    calibrated : Calibration
    who : tuple of str
        What the people of each group are called.
    """
    # A group of nobody has no error: NaN, which is neither the largest nor the smallest.
    errors = calibrated.expected_calibration_error
    worst, best = int(np.nanargmax(errors)), int(np.nanargmin(errors))
    count = calibrated.count[worst]
    n = count.sum()
    said = f"Scores are off by {words.number(errors[worst])} on average over "
    said += f"{words.count(n)} {who[worst]}"
    if best != worst:
        said += f", by {words.number(errors[best])} over {who[best]}"
    full = int(count.argmax())
    others = n - count[full]
    if not others:
        return f"{said}."
    off = np.nan_to_num(np.abs(calibrated.mean_score - calibrated.observed_rate)[worst])
    rest = ((off * count).sum() - off[full] * count[full]) / others
    scores = "–".join(f"{edge:.1f}" for edge in calibrated.edges[full : full + 2])
    return (
        f"{said}. {words.share(count[full], n, who[worst])} score {scores}, where scores are off "
        f"by {words.number(off[full])}; over the other {words.count(others)} it is "
        f"{words.number(rest)}."
    )


def _say(name: str) -> Callable[[float], str]:
    signed = name not in CRITERIA or CRITERIA[name].is_signed
    return words.signed if signed else words.number


def is_ratio(name: str) -> bool:
    """Return whether a comparison, by its name, is a ratio of rates."""
    return name in CRITERIA and CRITERIA[name].is_ratio

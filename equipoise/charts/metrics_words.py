"""The Metrics page's numbers in words: formulas with the present counts, and what changed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import cast

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.calibration import Calibration
from equipoise.criteria import Criteria, Criterion
from equipoise.rates import RATES, why_undefined

FORMULAS = {
    "demographic_parity_difference": r"\frac{TP_A + FP_A}{N_A} - \frac{TP_B + FP_B}{N_B}",
    "disparate_impact_ratio": r"\frac{\text{lowest selection rate}}"
    r"{\text{highest selection rate}}",
    "equal_opportunity_difference": r"\frac{TP_A}{TP_A + FN_A} - \frac{TP_B}{TP_B + FN_B}",
    "equalized_odds_difference": r"\max(|TPR_A - TPR_B|,\ |FPR_A - FPR_B|)",
    "predictive_parity_difference": r"\frac{TP_A}{TP_A + FP_A} - \frac{TP_B}{TP_B + FP_B}",
    "expected_calibration_error": r"\max_g \sum_{b} \frac{n_{g,b}}{n_g}"
    r"\ |\text{mean score}_{g,b} - \text{observed rate}_{g,b}|",
}
"""What each criterion computes, for groups A and B, by its name."""

Row = Mapping[str, float]
"""One group's counts and rates by name."""

_ODDS = ("true_positive_rate", "false_positive_rate")
_POINT = 0.01
_SLACK = 1e-9
_STAYS = words.STAYS


def by_group(rates: pd.DataFrame) -> dict[str, Row]:
    """Return the rows of `equipoise.rates.group_rates` by group; quicker to read in bulk."""
    names = list(map(str, rates))
    people = zip(*(rates[name].tolist() for name in names), strict=True)
    return {
        str(group): dict(zip(names, row, strict=True))
        for group, row in zip(rates.index, people, strict=True)
    }


def everybody(overall: pd.Series) -> Row:
    """Return `equipoise.rates.overall_rates` as such a row."""
    return cast(Row, overall.to_dict())


def worked(criterion: Criterion, rows: Mapping[str, Row], calibrated: Calibration) -> str:
    """Return a criterion's formula with the present numbers; "" where it is undefined.

    Parameters
    ----------
    criterion : Criterion
    rows : mapping from group to row
        As `by_group` gives.
    calibrated : Calibration
        Of the same groups.
    """
    if criterion.verdict == "undefined":
        return ""
    if criterion.name == "expected_calibration_error":
        return _worked_calibration(criterion, calibrated)
    if criterion.name == "equalized_odds_difference":
        return _worked_odds(criterion, rows)
    first, second = criterion.pair
    ratio = criterion.name == "disparate_impact_ratio"
    sign = "÷" if ratio else words.MINUS
    between = f"{_STAYS}{sign}{_STAYS}"
    counts = between.join(fraction(criterion.rate, rows[g]) for g in criterion.pair)
    values = between.join(words.number(rows[g][criterion.rate]) for g in criterion.pair)
    return f"{first} {sign} {second}: {counts} ={_STAYS}{values}"


def undefined_rates(rows: Mapping[str, Row]) -> list[str]:
    """Return a sentence for each rate of a group that has no value, with the reason."""
    return [
        f"{RATES[name].title} of {why_undefined(name, group, row['n'])}."
        for name in RATES
        for group, row in rows.items()
        if math.isnan(row[name])
    ]


def with_limits(rate: float, limits: tuple[float, float] | None) -> str:
    """Return a rate as a percentage, with its limits where they are given and known."""
    interval = words.percent_interval(*limits) if limits else ""
    return f"{words.percent(rate)} {interval}".rstrip()


def found_in_words(rows: Mapping[str, Row]) -> str:
    """Return how many of those with a positive label are found.

    Parameters
    ----------
    rows : mapping from str to row
        The counts, by what those with a positive label are called.
    """
    parts = [words.share(row["tp"], row["tp"] + row["fn"], people) for people, row in rows.items()]
    return f"Found: {'; '.join(parts)}."


def rates_met(rates: pd.DataFrame, name: str) -> bool:
    """Return whether all groups' rates lie within one percentage point of each other."""
    values = rates[name].to_numpy()
    return bool(np.isfinite(values).all() and np.ptp(values) <= _POINT + _SLACK)


def is_trivial(overall: pd.Series) -> bool:
    """Return whether everybody or nobody is selected, which meets most demands emptily."""
    return overall["selection_rate"] in (0, 1)


def what_changed(before: Criteria, now: Criteria) -> str:
    """Return which criteria hold now and did not, or did and no longer do."""
    pairs = list(zip(before, now, strict=True))
    broke = [new for old, new in pairs if old.verdict == "holds" and new.verdict != "holds"]
    gained = [new for old, new in pairs if old.verdict != "holds" and new.verdict == "holds"]
    worse = [pair for pair in pairs if pair[1] in broke]
    parts = []
    if gained:
        parts.append(f"{_titles(gained)} now {'holds' if len(gained) == 1 else 'hold'}.")
    if broke:
        parts.append(
            f"**{_titles(broke)} broke**: "
            + "; ".join(_moved(old, new) for old, new in worse)
            + "."
        )
    else:
        parts.append("Nothing that held broke.")
    return " ".join(parts)


def price(before: pd.Series, now: pd.Series) -> str:
    """Return how many more or fewer people are judged wrongly than before."""
    more = (now["fp"] + now["fn"]) - (before["fp"] + before["fn"])
    accuracy = f"accuracy {words.percent(before['accuracy'])} → {words.percent(now['accuracy'])}"
    if more == 0:
        return f"As many people are judged wrongly as before ({accuracy})."
    change = "more" if more > 0 else "fewer"
    verb = "is" if abs(more) == 1 else "are"
    people = words.plural(abs(more), "person", "people")
    return f"{people} {change} {verb} judged wrongly ({accuracy})."


def spread(values: Mapping[str, float]) -> str:
    """Return the lowest and the highest of some groups' values, with whose they are."""
    known = {group: value for group, value in values.items() if not math.isnan(value)}
    if not known:
        return words.UNDEFINED
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    return " to ".join(f"{words.number(known[g])} ({words.who(g)})" for g in (low, high))


def fraction(rate: str, row: Row) -> str:
    """Return a rate as the people counted over the people it is about: 301/557."""
    part, whole = RATES[rate].numerator, RATES[rate].denominator
    return "/".join(words.count(sum(row[cell] for cell in cells)) for cells in (part, whole))


def _worked_odds(criterion: Criterion, rows: Mapping[str, Row]) -> str:
    gaps = []
    for name in _ODDS:
        values = [row[name] for row in rows.values() if not math.isnan(row[name])]
        high, low = max(values), min(values)
        gap = words.number(high - low)
        gaps.append(
            f"{RATES[name].short}{_STAYS}{words.number(high)}{_STAYS}{words.MINUS}{_STAYS}"
            f"{words.number(low)} = {gap}"
        )
    worse = f"{RATES[criterion.rate].short}, {words.listed(criterion.pair)}"
    return f"The larger of {' and '.join(gaps)} ({worse})"


def _worked_calibration(criterion: Criterion, calibrated: Calibration) -> str:
    groups = calibrated.groups
    errors = dict(zip(groups, calibrated.expected_calibration_error, strict=True))
    people = dict(zip(groups, calibrated.count.sum(axis=1), strict=True))
    (worst,) = criterion.pair
    best = min((g for g in groups if np.isfinite(errors[g])), key=errors.__getitem__)
    said = (
        f"The largest error: {words.number(errors[worst])} over "
        f"{words.count(people[worst])} {words.who(worst)}"
    )
    if best == worst:
        return said
    return f"{said}; the smallest: {words.number(errors[best])}, {words.who(best)}"


def _titles(criteria: Iterable[Criterion]) -> str:
    names = words.listed(criterion.title.lower() for criterion in criteria)
    return names[:1].upper() + names[1:]


def _moved(before: Criterion, now: Criterion) -> str:
    return f"{words.signed(before.value)} → {words.signed(now.value)}"

"""The Metrics page's numbers in words: formulas with the present counts, and what changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import cast

import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.calibration import Calibration
from equipoise.criteria import CRITERIA, Criteria, Criterion
from equipoise.figures.incompatibility.verdicts import NEARLY_ALL
from equipoise.keeping import once
from equipoise.rates import RATES, why_undefined

Row = Mapping[str, float]
"""One group's counts and rates by name."""

_PERSON, _IS = ("person", "people"), ("is", "are")
_POINT = 0.01
_SLACK = 1e-9
_STAYS = words.STAYS


def by_group(rates: pd.DataFrame) -> dict[str, Row]:
    """Return the rows of `equipoise.rates.group_rates` by group; quicker to read in bulk."""
    names = list(map(str, rates))
    people = rates.to_numpy(dtype=object).tolist()
    return {
        str(group): dict(zip(names, row, strict=True))
        for group, row in zip(rates.index, people, strict=True)
    }


def everybody(overall: pd.Series) -> Row:
    """Return `equipoise.rates.overall_rates` as such a row."""
    return cast(Row, overall.to_dict())


def criterion_value(criterion: Criterion) -> str:
    """Return a criterion's value, with its sign where it has one."""
    return said_value(criterion.name, criterion.value)


def criterion_limits(criterion: Criterion, low: float, high: float) -> str:
    """Return between which limits a criterion's value lies, signed as the value is."""
    return said_limits(criterion.name, low, high)


def said_value(name: str, value: float) -> str:
    """Return the value of a comparison by its name, the same way everywhere."""
    return words.ratio(value) if _is_ratio(name) else _say(name)(value)


def said_limits(name: str, low: float, high: float) -> str:
    """Return its limits, signed as the value is."""
    return words.interval(low, high, _say(name))


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
    rates = CRITERIA[criterion.name].rates
    if not rates:
        return _worked_calibration(calibrated)
    if len(rates) > 1:
        return _worked_gaps(criterion, rates, rows)
    first, second = criterion.pair
    sign = "÷" if _is_ratio(criterion.name) else words.MINUS
    between = f"{_STAYS}{sign}{_STAYS}"
    counts = between.join(fraction(criterion.rate, rows[g]) for g in criterion.pair)
    # Rounded as they are, these digits need not add up to those of the criterion's value.
    values = between.join(words.number(rows[g][criterion.rate], 4) for g in criterion.pair)
    return f"{foreign.plain(first)} {sign} {foreign.plain(second)}: {counts} ≈{_STAYS}{values}"


def compared(ratio: Criterion) -> str:
    """Return the impact ratio in words: how often who is selected, beside whom.

    Where it is undefined, why.
    """
    if ratio.verdict == "undefined":
        return foreign.plain(ratio.reason)
    least, most = map(foreign.who, ratio.pair)
    if ratio.value == 0:
        return f"No {least} are selected, while some {most} are."
    if ratio.value == 1:
        return "Every group is selected equally often."
    often = f"{words.ratio(ratio.value)} times as often as {most}"
    return f"{words.sentence(least)} are selected {often}."


def undefined_rates(rows: Mapping[str, Row]) -> list[str]:
    """Return a sentence for each rate of a group that has no value, with the reason."""
    return [
        f"{RATES[name].title} of {foreign.plain(why_undefined(name, group, row['n']))}."
        for name in RATES
        for group, row in rows.items()
        if math.isnan(row[name])
    ]


def with_limits(rate: float, limits: tuple[float, float] | None) -> str:
    """Return a rate as a percentage, with its limits where they are given and known."""
    interval = words.percent_interval(*limits) if limits else ""
    return f"{words.percent(rate)} {interval}".rstrip()


def found_in_words(rows: Mapping[str, Row]) -> str:
    """Return how many of those who earn more than 50K are found.

    Parameters
    ----------
    rows : mapping from str to row
        The counts, by what those who earn more than 50K are called.
    """
    parts = [words.share(row["tp"], row["tp"] + row["fn"], people) for people, row in rows.items()]
    return f"Found: {words.listed(parts)}."


def rates_met(rates: pd.DataFrame, name: str) -> bool:
    """Return whether all groups' rates lie within one percentage point of each other."""
    values = rates[name].to_numpy()
    return bool(np.isfinite(values).all() and np.ptp(values) <= _POINT + _SLACK)


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


def what_changed(before: Criteria, now: Criteria) -> str:
    """Return which criteria hold now and did not, or did and no longer do."""
    pairs = list(zip(before, now, strict=True))
    gained = [new for old, new in pairs if old.verdict != "holds" and new.verdict == "holds"]
    lost = [(old, new) for old, new in pairs if old.verdict == "holds" and new.verdict != "holds"]
    broke = [pair for pair in lost if pair[1].verdict == "fails"]
    blank = [new for _, new in lost if new.verdict == "undefined"]
    parts = []
    if gained:
        parts.append(f"{_titles(gained)} now {words.agreeing(len(gained), 'holds', 'hold')}.")
    if broke:
        moved = "; ".join(f"{criterion_value(old)} → {criterion_value(new)}" for old, new in broke)
        parts.append(f"**{_titles(new for _, new in broke)} broke**: {moved}.")
    if blank:
        parts.append(f"{_titles(blank)} can no longer be assessed.")
    if not lost:
        parts.append("Nothing that held broke.")
    return " ".join(parts)


def price(before: pd.Series, now: pd.Series) -> str:
    """Return how many more or fewer people are judged wrongly than before."""
    more = (now["fp"] + now["fn"]) - (before["fp"] + before["fn"])
    accuracy = f"accuracy {_precise(before['accuracy'])} → {_precise(now['accuracy'])}"
    if more == 0:
        return f"As many people are judged wrongly as before ({accuracy})."
    change = "more" if more > 0 else "fewer"
    people, are = (words.agreeing(abs(more), *forms) for forms in (_PERSON, _IS))
    return f"{words.count(abs(more))} {change} {people} {are} judged wrongly ({accuracy})."


def spread(values: Mapping[str, float]) -> str:
    """Return the lowest and the highest of some groups' values, with whose they are."""
    known = {group: value for group, value in values.items() if not math.isnan(value)}
    if not known:
        return words.UNDEFINED
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    return " to ".join(f"{words.number(known[g])} ({foreign.who(g)})" for g in (low, high))


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


@once(maxsize=16)
def _worked_calibration(calibrated: Calibration) -> str:
    """Return the largest and the smallest average error, and which bin outweighs the rest."""
    groups = dict(zip(calibrated.groups, calibrated.expected_calibration_error, strict=True))
    errors = {group: error for group, error in groups.items() if not math.isnan(error)}
    worst, best = (end(errors, key=errors.__getitem__) for end in (max, min))
    place = calibrated.groups.index(worst)
    people = calibrated.count[place].sum()
    said = (
        f"Scores are off by {words.number(errors[worst])} on average over "
        f"{words.count(people)} {foreign.who(worst)}"
    )
    if best != worst:
        said += f", by {words.number(errors[best])} over {foreign.who(best)}"
    return f"{said}. {_fullest_bin(calibrated, place)}".rstrip()


def _fullest_bin(calibrated: Calibration, place: int) -> str:
    """Return how far off a group's scores are in its fullest bin, and in all others."""
    count = calibrated.count[place]
    full = int(count.argmax())
    others = count.sum() - count[full]
    if not others:
        return ""
    off = np.nan_to_num(np.abs(calibrated.mean_score - calibrated.observed_rate)[place])
    rest = ((off * count).sum() - off[full] * count[full]) / others
    who = foreign.who(calibrated.groups[place])
    scores = "–".join(f"{edge:.1f}" for edge in calibrated.edges[full : full + 2])
    return (
        f"{words.share(count[full], count.sum(), who)} score {scores}, where scores are off by "
        f"{words.number(off[full])}; over the other {words.count(others)} it is "
        f"{words.number(rest)}."
    )


def _precise(accuracy: float) -> str:
    """Return an accuracy with as many digits as a few people more or less move."""
    return words.percent(accuracy, 2)


def _say(name: str) -> Callable[[float], str]:
    signed = name not in CRITERIA or CRITERIA[name].is_signed
    return words.signed if signed else words.number


def _is_ratio(name: str) -> bool:
    return name in CRITERIA and CRITERIA[name].is_ratio


def _titles(criteria: Iterable[Criterion]) -> str:
    return words.sentence(words.listed(criterion.title.lower() for criterion in criteria))

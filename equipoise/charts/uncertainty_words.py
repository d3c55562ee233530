"""How sure one can be, in words: intervals, what chance alone does, and who decides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, cast

import pandas as pd

from equipoise import words
from equipoise.criteria import TITLES
from equipoise.rates import RATES
from equipoise.uncertainty.judgements import Comparison, Judgement
from equipoise.uncertainty.noise_floor import NoiseFloor

FEW = 200
"""Of fewer people than these, a gap that chance alone could make is said to rest on few."""

HOW_TO_READ = """
In brackets: where the number would lie if everybody like these people had been counted, with
95 % confidence. A criterion **holds** if the whole bracket keeps within the limit and **fails** if
all of it lies beyond; otherwise one **cannot tell** with so few people.

A *largest* gap (equalized odds, and every gap among many groups) is biased upwards: chance adds to
it and never takes away. So it stands beside what chance alone would make of groups that do not
differ.
"""

FOLDED = """
Here each number stands for itself: the middle 95 % of 1,000 bootstrap draws of the rows (score
intervals where few people differ). The brackets above are right for all pairs of groups at once,
and so are wider. *By chance* leaves labels and decisions as they are and deals the groups out at
random.
"""

_MORE_TITLES = {
    **TITLES,
    "false_positive_rate_difference": "False-positive rates",
    "accuracy_difference": "Accuracy",
}
_RATIO = "disparate_impact_ratio"
_ERROR = "expected_calibration_error"

Row = Mapping[str, Any]
"""One row of `equipoise.intervals` by column."""

Limits = Mapping[tuple[str, str], tuple[float, float]]
"""The limits of a statistic of a group, by both names; everybody is the group ""."""


def by_name(table: pd.DataFrame) -> dict[str, Row]:
    """Return the rows of comparisons by their names, from `equipoise.intervals`."""
    names = table["statistic"]
    compared = table[names.isin(_MORE_TITLES) & (names != _ERROR)]
    return {row["statistic"]: row for row in _rows(compared)}


def limits(table: pd.DataFrame) -> Limits:
    """Return the limits of each statistic of each group, from `equipoise.intervals`."""
    columns = (table[name].tolist() for name in ("statistic", "group", "low", "high"))
    return {(name, group): (low, high) for name, group, low, high in zip(*columns, strict=True)}


def few_people(judgement: Judgement) -> str:
    """Return a quiet word where a plain verdict rests on few people and chance; else ""."""
    pair = judgement.headline
    if pair is None or min(pair.people) >= FEW:
        return ""
    over = f"Over {_people(pair)}"
    if judgement.criterion.verdict == "fails" and pair.is_noise:
        return f"{over}: chance alone could make this."
    if judgement.criterion.verdict == "holds" and judgement.verdict == "cannot tell":
        return f"{over}: chance could hide a gap."
    return ""


def surest(judgement: Judgement) -> str:
    """Return whose gap makes a criterion fail for sure, if it is not the largest; else ""."""
    decisive = judgement.decisive
    if decisive is None or decisive == judgement.headline or judgement.verdict != "fails":
        return ""
    value = f"{words.number(decisive.value)}{words.STAYS}{_bracket(decisive)}"
    which = f", {RATES[decisive.rate].short}" if decisive.rate != judgement.criterion.rate else ""
    pair = words.listed(decisive.pair)
    return f"Fails for sure over {_people(decisive)}: {pair}{which}, {value}."


def by_chance(row: Row) -> str:
    """Return what chance alone would make of a largest gap or a ratio; "" of other numbers.

    Parameters
    ----------
    row : mapping
        Of `equipoise.intervals`.
    """
    if not row["bias"] or math.isnan(row["null_median"]):
        return ""
    typical, extreme = words.number(row["null_median"]), words.number(row["null_95"])
    beyond = "below" if row["statistic"] == _RATIO else "above"
    return f"By chance alone: {typical} typically, {beyond} {extreme} once in 20."


def without_value(row: Row) -> str:
    """Return in how many draws a comparison had no value; "" if it always had one."""
    if not row["n_undefined"]:
        return ""
    draws = words.of(row["n_undefined"], row["n_boot"], "draws")
    return f"Without a value in {draws}: a group had nobody to count."


def above_noise(floor: NoiseFloor) -> str:
    """Return in which groups scores are further off than a perfect score would look."""
    found = dict(zip(floor.groups, floor.findings(), strict=True))
    errors = dict(zip(floor.groups, floor.observed.tolist(), strict=True))
    reached = dict(zip(floor.groups, floor.limit().tolist(), strict=True))
    above = [
        f"{group} {words.number(errors[group])} (noise reaches {words.number(reached[group])})"
        for group, finding in found.items()
        if finding == "above noise"
    ]
    if not above:
        return "Not distinguishable from noise in any group: a perfect score could look so."
    rest = "" if len(above) == len(found) else " Other groups: not distinguishable from noise."
    return f"Above noise: {words.listed(above)}.{rest}"


def comparisons_table(table: pd.DataFrame, floor: NoiseFloor) -> pd.DataFrame:
    """Return every comparison with its interval, chance alone, people and draws.

    Parameters
    ----------
    table : DataFrame
        As `equipoise.intervals` gives it.
    floor : NoiseFloor
        Of the same groups: what chance alone makes of calibration errors.
    """
    noise = floor.table()
    lines = {_MORE_TITLES[name]: _line(row) for name, row in by_name(table).items()}
    for row in _rows(table[table["statistic"] == _ERROR]):
        typical, extreme = noise.loc[row["group"], ["noise_mean", "noise_95"]]
        chance = {"null_median": typical, "null_95": extreme}
        lines[f"Calibration, {row['group']}"] = _line({**row, **chance})
    return pd.DataFrame.from_dict(lines, orient="index").rename_axis("Comparison")


def _rows(table: pd.DataFrame) -> list[Row]:
    return cast(list[Row], table.to_dict("records"))


def _line(row: Row) -> dict[str, str]:
    say = words.signed if row["other"] else words.number
    return {
        "Value": say(row["estimate"]),
        "95 % interval": words.interval(row["low"], row["high"], say) or words.UNDEFINED,
        "By chance, typically": words.number(row["null_median"]),
        "By chance, 1 in 20 beyond": words.number(row["null_95"]),
        "Smallest group": words.count(row["people"]),
        "Draws without value": words.of(row["n_undefined"], row["n_boot"], "").strip(),
    }


def _bracket(one: Comparison) -> str:
    return words.interval(one.low, one.high)


def _people(one: Comparison) -> str:
    return f"{_counts(one.people)} people"


def _counts(people: Iterable[int]) -> str:
    return words.listed(words.count(n) for n in people)

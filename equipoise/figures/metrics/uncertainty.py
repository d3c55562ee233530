"""What the data can tell, in words: intervals, what chance alone does, and who decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.criteria import CRITERIA, TITLES
from equipoise.figures.metrics.words import is_ratio, said_limits, said_value
from equipoise.foreign import plain
from equipoise.rates import RATES
from equipoise.uncertainty.comparisons import ERROR, Comparison
from equipoise.uncertainty.contrasts import Array
from equipoise.uncertainty.judgements import Judgement
from equipoise.uncertainty.noise_floor import NoiseFloor
from equipoise.uncertainty.proportions import SPARSE

FEW = 200
"""Of fewer people than these, a gap that chance alone could make is said to rest on few."""

HOW_TO_READ = """
In brackets: between which limits a number may lie if we could audit everybody like these people,
not only those here. The limits are found in a way that is right in about 95 of 100 audits, or
more. A criterion **holds** if the whole bracket keeps within the limit and **fails** if all of it
lies beyond; otherwise the data **cannot tell**. With more than two groups, brackets hold for all
pairs of them at once, and so are wider.

On average chance makes a *largest* gap (equalized odds, and every gap among many groups) look
larger than it is, the more so the more groups there are and the smaller they are. So it stands
beside what chance alone would make of groups that do not differ.
"""

FOLDED = f"""
The brackets are those of the cards, beside two comparisons more and every group's calibration.
They are built from the limits of each group's rate: Wilson's, or exact ones (Clopper and
Pearson's) where fewer than {SPARSE} people of a group have, or lack, the outcome. *By chance*
leaves labels and decisions as they are and deals the groups out at random, 1,000 times; for
calibration it draws the labels anew, from the scores.
"""

_MORE_TITLES = {
    **TITLES,
    "false_positive_rate_difference": "False-positive rates",
    "accuracy_difference": "Accuracy",
}
_CALIBRATION = CRITERIA[ERROR].short

Row = Mapping[str, Any]
"""One row of `equipoise.intervals` by column."""

Limits = Mapping[tuple[str, str], tuple[float, float]]
"""The limits of a statistic of a group, by both names; everybody is the group ""."""


def by_name(table: pd.DataFrame) -> dict[str, Row]:
    """Return the rows of comparisons by their names, from `equipoise.intervals`."""
    wanted = _MORE_TITLES.keys() - {ERROR}
    return {row["statistic"]: row for row in _rows(table) if row["statistic"] in wanted}


def limits(table: pd.DataFrame) -> Limits:
    """Return the limits of each statistic of each group, from `equipoise.intervals`."""
    columns = (table[name].tolist() for name in ("statistic", "group", "low", "high"))
    return {(name, group): (low, high) for name, group, low, high in zip(*columns, strict=True)}


def few_people(judgement: Judgement) -> str:
    """Return a quiet word where a plain verdict rests on few people and chance; else ""."""
    pair = judgement.headline
    if pair is None or min(pair.people) >= FEW:
        return ""
    over = f"Based on {_people(pair)}"
    if judgement.criterion.verdict == "fails" and pair.is_noise:
        return f"{over}: chance alone could make this."
    if judgement.criterion.verdict == "holds" and judgement.verdict == "cannot tell":
        return f"{over}: chance could hide a gap."
    return ""


def surest(judgement: Judgement) -> str:
    """Return whose gap makes a criterion fail, if it is not the largest; else ""."""
    decisive = judgement.decisive
    if decisive is None or decisive == judgement.headline or judgement.verdict != "fails":
        return ""
    value = (
        f"{words.number(decisive.value)}{words.STAYS}{words.interval(decisive.low, decisive.high)}"
    )
    which = f", {RATES[decisive.rate].short}" if decisive.rate != judgement.criterion.rate else ""
    pair = words.listed(map(plain, decisive.pair))
    return f"Fails with 95 % confidence over {_people(decisive)}: {pair}{which}, {value}."


def by_chance(row: Row) -> str:
    """Return what chance alone would make of a largest gap or a ratio; "" of other numbers.

    Parameters
    ----------
    row : mapping
        Of `equipoise.intervals`.
    """
    typical, extreme = _chance(row["null_median"], row["null_95"])
    if not row["bias"] or typical == words.UNDEFINED:
        return ""
    # By chance alone a largest gap grows, and a ratio falls.
    beyond = "below" if is_ratio(row["statistic"]) else "above"
    return f"By chance alone: {typical} typically, {beyond} {extreme} at most once in 20."


def above_noise(floor: NoiseFloor) -> str:
    """Return in which groups scores are further off than calibrated ones would look."""
    found = dict(zip(floor.groups, floor.findings(), strict=True))
    errors = dict(zip(floor.groups, floor.observed.tolist(), strict=True))
    reached = dict(zip(floor.groups, floor.limit().tolist(), strict=True))
    above = [
        f"{plain(group)} {words.number(errors[group])} "
        f"(noise exceeds {words.number(reached[group])} once in 20)"
        for group, finding in found.items()
        if finding == "above noise"
    ]
    many = f" This allows for having looked at {len(found)} groups." * (len(found) > 1)
    if not above:
        return (
            "Not distinguishable from noise in any group: a perfectly calibrated score could "
            f"look so.{many}"
        )
    rest = "" if len(above) == len(found) else " Other groups: not distinguishable from noise."
    return f"Above noise: {words.listed(above)}.{rest}{many}"


def comparisons_table(table: pd.DataFrame, floor: NoiseFloor) -> pd.DataFrame:
    """Return every comparison with its interval, chance alone and the people behind it.

    Parameters
    ----------
    table : DataFrame
        As `equipoise.intervals` gives it.
    floor : NoiseFloor
        Of the same groups: what chance alone makes of calibration errors.
    """
    lines = {_MORE_TITLES[name]: _line(row) for name, row in by_name(table).items()}
    errors = table[table["statistic"] == ERROR]
    if errors["estimate"].notna().any():
        # Each group's bracket holds for all groups at once, and so the largest of them too.
        largest = {
            "statistic": ERROR,
            "people": errors["people"].min(),
            **errors[["estimate", "low", "high"]].max(),
            **_by_noise(np.nanmax(floor.draws, axis=0)),
        }
        lines[f"{_CALIBRATION}, largest error"] = _line(largest)
    for row, draws in zip(_rows(errors), floor.draws, strict=True):
        lines[f"{_CALIBRATION}, {row['group']}"] = _line({**row, **_by_noise(draws)})
    return pd.DataFrame.from_dict(lines, orient="index").rename_axis("Comparison")


def _rows(table: pd.DataFrame) -> Iterator[Row]:
    """Yield the rows, quicker than pandas does."""
    names = list(map(str, table))
    for values in table.to_numpy(dtype=object).tolist():
        yield dict(zip(names, values, strict=True))


def _line(row: Row) -> dict[str, str]:
    name = row["statistic"]
    typical, extreme = _chance(row["null_median"], row["null_95"])
    return {
        "Value": said_value(name, row["estimate"]),
        "95 % interval": said_limits(name, row["low"], row["high"]) or words.UNDEFINED,
        "By chance, typically": typical,
        "By chance, 1 in 20 beyond": extreme,
        "Fewest people behind it": words.count(row["people"]),
    }


def _by_noise(draws: Array) -> dict[str, float]:
    """Return the same of calibration errors, from those of calibrated scores."""
    middle, high = np.quantile(draws, (0.5, 0.95), method="inverted_cdf")
    return {"null_median": float(middle), "null_95": float(high)}


def _chance(typical: float, extreme: float) -> tuple[str, str]:
    """Return both in words; no words where chance alone makes no difference that shows."""
    # Digits that are the same twice would claim that chance never varies.
    said = words.number(typical), words.number(extreme)
    return said if said[0] != said[1] else (words.UNDEFINED, words.UNDEFINED)


def _people(one: Comparison) -> str:
    return f"{words.listed(map(words.count, one.people))} people"

"""Strategies, measures and strangers' texts in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from equipoise import words
from equipoise.app import group_label
from equipoise.charts.invariance_bands import LEGEND
from equipoise.invariance import STRATEGIES

CALLED: Mapping[str, str] = {name: one.title for name, one in STRATEGIES.items()} | {
    "random_context": "Another added"
}
"""The strategies by the names they go by on the page."""

LONGEST = 300
"""Letters of somebody else's text that a table or message shows."""

JOINER = "\N{WORD JOINER}"

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
_ADDRESS = re.compile(r":(?=//)|www(?=\.)|\w(?=@)", re.IGNORECASE)
_RUNS = re.compile(r"\s+")
_SIGNS = "[=+\\-@|%\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(rf"[\t\r\n]|\s*{_SIGNS}")
_AFTER = re.compile(rf"(;\s*|(?<!^)[\t\r\n]\s*)(?={_SIGNS})")
"""Where a formula would begin in a spreadsheet that parts cells by other marks."""


def plain(text: object, longest: int = LONGEST) -> str:
    """Return somebody else's text so that Markdown shows it as it is, shortened.

    Nothing in it is then a picture to be fetched, a link or a formula.
    """
    line = _RUNS.sub(" ", str(text))
    short = line if len(line) <= longest else f"{line[:longest]} ..."
    # A joiner nobody sees keeps an address from becoming a link.
    return _MARKS.sub(r"\\\1", _ADDRESS.sub(rf"\g<0>{JOINER}", short))


def legend(names: Sequence[str]) -> str:
    """Return names, each after its sign in a chart."""
    shown = tuple(map(plain, names))
    return ", ".join(group_label(shown, one) for one in shown)


def harmless(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose texts no spreadsheet takes for a formula."""

    def kept(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        inside = _AFTER.sub(r"\1'", value)
        return f"'{inside}" if _FORMULA.match(value) else inside

    return table.map(kept).rename(columns=kept)


def named(measures: pd.DataFrame) -> pd.DataFrame:
    """Return measures, or cells, with the strategies' names as the page has them."""
    return measures.assign(strategy=measures["strategy"].map(lambda name: CALLED.get(name, name)))


def band_words(measures: pd.DataFrame) -> str:
    """Say which strategies stand out from noise, given `Scores.table`."""
    known = measures[measures["verdict"] != "undefined"]
    if known.empty:
        return "SI-bias is not defined here."
    lost = measures.loc[measures["verdict"] == "undefined", "strategy"].tolist()
    above = known.loc[known["verdict"] == "above noise", "strategy"].tolist()
    if len(known) == 1:
        one = known.iloc[0]
        of = "" if len(measures) == 1 else f" of {plain(one['strategy'])}"
        found = f"SI-bias{of} {words.number(one['si_bias'])}: {one['verdict']}"
    elif above:
        shown = words.listed(map(plain, above))
        found = f"{len(above)} of {len(known)} stand out from noise: {shown}"
    else:
        found = f"None of {len(known)} stands out: every gap is one that noise alone can show"
    found += f" ({_answers(known)})."
    if unable := known.loc[known["verdict"] == "cannot tell", "strategy"].tolist():
        shown = words.listed(map(plain, unable))
        found += (
            f" **Too few answers to tell** for {shown}: even answers that hang on the context and "
            "nothing else would not stand out from noise."
        )
    if lost:
        found += f" SI-bias is not defined for {words.listed(map(plain, lost))}."
    return f"{found} {LEGEND}"


def _answers(known: pd.DataFrame) -> str:
    """Say how many readable answers there are under each strategy."""
    read = known["n"] - known["n_missing"]
    if read.min() == read.max():
        return f"{words.count(read.max())} answers{' each' if len(known) > 1 else ''}"
    return f"{words.count(read.min())} to {words.count(read.max())} answers each"


def measures_table(measures: pd.DataFrame) -> pd.DataFrame:
    """Return `Scores.table` in words, a row a strategy; names as they are, for Markdown."""
    return pd.DataFrame(
        [_row(one) for one in measures.to_dict("records")],
        index=pd.Index(measures["strategy"].map(plain), name="way of asking"),
    )


def p_words(p: float) -> str:
    """Return a p-value; very small ones are not told apart, and none is 0."""
    return "below 0.001" if p < 0.001 else words.number(p)


def p_share(p: float) -> str:
    """Return a p-value as a share of cases; none is 0."""
    if p < 0.001:
        return f"fewer than {words.percent(0.001)}"
    return words.percent(p, 0 if p >= 0.1 else 1)


def _row(one: Mapping[Any, Any]) -> dict[str, str]:
    return {
        "answers": words.count(one["n"] - one["n_missing"]),
        "missing": words.count(one["n_missing"]),
        "SI-bias": words.number(one["si_bias"]),
        "noise at most, 19 of 20": words.number(one["null_upper"]),
        "p-value": p_words(one["p_value"]),
        "verdict": one["verdict"],
        "CI probability": words.number(one["ci_probability"]),
        "of units": words.count(one["n_units"]),
        "macro F1": words.number(one["macro_f1"]),
        "answered yes": words.percent(one["positive_rate"]),
    }

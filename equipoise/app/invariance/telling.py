"""Strategies and measures in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from equipoise import words
from equipoise.figures.invariance.bands import LEGEND
from equipoise.figures.theme import group_label
from equipoise.foreign import plain
from equipoise.invariance import STRATEGIES
from equipoise.invariance.measures.noise import NOISE
from equipoise.invariance.measures.report import status_words

CALLED: Mapping[str, str] = {name: one.title for name, one in STRATEGIES.items()} | {
    "random_context": "Another added"
}
"""The strategies by the names they go by on the page."""


def legend(names: Sequence[str]) -> str:
    """Return names, each after its sign in a chart."""
    return ", ".join(group_label(tuple(names), one) for one in names)


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
        found = f"None of {len(known)} stands out{_reached(known)}"
    found += f" ({_answers(known)})."
    if above and len(known) > 1:
        found += (
            " (Of twenty ways in which the context plays no part, up to one would by chance, on "
            "average.)"
        )
    if close := known.loc[known["verdict"] == "borderline", "strategy"].tolist():
        found += (
            f" **Too close to call**: {words.listed(map(plain, close))}. Other shuffles could put "
            f"{'it' if len(close) == 1 else 'each'} on either side of the line, 1 of 20."
        )
    if unable := known.loc[known["verdict"] == "cannot tell", "strategy"].tolist():
        shown = words.listed(map(plain, unable))
        found += (
            f" **Too few answers to tell** for {shown}: even answers that depend on the context "
            "and nothing else would not stand out from noise."
        )
    if lost:
        found += f" SI-bias is not defined for {words.listed(map(plain, lost))}."
    return f"{found} {LEGEND}"


def _reached(known: pd.DataFrame) -> str:
    """Say of gaps that are all within noise what that means."""
    if (known["verdict"] == "borderline").any() or known["p_value"].min() <= NOISE:
        return ""
    return ": noise alone reaches each of these gaps in more than 1 of 20 cases"


def _answers(known: pd.DataFrame) -> str:
    """Say how many readable answers there are under each strategy."""
    read = known["n"] - known["n_missing"]
    if read.min() == read.max():
        return f"{words.count(read.max())} answers{' each' if len(known) > 1 else ''}"
    return f"{words.count(read.min())} to {words.count(read.max())} answers each"


def measures_table(measures: pd.DataFrame) -> pd.DataFrame:
    """Return `Scores.table` in words, a row a strategy."""
    return pd.DataFrame(
        [_row(one) for one in measures.to_dict("records")],
        index=pd.Index(measures["strategy"], name="way of asking"),
    )


def p_words(p: float) -> str:
    """Return a p-value; very small ones are not told apart, and none is 0."""
    return "below 0.001" if p < 0.001 else words.number(p)


def gap_words(gap: float) -> str:
    """Return a gap that is there; none is 0."""
    return "less than 0.001" if 0 < gap < 0.0005 else words.number(gap)


def lost_words(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Say what became of the answers under each way of asking; "" where all could be read."""
    told = {name: status_words(statuses) for name, statuses in counts.items()}
    lines = [
        f"- {plain(CALLED.get(name, name))}: "
        f"{words.of(each['ok'], sum(each.values()), 'answers')} could be read; {told[name]}."
        for name, each in counts.items()
        if told[name]
    ]
    return "\n".join(["**Answers that could not be read:**", "", *lines]) if lines else ""


def p_share(p: float) -> str:
    """Return a p-value, or another chance, as a share of cases; none is 0, and 1 is exactly 1."""
    if p < 0.001:
        return f"fewer than {words.percent(0.001)}"
    if 0.999 < p < 1:
        return f"more than {words.percent(0.999)}"
    return words.percent(p, 0 if p >= 0.1 else 1)


def _alike(share: float, n: float) -> str:
    return words.of(round(share * n), n, "").strip() if share == share else words.UNDEFINED


def _row(one: Mapping[Any, Any]) -> dict[str, str]:
    return {
        "answers": words.count(one["n"] - one["n_missing"]),
        "missing": words.count(one["n_missing"]),
        "SI-bias": words.number(one["si_bias"]),
        "noise: at most 1 in 20 beyond": words.number(one["null_upper"]),
        "p-value": p_words(one["p_value"]),
        "verdict": one["verdict"],
        "CI probability": words.number(one["ci_probability"]),
        "units answered alike": _alike(one["ci_probability"], one["n_units"]),
        "macro F1": words.number(one["macro_f1"]),
        "answered yes": words.percent(one["positive_rate"]),
    }

"""What a coin decides: how tosses scatter around a promise, and for whom it is tossed."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from equipoise import words
from equipoise.charts.frontier_plane import Columns
from equipoise.charts.theme import INK, SIGNS, group_colour, source, specification
from equipoise.frontiers.coins import Tosses
from equipoise.frontiers.gaps import GAPS

_STEP = 46
_MANY = 5


def toss_tables(tosses: Tosses) -> dict[str, Columns]:
    """Return the realised gaps of several draws, the first by name, and the expected gap."""
    gaps = tosses.draws["gap"].dropna().to_numpy()
    return {
        "draws": {"gap": gaps[1:]},
        "this": {
            "gap": gaps[:1],
            "label": ["this toss"] * len(gaps[:1]),
            "side": np.sign(gaps[:1] - tosses.expected_gap),
        },
        "expected": {"gap": [tosses.expected_gap], "label": ["expected"]},
    }


@functools.cache
def toss_spec(gap: str) -> dict[str, Any]:
    """Return the drawing of `toss_tables`: a strip of gaps."""
    x = alt.X(
        "gap:Q",
        title=f"{GAPS[gap].title}: gap between groups",
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=6, grid=False),
    )
    draws = alt.Chart(source("draws")).mark_point(color=INK, filled=False, size=70, opacity=0.6)
    this = alt.Chart(source("this")).encode(x=x)
    expected = alt.Chart(source("expected")).encode(x=x)
    chart = alt.layer(
        expected.mark_rule(strokeWidth=2),
        expected.mark_text(align="left", dx=5, y=8).encode(text="label:N"),
        draws.encode(x=x),
        this.mark_point(color=INK, size=110),
        this.mark_text(
            align=alt.expr("datum.side < 0 ? 'right' : 'left'"),
            dx=alt.expr("datum.side < 0 ? -5 : 5"),
            dy=20,
            fontWeight="bold",
        ).encode(text="label:N"),
    )
    return specification(chart.properties(height=96))


def coin_tables(people: pd.DataFrame) -> dict[str, Columns]:
    """Return bars of the people on a coin and the words beside them.

    Parameters
    ----------
    people : DataFrame
        As `equipoise.Tosses` holds it.
    """
    groups, n = list(people.index), len(people)
    positive = people["on_coin_positive"].to_list()
    total = people["on_coin"].to_list()
    bars = pd.DataFrame(
        {
            "group": groups * 2,
            "label": [1] * n + [0] * n,
            "start": [0] * n + positive,
            "end": positive + total,
        }
    )
    somebody = bars[bars["start"] < bars["end"]]
    return {
        "bars": {str(name): column.to_numpy() for name, column in somebody.items()},
        "labels": {
            "group": groups,
            "name": [
                f"{sign} {group}: {words.count(on)} of {words.count(all_of_them)}"
                for sign, group, on, all_of_them in zip(
                    SIGNS, groups, total, people["n"], strict=False
                )
            ],
        },
    }


@functools.cache
def coin_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return the drawing of `coin_tables`: filled bars have a positive label, hollow not."""
    y = alt.Y("group:N", sort=list(groups), axis=None)
    axis = alt.Axis(title="people", tickCount=4, format=",d", tickMinStep=1)
    bars = (
        alt.Chart(source("bars"))
        .mark_bar(height=12, strokeWidth=1.5)
        .encode(
            x=alt.X("start:Q", axis=axis),
            x2="end:Q",
            y=y,
            color=group_colour(groups),
            stroke=alt.Stroke("group:N", scale=alt.Scale(domain=list(groups)), legend=None),
            fillOpacity=alt.FillOpacity("label:Q", scale=None),
        )
    )
    names = alt.Chart(source("labels")).mark_text(align="left", dy=-15, fontSize=12)
    labels = names.encode(y=y, text="name:N", x=alt.value(0))
    return specification(alt.layer(bars, labels).properties(height=_STEP * len(groups)))


def on_whom(people: pd.DataFrame) -> str:
    """Return how many people depend on a coin, and which groups have none who do."""
    total, spared = people["on_coin"].sum(), people.index[people["on_coin"] == 0]
    if total == 0:
        return "Nobody: at this limit the most accurate rule needs no coin."
    text = (
        f"{words.of(total, people['n'].sum(), 'people')}, "
        f"{words.count(people['on_coin_positive'].sum())} of them earning more than 50K."
    )
    if not len(spared):
        return text
    bearing = words.listed(words.who(str(g)) for g in people.index if g not in spared)
    if len(people) <= _MANY:
        without = words.listed(words.who(str(g)) for g in spared)
        return f"{text} No coin is tossed for {without}: chance falls on {bearing} alone."
    return f"{text} For {len(spared)} of {len(people)} groups, no coin is tossed."


def bands_table(bands: pd.DataFrame) -> pd.DataFrame:
    """Return the score bands in which a coin is tossed, in words.

    Parameters
    ----------
    bands : DataFrame
        As `equipoise.chance_bands` returns it.
    """
    tossed = bands[(bands["probability"] > 0) & (bands["probability"] < 1)]
    below = [f" to {words.number(b)}" if b == b else " and above" for b in tossed["below"]]
    scores = [words.number(a) + end for a, end in zip(tossed["at_least"], below, strict=True)]
    return pd.DataFrame(
        {
            "scores": scores,
            "selected with probability": tossed["probability"].map(words.percent).to_list(),
            "people": tossed["n"].map(words.count).to_list(),
            "earning more than 50K": tossed["n_positive"].map(words.count).to_list(),
        },
        index=pd.Index(tossed["group"], name="group"),
    )


def what_it_buys(expected: float, fixed: Mapping[str, float], limit: float, n: float) -> str:
    """Return the accuracy with a coin against that without one.

    Parameters
    ----------
    expected : float
        With a coin, on average.
    fixed : mapping from str to float
        Accuracy by a name of the thresholds, the one to compare with first; NaN where none
        keeps the limit.
    limit : float
    n : float
        How many people are decided on.
    """
    name, best = next(iter(fixed.items()))
    without = words.listed(f"{words.percent(value, 2)} {name}" for name, value in fixed.items())
    text = (
        f"Within a gap of {words.number(limit)}, fixed thresholds reach {without}; with a coin it "
        f"is **{words.percent(expected, 2)}** on average."
    )
    if best != best:
        return f"{text} No thresholds {name} keep the gap that small."
    return (
        f"{text} **The coin buys {words.points((expected - best), 2)}**: of {words.count(n)} "
        f"people, {words.count(round((expected - best) * n))} more decided rightly."
    )

"""What a coin decides: how tosses scatter around a promise, and for whom it is tossed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from equipoise import foreign, words
from equipoise.figures.frontier.plane import Columns
from equipoise.figures.theme import INK, group_colour, signs, source, specification
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised.tosses import Tosses
from equipoise.keeping import once

MIDDLE = 0.9
"""The share of tosses between whose gaps the grey bar reaches."""

_STEP, _STRIP = 46, 124
_MANY = 5
_MIDDLE = (
    "'nine tosses in ten have a gap from ' + format(datum.low, '.3f') + ' to ' + "
    "format(datum.high, '.3f')"
)
_SAID = (
    "datum.group + ': ' + format(datum.end - datum.start, ',') + ' people on a coin, earning ' + "
    "(datum.label ? 'more than 50K' : '50K or less')"
)
"""What a bar is called where it is read aloud."""


def toss_tables(tosses: Tosses) -> dict[str, Columns]:
    """Return the gaps of several tosses, the first by name, and what is known of all tosses.

    That is the gap of the average rates, which the rule limits; the average gap of a toss; and
    the middle 90 % of tosses.
    """
    gaps = tosses.draws["gap"].dropna().to_numpy()
    known = tosses.toss_gap
    low, high = (known.quantile(share) for share in ((1 - MIDDLE) / 2, (1 + MIDDLE) / 2))
    widest = max(high, *gaps)

    def named(values: ArrayLike, label: str, turns: float = 0.6) -> Columns:
        """Return marks with their name, to the left of those beyond a share of the width."""
        at = np.asarray(values)
        side = np.where(at > widest * turns, -1, 1)
        return {"gap": at, "label": [label] * len(at), "side": side}

    return {
        "draws": {"gap": gaps[1:]},
        "this": named(gaps[:1], "this toss"),
        "rates": named([tosses.gap_of_expected_rates], "gap of the average rates", 0.35),
        "mean": named([known.mean], "average gap of a toss"),
        "middle": {"low": [low], "high": [high]},
    }


@once()
def toss_spec(gap: str) -> dict[str, Any]:
    """Return the drawing of `toss_tables`: a strip of gaps."""
    title = f"{GAPS[gap].title}: gap between groups after a toss"
    x = alt.X(
        "gap:Q",
        title=title,
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=6, grid=False),
    )
    draws, this, rates, mean = (
        alt.Chart(source(name)).encode(x=x) for name in ("draws", "this", "rates", "mean")
    )
    middle = alt.Chart(source("middle")).mark_bar(
        color=INK, opacity=0.14, height=30, description=alt.expr(_MIDDLE)
    )
    said = alt.expr("'a toss with a gap of ' + format(datum.gap, '.3f')")
    aside: dict[str, Any] = {
        "align": alt.expr("datum.side < 0 ? 'right' : 'left'"),
        "dx": alt.expr("datum.side < 0 ? -6 : 6"),
        "description": alt.expr("datum.label + ': ' + format(datum.gap, '.3f')"),
    }
    chart = alt.layer(
        middle.encode(x=alt.X("low:Q", title=title), x2="high:Q"),
        rates.mark_rule(strokeWidth=1.5, strokeDash=[4, 3], aria=False),
        mean.mark_rule(strokeWidth=2.5, aria=False),
        draws.mark_point(color=INK, filled=False, size=70, opacity=0.6, description=said),
        this.mark_point(color=INK, size=110, description=said),
        rates.mark_text(y=8, **aside).encode(text="label:N"),
        mean.mark_text(y=_STRIP - 8, fontWeight="bold", **aside).encode(text="label:N"),
        this.mark_text(dy=24, **aside).encode(text="label:N"),
    )
    return specification(chart.properties(height=_STRIP))


def toss_takeaway(tosses: Tosses, n_distances: int) -> str:
    """Return what tosses give on average, nine times in ten, and this time.

    Parameters
    ----------
    tosses : Tosses
    n_distances : int
        How many distances between groups the gap is the largest of.
    """
    known, first = tosses.toss_gap, tosses.draws.iloc[0]
    rates = words.number(tosses.gap_of_expected_rates)
    if len(known.values) == 1:
        return f"No coin is tossed: gap **{rates}**, accuracy {_accuracy(first)}, every time."
    low, high = (known.quantile(share) for share in ((1 - MIDDLE) / 2, (1 + MIDDLE) / 2))
    larger = 1 - known.within(tosses.gap_of_expected_rates)
    why = "A gap is the largest of several distances, so it is enough that one of them grows."
    if n_distances == 1:
        why = "There is one distance here, which a toss moves either way; from 0 it can only grow."
    return (
        f"Gap of the average rates {rates}; average gap of a toss **{words.number(known.mean)}**. "
        f"At least nine tosses in ten lie between {words.number(low)} and {words.number(high)} "
        f"(the grey bar), and {words.nearly(larger)} lie above the gap of the average rates. "
        f"{why} This toss (seed {tosses.seed}): gap **{words.number(first['gap'])}**, accuracy "
        f"{_accuracy(first)}."
    )


def _accuracy(toss: pd.Series) -> str:
    return words.percent(toss["accuracy"], 2)


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
                for (group, sign), on, all_of_them in zip(
                    signs(groups).items(), total, people["n"], strict=True
                )
            ],
        },
    }


@once()
def coin_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return the drawing of `coin_tables`: filled bars have a positive label, hollow not."""
    y = alt.Y("group:N", sort=list(groups), axis=None)
    axis = alt.Axis(title="people", tickCount=4, format=",d", tickMinStep=1)
    bars = (
        alt.Chart(source("bars"))
        .mark_bar(height=12, strokeWidth=1.5, description=alt.expr(_SAID))
        .encode(
            x=alt.X("start:Q", axis=axis),
            x2="end:Q",
            y=y,
            color=group_colour(groups),
            stroke=alt.Stroke("group:N", scale=alt.Scale(domain=list(groups)), legend=None),
            fillOpacity=alt.FillOpacity("label:Q", scale=None),
        )
    )
    names = alt.Chart(source("labels")).mark_text(
        align="left", dy=-15, fontSize=12, description=alt.expr("datum.name")
    )
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
    bearing = words.listed(foreign.who(str(g)) for g in people.index if g not in spared)
    if len(people) <= _MANY:
        without = words.listed(foreign.who(str(g)) for g in spared)
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


def what_it_buys(tosses: Tosses, fixed: Mapping[str, float], limit: float, n: float) -> str:
    """Return the accuracy with a coin against that without one, and what is not the same.

    Parameters
    ----------
    tosses : Tosses
    fixed : mapping from str to float
        Accuracy by a name of the thresholds, the one to compare with first; NaN where none
        keeps the limit.
    limit : float
    n : float
        How many people are judged.
    """
    name, best = next(iter(fixed.items()))
    without = words.listed(f"{words.percent(value, 2)} {name}" for name, value in fixed.items())
    gained = tosses.expected_accuracy - best
    text = (
        f"Fixed thresholds with a gap within {words.number(limit)} reach {without}. A coin, with "
        f"the gap of the average rates within it, reaches "
        f"**{words.percent(tosses.expected_accuracy, 2)}** on average"
    )
    if best != best:
        text += f"; no thresholds {name} keep the gap that small."
    else:
        text += (
            f": {words.points(gained, 2)}, or {words.count(round(gained * n))} more of "
            f"{words.count(n)} people judged rightly."
        )
    kept = tosses.toss_gap.within(limit)
    return f"{text} Of its tosses, {words.nearly(kept)} have a gap within the limit."

"""The people whose decision a randomised rule leaves to chance, and what that buys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.figure import Figure
from equipoise.figures.frontier.bars import STEP, group_rows, people_bars
from equipoise.figures.frontier.plane import Columns
from equipoise.figures.theme import signs, source, specification
from equipoise.foreign import plain
from equipoise.frontiers.tosses import Tosses
from equipoise.keeping import kept
from equipoise.tally import Tally
from equipoise.vocabulary import Outcome, Vocabulary

_MANY = 5


def chance_figure(view: View, people: pd.DataFrame) -> Figure:
    """Return bars of the people whose decision depends on a coin.

    Parameters
    ----------
    view : View
    people : DataFrame
        As `equipoise.Tosses` holds it.
    """
    positive, negative = view.vocabulary.positive, view.vocabulary.negative
    return Figure(
        title=f"Whose decision depends on a coin (filled: {plain(positive.participle)})",
        takeaway=on_whom(people, view.vocabulary),
        alt="For each group a bar of the people whose decision depends on a coin; filled for "
        f"those who {positive.plural}, outlined for the others.",
        spec=chance_spec(view.tally, positive, negative),
        data=chance_tables(people),
    )


def chance_tables(people: pd.DataFrame) -> dict[str, Columns]:
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
    # A bar of nobody would still be read aloud.
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


@kept()
def chance_spec(tally: Tally, positive: Outcome, negative: Outcome) -> dict[str, Any]:
    """Return the drawing of `chance_tables`: filled bars have a positive label, hollow not."""
    groups = tally.groups
    # What a bar is called where it is read aloud.
    said = (
        "datum.group + ': ' + format(datum.end - datum.start, ',') + ' people on a coin, ' + "
        f"(datum.label ? {json.dumps(positive.participle)} : {json.dumps(negative.participle)})"
    )
    y = group_rows(groups)
    axis = alt.Axis(title="people", tickCount=4, format=",d", tickMinStep=1)
    bars = people_bars(groups, said, axis)
    names = alt.Chart(source("labels")).mark_text(
        align="left", dy=-15, fontSize=12, description=alt.expr("datum.name")
    )
    labels = names.encode(y=y, text="name:N", x=alt.value(0))
    return specification(alt.layer(bars, labels).properties(height=STEP * len(groups)))


def on_whom(people: pd.DataFrame, vocabulary: Vocabulary) -> str:
    """Return how many people depend on a coin, and which groups have none who do."""
    total, spared = people["on_coin"].sum(), people.index[people["on_coin"] == 0]
    if total == 0:
        return "Nobody: at this limit the most accurate rule needs no coin."
    text = (
        f"{words.of(total, people['n'].sum(), 'people')}, "
        f"{words.count(people['on_coin_positive'].sum())} of them "
        f"{plain(vocabulary.positive.participle)}."
    )
    if not len(spared):
        return text
    bearing = words.listed(
        foreign.people(vocabulary, str(g)) for g in people.index if g not in spared
    )
    if len(people) <= _MANY:
        without = words.listed(foreign.people(vocabulary, str(g)) for g in spared)
        return f"{text} No coin is tossed for {without}: chance falls on {bearing} alone."
    return f"{text} For {len(spared)} of {len(people)} groups, no coin is tossed."


def bands_table(bands: pd.DataFrame, vocabulary: Vocabulary) -> pd.DataFrame:
    """Return the score bands in which a coin is tossed, in words.

    Parameters
    ----------
    bands : DataFrame
        As `equipoise.chance_bands` returns it.
    vocabulary : Vocabulary
    """
    # Elsewhere the rule decides alike for all, as a threshold does.
    tossed = bands[(bands["probability"] > 0) & (bands["probability"] < 1)]
    below = [f" to {words.number(b)}" if b == b else " and above" for b in tossed["below"]]
    scores = [words.number(a) + end for a, end in zip(tossed["at_least"], below, strict=True)]
    return pd.DataFrame(
        {
            "scores": scores,
            "selected with probability": tossed["probability"].map(words.percent).to_list(),
            "people": tossed["n"].map(words.count).to_list(),
            vocabulary.positive.participle: tossed["n_positive"].map(words.count).to_list(),
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
    if best != best:  # Undefined: nothing to compare with.
        text += f"; no thresholds {name} keep the gap that small."
    else:
        text += (
            f": {words.points(gained, 2)}, or {words.count(round(gained * n))} more of "
            f"{words.count(n)} people judged rightly."
        )
    within = tosses.toss_gap.within(limit)
    return f"{text} Of its tosses, {words.nearly(within)} have a gap within the limit."

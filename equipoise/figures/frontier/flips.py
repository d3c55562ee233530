"""Whose decisions differ from those at 0.50, as a drawing and in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.figure import Figure
from equipoise.figures.frontier.bars import STEP, group_rows, people_bars
from equipoise.figures.frontier.plane import Columns
from equipoise.figures.theme import group_sign, signs, source, specification
from equipoise.foreign import plain
from equipoise.frontiers.choice import Choice
from equipoise.keeping import kept
from equipoise.tally import Tally
from equipoise.vocabulary import Outcome, Vocabulary

_MANY = 5


def flips_figure(view: View, choice: Choice) -> Figure:
    """Return bars of the people whose decision differs at a chosen point."""
    positive, negative = view.vocabulary.positive, view.vocabulary.negative
    return Figure(
        title="Whose decision differs from that at 0.50 (filled bars: "
        f"{plain(positive.participle)})",
        takeaway=flip_lines(choice.flips, view.vocabulary),
        alt="For each group a bar of people, to the right those newly selected, to the left those "
        f"no longer selected; filled for those who {positive.plural}, outlined for the others.",
        spec=flips_spec(choice.tally, positive, negative),
        data=flip_bars(choice.flips, choice.thresholds),
    )


def flip_bars(flips: pd.DataFrame, thresholds: Mapping[str, float]) -> dict[str, Columns]:
    """Return bars of people whose decision flips, and the words beside them.

    Parameters
    ----------
    flips : DataFrame
        As `equipoise.flips` returns it.
    thresholds : mapping from group to float
        Those that make them flip; they are written beside the groups' names.
    """
    gained, lost = flips["newly_selected"], flips["no_longer_selected"]
    # Within a group all flip in one direction: a group is one bar, to one side.
    side = np.where(lost > 0, -1, 1)
    positive = side * (flips["newly_selected_positive"] + flips["no_longer_selected_positive"])
    total = gained - lost
    widest = int(max(total.abs().max(), 1))
    n, groups = len(flips), list(flips.index)
    return {
        "bars": {
            "group": groups * 2,
            "label": [1] * n + [0] * n,
            "start": [0] * n + positive.tolist(),
            "end": positive.tolist() + total.tolist(),
        },
        "labels": {
            "group": groups,
            "name": [
                f"{sign} {group}, at {words.threshold(thresholds[group])}"
                for group, sign in signs(groups).items()
            ],
            "total": ["+" * (change > 0) + words.count(change) for change in total],
            "side": side.tolist(),
        },
        # Unseen marks that keep 0 in the middle, whoever flips.
        "span": {"people": [-widest, widest]},
    }


@kept()
def flips_spec(tally: Tally, positive: Outcome, negative: Outcome) -> dict[str, Any]:
    """Return the drawing of `flip_bars`: to the right newly selected, to the left no longer.

    Filled bars are people with a positive label, hollow ones people with a negative label.
    """
    groups = tally.groups
    # What a bar is called aloud holds words of a data set: quoted, they stay words to Vega.
    said = (
        "datum.group + ': ' + format(abs(datum.end - datum.start), ',') + ' people ' + "
        f"(datum.label ? {json.dumps(positive.participle)} : {json.dumps(negative.participle)}) + "
        "(datum.end > datum.start ? ' newly selected' : ' no longer selected')"
    )
    axis = alt.Axis(
        title="← no longer selected    people    newly selected →",
        labelExpr="format(abs(datum.value), ',')",
        tickCount=4,
        format="d",
        tickMinStep=1,
    )
    y = group_rows(groups)
    bars = people_bars(groups, said, axis)
    span = alt.Chart(source("span")).mark_point(opacity=0, size=1, aria=False).encode(x="people:Q")
    labels = alt.Chart(source("labels")).encode(y=y)
    names = labels.mark_text(
        align="left", dy=-15, fontSize=12, description=alt.expr("datum.name")
    ).encode(text="name:N", x=alt.value(0))
    totals = labels.mark_text(
        align=alt.expr("datum.side > 0 ? 'right' : 'left'"),
        dx=alt.expr("datum.side > 0 ? -8 : 8"),
        fontWeight="bold",
        aria=False,
    ).encode(text="total:N", x=alt.datum(0))
    zero = alt.Chart(source("span")).mark_rule(aria=False).encode(x=alt.datum(0))
    chart = alt.layer(span, bars, zero, names, totals)
    return specification(chart.properties(height=STEP * len(groups)))


def flip_lines(changes: pd.DataFrame, vocabulary: Vocabulary) -> str:
    """Return as Markdown who is newly selected and who no longer, group by group.

    Of many groups only the totals: the drawing has the rest.

    Parameters
    ----------
    changes : DataFrame
        As `equipoise.flips` returns it.
    vocabulary : Vocabulary
    """
    if len(changes) > _MANY:
        gained, lost = changes["newly_selected"].sum(), changes["no_longer_selected"].sum()
        return f"{words.count(gained)} people newly selected, {words.count(lost)} no longer."
    groups = tuple(map(str, changes.index))
    meant = tuple(
        plain(outcome.participle) for outcome in (vocabulary.positive, vocabulary.negative)
    )
    lines, still = [], []
    for group, (_, row) in zip(groups, changes.iterrows(), strict=True):
        people = foreign.people(vocabulary, group)
        column = "newly_selected" if row["newly_selected"] else "no_longer_selected"
        if not row[column]:
            still.append(people)
            continue
        counted = (row[f"{column}_positive"], row[f"{column}_negative"])
        parts = (f"{words.count(n)} {are}" for n, are in zip(counted, meant, strict=True))
        lines.append(
            f"{group_sign(groups, group)} {words.of(row[column], row['n'], people)} "
            f"{column.replace('_', ' ')}: {', '.join(parts)}"
        )
    if still:
        lines.append(f"No decision changes for {words.listed(still)}.")
    return "  \n".join(lines)

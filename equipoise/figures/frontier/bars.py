"""People of each group as bars, filled where their label is positive, hollow where it is not."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from equipoise.figures.theme import group_colour, source

STEP = 46
"""The height of a group's bar with its name above."""


def people_bars(groups: Sequence[str], said: str, axis: alt.Axis) -> alt.Chart:
    """Return the bars of the table "bars": columns group, label, start and end.

    Parameters
    ----------
    groups : sequence of str
    said : str
        A Vega expression: what a bar is called where it is read aloud.
    axis : Axis
        Of the people.
    """
    order = list(groups)
    bars: alt.Chart = (
        alt.Chart(source("bars"))
        .mark_bar(height=12, strokeWidth=1.5, description=alt.expr(said))
        .encode(
            x=alt.X("start:Q", axis=axis),
            x2="end:Q",
            y=group_rows(groups),
            color=group_colour(groups),
            stroke=alt.Stroke("group:N", scale=alt.Scale(domain=order), legend=None),
            fillOpacity=alt.FillOpacity("label:Q", scale=None),
        )
    )
    return bars


def group_rows(groups: Sequence[str]) -> alt.Y:
    """Return the channel that gives each group a row; its name stands above its bar."""
    return alt.Y("group:N", sort=list(groups), axis=None)

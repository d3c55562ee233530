"""Charts of the stress test: measures against the amount of bias, with what was not done.

Everywhere a dashed line is doing nothing, a full one the repair, and a dotted one the repair
with the rows in another order; small marks are single repeats, hollow where nothing is done,
else filled; a cross on the floor is a level without a value; diamonds on a thin line are what
others have published.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from equipoise.figures.theme import (
    INK,
    QUIET,
    group_colour,
    group_shape,
    share_axis,
    source,
    specification,
)
from equipoise.keeping import kept
from equipoise.stress import Table
from equipoise.stress.bench import MadeUp, groups_of

Columns = dict[str, list[Any]]
"""A small table for a chart, by column."""

NONE: Columns = {"level": [], "value": []}
"""No published means."""

EVERYBODY = "everybody"
TITLES = {
    "fidelity": "Agreement with the reference (fidelity)",
    "accuracy": "Agreement with the labels (accuracy)",
    "disparity": "Disparity (equalized odds)",
}
"""The measures, the most telling first."""

_DASHES = ([5, 4], [1, 0], [2, 2])
_USUAL = {"fidelity": [0.5, 1], "accuracy": [0.5, 0.65], "disparity": [0, 0.3]}


@kept()
def curves_spec(
    world: Table | MadeUp,
    measure: str,
    amount: str,
    models: tuple[str, ...],
    span: tuple[float, float],
    *,
    height: int = 240,
    legends: tuple[str, ...] = ("groups", "models"),
    shares: bool = True,
    shown: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return the chart of one measure against the amount of bias.

    Parameters
    ----------
    world : Table or MadeUp
        All of its groups give those drawn their colours.
    measure : {"fidelity", "accuracy", "disparity"}
    amount : str
        What the horizontal axis measures.
    models : tuple of str
        The arms, doing nothing first; two or three.
    span : tuple of float
        The lowest and the highest level.
    height : int
    legends : tuple of {"groups", "models"}
        What is explained here.
    shares : bool
        Whether amounts are shares, written as percentages.
    shown : tuple of str
        The groups that are drawn, if not all are.
    """
    groups = groups_of(world)
    x = alt.X(
        "level:Q",
        scale=alt.Scale(domain=list(span), nice=False, padding=8),
        axis=share_axis(amount, grid=False)
        if shares
        else alt.Axis(title=amount, grid=False, tickCount=7, format=".1f"),
    )
    y = alt.Y("value:Q", axis=share_axis(None), scale=alt.Scale(zero=False, nice=False))
    who, shape = group_colour(groups), group_shape(groups)
    if "groups" in legends:
        drawn = [group for group in groups if group in (shown or groups)]
        legend = alt.Legend(
            title=None, orient="top", labelFontSize=13, symbolOpacity=1, values=drawn
        )
        who, shape = who.legend(legend), shape.legend(legend)
    here = alt.Chart(source("here")).mark_rule(
        color=QUIET, strokeWidth=6, opacity=0.35, aria=False
    )
    holes = alt.Chart(source("holes")).mark_text(
        text="✕", dy=-8, fontSize=14, color=INK, aria=False
    )
    means = alt.Chart(source("published")).encode(x=x, y=y)
    layers = [
        here.encode(x=x),
        holes.encode(x="level:Q", y=alt.value("height"), tooltip="reason:N"),
        means.mark_line(strokeWidth=1, opacity=0.6, color=INK, aria=False),
        means.mark_point(shape="diamond", filled=False, size=70, color=INK, aria=False),
    ]
    # Everybody is no group and has no colour of one: they are drawn apart, in ink.
    for group, colour in (("!=", who), ("==", alt.value(INK))):
        ours = f"datum.group {group} '{EVERYBODY}'"
        lines = alt.Chart(source("lines")).transform_filter(ours).encode(x=x, y=y)
        dots = alt.Chart(source("dots")).transform_filter(ours).encode(x=x, y=y)
        dots = dots.encode(color=colour, shape=shape)
        layers += [
            # Single repeats: hollow where nothing is done, else filled.
            dots.transform_filter(f"datum.model == '{models[0]}'").mark_point(
                filled=False, size=26, opacity=0.55, aria=False
            ),
            dots.transform_filter(f"datum.model != '{models[0]}'").mark_point(
                size=22, opacity=0.45, aria=False
            ),
            # A level without a value leaves a hole in its line, not a bridge.
            lines.mark_line(invalid="break-paths-show-path-domains").encode(
                color=colour, strokeDash=_dash(models, "models" in legends), detail="group:N"
            ),
        ]
    for end in _USUAL[measure]:
        # Nothing is drawn there, but the ends of a measure's usual range are in sight.
        mark = alt.Chart().encode(y=alt.datum(end, type="quantitative"))
        layers.append(mark.mark_point(opacity=0, aria=False).properties(data=source("here")))
    return specification(alt.layer(*layers).properties(height=height))


def _dash(models: tuple[str, ...], explained: bool) -> Any:
    legend = alt.Legend(
        title=None, orient="top", columns=1, labelFontSize=13, symbolSize=300,
        symbolStrokeColor=INK, labelLimit=320,
        # A line for each part of a long name: a phone has no room for it on one.
        labelExpr="length(datum.label) > 32 ? split(datum.label, ', ') : datum.label",
    )  # fmt: skip
    scale = alt.Scale(domain=list(models), range=_DASHES[: len(models)])
    return alt.StrokeDash("model:N", scale=scale, legend=legend if explained else None)


def columns_of(table: pd.DataFrame, names: tuple[str, ...]) -> Columns:
    """Return some columns as lists, None for NaN."""
    values = table.astype(object).where(table.notna(), None)
    return {name: values[name].tolist() for name in names}

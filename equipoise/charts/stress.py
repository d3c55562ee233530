"""Charts of the stress test: measures against the amount of bias, with what was not done.

Everywhere a dashed line is doing nothing and a full one the repair; small marks are single
repeats, hollow and filled likewise; a cross on the floor is a level without a value.
"""

from __future__ import annotations

import functools
from typing import Any

import altair as alt
import pandas as pd

from equipoise.charts.theme import (
    INK,
    QUIET,
    group_colour,
    group_shape,
    share_axis,
    source,
    specification,
)

Columns = dict[str, list[Any]]
"""A small table for a chart, by column."""

EVERYBODY = "everybody"
TITLES = {
    "fidelity": "Agreement with the best classifier (fidelity)",
    "accuracy": "Accuracy",
    "disparity": "Disparity (equalized odds)",
}
"""The measures, the most telling first."""

_USUAL = {"fidelity": [0.5, 1], "accuracy": [0.5, 0.65], "disparity": [0, 0.3]}
FIELDS = ("level", "value", "group", "model")
"""What a line or dot is made of."""


@functools.cache
def curves_spec(
    measure: str,
    amount: str,
    groups: tuple[str, ...],
    models: tuple[str, ...],
    *,
    height: int = 240,
    legends: bool = True,
    shares: bool = True,
) -> dict[str, Any]:
    """Return the chart of one measure against the amount of bias.

    Parameters
    ----------
    measure : {"fidelity", "accuracy", "disparity"}
    amount : str
        What the horizontal axis measures.
    groups : tuple of str
        All groups of the world, which give those drawn their colours.
    models : tuple of str
        The arms, doing nothing first.
    height : int
    legends : bool
        Whether colours and dashes are explained here.
    shares : bool
        Whether amounts are shares, written as percentages.
    """
    legend = (
        alt.Legend(
            title=None, orient="top", labelFontSize=13, symbolSize=300, symbolStrokeColor=INK
        )
        if legends
        else None
    )
    dash = alt.StrokeDash(
        "model:N", scale=alt.Scale(domain=list(models), range=[[5, 4], [1, 0]]), legend=legend
    )
    x = alt.X(
        "level:Q",
        scale=alt.Scale(nice=False, padding=8),
        axis=share_axis(amount, grid=False)
        if shares
        else alt.Axis(title=amount, grid=False, tickCount=7, format=".1f"),
    )
    y = alt.Y(
        "value:Q",
        scale=alt.Scale(domain=alt.DomainUnionWith(unionWith=_USUAL[measure]), nice=False),
        axis=share_axis(None),
    )
    who = group_colour(groups)
    if legends:
        who = who.legend(alt.Legend(title=None, orient="top", labelFontSize=13, symbolOpacity=1))
    here = alt.Chart(source("here")).mark_rule(color=QUIET, strokeWidth=6, opacity=0.35)
    lines = alt.Chart(source("lines")).encode(x=x, y=y)
    coloured = lines.transform_filter(f"datum.group != '{EVERYBODY}'")
    plain = lines.transform_filter(f"datum.group == '{EVERYBODY}'")
    layers = [here.encode(x="level:Q"), _holes()]
    for part, colour in ((coloured, who), (plain, alt.value(INK))):
        layers += [
            _dots(part.properties(data=source("dots")), colour, groups, models),
            part.mark_line(invalid="break-paths-show-path-domains").encode(
                color=colour, strokeDash=dash, detail="group:N"
            ),
        ]
    return specification(alt.layer(*layers).properties(height=height))


def curve_rows(
    table: pd.DataFrame, measure: str, groups: tuple[str, ...]
) -> tuple[Columns, Columns, Columns]:
    """Return the lines, the dots and the holes of one measure on the test rows.

    Parameters
    ----------
    table : DataFrame
        As `equipoise.stress.run` gives it.
    measure : str
    groups : tuple of str
        Whose curves; "" is everybody's.

    Returns
    -------
    tuple of columns
        level, value, group, model of the means over repeats; of single repeats, none where
        there is one only; level, reason of holes.
    """
    chosen = (table["measure"] == measure) & (table["split"] == "test")
    rows = table[chosen & table["group"].isin(groups)]
    rows = rows.assign(group=rows["group"].replace("", EVERYBODY))
    means = rows.groupby(["group", "model", "level"], sort=False)["value"].mean().reset_index()
    several = rows["repeat"].nunique() > 1
    dots = rows[rows["value"].notna()] if several else rows[:0]
    holes = rows[rows["value"].isna()].drop_duplicates(["level", "model", "reason"])
    return (
        columns_of(means, FIELDS),
        columns_of(dots, FIELDS),
        columns_of(holes, ("level", "reason")),
    )


def hole_lines(table: pd.DataFrame) -> list[str]:
    """Return a sentence for each reason why a value is missing on the test rows."""
    holes = table[table["value"].isna() & (table["split"] == "test")]
    lines = []
    for (model, reason), part in holes.groupby(["model", "reason"], sort=False):
        levels = sorted(part["level"].unique())
        where = (
            f"at {levels[0]:g}" if len(levels) == 1 else f"from {levels[0]:g} to {levels[-1]:g}"
        )
        lines.append(f"No value for “{model}” {where}: {reason}")
    return lines


def _dots(chart: alt.Chart, colour: Any, groups: tuple[str, ...], models: tuple[str, ...]) -> Any:
    """Draw single repeats: hollow where nothing is done, else filled."""
    small = chart.encode(color=colour, shape=group_shape(groups))
    nothing, other = f"datum.model == '{models[0]}'", f"datum.model != '{models[0]}'"
    hollow = small.transform_filter(nothing).mark_point(filled=False, size=26, opacity=0.55)
    filled = small.transform_filter(other).mark_point(size=22, opacity=0.45)
    return alt.layer(hollow, filled)


def _holes() -> Any:
    mark = alt.Chart(source("holes")).mark_text(text="✕", dy=-8, fontSize=14, color=INK)
    return mark.encode(x="level:Q", y=alt.value("height"), tooltip="reason:N")


def columns_of(table: pd.DataFrame, names: tuple[str, ...]) -> Columns:
    """Return some columns as lists, None for NaN."""
    values = table.astype(object).where(table.notna(), None)
    return {name: values[name].tolist() for name in names}

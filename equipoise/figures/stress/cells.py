"""What a bias did to the training rows, by group and label."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.stress.charts import Columns
from equipoise.figures.theme import group_colour, source, specification
from equipoise.keeping import kept
from equipoise.stress import Data, Table
from equipoise.stress.bench import MadeUp, groups_of
from equipoise.stress.data import changes

_STATES = ("stays", "changed", "removed")
_CHANGES = {"removed": "removed", "flipped": "with a new label", "hidden": "with a hidden feature"}


def cells_figure(world: Table | MadeUp, before: Data, after: Data) -> Figure:
    """Return the picture of the rows that stay, change and go."""
    change = changes(before, after)
    parts = [
        f"{words.count(int(mask.sum()))} {what}"
        for mask, what in (
            (change.removed, "removed (dashed)"),
            (change.flipped, "given another label (at the end of the bars)"),
            (change.hidden, "left without their first feature (at the end of the bars)"),
        )
        if mask.any()
    ]
    total = words.count(before.n)
    return Figure(
        title="Rows by group and label (full: positive, pale: negative)",
        takeaway=f"Of {total} training rows, {words.listed(parts)}."
        if parts
        else f"All {total} training rows are as they were.",
        alt="A bar for each group and label: rows that stay, rows that were changed, and as a "
        "dashed outline rows that were removed.",
        spec=cells_spec(world),
        data={"cells": cell_rows(before, after)},
        table=lambda: changes_table(before, after),
        table_title="Before and after, as a table",
    )


@kept()
def cells_spec(world: Table | MadeUp) -> dict[str, Any]:
    """Return the chart of rows by group and label: what stays, what changed, what is gone."""
    groups = groups_of(world)
    base = alt.Chart(source("cells")).encode(
        y=alt.Y("cell:N", sort=None, axis=None, scale=alt.Scale(paddingInner=0.55)),
    )
    bars = base.mark_bar(strokeWidth=1.5).encode(
        x=alt.X("from:Q", axis=alt.Axis(title="training rows", tickCount=4, format=",d")),
        x2="to:Q",
        color=group_colour(groups),
        # Rows that are gone have no fill: the outline alone says whose they were.
        stroke=group_colour(groups).scale(alt.Scale(domain=list(groups))),
        fillOpacity=alt.FillOpacity(
            "strength:Q", scale=alt.Scale(domain=[0, 1], range=[0, 1]), legend=None
        ),
        strokeDash=alt.StrokeDash(
            "state:N", scale=alt.Scale(domain=list(_STATES), range=[[1, 0], [1, 0], [3, 3]]),
            legend=None,
        ),
    )  # fmt: skip
    text = base.transform_filter("datum.state == 'stays'").mark_text(
        align="left", dy=-20, fontSize=13
    )
    text = text.encode(x=alt.value(0), text="label:N")
    return specification(alt.layer(bars, text).properties(height=46 * 2 * len(groups)))


def cell_rows(before: Data, after: Data) -> Columns:
    """Return the bars of `cells_spec` and what is written above each."""
    columns: Columns = {
        name: [] for name in ("cell", "group", "state", "from", "to", "strength", "label")
    }
    table = changes(before, after).table
    for row in cast(Iterator[Any], table.itertuples(index=False)):
        removed, changed = int(row.removed), int(row.flipped) + int(row.hidden)
        stays = int(row.before) - removed - changed
        sign, start = "positive" if row.label else "negative", 0
        parts = [
            f"{words.count(getattr(row, name))} {said}"
            for name, said in _CHANGES.items()
            if getattr(row, name)
        ]
        what = words.listed(parts) or "unchanged"
        for state, size in zip(_STATES, (stays, changed, removed), strict=True):
            full = 0.85 if row.label else 0.18
            columns["cell"].append(f"{row.group}{row.label}")
            columns["group"].append(row.group)
            columns["state"].append(state)
            columns["from"].append(start)
            columns["to"].append(start := start + size)
            columns["strength"].append({"stays": full, "changed": 0.45, "removed": 0.0}[state])
            columns["label"].append(f"{row.group}, {sign}: {words.count(row.before)} rows, {what}")
    return columns


def changes_table(before: Data, after: Data) -> pd.DataFrame:
    """Return the same numbers in words."""
    table = changes(before, after).table
    table["label"] = ["positive" if label else "negative" for label in table["label"]]
    numbers = ["before", "removed", "flipped", "hidden", "after"]
    table[numbers] = table[numbers].map(words.count)
    return table.set_index("group")

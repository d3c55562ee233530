"""What chance alone makes of SI-bias: a distribution, and how it shrinks with more comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np

from equipoise.figures.invariance.lesson import Columns, beside
from equipoise.figures.theme import INK, QUIET, source, specification
from equipoise.invariance import ExactNull, NullBand, exact_null
from equipoise.keeping import once

SERIES = ("exceeded in at most 1 of 20 cases", "on average")
"""The lines of the explorer, from the highest down."""

_DECIMALS = 9
_HEIGHT = 210
_ROOM = 0.72
"""Beyond this part of the axis a label stands to the left of its mark."""


@once()
def null_spec() -> dict[str, Any]:
    """Return how often permutations come to each SI-bias, for "null", "upper" and "value"."""
    scale = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(title="SI-bias", format=".2f", tickCount=5, grid=False)
    x = alt.X("value:Q", scale=scale, axis=axis)
    y = alt.Y(
        "share:Q",
        axis=alt.Axis(title="share of permutations", format=".0%", tickCount=4),
    )
    bars = (
        alt.Chart(source("null"))
        .mark_bar(color=QUIET, opacity=0.8)
        .encode(
            x=alt.X("start:Q", scale=scale, axis=axis),
            x2="end:Q",
            y=y,
            y2="floor:Q",
            tooltip=[
                alt.Tooltip("value:Q", title="SI-bias", format=".3f"),
                alt.Tooltip("share:Q", title="of permutations", format=".1%"),
            ],
        )
    )
    upper, found = alt.Chart(source("upper")), alt.Chart(source("value"))
    return specification(
        alt.layer(
            bars,
            upper.mark_rule(color=INK, strokeDash=[4, 3]).encode(x=x),
            # It begins below the other's name, so that both are seen where they coincide.
            found.mark_rule(color=INK, strokeWidth=3).encode(
                x=x, y=alt.value(30), y2=alt.value(_HEIGHT)
            ),
            *beside(upper, 7, x=x, y=alt.value(10), baseline="top"),
            *beside(found, 7, x=x, y=alt.value(30), baseline="top"),
        ).properties(height=_HEIGHT)
    )


def null_rows(null: NullBand, value: float) -> dict[str, Columns]:
    """Return what `null_spec` draws."""
    values, counts = np.unique(np.round(null.draws, _DECIMALS), return_counts=True)
    width = min(float(np.diff(values).min()), 0.03) * 0.8 if len(values) > 1 else 0.02
    return {
        "null": {
            "value": values.tolist(),
            "start": (values - width / 2).clip(0).tolist(),
            "end": (values + width / 2).tolist(),
            "share": (counts / counts.sum()).tolist(),
            "floor": [0.0] * len(values),
        },
        "upper": _mark(null.upper, "noise: at most 1 in 20 beyond"),
        "value": _mark(value, "these answers"),
    }


@once()
def sizes_spec() -> dict[str, Any]:
    """Return SI-bias by chance against comments in a cell, for "lines", "here" and "asked"."""
    x = alt.X(
        "n:Q",
        scale=alt.Scale(type="log", nice=False),
        axis=alt.Axis(
            title="comments in each cell", values=[5, 10, 25, 50, 100, 250, 500, 1000], grid=False
        ),
    )
    y = alt.Y(
        "value:Q",
        scale=alt.Scale(domain=[0, 1], nice=False),
        axis=alt.Axis(title="SI-bias by chance", format=".1f", tickCount=5),
    )
    dash = alt.StrokeDash(
        "series:N",
        scale=alt.Scale(domain=list(SERIES), range=[[1, 0], [2, 3]]),
        legend=alt.Legend(
            title=None, orient="top", direction="vertical", symbolStrokeColor=INK,
            symbolSize=500, labelFontSize=13, labelLimit=300,
        ),
    )  # fmt: skip
    lines = alt.Chart(source("lines")).mark_line(color=INK).encode(x=x, y=y, strokeDash=dash)
    here = alt.Chart(source("here"))
    points = here.mark_point(color=INK, size=80).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("series:N", title="by chance"),
            alt.Tooltip("value:Q", title="SI-bias", format=".3f"),
        ],
    )
    asked = alt.Chart(source("asked")).mark_rule(color=QUIET, strokeDash=[4, 3]).encode(y=y)
    rule = here.mark_rule(color=QUIET).encode(x=x)
    return specification(alt.layer(asked, rule, lines, points).properties(height=240))


def size_rows(sizes: Sequence[int], strata: int, contexts: int, rate: float) -> Columns:
    """Return the mean and the 95 % point of SI-bias by chance at some sizes of a cell."""
    columns: Columns = {"n": [], "series": [], "value": []}
    for n in sizes:
        here = here_rows(n, exact_null(n, [rate] * strata, contexts))
        for name, column in columns.items():
            column += here[name]
    return columns


def here_rows(n: int, found: ExactNull) -> Columns:
    """Return the two numbers at one size."""
    return {"n": [n, n], "series": list(SERIES), "value": [found.quantile(0.95), found.mean]}


def _mark(value: float, name: str) -> Columns:
    right = value < _ROOM
    return {
        "value": [value],
        "right": [name if right else ""],
        "left": ["" if right else name],
    }

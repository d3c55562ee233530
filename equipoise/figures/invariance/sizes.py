"""What chance alone makes of SI-bias, and how it shrinks with more comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import Columns
from equipoise.figures.invariance.words import p_share
from equipoise.figures.theme import INK, QUIET, source, specification
from equipoise.invariance import exact_null
from equipoise.invariance.measures.exact import ExactNull
from equipoise.keeping import once

SIZES = (5, 10, 18, 25, 33, 50, 75, 100, 150, 200, 300, 400, 500, 700, 1_000)
"""Comments in a cell to choose from."""

SERIES = ("exceeded in at most 1 of 20 cases", "on average")
"""The lines of the explorer, from the highest down."""

ASKED = 0.1
"""The SI-bias that is asked about: how often does chance alone show it?"""


def sizes_figure(found: ExactNull, n: int, strata: int, contexts: int, rate: float) -> Figure:
    """Show what SI-bias a model blind to the context shows, by comments in a cell.

    Parameters
    ----------
    found : ExactNull
        What chance alone shows there.
    n : int
        Comments in a cell; the point that is marked.
    strata, contexts : int
        Together they make the cells.
    rate : float
        The share of positive answers, in all cells.
    """
    cells = strata * contexts
    return Figure(
        title="SI-bias of a model that does not look at the context",
        alt="Two lines that fall as cells grow: what SI-bias chance shows on average, and what "
        "it exceeds in at most 1 of 20 cases. A dashed line at 0.10, points at the size chosen.",
        takeaway=f"{words.count(n)} comments in each of {cells} cells, {words.count(n * cells)} "
        f"in all. By chance alone SI-bias is **{words.number(found.mean)}** on average, beyond "
        f"{words.number(found.quantile(0.95))} in at most 1 of 20 cases, and 0.10 or more in "
        f"**{p_share(found.tail(ASKED))}** of them. Exact, if comments are independent of each "
        "other.",
        spec=sizes_spec(),
        data={
            "lines": size_lines(strata, contexts, rate),
            "here": here_rows(n, found),
            "asked": {"value": [ASKED]},
        },
    )


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
    # What is drawn first lies below.
    asked = alt.Chart(source("asked")).mark_rule(color=QUIET, strokeDash=[4, 3]).encode(y=y)
    rule = here.mark_rule(color=QUIET).encode(x=x)
    return specification(alt.layer(asked, rule, lines, points).properties(height=240))


@once(maxsize=256)
def size_lines(strata: int, contexts: int, rate: float) -> Columns:
    """Return the explorer's lines, at a dozen sizes of a cell."""
    ends = np.geomspace(SIZES[0], SIZES[-1], 12)
    return size_rows(np.unique(ends.round().astype(int)).tolist(), strata, contexts, rate)


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

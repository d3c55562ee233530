"""The share of positive answers by context, a line a strategy or a stratum."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd

from equipoise.figures.invariance.axes import Columns, context_axis
from equipoise.figures.theme import (
    QUIET,
    RATE_FORMAT,
    group_colour,
    group_shape,
    share_scale,
    source,
    specification,
)

_ROW = 34


def shares_spec(lines: tuple[str, ...], contexts: tuple[str, ...], title: str) -> dict[str, Any]:
    """Return the share of positive answers by context, for the rows "shares".

    It keeps nothing: names may be a reader's own, and are to go when their session does.

    Parameters
    ----------
    lines : tuple of str
        Strategies or strata, from the top.
    contexts : tuple of str
    title : str
        What is counted.
    """
    rows = alt.Chart(source("shares"))
    x = alt.X(
        "rate:Q",
        scale=share_scale(),
        axis=alt.Axis(title=title, format=RATE_FORMAT, tickCount=5),
    )
    y = alt.Y("line:N", sort=list(lines), axis=context_axis(labelLimit=150))
    reach = rows.mark_line(color=QUIET, strokeWidth=3, opacity=0.5, aria=False).encode(
        x=x, y=y, detail="line:N"
    )
    dots = rows.mark_point(filled=False, strokeWidth=2.5, size=110).encode(
        x=x,
        y=y,
        color=group_colour(contexts, "context"),
        shape=group_shape(contexts, "context"),
        tooltip=[
            alt.Tooltip("line:N", title="of"),
            alt.Tooltip("context:N", title="context"),
            alt.Tooltip("rate:Q", title="share", format=".1%"),
            alt.Tooltip("people:N", title="answers"),
        ],
    )
    return specification(alt.layer(reach, dots).properties(height=_ROW * len(lines)))


def shares_rows(cells: pd.DataFrame, by: str = "strategy") -> Columns:
    """Return what `shares_spec` draws, given cells, a line a strategy or a stratum."""
    held = cells[cells["n"] > 0]
    people = [f"{k:.0f} of {n:.0f}" for k, n in zip(held["positives"], held["n"], strict=True)]
    return {
        "line": held[by].tolist(),
        "context": held["context"].tolist(),
        "rate": held["rate"].tolist(),
        "people": people,
    }

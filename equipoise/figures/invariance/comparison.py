"""Charts that compare strategies: by context, against what they cost, in agreement."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.figures.invariance.lesson import Columns, context_axis
from equipoise.figures.theme import (
    QUIET,
    RATE_FORMAT,
    group_colour,
    group_shape,
    share_scale,
    source,
    specification,
)
from equipoise.keeping import once

_ROW = 34


@once()
def shares_spec(lines: tuple[str, ...], contexts: tuple[str, ...], title: str) -> dict[str, Any]:
    """Return the share of positive answers by context, for the rows "shares".

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


@once()
def trade_spec(names: tuple[str, ...], title: str, low: float, top: float) -> dict[str, Any]:
    """Return SI-bias against what it may cost, a mark a strategy, for the rows "trade".

    Parameters
    ----------
    names : tuple of str
        The strategies; each has a colour and a shape.
    title : str
        What lies along the horizontal axis.
    low, top : float
        Where that axis begins, and where the axis of SI-bias ends.
    """
    rows = alt.Chart(source("trade"))
    x = alt.X(
        "cost:Q",
        scale=alt.Scale(domain=[low, 1], nice=False),
        axis=alt.Axis(title=title, format=".1f", tickCount=4),
    )
    y = alt.Y(
        "si_bias:Q",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title="SI-bias", format=".1f", tickCount=4),
    )
    dots = rows.mark_point(filled=False, size=180, strokeWidth=2.5).encode(
        x=x,
        y=y,
        color=group_colour(names, "strategy"),
        shape=group_shape(names, "strategy"),
        tooltip=[
            alt.Tooltip("strategy:N", title="strategy"),
            alt.Tooltip("si_bias:Q", title="SI-bias", format=".3f"),
            alt.Tooltip("cost:Q", title=title, format=".3f"),
            alt.Tooltip("verdict:N"),
        ],
    )
    return specification(dots.properties(height=260))


def low_of(values: Iterable[float]) -> float:
    """Return where an axis up to 1 begins: a round number below all values, at least 0."""
    least = min((one for one in values if math.isfinite(one)), default=0.0)
    return max(math.floor(least * 10 - 0.5) / 10, 0.0)


@once()
def agreement_spec(contexts: tuple[str, ...]) -> dict[str, Any]:
    """Return how often two contexts get the same answer, a square a pair, for "pairs"."""
    rows = alt.Chart(source("pairs"))
    many = len(contexts) > 4
    axis: dict[str, Any] = {"title": None, "ticks": False, "domain": False, "labelFontSize": 13}
    x = alt.X(
        "first:N",
        sort=list(contexts),
        axis=alt.Axis(**axis, labelAngle=-50 * many, labelOverlap=False),
    )
    y = alt.Y("second:N", sort=list(contexts), axis=alt.Axis(**axis))
    squares = rows.mark_rect(color=QUIET, stroke=QUIET, strokeWidth=1, cornerRadius=2).encode(
        x=x,
        y=y,
        fillOpacity=alt.Opacity(
            "flipped:Q", scale=alt.Scale(domain=[0, 1], range=[0.04, 0.9]), legend=None
        ),
        tooltip=[
            alt.Tooltip("first:N", title="context"),
            alt.Tooltip("second:N", title="and"),
            alt.Tooltip("people:N", title="answered alike"),
        ],
    )
    label = rows.mark_text().encode(x=x, y=y, text="said:N")
    return specification(alt.layer(squares, label).properties(height=56 + 38 * len(contexts)))


def agreement_rows(pairwise: pd.DataFrame, pairwise_n: pd.DataFrame) -> Columns:
    """Return what `agreement_spec` draws: each pair once, below the diagonal."""
    columns: Columns = {name: [] for name in ("first", "second", "flipped", "said", "people")}
    contexts = list(pairwise.columns)
    shares, numbers = pairwise.to_numpy(float), pairwise_n.to_numpy(int)
    for row, column in combinations(range(len(contexts)), 2):
        share, n = float(shares[column, row]), int(numbers[column, row])
        known = math.isfinite(share)
        columns["first"].append(contexts[row])
        columns["second"].append(contexts[column])
        columns["flipped"].append(1 - share if known else 0.0)
        columns["said"].append(words.percent(share, 0))
        columns["people"].append(f"{share * n:.0f} of {n}" if known else "no unit has both")
    return columns

"""Charts of the Incompatibility page: the identity, the base-rate slider, recalibration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from equipoise.figures.incompatibility.arithmetic import is_impossible
from equipoise.figures.theme import (
    INK,
    QUIET,
    RATE_FORMAT,
    group_colour,
    group_shape,
    share_axis,
    source,
    specification,
)
from equipoise.incompatibility import implied_positive_predictive_value, with_base_rate
from equipoise.keeping import once
from equipoise.tally import Tally
from equipoise.together import nearest_together

FORCED = ("PPV gap that equal error rates force", "Selection gap that equal error rates force")
"""What the arithmetic alone demands."""

SERIES = (*FORCED, "Worst gap of three criteria, at its smallest")
"""What the base-rate chart draws, in the order of its legend."""

Columns = dict[str, list[Any]]
"""A small table for a chart, by column."""

STEPS = np.arange(21) / 20
"""Positions of the base-rate slider: from a group's own base rate to the other group's."""


@once()
def implied_spec(names: tuple[str, ...], pair: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of false-positive rates as they are and as they would have to be.

    Parameters
    ----------
    names : tuple of str
        All groups of the page, which give the two their colours and shapes.
    pair : tuple of str
        The groups drawn.
    """
    y = alt.Y("group:N", sort=list(pair), title=None, axis=None)
    x = alt.X(
        "now:Q",
        scale=alt.Scale(domain=alt.DomainUnionWith(unionWith=[0, 0.05]), nice=True),
        axis=share_axis("false-positive rate"),
    )
    base = alt.Chart(source("implied")).encode(y=y)
    link = base.mark_rule(strokeDash=[3, 3]).encode(x=x, x2="needed:Q")
    now = base.mark_point().encode(x=x, color=group_colour(names), shape=group_shape(names))
    needed = base.mark_tick(thickness=3, height=26).encode(x="needed:Q")
    label = base.mark_text(dy=22, fontSize=12).encode(x="needed:Q", text="label:N")
    who = base.mark_text(align="left", dy=-24).encode(x=alt.value(0), text="group:N")
    layers = alt.layer(link, needed, now, label, who)
    return specification(layers.properties(height=75 * len(pair)))


def implied_columns(rates: pd.DataFrame, needed: Mapping[str, float]) -> Columns:
    """Return one row per group: its false-positive rate, and the one the identity asks for.

    Parameters
    ----------
    rates : DataFrame
        As `group_rates` gives it.
    needed : mapping from group to float
        NaN where the identity asks for nothing.
    """
    return {
        "group": list(needed),
        "now": rates["false_positive_rate"].tolist(),
        "needed": list(needed.values()),
        "label": [_needed(rate) for rate in needed.values()],
    }


def _needed(rate: float) -> str:
    """Return the label of a rate that the identity asks for; "" of none."""
    if np.isnan(rate):
        return ""
    return "impossible" if is_impossible(rate) else "needed"


@once()
def base_rate_spec(title: str) -> dict[str, Any]:
    """Return the chart of gaps against one group's base rate.

    Parameters
    ----------
    title : str
        Of the horizontal axis.
    """
    x = alt.X(
        "base_rate:Q", scale=alt.Scale(zero=False, nice=False), axis=share_axis(title, grid=False)
    )
    y = alt.Y("gap:Q", scale=alt.Scale(domainMin=0), axis=share_axis("gap between the groups"))
    legend = alt.Legend(
        title=None, orient="top", direction="vertical", labelLimit=320, symbolStrokeColor=INK,
        symbolSize=500, labelFontSize=13,
    )  # fmt: skip
    dash = alt.StrokeDash(
        "series:N",
        scale=alt.Scale(domain=list(SERIES), range=[[2, 3], [8, 4], [1, 0]]),
        legend=legend,
    )
    lines = alt.Chart(source("gaps")).mark_line(color=INK).encode(x=x, y=y, strokeDash=dash)
    here = alt.Chart(source("here"))
    place = here.mark_rule(color=QUIET).encode(x="base_rate:Q")
    points = here.mark_point(color=INK, size=60).encode(x="base_rate:Q", y="gap:Q")
    limit = (
        alt.Chart(source("tolerance"))
        .mark_rule(color=QUIET, strokeWidth=1)
        .encode(y="gap:Q")
    )  # fmt: skip
    words = limit.mark_text(align="right", dx=-4, dy=-7, fontSize=12, color=INK)
    words = words.encode(x=alt.value("width"), text="label:N")
    return specification(alt.layer(limit, words, place, lines, points).properties(height=260))


def nearest_along(tally: Tally, group: str, base_rates: ArrayLike) -> list[float]:
    """Return `nearest_together` with one of two groups at each of several base rates."""
    return [
        nearest_together(with_base_rate(tally, {group: rate}))
        for rate in np.asarray(base_rates, dtype=np.float64).tolist()
    ]


def forced_gaps(
    base_rate: float, other: float, true_positive_rate: float, false_positive_rate: float
) -> tuple[float, float]:
    """Return the PPV and selection-rate gaps between groups that share both error rates.

    Parameters
    ----------
    base_rate, other : float
        Of the two groups.
    true_positive_rate, false_positive_rate : float
        What they share.
    """
    tpr, fpr = true_positive_rate, false_positive_rate
    ppv, other_ppv = (
        implied_positive_predictive_value(rate, tpr, fpr) for rate in (base_rate, other)
    )
    return abs(ppv - other_ppv), abs((base_rate - other) * (tpr - fpr))


def gap_lines(
    base_rates: Sequence[float],
    other: float,
    shared: tuple[float, float],
    nearest: Sequence[float],
) -> dict[str, list[float]]:
    """Return the lines of the base-rate chart, each of `SERIES` by its name.

    Parameters
    ----------
    base_rates : sequence of float
        Of the group that is reweighted.
    other : float
        The other group's base rate.
    shared : tuple of float
        The true- and the false-positive rate both groups are given.
    nearest : sequence of float
        The smallest gap in reach at each base rate.
    """
    forced = [forced_gaps(rate, other, *shared) for rate in base_rates]
    lines = [*zip(*forced, strict=True), nearest]
    return {name: list(line) for name, line in zip(SERIES, lines, strict=True)}


def gap_columns(base_rates: Sequence[float], lines: Mapping[str, Sequence[float]]) -> Columns:
    """Return the same lines one below the other, as the chart wants them."""
    return {
        "series": [name for name in lines for _ in base_rates],
        "base_rate": [rate for _ in lines for rate in base_rates],
        "gap": [gap for line in lines.values() for gap in line],
    }


@once()
def separation_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of both error rates before and after recalibration."""
    legend = alt.Legend(
        title=None, orient="top", columns=1, symbolSize=110, labelLimit=280, labelFontSize=13
    )
    x = alt.X(
        "false_positive_rate:Q",
        scale=alt.Scale(zero=False, padding=14),
        axis=alt.Axis(title="false-positive rate", format=RATE_FORMAT, tickCount=5),
    )
    y = alt.Y(
        "true_positive_rate:Q",
        scale=alt.Scale(zero=False, padding=14),
        axis=alt.Axis(title="true-positive rate", format=RATE_FORMAT, tickCount=5),
    )
    base = alt.Chart(source("rates")).encode(x=x, y=y, color=group_colour(groups).legend(legend))
    path = base.mark_line(strokeWidth=2).encode(order="step:Q")
    after = base.transform_filter("datum.step == 1")
    marks = after.mark_point().encode(shape=group_shape(groups).legend(legend))
    return specification(alt.layer(path, marks).properties(height=280))


def separation_columns(before: pd.DataFrame, after: pd.DataFrame) -> Columns:
    """Return each group's two error rates, before (step 0) and after (step 1)."""
    both = (before, after)
    rates = ("true_positive_rate", "false_positive_rate")
    columns = {rate: [value for table in both for value in table[rate]] for rate in rates}
    groups = [group for table in both for group in table.index]
    return {"group": groups, "step": [0] * len(before) + [1] * len(after), **columns}

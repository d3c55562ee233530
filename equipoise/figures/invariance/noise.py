"""SI-bias of some answers among what shuffled contexts show."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import Columns, beside
from equipoise.figures.invariance.words import JUDGED, STRATA, p_share
from equipoise.figures.theme import INK, QUIET, source, specification
from equipoise.invariance.lesson.measured import Measured
from equipoise.invariance.measures.intervals import SIInterval
from equipoise.invariance.measures.noise import NullBand
from equipoise.keeping import once

_DECIMALS = 9
_HEIGHT = 210
_LATEST_LEFT = 0.72
"""Beyond this part of the axis a label stands to the left of its mark."""


def null_figure(found: Measured) -> Figure:
    """Show a strategy's SI-bias, and what it is once contexts are shuffled."""
    return Figure(
        title="SI-bias of these answers, and of the same answers with contexts shuffled",
        alt="Bars for how often shuffled answers come to each SI-bias, a dashed line beyond which "
        "at most 1 in 20 of them lie, and a thick line at the SI-bias of the answers as they are.",
        takeaway="SI-bias is the widest gap between two contexts, within one kind of comment. In "
        f"{words.count(len(found.null.draws))} shuffles each comment's answers are dealt out anew "
        "among its contexts, so that the context plays no part. SI-bias is then "
        f"{words.number(found.null.mean)} on average, and beyond "
        f"{words.number(found.null.upper)} in at most 1 of 20 shuffles. These answers show "
        f"**{words.number(found.si.value)}**. So much or more comes up in "
        f"{p_share(found.p_value)} of the shuffles; that share is the p-value. "
        f"**{JUDGED[found.verdict]}**",
        spec=null_spec(),
        data=null_rows(found.null, found.si.value),
    )


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
    # The same gap may come out of two divisions; their last digits differ.
    values, counts = np.unique(np.round(null.draws, _DECIMALS), return_counts=True)
    # Bars fill most of the least distance between two values, so that none hides another.
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


def _mark(value: float, name: str) -> Columns:
    right = value < _LATEST_LEFT
    return {
        "value": [value],
        "right": [name if right else ""],
        "left": ["" if right else name],
    }


def widest_pairs(limits: SIInterval) -> pd.DataFrame:
    """Return the ten widest differences between two contexts with their limits, in words."""
    widest = limits.pairs.assign(size=limits.pairs["difference"].abs())
    widest = widest.sort_values("size", ascending=False, kind="stable").head(10)
    return pd.DataFrame(
        {
            "Among": widest["stratum"].map(STRATA),
            "Contexts": widest["z_1"] + " − " + widest["z_2"],
            "Difference": widest["difference"].map(words.signed),
            "95 %, all at once": [
                words.interval(low, high, words.signed)
                for low, high in zip(widest["low"], widest["high"], strict=True)
            ],
        }
    ).set_index("Among")


def interval_words(limits: SIInterval) -> str:
    """Say where the true SI-bias may lie, and why that is so wide."""
    least = min(limits.pairs["n_1"].min(), limits.pairs["n_2"].min())
    return (
        f"With 95 % confidence between **{words.number(limits.low)}** and "
        f"**{words.number(limits.high)}**, if these comments were drawn from many like them. "
        f"All {len(limits.pairs)} differences between two contexts are given limits at once, "
        "wide enough that all of them hold in about 95 of 100 such samples or more, since the "
        "widest was picked after looking. The interval is wide: it treats answers as "
        f"independent, and there are {words.count(least)} in a cell (one context in one kind of "
        "comment). The shuffles above use more: that one comment appears in all contexts. A "
        "percentile bootstrap, the usual way to an interval, would be narrower and wrong: it "
        "resamples a maximum that noise has raised already, so where there is no bias it "
        "hardly ever contains zero."
    )

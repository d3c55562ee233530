"""The charts of the Metrics page: impact ratio, reliability and ROC."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.calibration import Calibration
from equipoise.charts.theme import (
    QUIET,
    group_colour,
    group_shape,
    share_axis,
    share_scale,
    source,
    specification,
)
from equipoise.criteria import FOUR_FIFTHS
from equipoise.roc import roc
from equipoise.tally import Tally

_ROW = 30
_SQUARE = 320


@functools.cache
def impact_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return selection rates relative to the highest, with the four-fifths mark, for "impact"."""
    base = alt.Chart(source("impact")).encode(
        x=alt.X("ratio:Q", scale=share_scale(), axis=_ratio_axis()),
        y=alt.Y("group:N", sort=list(groups), title=None),
    )
    bars = base.mark_rule(strokeWidth=3).encode(
        x2=alt.datum(0), color=group_colour(groups), strokeOpacity=alt.value(0.6)
    )
    points = base.mark_point().encode(
        color=group_colour(groups),
        shape=group_shape(groups),
        tooltip=[alt.Tooltip("group:N"), alt.Tooltip("label:N", title="ratio")],
    )
    # A label left of the middle stands right of its point, and the other way round.
    low = base.transform_filter("!(datum.place > 0.5)").mark_text(align="left", dx=11)
    high = base.transform_filter("datum.place > 0.5").mark_text(align="right", dx=-11, dy=-9)
    place = alt.X("place:Q", scale=share_scale(), axis=_ratio_axis())
    labels = [part.encode(x=place, text="label:N") for part in (low, high)]
    return specification(
        alt.layer(bars, *_four_fifths(), points, *labels).properties(
            height=max(_ROW * len(groups), 80) + 14
        )
    )


def impact_rows(rows: Mapping[str, Mapping[str, float]]) -> dict[str, list[Any]]:
    """Return each group's selection rate over the highest one.

    Parameters
    ----------
    rows : mapping from group to mapping
        Each group's rates by name.

    Returns
    -------
    dict of columns
        group, ratio (None where nobody is selected anywhere), place and text of its label.
    """
    selected = [row["selection_rate"] for row in rows.values()]
    highest = max(selected)
    ratios = [rate / highest if highest > 0 else math.nan for rate in selected]
    return {
        "group": list(rows),
        "ratio": [_known(ratio) for ratio in ratios],
        "place": [_known(ratio) or 0.0 for ratio in ratios],
        "label": [words.ratio(ratio) for ratio in ratios],
    }


@functools.cache
def reliability_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return mean score against observed rate, bin by bin, for "bins"."""
    base = alt.Chart(source("bins")).encode(
        x=alt.X("mean_score:Q", scale=share_scale(), axis=share_axis("mean score in the bin")),
        y=alt.Y("observed_rate:Q", scale=share_scale(), axis=share_axis("earn more than 50K")),
        color=group_colour(groups),
    )
    lines = base.mark_line(strokeWidth=1, opacity=0.5)
    points = base.mark_point(opacity=0.85).encode(
        shape=group_shape(groups),
        size=alt.Size("count:Q", scale=alt.Scale(type="sqrt", range=[18, 420]), legend=None),
        tooltip=[
            alt.Tooltip("group:N"),
            alt.Tooltip("bin:N", title="scores"),
            alt.Tooltip("count:Q", title="people", format=","),
            alt.Tooltip("mean_score:Q", title="mean score", format=".3f"),
            alt.Tooltip("observed_rate:Q", title="observed rate", format=".3f"),
        ],
    )
    return specification(alt.layer(_diagonal(), lines, points).properties(height=_SQUARE))


def reliability_frame(calibrated: Calibration) -> pd.DataFrame:
    """Return one row per group and bin that holds anybody, with the bin in words."""
    table = calibrated.table()
    edges = zip(table["low"], table["high"], strict=True)
    table["bin"] = [f"{low:.1f} to {high:.1f}" for low, high in edges]
    return table.drop(columns=["low", "high"]).round({"mean_score": 4, "observed_rate": 4})


@functools.cache
def roc_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return ROC curves with the present operating points, for "curves" and "present"."""
    axes = {
        "x": alt.X(
            "false_positive_rate:Q", scale=share_scale(), axis=share_axis("false-positive rate")
        ),
        "y": alt.Y(
            "true_positive_rate:Q", scale=share_scale(), axis=share_axis("true-positive rate")
        ),
        "color": group_colour(groups),
    }
    curves = alt.Chart(source("curves")).mark_line(strokeWidth=1.5, opacity=0.8)
    points = alt.Chart(source("present")).mark_point(size=150, opacity=1)
    return specification(
        alt.layer(
            _diagonal(),
            curves.encode(order="threshold:Q", **axes),
            points.encode(
                shape=group_shape(groups),
                tooltip=[
                    alt.Tooltip("group:N"),
                    alt.Tooltip("threshold:N"),
                    alt.Tooltip("true_positive_rate:Q", format=".1%"),
                    alt.Tooltip("false_positive_rate:Q", format=".1%"),
                ],
                **axes,
            ),
        ).properties(height=_SQUARE)
    )


def roc_frame(tally: Tally) -> pd.DataFrame:
    """Return the curves on the tally's grid, without points that repeat the one before."""
    curves = roc(tally).round(4)
    corner = curves[["group", "false_positive_rate", "true_positive_rate"]]
    moved = (corner != corner.shift()).any(axis=1)
    return curves[moved].dropna().reset_index(drop=True)


def operating_rows(
    rows: Mapping[str, Mapping[str, float]], thresholds: Mapping[str, float], shown: Sequence[str]
) -> dict[str, list[Any]]:
    """Return the point of each group shown on its curve; None where a rate has no value."""
    columns = {
        name: [_known(rows[group][name]) for group in shown]
        for name in ("false_positive_rate", "true_positive_rate")
    }
    at = [words.threshold(thresholds[group]) for group in shown]
    return {"group": list(shown), "threshold": at, **columns}


def _known(rate: float) -> float | None:
    """Return a rate for a drawing, which leaves None out."""
    return rate if math.isfinite(rate) else None


def _ratio_axis() -> alt.Axis:
    return alt.Axis(
        title="selection rate ÷ highest selection rate",
        format=".1f",
        values=[0, 0.2, 0.4, 0.6, 0.8, 1],
    )


def _four_fifths() -> list[alt.Chart]:
    """Return the mark at 0.80 and its name."""
    mark = alt.Chart(alt.sequence(1)).transform_calculate(at=str(FOUR_FIFTHS))
    place = alt.X("at:Q", scale=share_scale(), axis=_ratio_axis())
    line = mark.mark_rule(strokeDash=[5, 3]).encode(x=place)
    name = mark.mark_text(align="right", baseline="top", dx=-5, dy=1, fontSize=12).encode(
        x=place, y=alt.value(0), text=alt.value("four fifths")
    )
    return [line, name]


def _diagonal() -> alt.Chart:
    """Return the line from (0, 0) to (1, 1)."""
    ends = alt.Chart(alt.sequence(2, as_="a"))
    line: alt.Chart = ends.mark_line(color=QUIET, strokeDash=[4, 4], strokeWidth=1).encode(
        x=alt.X("a:Q", scale=share_scale()), y=alt.Y("a:Q", scale=share_scale())
    )
    return line

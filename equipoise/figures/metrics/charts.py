"""The charts of the Metrics page: impact ratio, reliability and ROC."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from equipoise import words
from equipoise.calibration import Calibration
from equipoise.criteria import FOUR_FIFTHS
from equipoise.figures.metrics.uncertainty import Limits
from equipoise.figures.theme import (
    QUIET,
    group_colour,
    group_shape,
    share_axis,
    share_scale,
    source,
    specification,
)
from equipoise.keeping import once
from equipoise.roc import roc
from equipoise.tally import Tally
from equipoise.uncertainty.proportions import mover_ratio, share

_ROW = 30
_SQUARE = 320
_MANY = 5
_REACH: dict[str, Any] = {"strokeWidth": 1.2, "opacity": 0.7}
"""The look of lines that show how far a number could be off."""


@once()
def impact_spec(groups: tuple[str, ...], unsure: bool = False) -> dict[str, Any]:
    """Return selection rates relative to the highest, with the four-fifths mark, for "impact".

    Parameters
    ----------
    groups : tuple of str
    unsure : bool
        Whether to draw the intervals of `impact_reach` too.
    """
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
    lift = -9 if unsure else 0
    low = base.transform_filter("!(datum.place > 0.5)").mark_text(align="left", dx=11, dy=lift)
    high = base.transform_filter("datum.place > 0.5").mark_text(align="right", dx=-11, dy=-9)
    place = alt.X("place:Q", scale=share_scale(), axis=_ratio_axis())
    labels = [part.encode(x=place, text="label:N") for part in (low, high)]
    start = alt.X("low:Q", scale=share_scale(), axis=_ratio_axis())
    reach = [base.mark_rule(**_REACH).encode(x=start, x2="high:Q")] if unsure else []
    return specification(
        alt.layer(bars, *_four_fifths(), *reach, points, *labels).properties(
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
        group, ratio (None for a group of nobody, and where nobody is selected anywhere), place
        and text of its label.
    """
    selected = [row["selection_rate"] for row in rows.values()]
    highest = max((rate for rate in selected if not math.isnan(rate)), default=0.0)
    ratios = [rate / highest if highest > 0 else math.nan for rate in selected]
    return {
        "group": list(rows),
        "ratio": [_known(ratio) for ratio in ratios],
        "place": [_known(ratio) or 0.0 for ratio in ratios],
        "label": [words.ratio(ratio) for ratio in ratios],
    }


def impact_reach(rows: Mapping[str, Mapping[str, float]]) -> dict[str, list[Any]]:
    """Return between which limits each group's ratio to the highest may lie by itself, at 95 %.

    Returns
    -------
    dict of columns
        low, high; None for the group with the highest rate, for a group of nobody, and where
        nobody is selected.
    """
    selected = [row["tp"] + row["fp"] for row in rows.values()]
    people = [row["n"] for row in rows.values()]
    rates = [row["selection_rate"] for row in rows.values()]
    top = int(np.argmax(np.nan_to_num(rates, nan=-1.0)))  # an empty group has no rate
    lows, highs = mover_ratio(share(selected, people), share(selected[top], people[top]))
    compared = np.arange(len(rates)) != top if rates[top] > 0 else np.zeros(len(rates))
    ends = (np.where(compared, end, np.nan) for end in (lows, np.minimum(highs, 1)))
    return {
        name: [_known(limit) for limit in end.tolist()]
        for name, end in zip(("low", "high"), ends, strict=True)
    }


@once()
def reliability_spec(groups: tuple[str, ...], unsure: bool = False) -> dict[str, Any]:
    """Return mean score against observed rate, bin by bin, for "bins".

    Parameters
    ----------
    groups : tuple of str
    unsure : bool
        Whether to draw the observed rates' intervals too.
    """
    observed = functools.partial(alt.Y, scale=share_scale(), axis=share_axis("earn more than 50K"))
    base = alt.Chart(source("bins")).encode(
        x=alt.X("mean_score:Q", scale=share_scale(), axis=share_axis("mean score in the bin")),
        y=observed("observed_rate:Q"),
        color=group_colour(groups),
    )
    lines = base.mark_line(strokeWidth=1, opacity=0.5 if len(groups) <= _MANY else 0.2)
    points = base.mark_point(opacity=0.85).encode(
        shape=group_shape(groups),
        size=alt.Size("count:Q", scale=alt.Scale(type="sqrt", range=[18, 420]), legend=None),
        tooltip=[
            alt.Tooltip("group:N"),
            alt.Tooltip("bin:N", title="scores"),
            alt.Tooltip("count:Q", title="people", format=","),
            alt.Tooltip("mean_score:Q", title="mean score", format=".3f"),
            alt.Tooltip("observed_rate:Q", title="earn more than 50K", format=".3f"),
        ],
    )
    rules = base.mark_rule(**_REACH).encode(y=observed("low:Q"), y2="high:Q")
    reach = [rules] if unsure else []
    return specification(alt.layer(_diagonal(), lines, *reach, points).properties(height=_SQUARE))


def reliability_frame(calibrated: Calibration, *, unsure: bool = True) -> pd.DataFrame:
    """Return one row per group and bin that holds anybody, with the bin in words.

    Parameters
    ----------
    calibrated : Calibration
    unsure : bool
        Whether to add the limits low and high of the observed rate by itself, at 95 %.
    """
    table = calibrated.table()
    edges = zip(table.pop("low"), table.pop("high"), strict=True)
    table["bin"] = [f"{low:.1f} to {high:.1f}" for low, high in edges]
    if unsure:
        positive = (table["count"] * table["observed_rate"]).round()
        _, table["low"], table["high"] = share(positive, table["count"])
    return table.round(4)


@once()
def roc_spec(groups: tuple[str, ...], unsure: bool = False) -> dict[str, Any]:
    """Return ROC curves with the present operating points, for "curves" and "present".

    Parameters
    ----------
    groups : tuple of str
    unsure : bool
        Whether to draw the intervals of `operating_reach` too.
    """
    axes = {**_error_rates(), "color": group_colour(groups)}
    curves = alt.Chart(source("curves")).mark_line(strokeWidth=1.5, opacity=0.8)
    present = alt.Chart(source("present"))
    said = {
        f"{name}_said": f"format(datum.{name} * 100, '.1f') + '{words.NARROW}%'"
        for name in ("true_positive_rate", "false_positive_rate")
    }
    points = present.mark_point(size=150, opacity=1)
    across = _error_rates(x="_low") | {"x2": "false_positive_rate_high:Q"}
    upwards = _error_rates(y="_low") | {"y2": "true_positive_rate_high:Q"}
    cross = [
        present.mark_rule(**_REACH).encode(**{**axes, **way})
        for way in (across, upwards)
        if unsure
    ]
    return specification(
        alt.layer(
            _diagonal(),
            curves.encode(order="threshold:Q", **axes),
            *cross,
            points.transform_calculate(**said).encode(
                shape=group_shape(groups),
                tooltip=[
                    alt.Tooltip("group:N"),
                    alt.Tooltip("threshold:N"),
                    *(
                        alt.Tooltip(
                            f"{name}:N", title=name.removesuffix("_said").replace("_", " ")
                        )
                        for name in said
                    ),
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


def _error_rates(x: str = "", y: str = "") -> dict[str, Any]:
    """Return the axes of both error rates, or of their limits by the ending of the field."""
    across, upwards = share_axis("false-positive rate"), share_axis("true-positive rate")
    return {
        "x": alt.X(f"false_positive_rate{x}:Q", scale=share_scale(), axis=across),
        "y": alt.Y(f"true_positive_rate{y}:Q", scale=share_scale(), axis=upwards),
    }


def operating_reach(limits: Limits, shown: Sequence[str]) -> dict[str, list[Any]]:
    """Return between which limits both rates of each group shown may lie."""
    return {
        f"{rate}_{end}": [_known(limits[rate, group][place]) for group in shown]
        for rate in ("false_positive_rate", "true_positive_rate")
        for place, end in enumerate(("low", "high"))
    }


def _known(rate: float) -> float | None:
    """Return a rate for a drawing, which leaves None out."""
    return rate if math.isfinite(rate) else None


def _ratio_axis() -> alt.Axis:
    return alt.Axis(
        title="ratio to the highest rate",
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

"""Picture of the Metrics page: the ROC curves, and where the thresholds stand on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd
import pyarrow as pa

from equipoise import words
from equipoise.audit import View
from equipoise.figures.figure import Figure, light
from equipoise.figures.metrics.parts import CROSSED, REACH, SQUARE, diagonal, known, of_groups
from equipoise.figures.metrics.uncertainty import Limits, limits
from equipoise.figures.theme import (
    group_colour,
    group_shape,
    share_axis,
    share_scale,
    source,
    specification,
)
from equipoise.foreign import plain
from equipoise.keeping import kept
from equipoise.roc import roc, roc_auc
from equipoise.tally import Tally

# No threshold changes the exact areas: they are computed once.
_areas = kept()(roc_auc)


def roc_curves(view: View, shown: tuple[str, ...]) -> Figure:
    """Return the ROC curves of the groups shown, and where the thresholds stand on them."""
    areas = _areas(view.exact_tally)
    present = operating_rows(view.rows, view.thresholds, shown)
    if view.uncertainty:
        present |= operating_reach(limits(view.intervals), shown)
    earns, does = plain(view.vocabulary.positive.singular), view.vocabulary.again(1)
    return Figure(
        title="Which errors could each group have?",
        takeaway="A threshold moves its mark along the group's curve, never off it. Take two of a "
        f"group, one who {earns} and one who {does} not: the area under its curve (ROC AUC) is "
        f"how often the first scores higher: {of_groups(view, shown, areas)}."
        f"{CROSSED if view.uncertainty else ''}",
        alt="The ROC curve of each group, with a mark at its present threshold.",
        spec=roc_spec(view.tally, view.uncertainty),
        data={"curves": travelling_curves(view.tally, shown), "present": present},
        table=lambda: operating_table(view.rates, areas),
        table_title="Operating points and areas",
    )


@kept()
def roc_spec(tally: Tally, unsure: bool = False) -> dict[str, Any]:
    """Return ROC curves with the present operating points, for "curves" and "present".

    Parameters
    ----------
    tally : Tally
    unsure : bool
        Whether to draw the intervals of `operating_reach` too.
    """
    groups = tally.groups
    axes = {**_error_rates(), "color": group_colour(groups)}
    curves = alt.Chart(source("curves")).mark_line(strokeWidth=1.5, opacity=0.8)
    present = alt.Chart(source("present"))
    # A tooltip's own format would write "54.0%", and sentences write it otherwise.
    said = {
        f"{name}_said": f"format(datum.{name} * 100, '.1f') + '{words.NARROW}%'"
        for name in ("true_positive_rate", "false_positive_rate")
    }
    points = present.mark_point(size=150, opacity=1)
    across = _error_rates(x="_low") | {"x2": "false_positive_rate_high:Q"}
    upwards = _error_rates(y="_low") | {"y2": "true_positive_rate_high:Q"}
    cross = [
        present.mark_rule(**REACH).encode(**{**axes, **way}) for way in (across, upwards) if unsure
    ]
    return specification(
        alt.layer(
            diagonal(),
            # Else a line joins its points from left to right, and steps upwards would cross.
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
        ).properties(height=SQUARE)
    )


@kept(maxsize=32)
def travelling_curves(tally: Tally, shown: tuple[str, ...]) -> pa.Table:
    """Return the curves of the groups shown, ready to travel."""
    frame = roc_frame(tally)
    return light(frame[frame["group"].isin(shown)])


def roc_frame(tally: Tally) -> pd.DataFrame:
    """Return the curves on the tally's grid, without points that repeat the one before."""
    # Finer than any screen; and what is equal by then need not travel twice.
    curves = roc(tally).round(4)
    corner = curves[["group", "false_positive_rate", "true_positive_rate"]]
    moved = (corner != corner.shift()).any(axis=1)
    # A group without positives or without negatives has no curve.
    return curves[moved].dropna().reset_index(drop=True)


def operating_rows(
    rows: Mapping[str, Mapping[str, float]], thresholds: Mapping[str, float], shown: Sequence[str]
) -> dict[str, list[Any]]:
    """Return the point of each group shown on its curve; None where a rate has no value."""
    columns = {
        name: [known(rows[group][name]) for group in shown]
        for name in ("false_positive_rate", "true_positive_rate")
    }
    at = [words.threshold(thresholds[group]) for group in shown]
    return {"group": list(shown), "threshold": at, **columns}


def operating_reach(limits: Limits, shown: Sequence[str]) -> dict[str, list[Any]]:
    """Return between which limits both rates of each group shown may lie."""
    return {
        f"{rate}_{end}": [known(limits[rate, group][place]) for group in shown]
        for rate in ("false_positive_rate", "true_positive_rate")
        for place, end in enumerate(("low", "high"))
    }


def operating_table(rates: pd.DataFrame, areas: Mapping[str, float]) -> pd.DataFrame:
    """Return each group's two rates and the area under its ROC curve."""
    return pd.DataFrame(
        {
            "False-positive rate": rates["false_positive_rate"].map(words.percent),
            "True-positive rate": rates["true_positive_rate"].map(words.percent),
            "Area under the ROC curve": [words.number(areas[group]) for group in rates.index],
        },
        index=rates.index,
    ).rename_axis("Group")


def _error_rates(x: str = "", y: str = "") -> dict[str, Any]:
    """Return the axes of both error rates, or of their limits by the ending of the field."""
    across, upwards = share_axis("false-positive rate"), share_axis("true-positive rate")
    return {
        "x": alt.X(f"false_positive_rate{x}:Q", scale=share_scale(), axis=across),
        "y": alt.Y(f"true_positive_rate{y}:Q", scale=share_scale(), axis=upwards),
    }

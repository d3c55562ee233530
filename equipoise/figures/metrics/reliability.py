"""Picture of the Metrics page: whether a score means the same in each group."""

from __future__ import annotations

import functools
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
import pyarrow as pa

from equipoise import words
from equipoise.audit import View
from equipoise.calibration import Calibration, calibration
from equipoise.figures.figure import Figure, light
from equipoise.figures.metrics.parts import CROSSED, REACH, SQUARE, diagonal, of_groups
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
from equipoise.tally import Tally
from equipoise.uncertainty.proportions import share

_FAINT = 5
"""Lines between the bins of more groups than these are fainter, to be seen through."""

_DECIMALS = 4


def reliability(view: View, shown: tuple[str, ...]) -> Figure:
    """Return how scores compare with what was recorded, for the groups shown."""
    positive = view.vocabulary.positive
    calibrated = calibration(view.tally)
    errors = dict(zip(view.groups, calibrated.expected_calibration_error, strict=True))
    people = dict(zip(view.groups, view.tally.n, strict=True))
    shares = f"share {positive.head[:1].lower()}{positive.head[1:]}"
    return Figure(
        title="Does a score mean the same in each group?",
        takeaway="On the diagonal, 70 % means 70 in 100: of those who score 0.7, so many "
        f"{plain(positive.plural)}. Larger marks are more people. The average distance from it, "
        "each bin counting by its people, is the expected calibration error (ECE): "
        f"{of_groups(view, shown, errors, people)}.{CROSSED if view.uncertainty else ''}",
        alt=f"Mean score against the share who {positive.plural}, in ten bins for each group, "
        "with the diagonal of perfect calibration.",
        spec=reliability_spec(view.tally, positive.plural, view.uncertainty),
        data={"bins": _bins(view.tally, shown, view.uncertainty)},
        table=lambda: reliability_table(calibrated, words.sentence(shares)),
        table_title=f"People, mean score and {plain(shares)} in each bin",
    )


@kept()
def reliability_spec(tally: Tally, positive: str, unsure: bool = False) -> dict[str, Any]:
    """Return mean score against observed rate, bin by bin, for "bins".

    Parameters
    ----------
    tally : Tally
    positive : str
        What people with a positive label do: "earn more than 50K".
    unsure : bool
        Whether to draw the observed rates' intervals too.
    """
    groups = tally.groups
    # Limits and rates share one axis: with two titles Vega would write both.
    observed = functools.partial(alt.Y, scale=share_scale(), axis=share_axis(positive))
    base = alt.Chart(source("bins")).encode(
        x=alt.X("mean_score:Q", scale=share_scale(), axis=share_axis("mean score in the bin")),
        y=observed("observed_rate:Q"),
        color=group_colour(groups),
    )
    lines = base.mark_line(strokeWidth=1, opacity=0.5 if len(groups) <= _FAINT else 0.2)
    points = base.mark_point(opacity=0.85).encode(
        shape=group_shape(groups),
        size=alt.Size("count:Q", scale=alt.Scale(type="sqrt", range=[18, 420]), legend=None),
        tooltip=[
            alt.Tooltip("group:N"),
            alt.Tooltip("bin:N", title="scores"),
            alt.Tooltip("count:Q", title="people", format=","),
            alt.Tooltip("mean_score:Q", title="mean score", format=".3f"),
            alt.Tooltip("observed_rate:Q", title=positive, format=".3f"),
        ],
    )
    rules = base.mark_rule(**REACH).encode(y=observed("low:Q"), y2="high:Q")
    reach = [rules] if unsure else []
    return specification(alt.layer(diagonal(), lines, *reach, points).properties(height=SQUARE))


@kept(maxsize=32)
def _bins(tally: Tally, shown: tuple[str, ...], unsure: bool) -> pa.Table:
    """Return the bins of the groups shown, ready to travel; limits take long to load."""
    frame = reliability_frame(calibration(tally), unsure=unsure)
    return light(frame[frame["group"].isin(shown)])


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
        # The rate came from whole people; the product may miss them by a rounding.
        positive = (table["count"] * table["observed_rate"]).round()
        _, table["low"], table["high"] = share(positive, table["count"])
    # Finer than anything that is drawn or said of it.
    return table.round(4)


def reliability_table(calibrated: Calibration, share_head: str) -> pd.DataFrame:
    """Return, by group and bin, how the mean score and the share positive differ.

    A last row for each group holds all its people and the mean difference weighted by them,
    the expected calibration error. A bin's difference is that of the digits shown.

    Parameters
    ----------
    calibrated : Calibration
    share_head : str
        The head of the column of shares: "Share above 50K".
    """
    bins = calibrated.table()
    bins["scores"] = [f"{a:.1f}–{b:.1f}" for a, b in bins[["low", "high"]].to_numpy()]
    shown = bins[["mean_score", "observed_rate"]].round(_DECIMALS)
    bins["difference"] = (shown["mean_score"] - shown["observed_rate"]).abs()
    totals = pd.DataFrame(
        {
            "group": calibrated.groups,
            "scores": "all: the ECE",
            "count": calibrated.count.sum(axis=1),
            "difference": calibrated.expected_calibration_error,
        }
    )
    # The groups keep their order, and each total stands behind its own bins: a stable sort.
    table = pd.concat([bins, totals], ignore_index=True)
    place = table["group"].map(calibrated.groups.index)
    table = table.iloc[np.argsort(place.to_numpy(), kind="stable")]
    said = {"Group": table["group"], "Scores": table["scores"]}
    said["People"] = table["count"].map(words.count)
    heads = {"mean_score": "Mean score", "observed_rate": share_head, "difference": "Difference"}
    for name, title in heads.items():
        said[title] = table[name].map(lambda value: words.number(value, _DECIMALS))
    return pd.DataFrame(said).set_index("Group")

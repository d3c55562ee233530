"""What the scores can do whatever the thresholds: reliability, and the curve of errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import pyarrow as pa
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart, light
from equipoise.app.views import View, exact_tally_of, tally_of
from equipoise.calibration import Calibration, calibration
from equipoise.figures.metrics import charts, tables
from equipoise.figures.metrics import words as sentences
from equipoise.figures.metrics.uncertainty import limits
from equipoise.figures.theme import group_label
from equipoise.roc import roc_auc

# Of more groups only the lowest and the highest number are said; the table has them all.
_FEW = 4
# Said of marks that lie on lines.
_CROSSED = " Lines through a mark: where it may lie, each taken by itself, with 95 % confidence."


@dataclass(frozen=True)
class Still:
    """What no threshold changes about a comparison.

    Attributes
    ----------
    calibrated : Calibration
    areas : dict from group to float
        The exact area under each group's ROC curve.
    """

    calibrated: Calibration
    areas: dict[str, float]


@st.cache_resource(show_spinner=False)
def still_of(slug: str) -> Still:
    """Return what no threshold changes, computed once for all sessions."""
    return Still(calibration(tally_of(slug)), roc_auc(exact_tally_of(slug)))


@st.cache_resource(show_spinner=False, max_entries=64)
def _bins_of(slug: str, shown: tuple[str, ...], unsure: bool) -> pa.Table:
    """Return the bins of the groups shown, ready to travel; limits take long to load."""
    return _of(charts.reliability_frame(still_of(slug).calibrated, unsure=unsure), shown)


@st.cache_resource(show_spinner=False, max_entries=64)
def _curves_of(slug: str, shown: tuple[str, ...]) -> pa.Table:
    """Return the curves of the groups shown, ready to travel."""
    return _of(charts.roc_frame(tally_of(slug)), shown)


def _of(frame: pd.DataFrame, shown: tuple[str, ...]) -> pa.Table:
    return light(frame[frame["group"].isin(shown)])


def reliability(view: View, shown: tuple[str, ...]) -> None:
    """Draw how scores compare with what was recorded, for the groups shown."""
    bins = _bins_of(view.key, shown, view.uncertainty)
    labels = _labels(view, shown)
    calibrated = still_of(view.key).calibrated
    errors = dict(zip(view.groups, calibrated.expected_calibration_error, strict=True))
    people = dict(zip(view.groups, view.tally.n, strict=True))
    said = sentences.spread(errors)
    if len(labels) <= _FEW:
        said = ", ".join(
            f"{label} {words.number(errors[group])} (of {words.count(people[group])})"
            for group, label in labels.items()
        )
    draw_chart(
        charts.reliability_spec(view.groups, view.uncertainty),
        {"bins": bins},
        title="Does a score mean the same in each group?",
        alt="Mean score against the share who earn more than 50K, in ten bins for each group, "
        "with the diagonal of perfect calibration.",
        takeaway="On the diagonal, 70 % means 70 in 100: of those who score 0.7, so many earn "
        "more than 50K. Larger marks are more people. The average distance from it, each bin "
        f"counting by its people, is the expected calibration error (ECE): {said}."
        f"{_CROSSED if view.uncertainty else ''}",
        key="reliability",
        table=lambda: tables.reliability_table(calibrated),
        table_title="People, mean score and share above 50K in each bin",
    )


def operating_points(
    view: View, rows: Mapping[str, sentences.Row], shown: tuple[str, ...]
) -> None:
    """Draw the ROC curves of the groups shown, and where the thresholds stand on them."""
    points = _curves_of(view.key, shown)
    labels = _labels(view, shown)
    areas = still_of(view.key).areas
    said = sentences.spread(areas)
    if len(labels) <= _FEW:
        said = ", ".join(f"{label} {words.number(areas[g])}" for g, label in labels.items())
    present = charts.operating_rows(rows, view.thresholds, shown)
    if view.uncertainty:
        present |= charts.operating_reach(limits(view.intervals), shown)
    draw_chart(
        charts.roc_spec(view.groups, view.uncertainty),
        {"curves": points, "present": present},
        title="Which errors could each group have?",
        alt="The ROC curve of each group, with a mark at its present threshold.",
        takeaway="A threshold moves its mark along the group's curve, never off it. Take two of a "
        "group, one who earns more than 50K and one who does not: the area under its curve (ROC "
        f"AUC) is how often the first scores higher: {said}."
        f"{_CROSSED if view.uncertainty else ''}",
        key="roc",
        table=lambda: tables.operating_table(view.rates, areas),
        table_title="Operating points and areas",
    )


def _labels(view: View, shown: tuple[str, ...]) -> dict[str, str]:
    """Return how the groups shown are written in a sentence, which must not break them."""
    return {g: group_label(view.groups, g).replace(" ", "\N{NO-BREAK SPACE}") for g in shown}

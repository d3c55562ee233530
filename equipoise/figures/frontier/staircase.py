"""The accuracy-gap frontier as a drawing."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

import altair as alt

from equipoise import words
from equipoise.audit import View
from equipoise.criteria import FOUR_FIFTHS
from equipoise.figures.figure import Figure
from equipoise.figures.frontier.curves import CURVES
from equipoise.figures.frontier.layers import band_layers, curve_layers, drawn_tables
from equipoise.figures.frontier.plane import (
    Bounds,
    Columns,
    accuracy_axis,
    background,
    gap_axis,
    gap_title,
)
from equipoise.figures.frontier.words import takeaway, where_you_are
from equipoise.figures.theme import INK, QUIET, SHAPES, source, specification
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.frontier import BASELINE, Frontier
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.keeping import kept, once

PICK, PICKED = "pick", "point"
"""The selection of a clicked point, and the field that holds its name."""

ROLES = {"baseline": SHAPES[9], "present": "diamond", "chosen": "circle"}
"""The named marks and their shapes."""

_SAID = "'accuracy ' + format(datum.accuracy, '.2%') + ', gap ' + format(datum.gap, '.3f')"
"""What a mark is called where it is read aloud, after its name."""

_CROWDED = 100
_NEAREST_EDGE = 5


def frontier_figure(
    view: View, tradeoff: Tradeoff, choice: Choice, *, curves: Collection[str], near: bool
) -> Figure:
    """Return the frontier, what it is held against, and a chosen point.

    Parameters
    ----------
    view : View
    tradeoff : Tradeoff
    choice : Choice
        The point of its frontier.
    curves : collection of str
        Those of `CURVES` that are drawn.
    near : bool
        Whether only what lies near the baseline is drawn.
    """
    gap, front, two = tradeoff.gap, choice.front, len(view.groups) == 2
    bounds, cells = background(tradeoff, near=near)
    equal = (view.tolerance, "tolerance")
    if GAPS[gap].is_ratio:
        equal = (1 - FOUR_FIFTHS, "four fifths")
    here = accuracy_and_gap(view.tally, view.thresholds, gap=gap)
    at = {"baseline": (front.baseline_accuracy, front.baseline_gap)}
    if set(view.thresholds.values()) != {BASELINE}:
        at["present"] = here
    # Last, and so on top of the baseline where both are the same point.
    at["chosen"] = (choice.accuracy, choice.gap)
    return Figure(
        title="Accuracy against the gap: click on a point to choose it",
        takeaway=takeaway(view.audit, tradeoff) + where_you_are(view, gap, here),
        alt=alternative(gap, curves, background=two, band=view.uncertainty),
        spec=frontier_spec(gap, bounds, background=two),
        data={
            "cells": cells,
            "limit": {"gap": [equal[0]], "label": [equal[1]]},
            "points": points(front, choice.row, drawn="grid" in curves),
            "marks": marks(at, bounds),
            **drawn_tables(view, tradeoff, curves),
        },
    )


@kept()
def point_names(front: Frontier) -> tuple[str, ...]:
    """Return each point's name: its thresholds, in the order of the groups."""
    thresholds = front.points.drop(columns=["accuracy", "gap"]).to_numpy()
    return tuple("/".join(map(words.threshold, row)) for row in thresholds)


@kept()
def point_labels(front: Frontier) -> dict[str, str]:
    """Return what is written beside each point's name: its place and its gap."""
    names = point_names(front)
    return {
        name: f"{row} of {len(names)}: gap {words.number(gap)}"
        for row, (name, gap) in enumerate(zip(names, front.points["gap"], strict=True), start=1)
    }


def points(front: Frontier, chosen: int, *, drawn: bool = True) -> Columns:
    """Return the frontier's points as the drawing needs them, to be seen or only to be chosen.

    The chosen point's name is in every row: a click selects both, so that clicking a point
    again counts as a new choice once another has been made elsewhere.
    """
    names = point_names(front)
    return {
        "gap": front.points["gap"].to_numpy(),
        "accuracy": front.points["accuracy"].to_numpy(),
        PICKED: names,
        "now": [names[chosen]] * len(names),
        "drawn": [int(drawn)] * len(names),
    }


def marks(at: Mapping[str, tuple[float, float]], bounds: Bounds) -> Columns:
    """Return the named marks; those outside the drawn part wait at its edge, with an arrow.

    Parameters
    ----------
    at : mapping from one of `ROLES` to (accuracy, gap)
        Undefined ones are left out.
    bounds : Bounds
    """
    columns: dict[str, list[Any]] = {"role": [], "gap": [], "accuracy": [], "label": []}
    for role, (accuracy, gap) in at.items():
        if math.isnan(gap):
            continue
        height = min(max(accuracy, bounds.accuracy_low), bounds.accuracy_high)
        right = min(gap, bounds.gap_high)
        arrow = " ↓" * (accuracy < height) + " ↑" * (accuracy > height) + " →" * (gap > right)
        row = {"role": role, "gap": right, "accuracy": height, "label": role + arrow}
        for name, value in row.items():
            columns[name].append(value)
    return columns


# The ends of the axes are numbers of the data: as many drawings as there are such ends.
@once(maxsize=128)
def frontier_spec(gap: str, bounds: Bounds, *, background: bool) -> dict[str, Any]:
    """Return the drawing of a frontier, over the background of all pairs if there is one.

    Its tables: cells (`background`), limit (gap, label), points (`points`), marks (`marks`)
    and those of `curve_tables`, empty unless drawn.
    """
    x, y = gap_axis(gap, bounds), accuracy_axis(bounds)
    further = [*band_layers(x, y, accuracy_axis(bounds, "low")), *curve_layers(x, y)]
    # What can be clicked and what is named lie on top.
    layers = [*further, *_limit(x), *_curve(x, y), *_marks(x, y, bounds)]
    if background:
        layers.insert(0, _cells(gap, bounds))
    return specification(alt.layer(*layers).properties(height=400))


def alternative(gap: str, curves: Collection[str], *, background: bool, band: bool) -> str:
    """Return what the drawing shows, for those who do not see it.

    Parameters
    ----------
    gap : str
    curves : collection of str
        Those of `equipoise.figures.frontier.curves.CURVES` that are drawn.
    background : bool
        Whether all pairs are.
    band : bool
        Whether the intervals of the costs are.
    """
    parts = [
        "In the background cells, darker where more pairs of thresholds lie." * background,
        "A grey band around the points: the interval of each point's cost; a dotted line at the "
        "baseline's accuracy." * band,
        "The frontier as a staircase of points, from a small gap with low accuracy up to the "
        "highest accuracy with a larger gap." * ("grid" in curves),
        *(f"A curve, {CURVES[name].line}: {CURVES[name].title}." for name in CURVES
          if name in curves and name != "grid"),
        "A dashed vertical line at the largest gap that counts as equal. Marked are the baseline, "
        "the chosen point, and the present thresholds where they are others. The slider above "
        "and the table below choose points too.",
    ]  # fmt: skip
    return f"Accuracy against {gap_title(gap)}. {' '.join(filter(None, parts))}"


def _cells(gap: str, bounds: Bounds) -> alt.Chart:
    """Draw how many pairs lie where: few faint, many darker."""
    legend = alt.Legend(
        title="pairs of thresholds in a cell",
        titleLimit=300,
        orient="top",
        values=[1, 10, _CROWDED],
        labelExpr=f"datum.value < {_CROWDED} ? datum.label : '{_CROWDED} or more'",
        symbolType="square",
        symbolFillColor=QUIET,
        symbolStrokeWidth=0,
    )
    # A few cells hold thousands of pairs, beside which all others would look empty.
    scale = alt.Scale(type="log", domain=[1, _CROWDED], range=[0.12, 0.6], clamp=True)
    cells: alt.Chart = alt.Chart(source("cells")).mark_rect(color=QUIET, aria=False)
    return cells.encode(
        x=gap_axis(gap, bounds, "gap_from"),
        x2="gap_to:Q",
        y=accuracy_axis(bounds, "accuracy_from"),
        y2="accuracy_to:Q",
        opacity=alt.Opacity("pairs:Q", scale=scale, legend=legend),
    )


def _limit(x: alt.X) -> tuple[alt.Chart, alt.Chart]:
    """Mark the largest gap that still counts as equal."""
    base = alt.Chart(source("limit")).encode(x=x)
    rule = base.mark_rule(strokeDash=[4, 4], strokeWidth=1, clip=True, aria=False)
    said = alt.expr("datum.label + ' at ' + format(datum.gap, '.2f')")
    label = base.mark_text(
        align="left", baseline="bottom", dx=4, dy=-4, clip=True, fontSize=12, description=said
    )
    return rule, label.encode(text="label:N", y=alt.value("height"))


def _curve(x: alt.X, y: alt.Y) -> tuple[alt.Chart, alt.Chart]:
    """Draw the frontier: for every limit on the gap, the best accuracy within it."""
    base = alt.Chart(source("points")).encode(x=x, y=y)
    pick = alt.selection_point(
        PICK, fields=[PICKED, "now"], nearest=True, on="click", clear=False, toggle=False
    )
    tooltip = [
        alt.Tooltip(f"{PICKED}:N", title="thresholds"),
        alt.Tooltip("accuracy:Q", format=".2%"),
        alt.Tooltip("gap:Q", format=".4f"),
    ]
    # Without the curve its points are still there, unseen: a click finds the nearest of them.
    line = base.transform_filter("datum.drawn").mark_line(
        aria=False, interpolate="step-after", color=INK, strokeWidth=1.5, clip=True
    )
    said = f"'thresholds: ' + datum.{PICKED} + '; ' + {_SAID}"
    dots = base.mark_point(color=INK, size=26, clip=True, description=alt.expr(said)).encode(
        tooltip=tooltip, opacity=alt.Opacity("drawn:Q", scale=None)
    )
    return line, dots.add_params(pick)


def _marks(x: alt.X, y: alt.Y, bounds: Bounds) -> tuple[alt.Chart, alt.Chart]:
    base = alt.Chart(source("marks")).encode(x=x, y=y)
    shape = alt.Shape(
        "role:N", scale=alt.Scale(domain=list(ROLES), range=list(ROLES.values())), legend=None
    )
    # Nothing lies above and left of the frontier: there is room for the chosen point's label.
    # Near the left edge there is none, and it stands below.
    left = f"datum.role == 'chosen' && datum.gap > {bounds.gap_high / _NEAREST_EDGE}"
    far = f"datum.gap > {bounds.gap_high * (1 - 1 / _NEAREST_EDGE)}"
    align = alt.expr(f"{left} || {far} ? 'right' : 'left'")
    below = f"datum.role == 'baseline' || datum.role == 'chosen' && !({left} || {far})"
    labels = base.mark_text(
        align=align,
        dx=alt.expr(f"{left} || {far} ? -10 : 10"),
        dy=alt.expr(f"{below} ? 16 : -16"),
        fontWeight=alt.expr("datum.role == 'chosen' ? 'bold' : 'normal'"),
        aria=False,
    )
    said = f"datum.label + ': ' + {_SAID}"
    points = base.mark_point(
        filled=False, stroke=INK, strokeWidth=2.5, size=230, description=alt.expr(said)
    )
    return points.encode(shape=shape), labels.encode(text="label:N")

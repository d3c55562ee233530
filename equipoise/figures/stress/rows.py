"""Charts of the rows of a stress test: what a bias did to them, and boundaries through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise import words
from equipoise.figures.stress.charts import Columns
from equipoise.figures.theme import INK, QUIET, group_colour, group_shape, source, specification
from equipoise.keeping import once
from equipoise.stress import Data, Linear, Searched, Thresholded, changes
from equipoise.stress.decorrelation import Decorrelated

REACH = 3.2
"""How far the plane is drawn in every direction."""

MOST_ROWS = 220
"""Rows drawn of a group; more would hide one another."""

_STATES = ("stays", "changed", "removed")
_CHANGES = {"removed": "removed", "flipped": "with a new label", "hidden": "with a hidden feature"}


@once()
def cells_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of rows by group and label: what stays, what changed, what is gone."""
    base = alt.Chart(source("cells")).encode(
        y=alt.Y("cell:N", sort=None, axis=None, scale=alt.Scale(paddingInner=0.55)),
    )
    bars = base.mark_bar(strokeWidth=1.5).encode(
        x=alt.X("from:Q", axis=alt.Axis(title="training rows", tickCount=4, format=",d")),
        x2="to:Q",
        color=group_colour(groups),
        stroke=group_colour(groups).scale(alt.Scale(domain=list(groups))),
        fillOpacity=alt.FillOpacity(
            "strength:Q", scale=alt.Scale(domain=[0, 1], range=[0, 1]), legend=None
        ),
        strokeDash=alt.StrokeDash(
            "state:N", scale=alt.Scale(domain=list(_STATES), range=[[1, 0], [1, 0], [3, 3]]),
            legend=None,
        ),
    )  # fmt: skip
    text = base.transform_filter("datum.state == 'stays'").mark_text(
        align="left", dy=-20, fontSize=13
    )
    text = text.encode(x=alt.value(0), text="label:N")
    return specification(alt.layer(bars, text).properties(height=46 * 2 * len(groups)))


def cell_rows(before: Data, after: Data) -> Columns:
    """Return the bars of `cells_spec` and what is written above each."""
    columns: Columns = {
        name: [] for name in ("cell", "group", "state", "from", "to", "strength", "label")
    }
    table = changes(before, after).table
    for row in cast(Iterator[Any], table.itertuples(index=False)):
        removed, changed = int(row.removed), int(row.flipped) + int(row.hidden)
        stays = int(row.before) - removed - changed
        start = 0
        for state, size in zip(_STATES, (stays, changed, removed), strict=True):
            full = 0.85 if row.label else 0.18
            columns["cell"].append(f"{row.group}{row.label}")
            columns["group"].append(row.group)
            columns["state"].append(state)
            columns["from"].append(start)
            columns["to"].append(start := start + size)
            columns["strength"].append({"stays": full, "changed": 0.45, "removed": 0.0}[state])
            columns["label"].append(_cell_label(row))
    return columns


def changes_table(before: Data, after: Data) -> pd.DataFrame:
    """Return the same numbers in words."""
    table = changes(before, after).table
    table["label"] = ["positive" if label else "negative" for label in table["label"]]
    numbers = ["before", "removed", "flipped", "hidden", "after"]
    table[numbers] = table[numbers].map(words.count)
    return table.set_index("group")


def _cell_label(row: Any) -> str:
    sign = "positive" if row.label else "negative"
    parts = [
        f"{words.count(getattr(row, name))} {said}"
        for name, said in _CHANGES.items()
        if getattr(row, name)
    ]
    what = words.listed(parts) or "unchanged"
    return f"{row.group}, {sign}: {words.count(row.before)} rows, {what}"


class Plane(NamedTuple):
    """A plane through the features in which two boundaries are exact lines.

    Its first axis is the reference's direction; the second is the part of the model's
    direction at right angles to it.
    """

    first: NDArray[np.float64]
    second: NDArray[np.float64]


def plane_of(reference: ArrayLike, model: ArrayLike) -> Plane:
    """Return the plane that the directions of two linear classifiers span, (p,) each."""
    target = np.asarray(reference, dtype=np.float64)
    first = target / max(float(np.linalg.norm(target)), 1e-12)
    candidates = [np.asarray(model, dtype=np.float64), *np.eye(len(first))]
    for one in candidates:
        rest = one - (one @ first) * first
        if np.linalg.norm(rest) > 1e-6 * max(float(np.linalg.norm(one)), 1e-12):
            return Plane(first, rest / np.linalg.norm(rest))
    return Plane(first, np.zeros_like(first))


def degrees_apart(reference: ArrayLike, model: ArrayLike) -> float:
    """Return the angle between two directions; NaN if one is none."""
    a, b = np.asarray(reference), np.asarray(model)
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(np.degrees(np.arccos(np.clip(a @ b / size, -1, 1)))) if size > 0 else np.nan


def boundaries(predictor: Any, group: int, name: str) -> list[tuple[Any, float]]:
    """Return the linear boundaries a predictor has for a group: coefficients and constant.

    A row is above a boundary where coefficients times features plus the constant is above
    0. None where a predictor is no linear one; two for thresholds that are tossed for.

    Parameters
    ----------
    predictor : Predictor
    group : int
        Position of the group.
    name : str
        Its name.
    """
    if isinstance(predictor, Searched):
        return boundaries(predictor.predictor, group, name)
    if isinstance(predictor, Linear):
        return [(predictor.coefficients[group], float(predictor.intercepts[group]))]
    if isinstance(predictor, Decorrelated):
        found = boundaries(predictor.predictor, group, name)
        return [(w, constant + float(w @ predictor.shifts[group])) for w, constant in found]
    if isinstance(predictor, Thresholded):
        rule = predictor.rules[name]
        tossed = ((rule.p0, rule.threshold0), (rule.p1, rule.threshold1))
        limits = {t for share, t in tossed if share > 0 and 0 < t < 1}
        found = boundaries(predictor.base, group, name)
        return [(w, c - float(np.log(t / (1 - t)))) for w, c in found for t in sorted(limits)]
    return []


def side_words(reference: ArrayLike, found: Sequence[tuple[Any, float]]) -> str:
    """Say on which side of its line in `plane_of` a linear classifier selects.

    The plane's first axis is the reference's direction and the second the rest of the
    model's, so that the model's points up and, as far as it agrees, to the right.

    Parameters
    ----------
    reference : (p,) array-like of float
        The reference's coefficients.
    found : sequence of coefficients and constant
        The model's boundaries, as `boundaries` gives them.
    """
    if not found:
        return ""
    angle = degrees_apart(reference, found[0][0])
    if not np.isfinite(angle):
        return ""
    lines = "line" if len(found) == 1 else "lines"
    if abs(angle - 90) < 0.5:
        return f"It selects what lies above its {lines}."
    return f"It selects what lies to the {'right' if angle < 90 else 'left'} of its {lines}."


def line_across(plane: Plane, coefficients: ArrayLike, constant: float) -> list[float] | None:
    """Return x, y, x2, y2 of a boundary in a plane, cut off at `REACH`; None if outside."""
    w = np.asarray(coefficients, dtype=np.float64)
    normal = np.array([w @ plane.first, w @ plane.second])
    size = float(np.linalg.norm(normal))
    if size < 1e-9:
        return None
    foot = -constant * normal / size**2
    along = np.array([-normal[1], normal[0]]) / size
    low, high = -np.inf, np.inf
    for start, step in zip(foot, along, strict=True):
        if abs(step) < 1e-12:
            if abs(start) > REACH:
                return None
            continue
        ends = sorted(((-REACH - start) / step, (REACH - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    if low >= high:
        return None
    return [*(foot + low * along).tolist(), *(foot + high * along).tolist()]


@once()
def plane_spec(groups: tuple[str, ...], lines: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of a group's rows and of boundaries through them.

    Parameters
    ----------
    groups : tuple of str
        All groups of the world.
    lines : tuple of str
        What lines there can be: the reference first.
    """
    scale = alt.Scale(domain=[-REACH, REACH], nice=False)
    x = alt.X(
        "x:Q", scale=scale, axis=alt.Axis(title="what counts by the reference →", grid=False)
    )
    y = alt.Y("y:Q", scale=scale, axis=alt.Axis(title="what else the model counts", grid=False))
    rows = alt.Chart(source("rows")).encode(x=x, y=y)
    signs = rows.encode(color=group_colour(groups), shape=group_shape(groups))
    there, gone = "datum.removed == false", "datum.removed == true"
    hollow = signs.transform_filter(f"{there} && datum.label == 0")
    filled = signs.transform_filter(f"{there} && datum.label == 1")
    removed = rows.transform_filter(gone)
    dash = alt.StrokeDash(
        "what:N",
        scale=alt.Scale(domain=list(lines), range=[[2, 3], [1, 0]]),
        legend=alt.Legend(
            title=None, orient="top", direction="vertical", labelFontSize=13, symbolSize=300,
            symbolStrokeColor=INK, labelLimit=300,
        ),
    )  # fmt: skip
    borders = alt.Chart(source("borders")).mark_rule(strokeWidth=3, color=INK)
    return specification(
        alt.layer(
            removed.mark_text(text="✕", fontSize=9, color=QUIET),
            hollow.mark_point(filled=False, size=26, opacity=0.7),
            filled.mark_point(size=26, opacity=0.7),
            borders.encode(x=x, y=y, x2="x2:Q", y2="y2:Q", strokeDash=dash),
        ).properties(height=300)
    )


def plane_rows(before: Data, after: Data, group: int, plane: Plane) -> Columns:
    """Return some rows of a group in a plane, as they are after the bias, or gone by it."""
    place = pd.Index(after.row).get_indexer(pd.Index(before.row))
    mine = np.flatnonzero(before.group == group)[:MOST_ROWS]
    gone = place[mine] < 0
    features, labels = before.features[mine].copy(), before.y[mine].copy()
    features[~gone] = after.features[place[mine][~gone]]
    labels[~gone] = after.y[place[mine][~gone]]
    x, y = features @ plane.first, features @ plane.second
    seen = (np.abs(x) < REACH) & (np.abs(y) < REACH)
    return {
        "x": x[seen].tolist(),
        "y": y[seen].tolist(),
        "label": labels[seen].tolist(),
        "removed": gone[seen].tolist(),
        "group": [before.groups[group]] * int(seen.sum()),
    }


def border_rows(plane: Plane, named: Sequence[tuple[str, Sequence[tuple[Any, float]]]]) -> Columns:
    """Return the lines of `plane_spec`, given each one's name and boundaries."""
    columns: Columns = {name: [] for name in ("x", "y", "x2", "y2", "what")}
    for what, found in named:
        for coefficients, constant in found:
            ends = line_across(plane, coefficients, constant)
            if ends is not None:
                for name, value in zip(("x", "y", "x2", "y2"), ends, strict=True):
                    columns[name].append(value)
                columns["what"].append(what)
    return columns

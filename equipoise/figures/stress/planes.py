"""A group's rows and the boundaries through them, in a plane where these are exact lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.stress.charts import Columns
from equipoise.figures.theme import (
    INK,
    QUIET,
    group_colour,
    group_label,
    group_shape,
    source,
    specification,
)
from equipoise.keeping import kept
from equipoise.stress import Data, Synthetic, Table
from equipoise.stress.bench import MadeUp, Opened, Setup, groups_of
from equipoise.stress.decorrelation import Decorrelated
from equipoise.stress.direct import Searched
from equipoise.stress.postprocessing import Thresholded
from equipoise.stress.regression import Linear

REACH = 3.2
"""How far the plane is drawn in every direction."""

MOST_ROWS = 220
"""Rows drawn of a group; more would hide one another."""


def plane_figure(setup: Setup, opened: Opened, group: int, arm: str) -> Figure:
    """Return the picture of a group in the plane of its reference and of one model.

    Parameters
    ----------
    setup : Setup
    opened : Opened
    group : int
        Position of the group.
    arm : str
        Whose model is drawn; it must have one.
    """
    before, predictor = opened.before, opened.predictors[arm]
    name = before.groups[group]
    if setup.choices.reference == "true" and setup.made_up:
        choices = setup.choices
        made = Synthetic(r=choices.r, eta=choices.eta, d=choices.d)
        reference = (made.coefficients[group], 0.0)
    else:
        reference = boundaries(opened.reference, group, "")[0]
    found = boundaries(predictor, group, name)
    plane = plane_of(reference[0], found[0][0] if found else reference[0])
    rows = plane_rows(before, opened.after, group, plane)
    borders = border_rows(plane, [("reference", [reference]), (arm, found)])
    # For this share of the group's rows a coin decides, whatever their features.
    coin = predictor.rules[name].p_ignore if isinstance(predictor, Thresholded) else 0.0
    outside = found and arm not in borders["what"]
    return Figure(
        title=f"{group_label(before.groups, name)}: {words.count(len(rows['x']))} "
        f"of {words.count(int(before.counts[group].sum()))} training rows",
        takeaway=angle_words(reference[0], found, float(coin))
        + (" It lies outside." if outside else ""),
        alt=f"Rows of group {name} as marks, with the reference's boundary dotted and the "
        "model's own.",
        spec=plane_spec(setup.world, ("reference", arm)),
        data={"rows": rows, "borders": borders},
    )


def angle_words(
    reference: ArrayLike, found: Sequence[tuple[Any, float]], coin: float = 0.0
) -> str:
    """Say how a linear classifier differs from the reference.

    Parameters
    ----------
    reference : (p,) array-like of float
        The reference's coefficients.
    found : sequence of coefficients and constant
        The model's boundaries, as `boundaries` gives them.
    coin : float
        The share of rows for which a coin decides, whatever their features.
    """
    tossed = (
        f" For {words.percent(coin)} of rows a coin decides instead." if coin >= 0.0005 else ""
    )
    if not found:
        return f"No straight boundary here: it decides without regard to features.{tossed}"
    angle = degrees_apart(reference, found[0][0])
    if not np.isfinite(angle):
        return f"No direction here: it decides without regard to features.{tossed}"
    between = "; between its two lines a coin decides" if len(found) == 2 else ""
    turned = f"Turned by {words.number(angle, 0)}° against the reference{between}."
    return f"{turned} {side_words(reference, found)}{tossed}"


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
    # A model that points the same way spans no plane: then any other feature does.
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
        # It was trained on shifted features; the shift goes into the constant.
        found = boundaries(predictor.predictor, group, name)
        return [(w, constant + float(w @ predictor.shifts[group])) for w, constant in found]
    if isinstance(predictor, Thresholded):
        rule = predictor.rules[name]
        tossed = ((rule.p0, rule.threshold0), (rule.p1, rule.threshold1))
        limits = {t for share, t in tossed if share > 0 and 0 < t < 1}
        found = boundaries(predictor.base, group, name)
        # A threshold on a probability is one on the score, at its logit.
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
    # Its direction is at right angles to the plane, which it does not cut in a line.
    if size < 1e-9:
        return None
    foot = -constant * normal / size**2
    along = np.array([-normal[1], normal[0]]) / size
    # Along the line: where it lies between both pairs of edges at once.
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


@kept()
def plane_spec(world: Table | MadeUp, lines: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of a group's rows and of boundaries through them.

    Parameters
    ----------
    world : Table or MadeUp
    lines : tuple of str
        What lines there can be: the reference first.
    """
    groups = groups_of(world)
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

"""The plane of gap and accuracy: what part of it is drawn, its axes, and what lies where."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from equipoise.figures.figure import light
from equipoise.figures.theme import RATE_FORMAT
from equipoise.frontiers.frontier import Frontier, sweep
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.keeping import kept
from equipoise.words import MINUS

CELLS = (48, 30)
"""Cells of the background along gap and accuracy: fewer than 1,500 marks."""

NEAR = 0.08
"""How far below the baseline's accuracy the near range reaches."""

Columns = Mapping[str, Sequence[Any] | NDArray[Any]]
"""A small table as the drawing takes it: a column of values by name."""


class Bounds(NamedTuple):
    """What part of the plane is drawn; gaps begin at 0."""

    gap_high: float
    accuracy_low: float
    accuracy_high: float


@kept()
def background(tradeoff: Tradeoff, *, near: bool) -> tuple[Bounds, pa.Table]:
    """Return what part of the plane is drawn and, for two groups, where all pairs lie in it."""
    front = tradeoff.front
    if len(tradeoff.tally.groups) == 2:
        accuracy, gaps = sweep(tradeoff.tally, gap=tradeoff.gap)
    else:
        accuracy, gaps = front.points["accuracy"].to_numpy(), front.points["gap"].to_numpy()
    bounds = near_bounds(front) if near else whole_bounds(accuracy, gaps)
    # Thousands of pairs would travel with every move; their cells are few.
    return bounds, light(density(accuracy, gaps, bounds))


def near_bounds(front: Frontier) -> Bounds:
    """Return the part around baseline and frontier, without the costly end of the latter."""
    return _rounded(
        # At the baseline a gap may have no value: the PPV of a group of whom nobody is selected.
        np.nanmax([front.points["gap"].max(), front.baseline_gap]) * 1.06,
        front.baseline_accuracy - NEAR,
        front.points["accuracy"].max() + 0.004,
        step=0.01,
    )


def whole_bounds(accuracy: ArrayLike, gap: ArrayLike) -> Bounds:
    """Return the part that holds all the given points; undefined ones are passed over."""
    return _rounded(
        np.nanmax(gap), np.nanmin(accuracy) - 0.01, np.nanmax(accuracy) + 0.01, step=0.05
    )


def density(accuracy: ArrayLike, gap: ArrayLike, bounds: Bounds) -> Columns:
    """Count the combinations that fall into each cell of the drawn part.

    Parameters
    ----------
    accuracy, gap : array-like of float
        Of the same shape; NaN where undefined.
    bounds : Bounds

    Returns
    -------
    mapping from column to array
        gap_from, gap_to, accuracy_from, accuracy_to, pairs; no empty cells.
    """
    accuracy, gap = np.ravel(accuracy), np.ravel(gap)
    defined = ~(np.isnan(accuracy) | np.isnan(gap))
    pairs, gaps, accuracies = np.histogram2d(
        gap[defined], accuracy[defined], bins=CELLS, range=((0, bounds.gap_high), bounds[1:])
    )
    column, row = np.nonzero(pairs)
    return {
        "gap_from": gaps[column],
        "gap_to": gaps[column + 1],
        "accuracy_from": accuracies[row],
        "accuracy_to": accuracies[row + 1],
        "pairs": pairs[column, row].astype(int),
    }


def gap_title(gap: str) -> str:
    """Return what stands at an axis of gaps; of a ratio, how far it is from 1."""
    title = GAPS[gap].title
    return f"1 {MINUS} {title.lower()}" if GAPS[gap].is_ratio else f"{title}: gap between groups"


def gap_axis(gap: str, bounds: Bounds, field: str = "gap") -> alt.X:
    """Return the horizontal axis: the gap between groups."""
    return alt.X(
        f"{field}:Q",
        title=gap_title(gap),
        scale=alt.Scale(domain=[0, bounds.gap_high], nice=False),
        axis=alt.Axis(tickCount=6, grid=False),
    )


def accuracy_axis(bounds: Bounds, field: str = "accuracy") -> alt.Y:
    """Return the vertical axis: accuracy."""
    return alt.Y(
        f"{field}:Q",
        title="Accuracy",
        scale=alt.Scale(domain=list(bounds[1:]), nice=False),
        axis=alt.Axis(format=RATE_FORMAT, tickCount=6, grid=False),
    )


def _rounded(gap_high: float, low: float, high: float, *, step: float) -> Bounds:
    """Return bounds widened to whole steps, gaps to at least a hundredth."""
    return Bounds(
        round(max(math.ceil(gap_high / step) * step, 0.01), 2),
        round(max(math.floor(low / step) * step, 0.0), 2),
        round(min(math.ceil(high / step) * step, 1.0), 2),
    )

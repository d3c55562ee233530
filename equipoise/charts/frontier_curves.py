"""Further curves beside the grid's frontier: as layers that may be empty, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise import words
from equipoise.charts.frontier_plane import Columns
from equipoise.charts.theme import INK, QUIET, source
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.pareto import TOLERANCE
from equipoise.frontiers.randomised import Randomised

_POINT = 0.01


@dataclass(frozen=True)
class Curve:
    """A curve that can be drawn: its name, how its line looks, and what it is."""

    title: str
    line: str
    meaning: str


CURVES = {
    "grid": Curve("grid", "dots and steps", "thresholds in steps of 0.01, one for each group"),
    "exact": Curve("every score", "broad and grey", "thresholds at any score that occurs"),
    "coin": Curve("with a coin", "dashed", "between two thresholds, chance decides"),
    "shared": Curve("one threshold", "dotted", "the same threshold for everybody, group unknown"),
}
"""The curves in the order in which they are offered; the grid's points can be chosen."""

_FIELDS = {"exact": ("gap", "accuracy"), "coin": ("gap", "accuracy"),
           "shared": ("gap", "accuracy", "threshold"), "band": ("gap", "low", "high")}  # fmt: skip


def curve_tables(drawn: Mapping[str, pd.DataFrame]) -> dict[str, Columns]:
    """Return the tables of all further layers; those not drawn are empty.

    Parameters
    ----------
    drawn : mapping from "exact", "coin", "shared" or "band" to DataFrame
        Rows without a value are left out.
    """
    tables: dict[str, Columns] = {}
    for name, fields in _FIELDS.items():
        rows = drawn[name].dropna(subset=list(fields)) if name in drawn else None
        tables[name] = {
            field: np.empty(0) if rows is None else rows[field].to_numpy(np.float64)
            for field in fields
        }
    return tables


def curve_layers(x: alt.X, y: alt.Y) -> list[alt.Chart]:
    """Return the layers of the curves: a broad grey staircase, a dashed and a dotted line."""
    exact, coin, shared = (
        alt.Chart(source(name)).encode(x=x, y=y) for name in ("exact", "coin", "shared")
    )
    # Layers without rows would be images without a name; the words beside say it all.
    dots = shared.mark_point(aria=False, color=INK, size=14, clip=True).encode(
        tooltip=[
            alt.Tooltip("threshold:Q", format=".2f", title="threshold for everybody"),
            alt.Tooltip("accuracy:Q", format=".2%"),
            alt.Tooltip("gap:Q", format=".4f"),
        ]
    )
    steps = exact.mark_line(
        aria=False, interpolate="step-after", color=QUIET, strokeWidth=5, opacity=0.75, clip=True
    )
    path = shared.mark_line(aria=False, color=INK, strokeWidth=1, strokeDash=[1, 3], clip=True)
    mixed = coin.mark_line(aria=False, color=INK, strokeWidth=2, strokeDash=[7, 4], clip=True)
    return [steps, path.encode(order=alt.Order("threshold:Q")), dots, mixed]


def band_layer(x: alt.X, low: alt.Y) -> alt.Chart:
    """Return the layer of the frontier's spread over redrawn rows; `low` is its lower edge."""
    band: alt.Chart = alt.Chart(source("band")).mark_area(
        interpolate="step-after", color=INK, opacity=0.14, clip=True, aria=False
    )
    return band.encode(x=x, y=low, y2="high:Q")


def best_within(front: Frontier, limit: float) -> float:
    """Return the accuracy of the frontier at a gap of at most `limit`; NaN if none is."""
    within = front.points["accuracy"].to_numpy()[front.points["gap"] <= limit + TOLERANCE]
    return float(within[-1]) if len(within) else float("nan")


def exact_line(exact: Frontier, grid: Frontier, limit: float) -> str:
    """Return what every score adds to the grid: at this gap, and where it adds most."""
    here = best_within(exact, limit) - best_within(grid, limit)
    at = grid.points["gap"].to_numpy()
    gains = [best_within(exact, gap) for gap in at] - grid.points["accuracy"].to_numpy()
    most = int(np.argmax(gains))
    return (
        f"{words.count(len(exact.points))} points where the grid has "
        f"{words.count(len(grid.points))}, found without trying all pairs. At the chosen gap they "
        f"add {_gain(here)} of accuracy; most, {_gain(gains[most])}, at a gap of "
        f"{words.number(at[most])}."
    )


def coin_line(coin: Randomised, fixed: Frontier, limit: float) -> str:
    """Return what a coin adds at this gap, and what it reaches at gap 0."""
    here = coin.accuracy_within(limit)
    level, none = words.percent(here, 2), words.percent(coin.accuracy_within(0), 2)
    return (
        f"straight between {words.count(len(coin.points))} bends, since rules can be mixed in any "
        f"proportion. On average {level} at the chosen gap, "
        f"{_gain(here - best_within(fixed, limit))} against fixed thresholds, and {none} with "
        "no gap at all."
    )


def shared_line(path: pd.DataFrame, front: Frontier) -> str:
    """Return how far one threshold closes the gap within one point of its best accuracy."""
    threshold, smallest = closest_shared(path)
    best = path["accuracy"].max()
    own = front.points[front.points["accuracy"] >= best - _POINT]["gap"].min()
    return (
        "nobody's group needs to be known. Within one point of its best accuracy "
        f"({words.percent(best, 2)}) its smallest gap is {words.number(smallest)}, at "
        f"{words.threshold(threshold)}. With a threshold for each group it is "
        f"{words.number(own)}."
    )


def shared_comment(path: pd.DataFrame, front: Frontier) -> str:
    """Return what one threshold for everybody makes of the baseline's gap."""
    threshold, smallest = closest_shared(path)
    return (
        f"From {words.number(front.baseline_gap)} at 0.50 to {words.number(smallest)} at "
        f"{words.threshold(threshold)}, if it may cost a point of accuracy: with one "
        "threshold for everybody, the scores keep their differences. What lies between the "
        "dotted line and the frontier is what knowing the group buys, and it has to be known of "
        "each person decided on."
    )


def closest_shared(path: pd.DataFrame) -> tuple[float, float]:
    """Return the shared threshold within one point of the best accuracy that gaps least."""
    good = path[path["accuracy"] >= path["accuracy"].max() - _POINT]
    row = int(good["gap"].argmin())
    return float(good["threshold"].iloc[row]), float(good["gap"].iloc[row])


def band_line(band: pd.DataFrame, gap: float, n: int) -> str:
    """Return between which accuracies the frontier lies at a gap, had others been drawn.

    Parameters
    ----------
    band : DataFrame
        As `equipoise.frontier_band` returns it.
    gap : float
    n : int
        How many samples were redrawn.
    """
    low, high = (words.percent(value, 2) for value in band_at(band, gap))
    missing = int(band["n_undefined"].max())
    left_out = (
        f" {words.plural(missing, 'sample')} without a frontier at some of these gaps "
        f"{'is' if missing == 1 else 'are'} left out there."
    )
    return (
        "**The grey band**: had other people been drawn, the best accuracy within the chosen gap "
        f"would lie between {low} and {high} (the middle 95 % of {n} redrawn samples). Each "
        "sample chooses its thresholds with hindsight, so the band flatters a little."
        f"{left_out * (missing > 0)}"
    )


def band_at(band: pd.DataFrame, gap: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return low and high end of the band at one gap or several, between its levels."""
    return np.array([np.interp(gap, band["gap"], band[end]) for end in ("low", "high")])


def _gain(accuracy: float) -> str:
    return words.points(accuracy, 2)

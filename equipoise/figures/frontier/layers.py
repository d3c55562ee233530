"""Curves and a band beside the grid's frontier: as layers that may be empty."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import altair as alt
import numpy as np
import pandas as pd

from equipoise.audit import View
from equipoise.figures.frontier.plane import Columns
from equipoise.figures.theme import INK, QUIET, source
from equipoise.frontiers.randomised import RANDOMISED_GAPS
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.keeping import kept
from equipoise.uncertainty.frontier_cost import costs_of

_PLANE = {"gap": "gap", "accuracy": "accuracy"}
_FIELDS: dict[str, dict[str, str]] = {
    "exact": _PLANE,
    # It shares the axis; that its gap is another one, its name says.
    "coin": _PLANE | {"gap": "gap_of_expected_rates"},
    "shared": _PLANE | {"threshold": "threshold"},
    "band": {"gap": "gap", "low": "low", "high": "high"},
    "level": {"accuracy": "accuracy"},
}
"""Of each further table, the drawing's fields and the columns they are taken from."""


def drawn_tables(view: View, tradeoff: Tradeoff, curves: Collection[str]) -> dict[str, Columns]:
    """Return the tables of all further layers; only what is switched on is computed."""
    drawn: dict[str, pd.DataFrame] = {}
    if "exact" in curves and len(view.groups) == 2:
        drawn["exact"] = tradeoff.finest_front.points
    if "coin" in curves and tradeoff.gap in RANDOMISED_GAPS:
        drawn["coin"] = tradeoff.randomised.points
    if "shared" in curves:
        drawn["shared"] = tradeoff.shared
    if view.uncertainty:
        drawn |= cost_band(tradeoff)
    return curve_tables(drawn)


def curve_tables(drawn: Mapping[str, pd.DataFrame]) -> dict[str, Columns]:
    """Return the tables of all further layers; those not drawn are empty.

    Parameters
    ----------
    drawn : mapping from "exact", "coin", "shared", "band" or "level" to DataFrame
        Rows without a value are left out.
    """
    tables: dict[str, Columns] = {}
    # One drawing for any choice of curves: a layer that is off is fed no rows.
    for name, fields in _FIELDS.items():
        if name in drawn:
            rows = drawn[name][list(fields.values())].to_numpy(np.float64)
            rows = rows[~np.isnan(rows).any(axis=1)]
        else:
            rows = np.empty((0, len(fields)))
        tables[name] = dict(zip(fields, rows.T, strict=True))
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
    # From threshold to threshold: a line by itself would go from left to right.
    return [steps, path.encode(order=alt.Order("threshold:Q")), dots, mixed]


def band_layers(x: alt.X, y: alt.Y, low: alt.Y) -> list[alt.Chart]:
    """Return the layers of the band of `cost_band`, whose lower edge is `low`, and its level."""
    band = alt.Chart(source("band")).mark_area(
        interpolate="step-after", color=INK, opacity=0.14, clip=True, aria=False
    )
    level = alt.Chart(source("level")).mark_rule(
        color=INK, strokeWidth=1, strokeDash=[2, 2], clip=True, aria=False
    )
    return [band.encode(x=x, y=low, y2="high:Q"), level.encode(y=y)]


@kept()
def cost_band(tradeoff: Tradeoff) -> dict[str, pd.DataFrame]:
    """Return the intervals of the cost, hung below the baseline's accuracy, and that accuracy.

    Where the band reaches the level, the interval of the cost includes 0.
    """
    costs, baseline = costs_of(tradeoff), tradeoff.front.baseline_accuracy
    hung = costs.assign(low=baseline - costs["high"], high=baseline - costs["low"])
    return {"band": hung, "level": pd.DataFrame({"accuracy": [baseline]})}

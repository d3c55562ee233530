"""Curves and a band beside the grid's frontier: as layers that may be empty, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import altair as alt
import numpy as np
import pandas as pd

from equipoise import words
from equipoise.checks import ROUNDING
from equipoise.figures.frontier.plane import Columns
from equipoise.figures.theme import INK, QUIET, source
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.randomised.rules import Randomised

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
    "coin": Curve(
        "with a coin (gap of the average rates)",
        "dashed",
        "between two thresholds, chance decides; the gap is that of the average rates, and the "
        "average gap of a toss is no smaller",
    ),
    "shared": Curve("one threshold", "dotted", "the same threshold for everybody, group unknown"),
}
"""The curves in the order in which they are offered; the grid's points can be chosen."""

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


def curve_tables(drawn: Mapping[str, pd.DataFrame]) -> dict[str, Columns]:
    """Return the tables of all further layers; those not drawn are empty.

    Parameters
    ----------
    drawn : mapping from "exact", "coin", "shared", "band" or "level" to DataFrame
        Rows without a value are left out.
    """
    tables: dict[str, Columns] = {}
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


def cost_band(costs: pd.DataFrame, baseline: float) -> dict[str, pd.DataFrame]:
    """Return the intervals of the cost, hung below the baseline's accuracy, and that accuracy.

    Where the band reaches the level, the interval of the cost includes 0.

    Parameters
    ----------
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    baseline : float
    """
    hung = costs.assign(low=baseline - costs["high"], high=baseline - costs["low"])
    return {"band": hung, "level": pd.DataFrame({"accuracy": [baseline]})}


def best_within(front: Frontier, limit: float) -> float:
    """Return the accuracy of the frontier at a gap of at most `limit`; NaN if none is."""
    within = front.points["accuracy"].to_numpy()[front.points["gap"] <= limit + ROUNDING]
    return float(within[-1]) if len(within) else float("nan")


def exact_line(exact: Frontier, grid: Frontier, limit: float, alike: float) -> str:
    """Return what every score adds to the grid: at this gap, and where it adds most.

    Parameters
    ----------
    exact, grid : Frontier
    limit : float
    alike : float
        The accuracy of the better of two decisions alike for everybody. Points of the grid below
        it are left out: to beat them takes no more than a way to select nobody.
    """
    here = best_within(exact, limit) - best_within(grid, limit)
    said = (
        f"{words.count(len(exact.points))} points where the grid has "
        f"{words.count(len(grid.points))}, found without trying all pairs. At the chosen gap they "
        f"add {_gain(here)} of accuracy"
    )
    points = grid.points[grid.points["accuracy"] >= alike]
    if points.empty:
        return f"{said}."
    gains = [best_within(exact, gap) for gap in points["gap"]] - points["accuracy"].to_numpy()
    most = int(np.argmax(gains))
    return (
        f"{said}; most, {_gain(gains[most])}, at a gap of "
        f"{words.number(points['gap'].iloc[most], 4)} (leaving out points that one decision for "
        "everybody would beat)."
    )


def coin_line(coin: Randomised, fixed: Frontier, limit: float, mean_gap: float) -> str:
    """Return what a coin adds at this gap, what its tosses give, and its accuracy at gap 0.

    Parameters
    ----------
    coin : Randomised
    fixed : Frontier
        Of the same thresholds without a coin.
    limit : float
        Of the gap of the average rates.
    mean_gap : float
        The average gap of a toss of the rule within that limit.
    """
    here = coin.accuracy_within(limit)
    level, none = words.percent(here, 2), words.percent(coin.accuracy_within(0), 2)
    return (
        f"straight between {words.count(len(coin.points))} bends, since rules can be mixed in any "
        f"proportion. With the gap of the average rates within {words.number(limit)}, {level} on "
        f"average, {_gain(here - best_within(fixed, limit))} against fixed thresholds with a gap "
        f"within it; the average gap of a toss is then {words.number(mean_gap)}. With equal "
        f"average rates, {none}."
    )


def shared_line(path: pd.DataFrame, front: Frontier) -> str:
    """Return how far one threshold closes the gap within one point of its best accuracy."""
    threshold, smallest = closest_shared(path)
    best = path["accuracy"].max()
    own = front.points[front.points["accuracy"] >= best - _POINT]["gap"].min()
    return (
        "nobody's group needs to be known. Within one point of its best accuracy "
        f"({words.percent(best, 2)}) its smallest gap is {words.small(smallest)}, at "
        f"{words.threshold(threshold)}. With a threshold for each group it is "
        f"{words.small(own)}."
    )


def shared_comment(path: pd.DataFrame, front: Frontier) -> str:
    """Return what one threshold for everybody makes of the baseline's gap."""
    threshold, smallest = closest_shared(path)
    return (
        f"From {words.number(front.baseline_gap)} at 0.50 to {words.small(smallest)} at "
        f"{words.threshold(threshold)}, if it may cost a point of accuracy: with one "
        "threshold for everybody, the scores keep their differences. What lies between the "
        "dotted line and the frontier is what knowing the group buys on these rows, and it has to "
        "be known of each person decided on."
    )


def closest_shared(path: pd.DataFrame) -> tuple[float, float]:
    """Return the shared threshold within one point of the best accuracy that gaps least."""
    good = path[path["accuracy"] >= path["accuracy"].max() - _POINT]
    row = int(good["gap"].argmin())
    return float(good["threshold"].iloc[row]), float(good["gap"].iloc[row])


def cost_interval(costs: pd.DataFrame, row: int) -> str:
    """Return the interval of a point's cost in points: [0.15, 1.29]."""
    low, high = costs["low"].iloc[row], costs["high"].iloc[row]
    return words.interval(low, high, lambda share: words.number(100 * share, 2))


def cost_comment(costs: pd.DataFrame, row: int, n: float) -> str:
    """Return what to make of a point's interval of the cost.

    Parameters
    ----------
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    row : int
    n : float
        How many people are judged.
    """
    here = costs.iloc[row]
    interval, gap = cost_interval(costs, row), words.number(here["gap"])
    if here["low"] > 0:
        return (
            f"These thresholds, with a gap of {gap} here, cost accuracy with 95{words.NARROW}% "
            f"confidence: {interval} points. At no larger gap of the frontier does the whole "
            "interval lie above 0."
        )
    most = words.plural(round(here["high"] * n), "more person", "more people")
    return (
        f"These people do not show whether thresholds with a gap of {gap} here cost accuracy: the "
        f"cost may lie anywhere in {interval} points. That is not to say that they cost nothing. "
        f"At the upper end, {most} of {words.count(n)} would be judged wrongly."
    )


def cost_so_far(costs: pd.DataFrame, row: int, wanted: int) -> str:
    """Return on which side of 0 a point's interval of the cost lies, and where to look on."""
    low, high = costs["low"].iloc[row], costs["high"].iloc[row]
    where = "above 0" if low > 0 else "below 0" if high < 0 else "on both sides of 0"
    where = "at 0, the thresholds being the baseline's" if low == high else where
    further = "larger" if wanted > row else "smaller"
    return (
        f"Here it is {cost_interval(costs, row)} points, which lies {where}. Look at {further} "
        "gaps."
    )


def band_line(costs: pd.DataFrame, row: int) -> str:
    """Return what the band is, and what it says at a point.

    Parameters
    ----------
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    row : int
        The chosen point's.
    """
    here = costs.iloc[row]
    said = "Here the thresholds are the baseline's own: there is nothing to cost."
    if here["low"] < here["high"]:
        people = words.plural(here["newly_wrong"], "person is", "people are")
        said = (
            f"Here {people} newly judged wrongly and {words.count(here['newly_right'])} newly "
            f"judged rightly: a cost between {words.number(100 * here['low'], 2)} and "
            f"{words.number(100 * here['high'], 2)} points."
        )
    return (
        f"**The grey band** is the 95{words.NARROW}% interval of each point's cost, hung from the "
        "baseline's accuracy: where it reaches the dotted level, it includes a cost of 0. Both "
        "accuracies "
        f"are read off the same people. {said} The band is wider than one point named beforehand "
        "would need, since all points were picked on these people."
    )


def _gain(accuracy: float) -> str:
    return words.points(accuracy, 2)

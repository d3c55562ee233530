"""A repair on people it was not chosen on: what was promised and what came of it."""

from __future__ import annotations

import functools
from typing import Any

import altair as alt

from equipoise import words
from equipoise.charts.frontier_plane import Columns
from equipoise.charts.theme import INK, QUIET, source, specification
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.heldout import HeldOut

NEARLY_ALL = 0.9
"""The share of halves from which on a repair is said to hold."""

_SALTIRE = "M-1,-1L1,1M1,-1L-1,1"


def trial_tables(trials: HeldOut, limit: float) -> dict[str, Columns]:
    """Return promised and realised gap and accuracy of each half, and the limit."""
    judged = trials.trials.dropna()
    tables: dict[str, Columns] = {
        when: {name: judged[f"{when}_{name}"].to_numpy() for name in ("gap", "accuracy")}
        for when in ("promised", "realised")
    }
    return tables | {"limit": {"gap": [limit], "label": ["promise"]}}


@functools.cache
def trial_spec(gap: str) -> dict[str, Any]:
    """Return the drawing of `trial_tables`: saltires promised, circles realised."""
    title = f"{GAPS[gap].title}: gap between groups"
    x = alt.X(
        "gap:Q",
        title=title,
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=6, grid=False),
    )
    y = alt.Y(
        "accuracy:Q",
        title="Accuracy",
        scale=alt.Scale(zero=False),
        axis=alt.Axis(format=".1%", tickCount=5, grid=False),
    )
    tooltip = [alt.Tooltip("accuracy:Q", format=".2%"), alt.Tooltip("gap:Q", format=".4f")]
    promised, realised = (
        alt.Chart(source(when)).encode(x=x, y=y, tooltip=tooltip)
        for when in ("promised", "realised")
    )
    rule = alt.Chart(source("limit")).encode(x=x)
    label = rule.mark_text(align="left", baseline="bottom", dx=4, dy=-4, fontSize=12)
    chart = alt.layer(
        rule.mark_rule(strokeDash=[4, 4], strokeWidth=1),
        promised.mark_point(shape=_SALTIRE, filled=False, stroke=QUIET, size=24, strokeWidth=1.5),
        realised.mark_point(shape="circle", filled=False, stroke=INK, size=60, strokeWidth=1.5),
        label.encode(text="label:N", y=alt.value("height")),
    )
    return specification(chart.properties(height=260))


def kept(trials: HeldOut) -> tuple[int, int, int]:
    """Return how many halves kept the promise, how many saw a repair, and how many there are."""
    row = trials.summary().iloc[0]
    n = int(row["n"])
    if n == 0:
        return 0, 0, 0
    return round(row["kept"] * n), round(row["repaired"] * n), n


def verdict(trials: HeldOut) -> str:
    """Return in plain words whether the repair holds on others."""
    held, repaired, n = kept(trials)
    row = trials.summary().iloc[0]
    if n == 0:
        return "In no half can these groups be compared on both sides, so nothing can be said."
    numbers = (
        f"**Kept in {held} of {n} halves.** The gap in the median: promised "
        f"{words.number(row['promised_gap'])}, realised {words.number(row['realised_gap'])} (nine "
        f"in ten lie between {words.number(row['realised_gap_low'])} and "
        f"{words.number(row['realised_gap_high'])}). The accuracy: promised "
        f"{words.percent(row['promised_accuracy'], 2)}, realised "
        f"{words.percent(row['realised_accuracy'], 2)}."
    )
    below = f"The gap was smaller than that of 0.50 for everybody in {repaired} of {n}"
    if held >= NEARLY_ALL * n:
        end = f"{below}: the promise holds on people it was not chosen on."
    elif repaired >= NEARLY_ALL * n:
        end = f"{below}: the repair is real, but how small the gap becomes is within noise."
    else:
        end = f"{below} only: **the promised repair is within noise.**"
    gone = len(trials.trials) - n
    note = f" In {gone} more, the gap of some group does not exist on one side."
    return f"{numbers} {end}{note * (gone > 0)}"

"""Picture of the Metrics page: how often each group is selected, next to the most selected."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.criteria import FOUR_FIFTHS
from equipoise.figures.figure import Figure
from equipoise.figures.metrics.parts import REACH, known
from equipoise.figures.theme import group_colour, group_shape, share_scale, source, specification
from equipoise.keeping import kept
from equipoise.tally import Tally
from equipoise.uncertainty.proportions import mover_ratio, share

GUIDELINES = (
    "Four fifths is a rule of thumb for hiring and promotion, from the guidelines of four US "
    "agencies of 1978 ([29 CFR 1607.4(D)](https://www.ecfr.gov/current/title-29/section-1607.4)), "
    "and no legal conclusion. By the same paragraph a smaller gap may count where it is "
    "significant in both statistical and practical terms, and a larger one need not where it "
    "rests on small numbers and is not statistically significant."
)
"""Where the mark at 0.80 comes from, and what it is not."""

_ASK_FOR_IT = " What chance can do is what *Show uncertainty*, under Options, looks at."
_ROW = 30


def impact_ratio(view: View) -> Figure:
    """Return each group's selection rate over the highest, with the four-fifths mark."""
    said, drawn = compared(view), impact_rows(view.rows)
    if view.uncertainty:
        drawn |= impact_reach(view.rows)
        said += (
            " Thin lines: where a group's ratio to the one selected most often may lie, each "
            "taken by itself, with 95 % confidence."
        )
        if len(view.groups) > 2:
            said += " The bracket above is another: it is right for all pairs of groups at once."
    return Figure(
        title="How often each group is selected, next to the one selected most often",
        takeaway=f"{said} {GUIDELINES}{'' if view.uncertainty else _ASK_FOR_IT}".strip(),
        alt="Each group's selection rate over the highest one, from 0 to 1, with a mark at 0.80.",
        spec=impact_spec(view.tally, view.uncertainty),
        data={"impact": drawn},
        table=lambda: selection_table(view.rates),
    )


def compared(view: View) -> str:
    """Return the impact ratio in words: how often who is selected, beside whom.

    Where it is undefined, why.
    """
    ratio = view.criteria.disparate_impact_ratio
    if ratio.verdict == "undefined":
        return foreign.plain(ratio.reason)
    least, most = (foreign.people(view.vocabulary, group) for group in ratio.pair)
    if ratio.value == 0:
        return f"No {least} are selected, while some {most} are."
    if ratio.value == 1:
        return "Every group is selected equally often."
    often = f"{words.ratio(ratio.value)} times as often as {most}"
    return f"{words.sentence(least)} are selected {often}."


@kept()
def impact_spec(tally: Tally, unsure: bool = False) -> dict[str, Any]:
    """Return selection rates relative to the highest, with the four-fifths mark, for "impact".

    Parameters
    ----------
    tally : Tally
    unsure : bool
        Whether to draw the intervals of `impact_reach` too.
    """
    groups = tally.groups
    axis = alt.Axis(
        title="ratio to the highest rate",
        format=".1f",
        values=[0, 0.2, 0.4, 0.6, 0.8, 1],
    )

    def across(field: str) -> alt.X:
        return alt.X(field, scale=share_scale(), axis=axis)

    base = alt.Chart(source("impact")).encode(
        x=across("ratio:Q"),
        y=alt.Y("group:N", sort=list(groups), title=None),
    )
    bars = base.mark_rule(strokeWidth=3).encode(
        x2=alt.datum(0), color=group_colour(groups), strokeOpacity=alt.value(0.6)
    )
    points = base.mark_point().encode(
        color=group_colour(groups),
        shape=group_shape(groups),
        tooltip=[alt.Tooltip("group:N"), alt.Tooltip("label:N", title="ratio")],
    )
    # A label left of the middle stands right of its point, and the other way round.
    lift = -9 if unsure else 0
    low = base.transform_filter("!(datum.place > 0.5)").mark_text(align="left", dx=11, dy=lift)
    high = base.transform_filter("datum.place > 0.5").mark_text(align="right", dx=-11, dy=-9)
    labels = [part.encode(x=across("place:Q"), text="label:N") for part in (low, high)]
    reach = [base.mark_rule(**REACH).encode(x=across("low:Q"), x2="high:Q")] if unsure else []
    mark = alt.Chart(alt.sequence(1)).transform_calculate(at=str(FOUR_FIFTHS))
    line = mark.mark_rule(strokeDash=[5, 3]).encode(x=across("at:Q"))
    name = mark.mark_text(align="right", baseline="top", dx=-5, dy=1, fontSize=12).encode(
        x=across("at:Q"), y=alt.value(0), text=alt.value("four fifths")
    )
    return specification(
        alt.layer(bars, line, name, *reach, points, *labels).properties(
            height=max(_ROW * len(groups), 80) + 14
        )
    )


def impact_rows(rows: Mapping[str, Mapping[str, float]]) -> dict[str, list[Any]]:
    """Return each group's selection rate over the highest one.

    Parameters
    ----------
    rows : mapping from group to mapping
        Each group's rates by name.

    Returns
    -------
    dict of columns
        group, ratio (None for a group of nobody, and where nobody is selected anywhere), place
        and text of its label.
    """
    selected = [row["selection_rate"] for row in rows.values()]
    highest = max((rate for rate in selected if not math.isnan(rate)), default=0.0)
    ratios = [rate / highest if highest > 0 else math.nan for rate in selected]
    return {
        "group": list(rows),
        "ratio": [known(ratio) for ratio in ratios],
        "place": [known(ratio) or 0.0 for ratio in ratios],
        "label": [words.ratio(ratio) for ratio in ratios],
    }


def impact_reach(rows: Mapping[str, Mapping[str, float]]) -> dict[str, list[Any]]:
    """Return between which limits each group's ratio to the highest may lie by itself, at 95 %.

    Returns
    -------
    dict of columns
        low, high; None for the group with the highest rate, for a group of nobody, and where
        nobody is selected.
    """
    selected = [row["tp"] + row["fp"] for row in rows.values()]
    people = [row["n"] for row in rows.values()]
    rates = [row["selection_rate"] for row in rows.values()]
    top = int(np.argmax(np.nan_to_num(rates, nan=-1.0)))  # an empty group has no rate
    lows, highs = mover_ratio(share(selected, people), share(selected[top], people[top]))
    compared = np.arange(len(rates)) != top if rates[top] > 0 else np.zeros(len(rates))
    # By definition no group's ratio to the highest is above 1, whatever the limits of two rates.
    ends = (np.where(compared, end, np.nan) for end in (lows, np.minimum(highs, 1)))
    return {
        name: [known(limit) for limit in end.tolist()]
        for name, end in zip(("low", "high"), ends, strict=True)
    }


def selection_table(rates: pd.DataFrame) -> pd.DataFrame:
    """Return selection rates and how they compare with the highest."""
    selected = rates["selection_rate"]
    highest = selected.max()
    people = zip(rates["tp"] + rates["fp"], rates["n"], strict=True)
    return pd.DataFrame(
        {
            "Selected": [f"{words.count(part)} of {words.count(n)}" for part, n in people],
            "Selection rate": selected.map(words.percent),
            "As a multiple of the highest": (selected / (highest or np.nan)).map(words.ratio),
        }
    ).rename_axis("Group")

"""What equal error rates force, and what these scores allow, as one group's base rate moves."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.theme import INK, QUIET, share_axis, source, specification
from equipoise.incompatibility.reweighting import Reweighted
from equipoise.keeping import kept
from equipoise.tally import Tally

SERIES = (
    "PPV gap that equal error rates force",
    "Selection gap that equal error rates force",
    "Worst gap of three criteria, at its smallest",
)
"""What is drawn, in the order of the legend; the first two the arithmetic alone demands."""


def gaps_along(world: Reweighted) -> Figure:
    """Return three gaps between two groups, against the base rate of one of them."""
    lines, rates = gap_lines(world), world.base_rates
    at_place = [line[world.step] for line in lines.values()]
    here = gap_columns(
        [rates[world.step]], {name: [y] for name, y in zip(lines, at_place, strict=True)}
    )
    limit = {"gap": [world.pair.tolerance], "label": ["tolerance"]}

    # Called only once somebody unfolds it.
    def table() -> pd.DataFrame:
        index = pd.Index([words.percent(rate) for rate in rates], name="base rate")
        texts = {name: [words.number(gap) for gap in line] for name, line in lines.items()}
        return pd.DataFrame(texts, index=index)

    whose = world.pair.vocabulary.who(world.group)
    return Figure(
        title="What equal error rates force vanishes as the base rates meet",
        takeaway=forced_words(world.shared, *at_place),
        alt="Three gaps between two groups against the base rate of one of them: the PPV gap and "
        "the selection gap that equal error rates force, and the smallest gap in reach.",
        spec=base_rate_spec(world.pair.tally, f"base rate of {whose}"),
        data={"gaps": gap_columns(rates, lines), "here": here, "tolerance": limit},
        table=table,
    )


@kept()
def base_rate_spec(tally: Tally, title: str) -> dict[str, Any]:
    """Return the chart of gaps against one group's base rate.

    Parameters
    ----------
    tally : Tally
        Of the two groups, one of which the title names.
    title : str
        Of the horizontal axis.
    """
    x = alt.X(
        "base_rate:Q", scale=alt.Scale(zero=False, nice=False), axis=share_axis(title, grid=False)
    )
    y = alt.Y("gap:Q", scale=alt.Scale(domainMin=0), axis=share_axis("gap between the groups"))
    legend = alt.Legend(
        title=None, orient="top", direction="vertical", labelLimit=320, symbolStrokeColor=INK,
        symbolSize=500, labelFontSize=13,
    )  # fmt: skip
    # Dashes tell the lines apart: colour says which group on this page, and these are of none.
    dash = alt.StrokeDash(
        "series:N",
        scale=alt.Scale(domain=list(SERIES), range=[[2, 3], [8, 4], [1, 0]]),
        legend=legend,
    )
    lines = alt.Chart(source("gaps")).mark_line(color=INK).encode(x=x, y=y, strokeDash=dash)
    here = alt.Chart(source("here"))
    place = here.mark_rule(color=QUIET).encode(x="base_rate:Q")
    points = here.mark_point(color=INK, size=60).encode(x="base_rate:Q", y="gap:Q")
    limit = (
        alt.Chart(source("tolerance"))
        .mark_rule(color=QUIET, strokeWidth=1)
        .encode(y="gap:Q")
    )  # fmt: skip
    label = limit.mark_text(align="right", dx=-4, dy=-7, fontSize=12, color=INK)
    label = label.encode(x=alt.value("width"), text="label:N")
    return specification(alt.layer(limit, label, place, lines, points).properties(height=260))


def gap_lines(world: Reweighted) -> dict[str, list[float]]:
    """Return the lines of the chart, each of `SERIES` by its name."""
    lines = [*zip(*world.forced, strict=True), world.nearest]
    return {name: list(line) for name, line in zip(SERIES, lines, strict=True)}


def gap_columns(
    base_rates: Sequence[float], lines: Mapping[str, Sequence[float]]
) -> dict[str, list[Any]]:
    """Return the same lines one below the other, as the chart wants them."""
    return {
        "series": [name for name in lines for _ in base_rates],
        "base_rate": [rate for _ in lines for rate in base_rates],
        "gap": [gap for line in lines.values() for gap in line],
    }


def forced_words(
    shares: tuple[float, float], ppv_gap: float, selection_gap: float, smallest: float
) -> str:
    """Return what shared error rates force at one base rate, and what the scores allow.

    Parameters
    ----------
    shares : tuple of float
        The true- and the false-positive rate that both groups are given.
    ppv_gap, selection_gap : float
        What these force; the first NaN where nobody would be selected.
    smallest : float
        How small the largest of three gaps can be made; NaN where it is undefined.
    """
    tpr, fpr = map(words.percent, shares)
    given = f"If both groups had the error rates of the two together (TPR {tpr}, FPR {fpr}), "
    forced = (
        f"their PPVs would differ by {words.number(ppv_gap)} and their selection rates by "
        f"{words.number(selection_gap)}."
        if math.isfinite(ppv_gap)
        else "nobody would be selected, so there would be no PPV."
    )
    allowed = (
        "they cannot bring the worst gap of demographic parity, equalized odds and predictive "
        f"parity below {words.number(smallest)}"
        if math.isfinite(smallest)
        else "there are none at which all three gaps have a value"
    )
    return (
        f"{given}{forced} What these scores allow is the third line: among all thresholds on the "
        f"grid within one point of the best accuracy, {allowed}."
    )

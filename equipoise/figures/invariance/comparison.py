"""Ways of asking against each other: bias against its cost, and agreement between contexts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import Columns, legend
from equipoise.figures.invariance.bands import top_of
from equipoise.figures.invariance.copies import Copies
from equipoise.figures.invariance.words import APART, measures_table
from equipoise.figures.theme import (
    QUIET,
    group_colour,
    group_shape,
    source,
    specification,
)
from equipoise.invariance import Scores
from equipoise.keeping import kept


@dataclass(frozen=True, eq=False)
class Compared:
    """Strategies that answered the same rows, and how to speak of them.

    Attributes
    ----------
    copies : Copies
    scores : Scores
    called : mapping from strategy to its name on the page
    unit : str
        What a unit is.
    labelled : bool
        Whether there are labels to be right about.
    drawn : str
        How the contexts were drawn.
    """

    copies: Copies
    scores: Scores
    called: Mapping[str, str]
    unit: str
    labelled: bool
    drawn: str


@kept()
def trade_figure(compared: Compared) -> Figure:
    """Show SI-bias against macro F1, or against the share of yes where there is no label."""
    measures = compared.scores.table()
    measures["strategy"] = measures["strategy"].map(dict(compared.called))
    known = measures[measures["si_bias"].notna()]
    rows = {name: known[name].tolist() for name in ("strategy", "si_bias", "verdict")}
    rows["cost"] = known["macro_f1" if compared.labelled else "positive_rate"].tolist()
    names = tuple(rows["strategy"])
    title = "macro F1" if compared.labelled else "answered yes"
    return Figure(
        title="Less bias, at what cost?",
        alt=f"SI-bias against {title}, a mark a strategy.",
        takeaway=f"{_cost(compared)}\n\n{legend(names)}",
        spec=trade_spec(names, title, low_of(rows["cost"]), top_of(rows["si_bias"])),
        data={"trade": rows},
        table=lambda: measures_table(measures),
    )


def _cost(compared: Compared) -> str:
    after = [name for name in ("ooc", "obfuscate_only") if name in compared.scores]
    if "default" not in compared.scores or not after:
        return "One mark a way of asking."
    one, other = compared.scores["default"], compared.scores[after[0]]
    told = (
        f"{compared.called[one.strategy]} → {compared.called[after[0]]} ({compared.drawn}): "
        f"SI-bias (the widest gap between two contexts) {words.number(one.si_bias.value, 3)} "
        f"({one.verdict}) → {words.number(other.si_bias.value, 3)} ({other.verdict})"
    )
    if compared.labelled:
        told += (
            f"; macro F1 (how right the answers are) {words.number(one.f1.value, 3)} → "
            f"{words.number(other.f1.value, 3)}. "
            f"Both are on the same {words.plural(one.f1.n, 'answer')}; a second sample, of "
            "comments as they come in, would be better. The best place is at the lower right."
        )
    else:
        told += (
            f"; *yes* {words.percent(one.positive_rate)} → {words.percent(other.positive_rate)} "
            f"of the same {words.plural(one.n, 'answer')}. Macro F1 (how right the answers "
            "are) is not defined: no answer is labelled right. A share of yes that moves far may "
            "be a cost, too."
        )
    return f"{told} {APART}"


def trade_spec(names: tuple[str, ...], title: str, low: float, top: float) -> dict[str, Any]:
    """Return SI-bias against what it may cost, a mark a strategy, for the rows "trade".

    Parameters
    ----------
    names : tuple of str
        The strategies; each has a colour and a shape.
    title : str
        What lies along the horizontal axis.
    low, top : float
        Where that axis begins, and where the axis of SI-bias ends.
    """
    rows = alt.Chart(source("trade"))
    x = alt.X(
        "cost:Q",
        scale=alt.Scale(domain=[low, 1], nice=False),
        axis=alt.Axis(title=title, format=".1f", tickCount=4),
    )
    y = alt.Y(
        "si_bias:Q",
        scale=alt.Scale(domain=[0, top], nice=False),
        axis=alt.Axis(title="SI-bias", format=".1f", tickCount=4),
    )
    dots = rows.mark_point(filled=False, size=180, strokeWidth=2.5).encode(
        x=x,
        y=y,
        color=group_colour(names, "strategy"),
        shape=group_shape(names, "strategy"),
        tooltip=[
            alt.Tooltip("strategy:N", title="strategy"),
            alt.Tooltip("si_bias:Q", title="SI-bias", format=".3f"),
            alt.Tooltip("cost:Q", title=title, format=".3f"),
            alt.Tooltip("verdict:N"),
        ],
    )
    return specification(dots.properties(height=260))


def low_of(values: Iterable[float]) -> float:
    """Return where an axis up to 1 begins: a round number below all values, at least 0."""
    least = min((one for one in values if math.isfinite(one)), default=0.0)
    return max(math.floor(least * 10 - 0.5) / 10, 0.0)


@kept()
def agreement_figure(compared: Compared, strategy: str) -> Figure:
    """Show how often two contexts get the same answer; CI probability must be defined."""
    ci = compared.scores[strategy].ci
    # Pairs agree at least as often as all contexts do, but only where no answer is missing.
    more = (
        "" if ci.coverage < 1 else (" Any two contexts agree at least as often as all of them do.")
    )
    return Figure(
        title="How often two contexts get the same answer",
        alt="A square for each two contexts: the darker, the more answers differ.",
        takeaway=f"CI (counterfactual invariance) probability {words.number(ci.value, 3)}: of "
        f"{words.plural(ci.n_units, compared.unit)} with an answer in every context, "
        f"{words.count(len(ci.flips))} {'flips' if len(ci.flips) == 1 else 'flip'}.{more}",
        spec=agreement_spec(tuple(ci.pairwise.columns)),
        data={"pairs": agreement_rows(ci.pairwise, ci.pairwise_n)},
        table=lambda: ci.pairwise.map(words.percent).rename_axis("context"),
        table_title="Agreement as a table",
    )


def agreement_spec(contexts: tuple[str, ...]) -> dict[str, Any]:
    """Return how often two contexts get the same answer, a square a pair, for "pairs"."""
    rows = alt.Chart(source("pairs"))
    # Many names would run into each other where they lie flat.
    many = len(contexts) > 4
    axis: dict[str, Any] = {"title": None, "ticks": False, "domain": False, "labelFontSize": 13}
    x = alt.X(
        "first:N",
        sort=list(contexts),
        axis=alt.Axis(**axis, labelAngle=-50 * many, labelOverlap=False),
    )
    y = alt.Y("second:N", sort=list(contexts), axis=alt.Axis(**axis))
    squares = rows.mark_rect(color=QUIET, stroke=QUIET, strokeWidth=1, cornerRadius=2).encode(
        x=x,
        y=y,
        fillOpacity=alt.Opacity(
            "flipped:Q", scale=alt.Scale(domain=[0, 1], range=[0.04, 0.9]), legend=None
        ),
        tooltip=[
            alt.Tooltip("first:N", title="context"),
            alt.Tooltip("second:N", title="and"),
            alt.Tooltip("people:N", title="answered alike"),
        ],
    )
    label = rows.mark_text().encode(x=x, y=y, text="said:N")
    return specification(alt.layer(squares, label).properties(height=56 + 38 * len(contexts)))


def agreement_rows(pairwise: pd.DataFrame, pairwise_n: pd.DataFrame) -> Columns:
    """Return what `agreement_spec` draws: each pair once, below the diagonal."""
    columns: Columns = {name: [] for name in ("first", "second", "flipped", "said", "people")}
    contexts = list(pairwise.columns)
    shares, numbers = pairwise.to_numpy(float), pairwise_n.to_numpy(int)
    for row, column in combinations(range(len(contexts)), 2):
        share, n = float(shares[column, row]), int(numbers[column, row])
        known = math.isfinite(share)
        columns["first"].append(contexts[row])
        columns["second"].append(contexts[column])
        columns["flipped"].append(1 - share if known else 0.0)
        columns["said"].append(words.percent(share, 0))
        columns["people"].append(f"{share * n:.0f} of {n}" if known else "no unit has both")
    return columns

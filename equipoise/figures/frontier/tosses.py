"""The gaps that tosses of a randomised rule give, around the one that is limited."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
from numpy.typing import ArrayLike

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.frontier.plane import Columns
from equipoise.figures.theme import INK, source, specification
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.tosses import Tosses
from equipoise.keeping import once

MIDDLE = 0.9
"""The share of tosses between whose gaps the grey bar reaches."""

_STRIP = 124
_MIDDLE = (
    "'nine tosses in ten have a gap from ' + format(datum.low, '.3f') + ' to ' + "
    "format(datum.high, '.3f')"
)


def toss_figure(tosses: Tosses, gap: str) -> Figure:
    """Return the strip of gaps that tosses of a rule give.

    Parameters
    ----------
    tosses : Tosses
    gap : str
        The one that the rule limits.
    """
    n_groups = len(tosses.people)
    return Figure(
        title="The gap of the average rates, and the gaps that tosses give",
        takeaway=toss_takeaway(tosses, n_groups * (n_groups - 1) // 2 * len(GAPS[gap].rates)),
        alt=f"A strip of gaps: {len(tosses.draws)} circles at the gaps of as many tosses, one of "
        "them filled and named; a dashed line at the gap of the average rates, a thick line at "
        "the average gap of all tosses, and a grey bar that holds at least nine tosses in ten.",
        spec=toss_spec(gap),
        data=toss_tables(tosses),
    )


def toss_tables(tosses: Tosses) -> dict[str, Columns]:
    """Return the gaps of several tosses, the first by name, and what is known of all tosses.

    That is the gap of the average rates, which the rule limits; the average gap of a toss; and
    the middle 90 % of tosses.
    """
    gaps = tosses.draws["gap"].dropna().to_numpy()
    known = tosses.toss_gap
    low, high = (known.quantile(share) for share in ((1 - MIDDLE) / 2, (1 + MIDDLE) / 2))
    # The axis ends where the outermost mark lies; a label near it has room on its left alone.
    widest = max(high, *gaps)

    def named(values: ArrayLike, label: str, turns: float = 0.6) -> Columns:
        """Return marks with their name, to the left of those beyond a share of the width."""
        at = np.asarray(values)
        side = np.where(at > widest * turns, -1, 1)
        return {"gap": at, "label": [label] * len(at), "side": side}

    return {
        "draws": {"gap": gaps[1:]},
        "this": named(gaps[:1], "this toss"),
        "rates": named([tosses.gap_of_expected_rates], "gap of the average rates", 0.35),
        "mean": named([known.mean], "average gap of a toss"),
        "middle": {"low": [low], "high": [high]},
    }


@once()
def toss_spec(gap: str) -> dict[str, Any]:
    """Return the drawing of `toss_tables`: a strip of gaps."""
    title = f"{GAPS[gap].title}: gap between groups after a toss"
    x = alt.X(
        "gap:Q",
        title=title,
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=6, grid=False),
    )
    draws, this, rates, mean = (
        alt.Chart(source(name)).encode(x=x) for name in ("draws", "this", "rates", "mean")
    )
    middle = alt.Chart(source("middle")).mark_bar(
        color=INK, opacity=0.14, height=30, description=alt.expr(_MIDDLE)
    )
    said = alt.expr("'a toss with a gap of ' + format(datum.gap, '.3f')")
    aside: dict[str, Any] = {
        "align": alt.expr("datum.side < 0 ? 'right' : 'left'"),
        "dx": alt.expr("datum.side < 0 ? -6 : 6"),
        "description": alt.expr("datum.label + ': ' + format(datum.gap, '.3f')"),
    }
    chart = alt.layer(
        middle.encode(x=alt.X("low:Q", title=title), x2="high:Q"),
        rates.mark_rule(strokeWidth=1.5, strokeDash=[4, 3], aria=False),
        mean.mark_rule(strokeWidth=2.5, aria=False),
        draws.mark_point(color=INK, filled=False, size=70, opacity=0.6, description=said),
        this.mark_point(color=INK, size=110, description=said),
        rates.mark_text(y=8, **aside).encode(text="label:N"),
        mean.mark_text(y=_STRIP - 8, fontWeight="bold", **aside).encode(text="label:N"),
        this.mark_text(dy=24, **aside).encode(text="label:N"),
    )
    return specification(chart.properties(height=_STRIP))


def toss_takeaway(tosses: Tosses, n_distances: int) -> str:
    """Return what tosses give on average, nine times in ten, and this time.

    Parameters
    ----------
    tosses : Tosses
    n_distances : int
        How many distances between groups the gap is the largest of.
    """
    known, first = tosses.toss_gap, tosses.draws.iloc[0]
    rates, accuracy = (
        words.number(tosses.gap_of_expected_rates),
        words.percent(first["accuracy"], 2),
    )
    if len(known.values) == 1:
        return f"No coin is tossed: gap **{rates}**, accuracy {accuracy}, every time."
    low, high = (known.quantile(share) for share in ((1 - MIDDLE) / 2, (1 + MIDDLE) / 2))
    larger = 1 - known.within(tosses.gap_of_expected_rates)
    why = "A gap is the largest of several distances, so it is enough that one of them grows."
    if n_distances == 1:
        why = "There is one distance here, which a toss moves either way; from 0 it can only grow."
    return (
        f"Gap of the average rates {rates}; average gap of a toss **{words.number(known.mean)}**. "
        f"At least nine tosses in ten lie between {words.number(low)} and {words.number(high)} "
        f"(the grey bar), and {words.nearly(larger)} lie above the gap of the average rates. "
        f"{why} This toss (seed {tosses.seed}): gap **{words.number(first['gap'])}**, accuracy "
        f"{accuracy}."
    )

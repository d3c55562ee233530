"""Charts of the test-time lesson: one comment's scores, and answers by stratum and context.

A context has one colour and one shape everywhere. Filled marks are comments that insult,
hollow ones are harmless comments; right of the rule the classifier calls them toxic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from equipoise import words
from equipoise.figures.theme import (
    INK,
    QUIET,
    group_colour,
    group_shape,
    share_scale,
    source,
    specification,
)
from equipoise.keeping import once

Columns = dict[str, list[Any]]
"""A small table for a chart, by column."""

CUT = 0.5
"""The score from which on the classifier says toxic."""


def context_axis(**options: Any) -> alt.Axis:
    """Return the axis that names contexts."""
    return alt.Axis(title=None, ticks=False, domain=False, labelFontSize=13, **options)


@once()
def scores_spec(contexts: tuple[str, ...], insults: bool) -> dict[str, Any]:
    """Return one comment's scores in each context, for "scores" and "cut".

    Parameters
    ----------
    contexts : tuple of str
    insults : bool
        Whether the comment insults somebody: its marks are filled then.
    """
    y = alt.Y("context:N", sort=list(contexts), axis=context_axis())
    x = alt.X("score:Q", scale=share_scale(), axis=score_axis())
    rows = alt.Chart(source("scores"))
    here = rows.transform_filter("datum.here").mark_bar(
        color=QUIET, opacity=0.18, height=24, aria=False
    )
    cut = alt.Chart(source("cut"))
    dots = rows.mark_point(filled=insults, strokeWidth=2.5, size=130).encode(
        x=x,
        y=y,
        color=group_colour(contexts, "context"),
        shape=group_shape(contexts, "context"),
        tooltip=[
            alt.Tooltip("context:N"),
            alt.Tooltip("score:Q", format=".2f"),
            alt.Tooltip("answer:N"),
        ],
    )
    return specification(
        alt.layer(
            here.encode(x=alt.X("start:Q"), x2="end:Q", y=y),
            cut.mark_rule(color=INK, strokeDash=[4, 3]).encode(x="score:Q"),
            dots,
            *beside(rows, 12, x=x, y=y),
        ).properties(height=26 * len(contexts))
    )


def beside(rows: alt.Chart, shift: int, *, x: Any, y: Any, **look: Any) -> list[alt.Chart]:
    """Return labels beside marks, from the columns "right" and "left".

    Parameters
    ----------
    rows : Chart
    shift : int
        Pixels between a mark and its label.
    x, y
        Where the marks are.
    **look
        Of the text.
    """
    right = rows.mark_text(align="left", dx=shift, **look).encode(x=x, y=y, text="right:N")
    left = rows.mark_text(align="right", dx=-shift, **look).encode(x=x, y=y, text="left:N")
    return [right, left]


def score_axis() -> alt.Axis:
    """Return the axis of the classifier's score."""
    return alt.Axis(
        title="score: the chance of “toxic” that it states", format=".1f", tickCount=5, grid=False
    )


def score_rows(contexts: Sequence[str], scores: Sequence[float], here: str) -> dict[str, Columns]:
    """Return what `scores_spec` draws: a row a context, and the score that divides."""
    toxic = [score >= CUT for score in scores]
    # To the right of a mark there is no room before the cut or at the end of the line.
    said = [(words.number(score, 2), 0.36 < score < CUT or score > 0.88) for score in scores]
    return {
        "scores": {
            "context": list(contexts),
            "score": list(scores),
            "answer": ["toxic" if called else "not toxic" for called in toxic],
            "right": [number if not crowded else "" for number, crowded in said],
            "left": [number if crowded else "" for number, crowded in said],
            "here": [context == here for context in contexts],
            "start": [0.0] * len(contexts),
            "end": [1.0] * len(contexts),
        },
        "cut": {"score": [CUT]},
    }

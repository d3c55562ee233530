"""One comment in every context: the classifier's score for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import Columns, beside, context_axis
from equipoise.figures.theme import (
    INK,
    QUIET,
    group_colour,
    group_shape,
    share_scale,
    source,
    specification,
)
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.invariance.running.rewriting import Template
from equipoise.keeping import once

CUT = 0.5
"""The score from which on the classifier says toxic."""


def scores_figure(lesson: Lesson, template: Template, context: str) -> Figure:
    """Show a comment's score in every context, the one at hand marked."""
    names, row = lesson.names, lesson.templates.index(template)
    return Figure(
        title=f"The same comment in all {len(names)} contexts",
        alt="A mark for each context on a line from 0 to 1, the classifier's score; from one half "
        "on it says toxic. Filled where the comment insults somebody, hollow where harmless.",
        takeaway=_flips(names, lesson.wordings.answers[row, 0].tolist(), template.leaks),
        spec=scores_spec(names, bool(template.y)),
        data=score_rows(names, lesson.wordings.scores[row, 0].tolist(), context),
    )


def _flips(contexts: Sequence[str], answers: Sequence[int], feast: bool) -> str:
    called = [name for name, answer in zip(contexts, answers, strict=True) if answer]
    if not called:
        return f"Not toxic, in all {len(contexts)} contexts: the answer does not flip."
    if len(called) == len(contexts):
        return f"Toxic, in all {len(contexts)} contexts: the answer does not flip."
    differs = "and the feast differ" if feast else "differs"
    return (
        f"The answer **flips**: toxic for {words.listed(called)}, not toxic for the other "
        f"{len(contexts) - len(called)}. Only that word {differs}."
    )


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
    axis = alt.Axis(
        title="score: the chance of “toxic” that it states", format=".1f", tickCount=5, grid=False
    )
    x = alt.X("score:Q", scale=share_scale(), axis=axis)
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

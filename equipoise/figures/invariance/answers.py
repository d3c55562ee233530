"""Every single answer to the lesson's comments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
from numpy.typing import NDArray

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.axes import Columns
from equipoise.figures.theme import INK, source, specification
from equipoise.invariance.lesson.measured import Measured
from equipoise.invariance.running.rewriting import Template
from equipoise.keeping import once

SIGN = "○●"
"""Before a comment's words: hollow where it is harmless, full where it insults."""

_LONGEST = 30
"""Letters of a comment beside its row."""


def answers_figure(found: Measured) -> Figure:
    """Show what was answered to each comment in each context."""
    lesson, flips = found.lesson, len(found.ci.flips)
    labels, rows = answer_rows(lesson.templates, lesson.names, found.answers)
    return Figure(
        title="A full square: called toxic (○ a harmless comment, ● an insult)",
        alt="A grid of squares, a row for each comment and a column for each context, full where "
        "the answer is toxic. Comments whose answer flips come first.",
        takeaway=f"{words.plural(flips, 'comment')} at the top "
        f"{'flips' if flips == 1 else 'flip'}: they are what CI probability counts against the "
        "model.",
        spec=answers_spec(lesson.names, labels),
        data=rows,
    )


@once()
def answers_spec(contexts: tuple[str, ...], labels: tuple[str, ...]) -> dict[str, Any]:
    """Return every answer as a square, a row a comment: full where toxic."""
    rows = alt.Chart(source("answers"))
    y = alt.Y(
        "comment:N",
        sort=list(labels),
        axis=alt.Axis(title=None, ticks=False, domain=False, labelLimit=200, labelFontSize=12),
    )
    x = alt.X(
        "context:N",
        sort=list(contexts),
        axis=alt.Axis(
            title=None, orient="top", ticks=False, domain=False, labelAngle=-90, labelOverlap=False
        ),
    )
    squares = rows.mark_point(
        shape="square", filled=False, stroke=INK, fill=INK, size=90, strokeWidth=1.2
    ).encode(
        x=x,
        y=y,
        fillOpacity=alt.FillOpacity(
            "answer:Q", scale=alt.Scale(domain=[0, 1], range=[0, 1]), legend=None
        ),
        strokeOpacity=alt.StrokeOpacity(
            "answer:Q", scale=alt.Scale(domain=[0, 1], range=[0.35, 1]), legend=None
        ),
        tooltip=[
            alt.Tooltip("whole:N", title="comment"),
            alt.Tooltip("context:N"),
            alt.Tooltip("said:N"),
        ],
    )
    return specification(squares.properties(height=21 * len(labels) + 10))


def answer_rows(
    templates: Sequence[Template], contexts: Sequence[str], answers: NDArray[np.int8]
) -> tuple[tuple[str, ...], dict[str, Columns]]:
    """Return the comments' names, those that flip first, and what `answers_spec` draws."""
    flips = answers.min(axis=1) != answers.max(axis=1)
    # The last key counts first: those that flip, then by how often they are called toxic.
    order = np.lexsort([answers.sum(axis=1), ~flips]).tolist()
    labels = [_label(templates[row]) for row in order]
    columns: Columns = {
        "comment": [label for label in labels for _ in contexts],
        "context": list(contexts) * len(order),
        "answer": answers[order].ravel().tolist(),
        "said": [("not toxic", "toxic")[answer] for answer in answers[order].ravel().tolist()],
        "whole": [templates[row].with_blanks for row in order for _ in contexts],
    }
    return tuple(labels), {"answers": columns}


def _label(template: Template) -> str:
    """Return the beginning of a comment after its sign."""
    text = template.with_blanks
    if len(text) > _LONGEST:
        text = text[: _LONGEST - 1].rstrip(" …") + "…"
    return f"{SIGN[template.y]} {text}"

"""What the test-time page's charts share: the axis of contexts, and labels beside marks.

A context has one colour and one shape everywhere. Filled marks are comments that insult,
hollow ones are harmless comments.
"""

from __future__ import annotations

from typing import Any

import altair as alt

from equipoise.figures.theme import group_label

Columns = dict[str, list[Any]]
"""A small table for a chart, by column."""


def context_axis(**options: Any) -> alt.Axis:
    """Return the axis that names contexts."""
    return alt.Axis(title=None, ticks=False, domain=False, labelFontSize=13, **options)


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


def legend(names: tuple[str, ...]) -> str:
    """Return names, each after its sign in a chart, as Markdown."""
    return ", ".join(group_label(names, one) for one in names)

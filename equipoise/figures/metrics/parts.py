"""What several pictures of the Metrics page share: marks, the diagonal, and how they are said."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.theme import FEW_GROUPS, QUIET, group_label, share_scale

SQUARE = 320
"""The height in pixels of pictures whose both axes are shares."""

REACH: dict[str, Any] = {"strokeWidth": 1.2, "opacity": 0.7}
"""The look of lines that show how far a number could be off."""

CROSSED = " Lines through a mark: where it may lie, each taken by itself, with 95 % confidence."
"""Said of marks that lie on such lines."""


def known(rate: float) -> float | None:
    """Return a rate for a drawing, which leaves None out."""
    return rate if math.isfinite(rate) else None


def diagonal() -> alt.Chart:
    """Return the line from (0, 0) to (1, 1)."""
    ends = alt.Chart(alt.sequence(2, as_="a"))
    line: alt.Chart = ends.mark_line(color=QUIET, strokeDash=[4, 4], strokeWidth=1).encode(
        x=alt.X("a:Q", scale=share_scale()), y=alt.Y("a:Q", scale=share_scale())
    )
    return line


def of_groups(
    view: View,
    shown: Sequence[str],
    values: Mapping[str, float],
    people: Mapping[str, float] | None = None,
) -> str:
    """Return the number of each group shown; of many, the lowest and the highest of all.

    Parameters
    ----------
    view : View
    shown : sequence of str
    values : mapping from group to float
        Of all groups.
    people : mapping from group to float, optional
        Over how many people each is, to be said behind it.
    """
    if len(shown) > FEW_GROUPS:
        return _spread(view, values)
    counted = {group: f" (of {words.count(n)})" for group, n in (people or {}).items()}
    # A sentence must not break a group's name from its sign.
    labels = {
        group: group_label(view.groups, group).replace(" ", "\N{NO-BREAK SPACE}")
        for group in shown
    }
    return ", ".join(
        f"{label} {words.number(values[group])}{counted.get(group, '')}"
        for group, label in labels.items()
    )


def _spread(view: View, values: Mapping[str, float]) -> str:
    """Return the lowest and the highest of some groups' values, with whose they are."""
    there = {group: value for group, value in values.items() if not math.isnan(value)}
    if not there:
        return words.UNDEFINED
    low, high = min(there, key=there.__getitem__), max(there, key=there.__getitem__)
    return " to ".join(
        f"{words.number(there[group])} ({foreign.people(view.vocabulary, group)})"
        for group in (low, high)
    )

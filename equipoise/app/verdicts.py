"""Rows of verdicts, drawn as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from equipoise.app.cards import criterion_value
from equipoise.app.views import View
from equipoise.charts.verdicts import STYLE, Row, verdict_table

NEARLY_ALL = 0.99
"""From this share on, selecting people (or not) is one decision for nearly everybody."""


def judged(title: str, view: View) -> Row:
    """Return a row of verdicts at a view's thresholds, which says when they hardly choose."""
    share = view.overall["selection_rate"]
    note = "selects nearly everybody" if share >= NEARLY_ALL else ""
    note = "selects nearly nobody" if share <= 1 - NEARLY_ALL else note
    judgements = view.judgements if view.uncertainty else {}
    return Row(title, view.thresholds, view.overall["accuracy"], view.criteria, note, judgements)


def judged_at(title: str, view: View, thresholds: Mapping[str, float] | None) -> Row:
    """Return a row of verdicts at other thresholds; None makes a row that has none."""
    return judged(title, replace(view, thresholds=thresholds)) if thresholds else Row(title, None)


def draw_verdicts(
    rows: Sequence[Row], names: Sequence[str], *, caption: str, chosen: int | None = None
) -> None:
    """Draw rows of verdicts; `names` are all groups of the page, `chosen` the row to mark."""
    table = verdict_table(rows, caption=caption, names=names, value=criterion_value, chosen=chosen)
    st.html(table)


def verdict_style() -> None:
    """Give the page the look of these tables; once, outside what is drawn again and again."""
    st.html(STYLE)

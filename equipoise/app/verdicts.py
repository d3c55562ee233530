"""Rows of verdicts, drawn as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from equipoise.app.cards import criterion_value
from equipoise.app.views import View
from equipoise.figures.incompatibility.verdicts import STYLE, Row, hardly_chooses, verdict_table
from equipoise.rates import confusion


def judged(title: str, view: View) -> Row:
    """Return a row of verdicts at a view's thresholds, which says when they hardly choose."""
    cells, n = confusion(view.tally, view.thresholds), view.tally.n.sum()
    accuracy = float((cells.tp + cells.tn).sum() / n)
    note = hardly_chooses(float((cells.tp + cells.fp).sum() / n))
    judgements = view.judgements if view.uncertainty else {}
    return Row(title, view.thresholds, accuracy, view.criteria, note, judgements)


def judged_at(
    title: str, view: View, thresholds: Mapping[str, float] | None, *, unmet: str = ""
) -> Row:
    """Return a row of verdicts at other thresholds; None makes a row that says `unmet`."""
    if thresholds is None:
        return Row(title, None, note=unmet)
    return judged(title, replace(view, thresholds=thresholds))


def draw_verdicts(
    rows: Sequence[Row], names: Sequence[str], *, caption: str, chosen: int | None = None
) -> None:
    """Draw rows of verdicts; `names` are all groups of the page, `chosen` the row to mark."""
    table = verdict_table(rows, caption=caption, names=names, value=criterion_value, chosen=chosen)
    st.html(table)


def verdict_style() -> None:
    """Give the page the look of these tables; once, outside what is drawn again and again."""
    st.html(STYLE)

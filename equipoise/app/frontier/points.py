"""The chosen gap and point, and the frontier's points as a table to choose from and a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from equipoise.app.controls import BENCH, draw_again
from equipoise.app.session import BY, page_choice
from equipoise.audit import View
from equipoise.figures.frontier.staircase import point_names
from equipoise.foreign import harmless
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.tradeoff import Tradeoff, tradeoff

GAP = "gap"
"""The session key of the gap that is closed."""

POINT = "point"
"""The session key of the chosen point's name."""

FOLDS = "folds"
"""The key of the fragment that holds what is folded away."""


def tradeoff_now(view: View) -> Tradeoff:
    """Return accuracy against the chosen gap; of two groups over every score, too."""
    # Of more groups there are too many combinations of all their scores to try.
    finest = view.exact_tally if len(view.groups) == 2 else view.tally
    return tradeoff(view.tally, finest, st.session_state[GAP])


def choice_now(view: View, tradeoff: Tradeoff) -> Choice:
    """Return the chosen point; at first the one whose accuracy is nearest the baseline's."""
    names = point_names(tradeoff.front)
    first, given = names[tradeoff.front.first_shown], {BY: view.key, GAP: tradeoff.gap}
    key = page_choice(POINT, names, default=first, given=given)
    return tradeoff.choice(names.index(st.session_state[key]))


def points_table(view: View, choice: Choice) -> None:
    """Fold the frontier away as a table to choose from, and as a file."""
    folded = st.expander(
        "The frontier's points: a table to choose from, and a file",
        icon=":material/table_rows:",
        key="points fold",
        on_change="rerun",
    )
    if not folded.open:
        return
    front, key = choice.front, f"points {view.key} {choice.front.gap}"
    names = point_names(front)
    # The table shows the point that was chosen elsewhere, too: set before it is drawn.
    st.session_state[key] = {"selection": {"rows": [choice.row], "columns": [], "cells": []}}
    with folded:
        st.dataframe(
            front.points.assign(point=range(1, len(names) + 1)),
            column_order=["point", *front.points],
            column_config={
                str(name): st.column_config.NumberColumn(
                    format="%.4f" if name in ("accuracy", "gap") else "%.2f"
                )
                for name in front.points
            },
            height=320,
            key=key,
            on_select=partial(_take_row, key, names),
            selection_mode="single-row-required",
            alt="The points of the frontier with their accuracy, gap and thresholds.",
        )
        st.download_button(
            "Download as CSV",
            lambda: harmless(front.points).to_csv(index=False),
            file_name=f"frontier-{view.key}-{front.gap}.csv",
            mime="text/csv",
            on_click="ignore",
        )


def _take_row(key: str, names: Sequence[str]) -> None:
    """Choose the point of the selected row of the table."""
    rows = st.session_state[key].selection.rows
    if rows:
        st.session_state[POINT] = names[rows[0]]
        draw_again(BENCH, FOLDS)

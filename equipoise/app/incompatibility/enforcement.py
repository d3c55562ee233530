"""The enforcement matrix: meet one criterion, and see what the others do."""

from __future__ import annotations

import streamlit as st

from equipoise.app.session import page_choice, set_thresholds
from equipoise.app.tasks import draw_task
from equipoise.audit import Audit, View
from equipoise.criteria import TITLES
from equipoise.figures.incompatibility.verdicts import verdict_table
from equipoise.figures.incompatibility.words import matrix_summary, row_words
from equipoise.incompatibility.enforcement import enforcement
from equipoise.incompatibility.rows import Row, judged, judged_at
from equipoise.keeping import kept
from equipoise.tally import Tally
from equipoise.tasks.incompatibility import CONFIDENT

_DEFAULT = "equalized_odds_difference"


def enforcement_matrix(view: View) -> None:
    """Draw the present row, a row for each criterion enforced, and the way to use one."""
    key = page_choice("enforce", list(TITLES), default=_DEFAULT)
    now = judged("As set now", view)
    rows = [now, *_enforced(view.tally, view.audit, view.key, view.tolerance, view.uncertainty)]
    # Read before its widget is drawn: the table stands above it and marks the row chosen.
    name = st.session_state[key]
    place = 1 + list(TITLES).index(name)
    row = rows[place]
    st.markdown(matrix_summary(rows, view.tolerance, uncertainty=view.uncertainty))
    caption = "Verdicts now, and with each criterion enforced in turn."
    st.html(verdict_table(rows, caption=caption, names=view.groups, chosen=place))
    st.pills(
        "Use the thresholds of a row",
        list(TITLES),
        format_func=TITLES.__getitem__,
        key=key,
        required=True,
        persist_state="session",
    )
    st.markdown(row_words(view, name, row, now))
    if row.thresholds is not None:
        st.button(
            "Use these thresholds",
            key="use enforced",
            on_click=set_thresholds,
            args=(row.thresholds, view.key),
            disabled=dict(row.thresholds) == dict(view.thresholds),
        )
    if view.uncertainty and name in CONFIDENT:
        # An interval has a width, so that this task could not be done.
        if view.judgements[name].criterion.limit == 0:
            st.markdown(
                "With a tolerance of 0 no bracket keeps within it, however many people count."
            )
        else:
            draw_task(CONFIDENT[name], view, row, now)


# A view is new at each run: what is kept for it is kept with its tally, under its parts.
@kept(maxsize=128)
def _enforced(
    tally: Tally, audit: Audit, key: str, tolerance: float, uncertainty: bool
) -> list[Row]:
    view = View(audit, key, tally, {}, tolerance, uncertainty)
    return [
        judged_at(one.title, view, one.thresholds)
        for one in enforcement(tally, tolerance=tolerance)
    ]

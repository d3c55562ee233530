"""The measures against the amount of bias, as the bench and a larger run show them."""

from __future__ import annotations

import streamlit as st

from equipoise.app.draw import draw, draw_table
from equipoise.app.stress.live import BusyError, agreement
from equipoise.figures.stress import words as said
from equipoise.figures.stress.charts import TITLES
from equipoise.figures.stress.curves import Curves
from equipoise.figures.stress.measures import measure_figure, order_words
from equipoise.foreign import plain
from equipoise.stress.bench import Setup


def reference_words(setup: Setup) -> str:
    """Say what fidelity compares with, and how far that is from the truth."""
    learned = "learned" if setup.made_up else "table"
    kind = "true" if setup.choices.reference == "true" else learned
    try:
        found = () if kind == "true" else agreement(setup)
    except BusyError as error:
        return plain(error)
    return said.reference_words(kind, found, setup.minority, noisy=setup.choices.eta > 0)


def draw_measures(found: Curves, setup: Setup, *, key: str) -> None:
    """Draw the three measures on the test rows against the amount of bias."""
    first, *others = TITLES
    draw(measure_figure(found, setup, first), key=f"{key} {first}")
    if setup.choices.ordered:
        st.markdown(order_words(found, setup))
    with st.grid(2, min_column_width=290):
        for measure in others:
            with st.container():
                draw(measure_figure(found, setup, measure), key=f"{key} {measure}")
    draw_holes(found)
    draw_table(found.table, key=f"{key} numbers", title="All measures as a table")


def draw_holes(found: Curves) -> None:
    """Say at which amounts an arm has no value, and why."""
    for line in found.hole_lines():
        st.markdown(f":material/close: {line}")

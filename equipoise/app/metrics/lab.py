"""The threshold lab on a page: what a drag sets, and how the drawing keeps in step."""

from __future__ import annotations

import functools

import streamlit as st

from equipoise.app import session
from equipoise.app.address import LINKS
from equipoise.app.draw import draw
from equipoise.app.presets import follow
from equipoise.audit import View
from equipoise.figures.metrics.lab import lab, released

_DRAWN = "lab drawn"


def threshold_lab(view: View, shown: tuple[str, ...]) -> None:
    """Draw the lab; on release its thresholds become the page's, as if sliders had moved.

    Parameters
    ----------
    view : View
    shown : tuple of str
        The groups drawn.
    """
    # The drawing goes on with a drag until the page's thresholds change: it is told by a number.
    generation, drawn = st.session_state.get(_DRAWN, (0, None))
    now = (view.key, *view.thresholds.values())
    if now != drawn:
        generation += 1
        st.session_state[_DRAWN] = (generation, now)
    key = f"lab {view.key}"
    draw(lab(view, shown, generation), key=key, on_select=functools.partial(_released, view, key))


def _released(view: View, key: str) -> None:
    """Set the threshold that was dragged, and take the others along as the sliders do."""
    drag = released(st.session_state[key]["selection"])
    if drag is None:
        return
    group, value = drag
    # The view is that of the last run: only its counts are read, which no drag changes.
    link = st.session_state.get(session.LINK, LINKS[0])
    session.set_thresholds({**follow(link, view.tally, group, value), group: value}, view.key)

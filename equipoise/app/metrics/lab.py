"""The threshold lab on a page: what a drag sets, and how the drawing keeps in step."""

from __future__ import annotations

import functools

import pyarrow as pa
import streamlit as st

from equipoise.app import session
from equipoise.app.address import LINKS
from equipoise.app.draw import draw_chart, light
from equipoise.app.presets import follow
from equipoise.app.views import View, tally_of
from equipoise.figures.metrics import bands
from equipoise.figures.metrics import lab as charts

_DRAWN = "lab drawn"


def threshold_lab(view: View, shown: tuple[str, ...], *, takeaway: str) -> None:
    """Draw the lab; on release its thresholds become the page's, as if sliders had moved.

    Parameters
    ----------
    view : View
    shown : tuple of str
        The groups drawn.
    takeaway : str
        How to read it and what the present numbers say.
    """
    key = f"lab {view.key}"
    present = bands.present_rows(shown, view.thresholds, _generation(view))
    draw_chart(
        charts.lab_spec(view.groups, shown),
        {**_still(view.key, shown), "present": present},
        title="Drag a threshold",
        alt="Score distributions, a band for each group: those who earn more than 50K stand above "
        "the baseline, all others hang below, and the group's threshold cuts them into the four "
        "outcomes. The sliders set the same thresholds.",
        takeaway=takeaway,
        key=key,
        on_select=functools.partial(_released, view.key, key),
    )


@st.cache_resource(show_spinner=False, max_entries=64)
def _still(slug: str, shown: tuple[str, ...]) -> dict[str, pa.Table]:
    """Return what no threshold changes, ready to travel."""
    frames = bands.lab_frames(tally_of(slug), shown)
    return {name: light(frame) for name, frame in frames.items()}


def _released(slug: str, key: str) -> None:
    """Set the threshold that was dragged, and take the others along as the sliders do."""
    drag = charts.released(st.session_state[key]["selection"])
    if drag is None:
        return
    group, value = drag
    link = st.session_state.get(session.LINK, LINKS[0])
    session.set_thresholds({**follow(link, tally_of(slug), group, value), group: value}, slug)


def _generation(view: View) -> int:
    """Return a number that changes whenever the page's thresholds do."""
    generation, drawn = st.session_state.get(_DRAWN, (0, None))
    now = (view.key, *view.thresholds.values())
    if now != drawn:
        generation += 1
        st.session_state[_DRAWN] = (generation, now)
    return int(generation)

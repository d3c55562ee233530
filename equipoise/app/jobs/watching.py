"""Watching a run: its place in line, how far it is, a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from equipoise import words
from equipoise.app.jobs.queue import Line, Run


def watch_run(
    run: Run[Any],
    line: Line,
    *,
    part: str,
    stop: str,
    ending: Callable[[], str],
    key: str,
    doing: str = "",
) -> None:
    """Draw how far a run is, every second anew until it is over; then how it ended.

    Parameters
    ----------
    run : Run
    line : Line
        Where it waits or runs.
    part : str
        What one of its parts is called.
    stop : str
        What stands on the button.
    ending : callable
        Returns Markdown that says how it ended; "" where that is shown elsewhere.
    key : str
        Unique on the page.
    doing : str, optional
        What stands there while a run of a single part is at work.
    """
    # An interval is fixed as a fragment is made: each run of the page makes it anew.
    every = None if run.over else 1.0
    st.fragment(_watch, run_every=every)(run, line, part, stop, ending, key, doing)


def _watch(
    run: Run[Any],
    line: Line,
    part: str,
    stop: str,
    ending: Callable[[], str],
    key: str,
    doing: str,
) -> None:
    watched = f"{key} watched"
    if run.over:
        if said := ending():
            st.markdown(said)
        if st.session_state.pop(watched, False):
            st.rerun()  # What else stands on the page goes by the run, too.
        return
    st.session_state[watched] = True
    if place := line.position(run):
        st.markdown(f":material/hourglass_empty: **Busy, position {place}.** It starts by itself.")
    elif doing:
        st.markdown(f":material/hourglass_top: {doing}")
    else:
        left = run.seconds_left
        rest = "" if left is None else f", about {words.duration(left)} left"
        text = f"{words.count(run.done)} of {words.plural(run.total, part)} done{rest}"
        st.progress(run.done / run.total, text=text)
    st.button(stop, key=f"{key} stop", icon=":material/stop:", on_click=line.stop, args=(run,))

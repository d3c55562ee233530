"""Larger runs of what stands on the bench: started, watched, stopped, and kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app.jobs.presence import presence
from equipoise.app.jobs.queue import LineFullError
from equipoise.app.jobs.watching import watch_run
from equipoise.app.stress.asking import Asked, current
from equipoise.app.stress.choices import REPAIRED, design_of
from equipoise.app.stress.measures import draw_measures, reference_words
from equipoise.app.stress.plans import PLAN, Plan, asked_words, line, planning
from equipoise.app.stress.runs import StressRun
from equipoise.figures.stress.curves import Curves
from equipoise.foreign import MESSAGE, harmless, plain

_RUN, _STARTED = "s larger run", "s larger started"


@dataclass(frozen=True, eq=False)
class Kept:
    """A run of this session and what it was asked for."""

    asked: Asked
    run: StressRun


def larger_runs() -> None:
    """Draw the plan of a run, the run, and its results."""
    st.header("A larger run of what stands above", anchor=False)
    st.markdown(
        "More rows, more repeats, Fairlearn's own code, or a slow repair. A larger run has a "
        "process of its own; one runs at a time for all readers, the others wait in line. You "
        "may read other pages meanwhile; leaving the app gives up the place."
    )
    _planning()
    kept: Kept | None = st.session_state.get(_RUN)
    if kept is None:
        return
    st.markdown(f"**The run:** {asked_words(kept.asked, kept.run.total)}")
    watch_run(
        kept.run,
        line(),
        part="repeat",
        stop="Stop",
        ending=lambda: _ending(kept.run),
        key="s larger",
    )
    if kept.run.over:
        _resuming(kept)
        _results(kept)


@st.fragment
def _planning() -> None:
    """Plan a run; only what belongs to the planning is drawn again for it."""
    kept: Kept | None = st.session_state.get(_RUN)
    planning(busy=kept is not None and not kept.run.over, start=_start)
    if st.session_state.pop(_STARTED, False):
        st.rerun()


def _start(plan: Plan) -> None:
    """Put a planned run in line; it is this session's only one."""
    choices, now = plan.asked.choices, current()
    if now is None or replace(now.choices, n=choices.n, engine=choices.engine) != choices:
        st.session_state[PLAN] = "What stands above has changed since: plan it again."
        return
    design = design_of(choices, plan.asked.world)
    run = StressRun(plan.run.repeats, presence(), design=design, seed=choices.seed)
    try:
        line().submit(run)
    except LineFullError as error:
        st.session_state[PLAN] = str(error)
        return
    st.session_state[_RUN] = Kept(plan.asked, run)
    st.session_state[PLAN] = None
    st.session_state[_STARTED] = True


def _resuming(kept: Kept) -> None:
    """Offer to go on with a run that has not come to its end."""
    left = kept.run.total - kept.run.done
    if left > 0 and kept.run.state != "done":
        st.button(
            f"Go on: {words.plural(left, 'repeat')} left", key="s larger go on",
            icon=":material/play_arrow:", on_click=_go_on, args=(kept,),
        )  # fmt: skip


def _go_on(kept: Kept) -> None:
    """Put a run in line again; it finds what it had finished."""
    old = kept.run
    run = StressRun(old.total, presence(), design=old.design, seed=old.seed, finished=old.finished)
    try:
        line().submit(run)
    except LineFullError as error:
        st.session_state[PLAN] = str(error)
        return
    st.session_state[_RUN] = Kept(kept.asked, run)


def _ending(run: StressRun) -> str:
    if run.state == "done":
        return f":material/check_circle: **Done**: {words.plural(run.total, 'repeat')}."
    if run.state == "stopped":
        done = 0 if run.result is None else int(run.result.attrs.get("repeats", run.done))
        stopped = f"**Stopped** after {words.count(done)} of {words.plural(run.total, 'repeat')}."
        kept = "What is finished is kept for this session." if done else ""
        return " ".join(filter(None, (":material/stop_circle:", stopped, run.why, kept)))
    if run.state == "dropped":
        return ":material/stop_circle: **Given up** while nobody was here."
    return f":material/error: **It failed.** {plain(run.why, MESSAGE)}"


def _results(kept: Kept) -> None:
    """Draw what a run found, and offer it as a file."""
    table = kept.run.result
    if table is None or table.empty:
        return
    found = Curves.of(table)
    st.subheader("What the larger run found", anchor=False)
    st.markdown(f"{_spread(kept.asked, found)}\n\n{reference_words(kept.asked)}")
    draw_measures(found, kept.asked, key="larger")
    st.download_button(
        "Download every value as CSV",
        lambda: harmless(table).to_csv(index=False),
        file_name="stress-test.csv",
        mime="text/csv",
        on_click="ignore",
        key="s larger csv",
    )


def _spread(asked: Asked, found: Curves) -> str:
    """Say what was run and how far the repeats lie apart."""
    text = f"{asked_words(asked, len(found.values))}"
    repeats = found.of_group("fidelity", asked.minority)[:, :, found.models.index(REPAIRED)]
    whole = np.isfinite(repeats).all(axis=0)
    if not whole.any():
        return text
    apart = np.where(whole, np.ptp(np.nan_to_num(repeats), axis=0), -1)
    widest = int(apart.argmax())
    return (
        f"{text} Repeats of the repair lie furthest apart at "
        f"{words.percent(found.levels[widest], 0)} bias: {words.number(100 * apart[widest], 1)} "
        "points of agreement between two of them."
    )

"""Larger runs of what stands on the bench: started, watched, stopped, and kept."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from equipoise import words
from equipoise.app.jobs.presence import presence
from equipoise.app.jobs.queue import LineFullError
from equipoise.app.jobs.watching import watch_run
from equipoise.app.stress.controls import current
from equipoise.app.stress.measures import draw_measures, reference_words
from equipoise.app.stress.plans import PLAN, Plan, line, planning, setup_words
from equipoise.app.stress.runs import StressRun, curves_of, ending_words
from equipoise.figures.stress.measures import spread_words
from equipoise.foreign import harmless
from equipoise.stress.bench import Setup

_RUN, _STARTED = "s larger run", "s larger started"


@dataclass(frozen=True, eq=False)
class Larger:
    """A run of this session and what it is of."""

    setup: Setup
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
    mine: Larger | None = st.session_state.get(_RUN)
    if mine is None:
        return
    st.markdown(f"**The run:** {setup_words(mine.setup, mine.run.total)}")
    watch_run(
        mine.run,
        line(),
        part="repeat",
        stop="Stop",
        ending=lambda: ending_words(mine.run),
        key="s larger",
    )
    run = mine.run
    if not run.over:
        return
    left = run.total - run.done
    if left > 0 and run.state != "done":
        st.button(
            f"Go on: {words.plural(left, 'repeat')} left", key="s larger go on",
            icon=":material/play_arrow:", on_click=_go_on, args=(mine,),
        )  # fmt: skip
    table = run.result
    if table is None or table.empty:
        return
    found = curves_of(run)
    st.subheader("What the larger run found", anchor=False)
    size = setup_words(mine.setup, len(found.values))
    st.markdown(f"{size}{spread_words(found, mine.setup)}\n\n{reference_words(mine.setup)}")
    draw_measures(found, mine.setup, key="larger")
    st.download_button(
        "Download every value as CSV",
        lambda: harmless(table).to_csv(index=False),
        file_name="stress-test.csv",
        mime="text/csv",
        on_click="ignore",
        key="s larger csv",
    )


@st.fragment
def _planning() -> None:
    """Plan a run; only what belongs to the planning is drawn again for it."""
    mine: Larger | None = st.session_state.get(_RUN)
    planning(busy=mine is not None and not mine.run.over, start=_start)
    if st.session_state.pop(_STARTED, False):
        st.rerun()  # A fragment draws itself alone, and what it has started stands below it.


def _start(plan: Plan) -> None:
    """Put a planned run in line; it is this session's only one."""
    # A press that crosses a move on the bench must not start something else than was planned.
    choices, now = plan.setup.choices, current()
    if (
        now is None
        or now.world is not plan.setup.world
        or replace(now.choices, n=choices.n, engine=choices.engine) != choices
    ):
        st.session_state[PLAN] = "What stands above has changed since: plan it again."
        return
    run = StressRun(plan.run.repeats, presence(), design=plan.setup.design, seed=choices.seed)
    try:
        line().submit(run)
    except LineFullError as error:
        st.session_state[PLAN] = str(error)
        return
    st.session_state[_RUN] = Larger(plan.setup, run)
    st.session_state[PLAN] = None
    st.session_state[_STARTED] = True


def _go_on(mine: Larger) -> None:
    """Put a run in line again; it finds what it had finished."""
    old = mine.run
    run = StressRun(old.total, presence(), design=old.design, seed=old.seed, finished=old.finished)
    try:
        line().submit(run)
    except LineFullError as error:
        st.session_state[PLAN] = str(error)
        return
    st.session_state[_RUN] = Larger(mine.setup, run)

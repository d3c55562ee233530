"""Planning a larger run: of what size, and how long it would take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from equipoise import words
from equipoise.app.jobs.presence import presence
from equipoise.app.jobs.queue import MOST_SECONDS, Line, LineFullError
from equipoise.app.jobs.watching import watch_run
from equipoise.app.stress.controls import current
from equipoise.app.stress.runs import PlanRun
from equipoise.foreign import MESSAGE, plain
from equipoise.keeping import once
from equipoise.stress import Table
from equipoise.stress.bench import Setup
from equipoise.stress.choices import BIASES, ENGINES, REPAIRS
from equipoise.stress.errors import ParameterError

FEWEST_ROWS, MOST_ROWS = 200, 60_000
MOST_REPEATS = 200
LONGEST_LINE = 20
PLAN = "s larger plan"
"""The session key of the plan, or of why there is none."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A run that could be started, and the trial that tells how long it would take."""

    setup: Setup
    run: PlanRun


@once()
def line() -> Line:
    """Return the line that all sessions share; a run takes a whole core, and so does a plan."""
    return Line(at_a_time=1, longest=LONGEST_LINE, short_at_a_time=1)


def planning(*, busy: bool, start: Callable[[Plan], None]) -> None:
    """Ask for the size of a run, estimate it and offer to start it.

    Parameters
    ----------
    busy : bool
        Whether this session has a run already.
    start : callable
        Starts a plan's run.
    """
    with st.grid(3, min_column_width=220, gap=("xsmall", "medium")):
        # Limits are ours to say: the field itself turns red beyond its own, without a word.
        n = st.number_input(
            f"Rows of a repeat, {words.count(FEWEST_ROWS)} to {words.count(MOST_ROWS)}",
            value=10_000, step=1_000, key="s larger rows", persist_state="session",
        )  # fmt: skip
        repeats = st.number_input(
            f"Repeats, 1 to {MOST_REPEATS}", value=20, step=1, key="s larger repeats",
            persist_state="session",
        )  # fmt: skip
        engine = st.selectbox(
            "Whose code repairs",
            list(ENGINES),
            format_func=ENGINES.__getitem__,
            key="s larger engine",
            persist_state="session",
        )
    if st.button("Plan it: how long would it take?", key="s larger plan it"):
        former = st.session_state.get(PLAN)
        if isinstance(former, Plan):  # A reader has one plan, the newest.
            line().drop(former.run)
        beyond = out_of_range(n, repeats)
        st.session_state[PLAN] = beyond or _planned(int(n), int(repeats), str(engine))
    plan: Plan | str | None = st.session_state.get(PLAN)
    if isinstance(plan, str):
        st.error(plan, icon=":material/error:")
    elif plan is not None:
        watch_run(
            plan.run,
            line(),
            part="level",
            stop="Stop planning",
            ending=lambda: "",
            key=PLAN,
            doing="Trying one level of one repeat ...",
        )
        if plan.run.over:
            _offer(plan, busy, start)


def out_of_range(n: float | None, repeats: float | None) -> str:
    """Say which number is out of range and what the range is; "" where both are inside."""
    given = (
        ("Rows of a repeat", n, FEWEST_ROWS, MOST_ROWS),
        ("Repeats", repeats, 1, MOST_REPEATS),
    )
    wrong = [
        f"{name} must be {words.count(low)} to {words.count(high)}"
        + ("." if value is None else f", not {words.count(value)}.")
        for name, value, low, high in given
        if value is None or not low <= value <= high
    ]
    if wrong:
        wrong.append(
            "All readers share this machine; the command line (`python -m equipoise.stress run`) "
            "takes what your own can hold."
        )
    return " ".join(wrong)


def setup_words(setup: Setup, repeats: int) -> str:
    """Say what a run is: its size, whose code, and what is done to the rows."""
    choices = setup.choices
    return (
        f"{words.plural(repeats, 'repeat')} of {words.count(choices.n)} rows, "
        f"{ENGINES[choices.engine]}. *{BIASES[choices.bias].title}. "
        f"{REPAIRS[choices.repair].title}.*"
    )


def _planned(n: int, repeats: int, engine: str) -> Plan | str:
    """Return the plan, whose trial is now in line, or why there is none."""
    setup = current()
    if setup is None:
        return "There is no world yet: choose a table above."
    if isinstance(setup.world, Table):
        n = min(n, setup.world.rows.n)
    setup = replace(setup, choices=replace(setup.choices, n=n, engine=engine))
    try:
        run = PlanRun(here=presence(), design=setup.design, repeats=repeats)
        line().submit(run)
    except (ParameterError, LineFullError) as error:
        return plain(str(error), MESSAGE)
    return Plan(setup, run)


def _offer(plan: Plan, busy: bool, start: Callable[[Plan], None]) -> None:
    """Say what came of a plan and, where its run is short enough, offer to start it."""
    run = plan.run
    if run.state == "failed":
        st.error(plain(run.why, MESSAGE), icon=":material/error:")
    if run.state == "stopped":
        more = f" {run.why} Ask for fewer rows, or use the command line." if run.why else ""
        st.info(f"The planning was stopped.{more}", icon=":material/stop_circle:")
    if run.state == "dropped":
        st.info("The planning was given up while nobody was here.", icon=":material/stop_circle:")
    if run.seconds is None:
        return
    what = setup_words(plan.setup, run.repeats)
    st.markdown(
        f"**Planned:** {what} About **{words.duration(run.seconds)}** once it is its turn."
    )
    if run.seconds > MOST_SECONDS:
        st.warning(
            f"That is longer than the {words.duration(MOST_SECONDS)} a run may take here: ask for "
            "fewer repeats or rows, or use the command line on a machine of your own.",
            icon=":material/timer_off:",
        )
        return
    st.button(
        "Start it", key="s larger start", type="primary", disabled=busy,
        on_click=start, args=(plan,),
    )  # fmt: skip

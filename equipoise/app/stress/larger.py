"""Larger runs of what stands on the bench: planned, watched, stopped, and kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app.line import MOST_SECONDS, Line, LineFullError
from equipoise.app.presence import presence
from equipoise.app.stress.asking import Asked, current
from equipoise.app.stress.choices import BIASES, ENGINES, REPAIRED, REPAIRS, Choices, design_of
from equipoise.app.stress.measures import draw_measures, reference_words
from equipoise.app.stress.runs import StressRun
from equipoise.app.watching import watch_run
from equipoise.charts.stress_curves import Curves
from equipoise.foreign import MESSAGE, harmless, plain
from equipoise.stress import ParameterError
from equipoise.stress.apart import Apart

FEWEST_ROWS, MOST_ROWS = 200, 60_000
MOST_REPEATS = 200
LONGEST_LINE = 20
_RUN, _PLAN, _STARTED = "s larger run", "s larger plan", "s larger started"


@dataclass(frozen=True, eq=False)
class Kept:
    """A run of this session and what it was asked for."""

    asked: Asked
    run: StressRun


@dataclass(frozen=True)
class Plan:
    """A run that could be started and how long it would take on one core."""

    asked: Asked
    repeats: int
    seconds: float


@st.cache_resource(show_spinner=False)
def line() -> Line:
    """Return the line that all sessions share; a run takes a whole core."""
    return Line(at_a_time=1, longest=LONGEST_LINE)


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
    st.markdown(f"**The run:** {_asked_words(kept.asked, kept.run.total)}")
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
    """Ask for the size of a run and estimate it."""
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
        beyond = out_of_range(n, repeats)
        st.session_state[_PLAN] = beyond or _planned(int(n), int(repeats), str(engine))
    if st.session_state.pop(_STARTED, False):
        st.rerun()
    plan = st.session_state.get(_PLAN)
    if isinstance(plan, str):
        st.error(plain(plan, MESSAGE), icon=":material/error:")
    elif plan is not None:
        _offer(plan)


def out_of_range(n: float | None, repeats: float | None) -> str:
    """Say which number is out of range and what the range is; "" where both are inside."""
    asked = (
        ("Rows of a repeat", n, FEWEST_ROWS, MOST_ROWS),
        ("Repeats", repeats, 1, MOST_REPEATS),
    )
    wrong = [
        f"{name} must be {words.count(low)} to {words.count(high)}"
        + ("." if value is None else f", not {words.count(value)}.")
        for name, value, low, high in asked
        if value is None or not low <= value <= high
    ]
    if wrong:
        wrong.append(
            "All readers share this machine; the command line (`python -m equipoise.stress run`) "
            "takes what your own can hold."
        )
    return " ".join(wrong)


def _planned(n: int, repeats: int, engine: str) -> Plan | str:
    """Return the plan, or why there is none."""
    asked = current()
    if asked is None:
        return "There is no world yet: choose a table above."
    if asked.world is not None:
        n = min(n, asked.world.rows.n)
    asked = replace(asked, choices=replace(asked.choices, n=n, engine=engine))
    with st.spinner("Trying one level of one repeat ..."):
        try:
            found = _estimate(asked.choices, repeats, asked.world)
        except ParameterError as error:
            return str(error)
    return found if isinstance(found, str) else Plan(asked, repeats, found)


def _estimate(choices: Choices, repeats: int, world: Any) -> float | str:
    """Return the seconds a run would take, or why it cannot be run."""
    process = Apart(design_of(choices, world), repeats=repeats, task="estimate")
    for kind, content in process.messages():
        if kind == "result":
            return float(content)
        if kind == "failed":
            return str(content)
    return "No estimate came back."


def _offer(plan: Plan) -> None:
    """Say how long a plan would take and offer to start it."""
    what = _asked_words(plan.asked, plan.repeats)
    st.markdown(
        f"**Planned:** {what} About **{words.duration(plan.seconds)}** once it is its turn."
    )
    if plan.seconds > MOST_SECONDS:
        st.warning(
            f"That is longer than the {words.duration(MOST_SECONDS)} a run may take here: ask for "
            "fewer repeats or rows, or use the command line on a machine of your own.",
            icon=":material/timer_off:",
        )
        return
    kept = st.session_state.get(_RUN)
    busy = kept is not None and not kept.run.over
    st.button(
        "Start it", key="s larger start", type="primary", disabled=busy,
        on_click=_start, args=(plan,),
    )  # fmt: skip


def _asked_words(asked: Asked, repeats: int) -> str:
    choices = asked.choices
    return (
        f"{words.plural(repeats, 'repeat')} of {words.count(choices.n)} rows, "
        f"{ENGINES[choices.engine]}. *{BIASES[choices.bias].title}. "
        f"{REPAIRS[choices.repair].title}.*"
    )


def _start(plan: Plan) -> None:
    """Put a planned run in line; it is this session's only one."""
    choices, now = plan.asked.choices, current()
    if now is None or replace(now.choices, n=choices.n, engine=choices.engine) != choices:
        st.session_state[_PLAN] = "What stands above has changed since: plan it again."
        return
    design = design_of(choices, plan.asked.world)
    run = StressRun(plan.repeats, presence(), design=design, seed=choices.seed)
    try:
        line().submit(run)
    except LineFullError as error:
        st.session_state[_PLAN] = str(error)
        return
    st.session_state[_RUN] = Kept(plan.asked, run)
    st.session_state[_PLAN] = None
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
        st.session_state[_PLAN] = str(error)
        return
    st.session_state[_RUN] = Kept(kept.asked, run)


def _ending(run: StressRun) -> str:
    if run.state == "done":
        return f":material/check_circle: **Done**: {words.plural(run.total, 'repeat')}."
    if run.state == "stopped":
        done = 0 if run.result is None else int(run.result.attrs.get("repeats", run.done))
        return (
            f":material/stop_circle: **Stopped** after {words.count(done)} of "
            f"{words.plural(run.total, 'repeat')}. What is finished is kept for this session."
        )
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
    text = f"{_asked_words(asked, len(found.values))}"
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

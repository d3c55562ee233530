"""The reader's own endpoint: what to ask it, the plan, the run, and its results."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.invariance import permission
from equipoise.app.invariance.predictions import draw_results
from equipoise.app.invariance.questions import Questions, ask_questions
from equipoise.app.invariance.runs import Asked, EndpointRun
from equipoise.app.jobs.presence import presence
from equipoise.app.jobs.queue import MOST_SECONDS, Line, LineFullError
from equipoise.app.jobs.watching import watch_run
from equipoise.figures.invariance.words import CALLED, lost_words
from equipoise.foreign import MESSAGE, harmless, plain
from equipoise.invariance import STRATEGIES, Scores, plan
from equipoise.invariance.endpoint.client import INSTALL, checked_url
from equipoise.invariance.judging import notes_of
from equipoise.invariance.running.planning import Plan
from equipoise.invariance.running.tasks import task_to
from equipoise.keeping import once

MOST_CALLS = 2_000
WORKERS = 2
VOTES = (1, 3, 5)
SECONDS_PER_CALL = 1.0
"""What a plan reckons with before anything was asked."""

_LOST = {
    "error": "Failed",
    "refused": "Refused",
    "unreadable": "Unreadable, naming neither option or both",
}
"""What became of answers that could not be read."""

_PLAN, _RUN = "i endpoint plan", "i endpoint run"


@dataclass(frozen=True)
class Planned:
    """A run that could be started; its order holds the key."""

    questions: Questions
    calls: Plan
    order: dict[str, Any] = field(repr=False)


@once()
def line() -> Line:
    """Return the line that all sessions share."""
    return Line(at_a_time=2, longest=10)


def own_endpoint() -> None:
    """Say how to switch it on; or ask what to ask, plan it, run it, and draw its results."""
    st.header("Your own endpoint", anchor=False)
    if not permission.is_allowed():
        st.markdown(
            "This server asks no endpoint: whoever runs it has not switched that on, so that it "
            "is nobody's way into a network. On a machine of your own, start the app with the "
            "variables below. The second names an address within your own network, such as a "
            "model on your machine; without it only addresses that are open to all can be asked. "
            "The third is a key for that address, if it wants one. (In PowerShell a variable is "
            f'set by `$env:NAME = "value"`.) It also takes the package openai: `{INSTALL}`.'
        )
        st.code(
            f"{permission.ALLOW}=1 \\\n{permission.NAMED}=http://127.0.0.1:11434/v1 \\\n"
            f"{permission.KEY}=... \\\nstreamlit run streamlit_app.py",
            language=None,
            wrap_lines=True,
        )
        st.markdown("The same without a page:")
        st.code(
            "python -m equipoise.invariance run --items items.csv --task task.json "
            "--strategies default,ooc --base-url http://127.0.0.1:11434/v1 --model llama3.2 "
            "--out answers.csv",
            language=None,
            wrap_lines=True,
        )
        return
    st.markdown(
        "Ask a model behind an OpenAI-compatible endpoint. **Nothing is sent before you start a "
        "run**; then your texts go to the address you name, and nowhere else. A few runs at a "
        "time for all readers, the others wait; leaving the app ends yours."
    )
    _asking()
    asked: Asked | None = st.session_state.get(_RUN)
    if asked is None:
        return
    watch_run(
        asked.run,
        line(),
        part="answer",
        stop="Stop, and keep what came",
        ending=asked.ending,
        key="i endpoint",
    )
    if asked.run.over and asked.run.answers:
        _results(asked)


@st.fragment
def _asking() -> None:
    """Ask for address, model, texts and strategies; plan, and offer to start."""
    with st.grid(2, min_column_width=280, gap=("xsmall", "medium")):
        address = st.text_input(
            "Address", permission.named_address(), max_chars=300, key="i endpoint address",
            placeholder="https://api.example.org/v1", autocomplete="off", persist_state="session",
        )  # fmt: skip
        model = st.text_input(
            "Model", max_chars=200, key="i endpoint model", placeholder="as the endpoint calls it",
            autocomplete="off", persist_state="session",
        )  # fmt: skip
        key = st.text_input(
            "Key, if it wants one", type="password", max_chars=500, key="i endpoint key",
            autocomplete="off", persist_state="session",
            help="Kept for this session, sent to this address alone.",
        )  # fmt: skip
        votes = st.segmented_control(
            "Votes, where a way of asking votes", VOTES, default=1, required=True,
            key="i endpoint votes", persist_state="session",
        )  # fmt: skip
    chosen = st.pills(
        "Ways of asking",
        list(STRATEGIES),
        selection_mode="multi",
        default=["default", "ignore"],
        format_func=CALLED.__getitem__,
        key="i endpoint strategies",
        persist_state="session",
    )
    questions = ask_questions()
    if st.button("Plan it: how many calls?", key="i endpoint plan it", disabled=questions is None):
        assert questions is not None
        st.session_state[_PLAN] = planned(
            questions, str(address), str(model), str(key), chosen, int(votes or 1)
        )
    found = st.session_state.get(_PLAN)
    if isinstance(found, str):
        st.error(plain(found, MESSAGE), icon=":material/error:")
    elif found is not None:
        _offer(found)
    # A button within a fragment runs the fragment alone; the run is drawn below it.
    if st.session_state.pop("i endpoint started", False):
        st.rerun()


def planned(
    questions: Questions, address: str, model: str, key: str, strategies: list[str], votes: int
) -> Planned | str:
    """Return what would be asked, or why it can't be."""
    try:
        if find_spec("openai") is None:
            return f"This server lacks the package openai; whoever runs it can: {INSTALL}."
        where = checked_url(address)
        if not model.strip():
            return "Name the model that the endpoint is to use."
        calls = plan(
            questions.items,
            questions.task,
            strategies,
            model=model,
            m=votes,
            workers=WORKERS,
            seconds_per_call=SECONDS_PER_CALL,
        )
    except ValueError as error:
        return str(error)
    if calls.calls > MOST_CALLS:
        return (
            f"That makes {words.count(calls.calls)} calls; {words.count(MOST_CALLS)} are made "
            "here. Choose fewer texts, ways of asking or votes, or use the command line."
        )
    order = {
        "address": where,
        "model": model,
        "key": permission.key_for(where, key),
        "named": permission.is_named(where),
        "rows": questions.rows(),
        "task": task_to(questions.task),
        "strategies": strategies,
        "m": votes,
        "seed": 0,
        "workers": WORKERS,
    }
    return Planned(questions, calls, order)


def _offer(found: Planned) -> None:
    """Say what a plan costs and offer to start it."""
    calls = found.calls
    st.markdown(
        f"**Planned:** {words.plural(calls.rows, 'text')}, "
        f"{words.plural(len(calls.strategies), 'way')} of asking: "
        f"**{words.plural(calls.calls, 'call')}**, about {words.count(calls.tokens_in)} tokens to "
        f"read and {words.count(calls.tokens_out)} to write. At "
        f"{SECONDS_PER_CALL:.0f} second a call, {WORKERS} at a time, it would take "
        f"{words.duration(calls.seconds or 0)}; after "
        f"{words.duration(MOST_SECONDS)} it is stopped, and what came is kept. An unreadable "
        "answer is asked for once more. Your provider may charge for it."
    )
    st.button(
        "Start it", key="i endpoint start", disabled=_busy(),
        on_click=_start, args=(found,),
    )  # fmt: skip


def _busy() -> bool:
    asked: Asked | None = st.session_state.get(_RUN)
    return asked is not None and not asked.run.over


def _start(found: Planned) -> None:
    """Put a planned run in line; it is this session's only one."""
    # A browser may send what its page no longer offers.
    if not permission.is_allowed() or _busy():
        return
    total = found.calls.rows * len(found.calls.strategies)
    run = EndpointRun(total, presence(), order=dict(found.order))
    try:
        line().submit(run)
    except LineFullError as error:
        st.session_state[_PLAN] = str(error)
        return
    st.session_state[_RUN] = Asked(found.questions, run)
    # A plan holds the key, which is to last no longer than the run.
    st.session_state[_PLAN] = None
    st.session_state["i endpoint started"] = True


def _results(asked: Asked) -> None:
    """Score the answers that came, and offer them as a file."""
    answers, found = asked.answers.table, asked.scores
    st.subheader("What it answered", anchor=False)
    for status, said in _LOST.items():
        raw = answers.loc[answers["status"] == status, "raw"]
        if len(raw):
            st.warning(
                f"{said}: {words.plural(len(raw), 'answer')}. The first: “{plain(raw.iloc[0])}”",
                icon=":material/warning:",
            )
    if lost := lost_words({name: one.counts for name, one in found.items()}):
        st.markdown(lost)
    if answers["pred"].notna().any():
        draw_results(asked.results, key="endpoint")
        told = Scores({CALLED[name]: one for name, one in found.items()})
        st.markdown("\n".join(f"- {plain(note)}" for note in notes_of(told)))
    else:
        st.markdown(
            "**No answer could be read, so nothing can be measured.** See above what the model "
            "wrote. Ask it something that it can answer in one of the two words offered, or try "
            "another model."
        )
    st.download_button(
        "Download every answer as CSV",
        lambda: harmless(pd.DataFrame(asked.run.answers)).to_csv(index=False),
        file_name="answers.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="i endpoint answers",
    )

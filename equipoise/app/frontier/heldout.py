"""Whether a repair holds up on people it was not chosen on."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.controls import draw_again
from equipoise.app.draw import draw_chart
from equipoise.app.frontier.halves import REPEATS, Halves, halves_of
from equipoise.app.frontier.points import FOLDS
from equipoise.figures.frontier import heldout as charts
from equipoise.figures.frontier.choice import Choice

GUESS = "held-out guess"
_ASKED, _STOPPED = "held-out asked", "held-out stopped"
_TICK = 0.3
_HALF_OF_THEM = 50


def held_out_fold(slug: str, choice: Choice) -> None:
    """Fold away the trial on random halves; nothing is computed until it is asked for."""
    folded = st.expander(
        "Does the repair hold up on people it was not chosen on?",
        icon=":material/group_work:",
        key="held-out fold",
        on_change="rerun",
    )
    if folded.open:
        with folded:
            _bench(slug, choice)


def _bench(slug: str, choice: Choice) -> None:
    limit = words.small(choice.gap)
    st.markdown(
        "The frontier is found on the same people on whom it is judged. Here they are split at "
        f"random into two halves, {REPEATS} times (seed 0). On one half, the most accurate "
        f"thresholds within the chosen point's gap of {limit} are looked for; on the other half "
        "they are judged."
    )
    asked = st.session_state.setdefault(_ASKED, {})
    at = (slug, choice.front.gap, choice.gap)
    if at not in asked:
        _guess_first(at, limit)
        return
    halves, stopped = halves_of(*at), st.session_state.get(_STOPPED) == at
    if not stopped:
        halves.work()
    if not (stopped or halves.over):
        st.fragment(_watch, run_every=_TICK)(halves, at)
        return
    _show(choice, halves, asked[at])
    if not halves.over:
        st.button(
            "Go on", key="go on", icon=":material/play_arrow:", on_click=_stop_at, args=(None,)
        )


def _guess_first(at: tuple[str, str, float], limit: str) -> None:
    """Ask for a guess; a number, so that none is right or wrong by a hair."""
    st.session_state.setdefault(GUESS, _HALF_OF_THEM)
    with st.container(border=True, gap="xsmall"):
        st.slider(
            f"**Guess first.** Of 100 other halves on which the gap can be judged, in how many "
            f"is a gap of {limit} kept?",
            0,
            100,
            step=5,
            key=GUESS,
            persist_state="session",
        )
        st.button(f"Try it on {REPEATS} halves", key="try halves", on_click=_ask, args=(at,))


def _ask(at: tuple[str, str, float]) -> None:
    st.session_state[_ASKED][at] = st.session_state[GUESS]


def _watch(halves: Halves, at: tuple[str, str, float]) -> None:
    """Try a few more halves, say how many are done, and offer to stop."""
    halves.work()
    if halves.over:
        st.rerun()  # The page around it ends the watching and shows what came of it.
    st.progress(halves.n / REPEATS, text=f"{halves.n} of {REPEATS} halves tried")
    st.button(
        "Stop here", key="stop halves", icon=":material/stop:", on_click=_stop_at, args=(at,)
    )


def _stop_at(at: tuple[str, str, float] | None) -> None:
    st.session_state[_STOPPED] = at
    draw_again(FOLDS)


def _show(choice: Choice, halves: Halves, guess: int) -> None:
    found = halves.found()
    st.markdown(charts.against_guess(found, guess))
    tables = charts.trial_tables(found, choice.gap)
    drawn = len(tables["promised"]["gap"])
    draw_chart(
        charts.trial_spec(choice.front.gap),
        tables,
        title=f"Crosses: promised. Circles: what came of it (the first {drawn} halves)",
        alt="Accuracy against gap for random halves of the people: a cross for what was promised "
        "on the half where thresholds were chosen, a circle for what they gave on the other half, "
        "and a dashed line at the gap to keep.",
        takeaway=charts.verdict(found, choice.redraws),
        key="held out",
    )

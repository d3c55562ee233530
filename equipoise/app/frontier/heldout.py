"""Whether a repair holds up on people it was not chosen on."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.controls import draw_again
from equipoise.app.draw import draw
from equipoise.app.frontier.halves import REPEATS, Halves, halves_of
from equipoise.app.frontier.points import FOLDS
from equipoise.audit import View
from equipoise.figures.frontier.heldout import against_guess, trial_figure
from equipoise.frontiers.choice import Choice

GUESS = "held-out guess"
_ASKED, _STOPPED = "held-out asked", "held-out stopped"
_TICK = 0.3
_HALF_OF_THEM = 50


def held_out_fold(view: View, choice: Choice) -> None:
    """Fold away the trial on random halves; nothing is computed until it is asked for."""
    folded = st.expander(
        "Does the repair hold up on people it was not chosen on?",
        icon=":material/group_work:",
        key="held-out fold",
        on_change="rerun",
    )
    if not folded.open:
        return
    limit = words.small(choice.gap)
    asked = st.session_state.setdefault(_ASKED, {})
    # The guess is kept under names, the trials with the people themselves.
    at = (view.key, choice.front.gap, choice.gap)
    with folded:
        st.markdown(
            "The frontier is found on the same people on whom it is judged. Here they are split "
            f"at random into two halves, {REPEATS} times (seed 0). On one half, the most accurate "
            f"thresholds within the chosen point's gap of {limit} are looked for; on the other "
            "half they are judged."
        )
        if at not in asked:
            st.session_state.setdefault(GUESS, _HALF_OF_THEM)
            with st.container(border=True, gap="xsmall"):
                # A number is asked for, so that no guess is right or wrong by a hair.
                st.slider(
                    f"**Guess first.** Of 100 other halves on which the gap can be judged, in "
                    f"how many is a gap of {limit} kept?",
                    0,
                    100,
                    step=5,
                    key=GUESS,
                    persist_state="session",
                )
                st.button(
                    f"Try it on {REPEATS} halves", key="try halves", on_click=_ask, args=(at,)
                )
            return
        halves = halves_of(choice.tally, choice.front.gap, choice.gap)
        stopped = st.session_state.get(_STOPPED) == at
        if not stopped:
            halves.work()
        if not (stopped or halves.over):
            # Only this runs again and again: the page around it can be used meanwhile.
            st.fragment(_watch, run_every=_TICK)(halves, at)
            return
        found = halves.found()
        st.markdown(against_guess(found, asked[at]))
        draw(trial_figure(found, choice), key="held out")
        if not halves.over:
            st.button(
                "Go on",
                key="go on",
                icon=":material/play_arrow:",
                on_click=_stop_at,
                args=(None,),
            )


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

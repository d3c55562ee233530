"""Things to try: a task that notices when it is done, and a question asked beforehand."""

from __future__ import annotations

from typing import Any

import streamlit as st

from equipoise.tasks.task import Guess, Situation, Task

_DONE = "tasks done"


def draw_task(
    task: Task[Situation], *situation: Situation.args, **further: Situation.kwargs
) -> None:
    """Set the reader a task and say how far they are; what was done stays done."""
    progress = task.judge(*situation, **further)
    done: set[str] = st.session_state.setdefault(_DONE, set())
    if progress.done:
        done.add(task.id)
        state = f":material/check_circle: **Done.** {progress.said}"
    elif task.id in done:
        state = f":material/check_circle: **Done before.** Now: {progress.said}"
    else:
        state = f":material/radio_button_unchecked: Not yet. {progress.said}"
    with st.container(border=True):
        st.markdown(f"**Try this.** {task.asks(*situation, **further)}\n\n{state}")


def draw_guess(
    guess: Guess[Situation], *situation: Situation.args, **further: Situation.kwargs
) -> str | None:
    """Ask for a guess before the numbers are shown, and comment on it.

    Returns
    -------
    str or None
        The guess, None until there is one: show what it is about only then. It is kept across
        pages.
    """
    posed = guess.pose(*situation, **further)
    with st.container(border=True, gap="xsmall"):
        chosen = st.radio(
            f"**Guess first.** {posed.question}",
            list(posed.comments),
            index=None,
            key=_guess_key(guess),
            persist_state="session",
        )
        if chosen is not None:
            icon = ":material/check_circle:" if chosen == posed.right else ":material/lightbulb:"
            st.markdown(f"{icon} {posed.comments[chosen]}")
    return chosen


def guessed(guess: Guess[Any]) -> bool:
    """Return whether a question was answered: for what stands above it on its page."""
    return st.session_state.get(_guess_key(guess)) is not None


def _guess_key(guess: Guess[Any]) -> str:
    return f"guess {guess.id}"

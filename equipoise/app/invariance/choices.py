"""What the reader of the test-time page chooses; it stands in the address too."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from equipoise.app.session import page_choice
from equipoise.figures.invariance.words import SHORT
from equipoise.invariance.lesson.measured import DRAWN
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.invariance.running.rewriting import Template

PREFIX = "i."
"""Of the names of this page's settings in the address: other pages have theirs."""

VOTES = ("1", "3", "5", "7", "9")
SEEDS = tuple(map(str, range(10)))

DEFAULTS = {
    "room": "result",
    "strategy": "ooc",
    "votes": "3",
    "seed": "0",
    "comment": "doctor",
    "context": "gay",
    "strata": "2",
    "contexts": "4",
    "cell": "25",
    "rate": "0.5",
}


def setting(name: str, options: Sequence[str]) -> str:
    """Return the session key of one of this page's settings, kept in the address."""
    default = DEFAULTS.get(name, options[0])
    return page_choice(
        PREFIX + name, list(options), default=default if default in options else options[0]
    )


def ask_room(rooms: dict[str, str]) -> str:
    """Let the reader choose what to look at."""
    chosen = st.segmented_control(
        "What to look at",
        list(rooms),
        format_func=rooms.__getitem__,
        key=setting("room", list(rooms)),
        required=True,
        wrap=True,
        persist_state="session",
        label_visibility="collapsed",
    )
    return chosen or next(iter(rooms))


def ask_comment(known: Lesson) -> tuple[Template, str]:
    """Let the reader choose a comment and the context it is set in."""
    templates = {template.id: template for template in known.templates}
    chosen = st.selectbox(
        "Comment",
        list(templates),
        format_func=lambda name: templates[name].with_blanks,
        key=setting("comment", list(templates)),
        persist_state="session",
    )
    context = st.segmented_control(
        "said of somebody who is",
        known.names,
        key=setting("context", known.names),
        required=True,
        wrap=True,
        persist_state="session",
    )
    return templates[chosen], context or DEFAULTS["context"]


def ask_strategy() -> str:
    """Let the reader choose how the comment is put to the classifier."""
    chosen = st.segmented_control(
        "How the comment is put to the classifier",
        list(SHORT),
        format_func=SHORT.__getitem__,
        key=setting("strategy", list(SHORT)),
        required=True,
        wrap=True,
        persist_state="session",
    )
    return chosen or DEFAULTS["strategy"]


def ask_draws(strategy: str) -> tuple[int, int]:
    """Let the reader choose votes and seed, where a strategy draws contexts."""
    if strategy not in DRAWN:
        return 1, 0
    with st.grid(2, min_column_width=220, gap=("xsmall", "medium")):
        votes = st.select_slider(
            "Votes, each with a context drawn anew", VOTES,
            key=setting("votes", VOTES), persist_state="session",
        )  # fmt: skip
        seed = st.select_slider(
            "Seed of the draws", SEEDS,
            key=setting("seed", SEEDS), persist_state="session",
        )  # fmt: skip
    return int(votes), int(seed)

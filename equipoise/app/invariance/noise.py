"""Is it noise? How much SI-bias chance alone shows, here and on any number of comments."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw, draw_table
from equipoise.app.invariance.choices import ask_draws, ask_strategy, setting
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.tasks import draw_guess, draw_task
from equipoise.figures.invariance.noise import interval_words, null_figure, widest_pairs
from equipoise.figures.invariance.sizes import SIZES, sizes_figure
from equipoise.invariance import exact_null
from equipoise.invariance.lesson.measured import measured
from equipoise.tasks.invariance import BY_CHANCE, ENOUGH_COMMENTS

RATES = ("0.02", "0.05", "0.1", "0.2", "0.3", "0.5")
MOST_STRATA, MOST_CONTEXTS = 4, 8


@st.fragment
def noise() -> None:
    """Draw what permutations show, then let the reader explore what chance shows at all."""
    st.header("Would chance alone look like this?", anchor=False)
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    found = measured(lesson_or_stop(), strategy, votes, seed)
    draw(null_figure(found), key="null")
    folded = st.expander(
        "Where the true SI-bias may lie", icon=":material/straighten:", key="interval",
        on_change="rerun",
    )  # fmt: skip
    if folded.open:
        with folded:
            limits = found.limits()
            st.markdown(interval_words(limits))
            draw_table(
                lambda: widest_pairs(limits),
                key="pairs",
                title="The ten widest of these differences",
            )
    st.header("A model blind to the context need not show zero", anchor=False)
    if draw_guess(BY_CHANCE) is None:
        return
    with st.grid(2, min_column_width=220, gap=("xsmall", "medium")):
        n = int(_slide("cell", "Comments in each cell", list(map(str, SIZES))))
        numbers = [str(number) for number in range(1, MOST_CONTEXTS + 1)]
        contexts = int(_slide("contexts", "Contexts", numbers[1:]))
        strata = int(_slide("strata", "Strata (kinds of comments)", numbers[:MOST_STRATA]))
        rate = float(_slide("rate", "Share of yes among the answers", RATES))
    blind = exact_null(n, [rate] * strata, contexts)
    draw(sizes_figure(blind, n, strata, contexts, rate), key="sizes")
    draw_task(ENOUGH_COMMENTS, n * strata * contexts, blind)


def _slide(name: str, label: str, options: Sequence[str]) -> str:
    chosen: str = st.select_slider(
        label,
        options,
        format_func=lambda option: words.percent(float(option), 0) if "." in option else option,
        key=setting(name, options),
        persist_state="session",
    )
    return chosen

"""Measure it: how often the answer is yes in each stratum and context, and three measures."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.cards import rate_cards
from equipoise.app.draw import draw
from equipoise.app.invariance.choices import ask_draws, ask_strategy
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.tasks import draw_task
from equipoise.figures.invariance.answers import answers_figure
from equipoise.figures.invariance.cells import cells_figure
from equipoise.figures.invariance.words import TOLD
from equipoise.invariance.lesson.measured import DRAWN, average_bias, measured
from equipoise.tasks.invariance import LUCKY_DRAW


@st.fragment
def measure() -> None:
    """Draw the rates of one way of asking, and what is measured on them."""
    known = lesson_or_stop()
    st.header("How often is the answer “toxic”?", anchor=False)
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    st.caption(TOLD[strategy])
    found = measured(known, strategy, votes, seed)
    draw(cells_figure(found), key="cells")
    on_average = ["", ""]
    if strategy in DRAWN:
        bias = words.number(average_bias(known, strategy, votes), 2)
        ci = words.number(found.expected_ci)
        on_average = [f" On average over all draws: {said}." for said in (bias, ci)]
    rate_cards(
        [
            (
                "**SI-bias** (best: 0)",
                words.number(found.si.value),
                "SI: stratified invariance. The widest gap between two contexts, within one kind "
                "of comment." + on_average[0],
            ),
            (
                "**CI probability** (best: 1)",
                words.number(found.ci.value),
                "CI: counterfactual invariance. "
                f"{words.of(found.n_alike, found.ci.n_units, 'comments')} are answered alike in "
                f"all {len(known.names)} contexts.{on_average[1]}",
            ),
            (
                "**Macro F1** (best: 1)",
                words.number(found.f1.value),
                f"{words.of(found.n_correct, found.answers.size, 'answers')} are as labelled. F1 "
                "goes by right and wrong answers of a label; macro F1 is its mean over both "
                "labels.",
            ),
        ]
    )
    draw_task(LUCKY_DRAW, found)
    folded = st.expander(
        "Every single answer", icon=":material/grid_on:", key="every answer", on_change="rerun"
    )
    if folded.open:
        with folded:
            draw(answers_figure(found), key="answers")
    folded = st.expander("How the three measures are related", key="measures", on_change="rerun")
    if folded.open:
        folded.markdown(
            """
- **SI-bias** compares *shares*: the largest difference, in any stratum, between two contexts'
  shares of positive answers. A stratum holds what may be compared: here one of the two labels, so
  that insults are compared with insults.
- **CI probability** compares *answers*: the share of comments answered alike in every context. A
  copy of a comment in another context is its counterfactual.
- Within a stratum no gap is wider than one minus that stratum's CI probability. So CI 1 forces
  SI-bias 0. Not the other way round: if one comment flips towards toxic and another back, the
  shares stay equal, and SI-bias is 0 while answers do depend on the word.
- **Macro F1** guards against the cheap way out: a model that always says the same is perfectly
  invariant, and useless. It is the mean over both labels of 2 · right ÷ (labelled so + answered
  so).
"""
        )

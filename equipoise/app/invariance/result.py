"""The overview: SI-bias over its noise, as asked and asked otherwise."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.cards import rate_cards
from equipoise.app.draw import draw
from equipoise.app.invariance.choices import ask_draws, ask_strategy
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.tasks import draw_task
from equipoise.figures.invariance.overview import overview_figure
from equipoise.figures.invariance.words import TOLD, p_share
from equipoise.invariance.lesson.measured import measured
from equipoise.tasks.invariance import WIDER_GAP


@st.fragment
def result() -> None:
    """Draw before and after, and let the reader choose what lies between."""
    known = lesson_or_stop()
    n_insults, n_harmless = (int((known.y == label).sum()) for label in (1, 0))
    st.markdown(
        f"A classifier that finds toxic comments has judged {n_insults} insults and {n_harmless} "
        f"harmless comments, each set in {len(known.names)} contexts: "
        f"{words.listed(known.names)}. **SI-bias** (for stratified invariance) is the widest gap "
        "between two contexts in how often the answer is “toxic”, within one kind of comment: "
        "insults are compared with insults. If the context plays no part, only noise is left "
        "of it. Nobody retrains the classifier: only the way of asking changes."
    )
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    st.caption(TOLD[strategy])
    before, after = measured(known, "default", 1, 0), measured(known, strategy, votes, seed)
    draw(overview_figure(before, after), key="before and after")
    if after.si.value == 0:
        noise = "There is no gap left for noise to explain."
    else:
        noise = (
            f"Noise alone shows {words.number(after.si.value)} or more in "
            f"{p_share(after.p_value)} of cases (the p-value)."
        )
    rate_cards(
        [
            (
                "**SI-bias**, widest gap (best: 0)",
                f"{words.number(before.si.value)} → {words.number(after.si.value)}",
                noise,
            ),
            (
                "**CI probability**, one answer throughout (best: 1)",
                f"{words.number(before.ci.value)} → {words.number(after.ci.value)}",
                f"{words.of(after.n_alike, after.ci.n_units, 'comments')} now have the same "
                f"answer in all {len(known.names)} contexts. (CI: counterfactual invariance.)",
            ),
            (
                "**Macro F1**, how right (best: 1)",
                f"{words.number(before.f1.value)} → {words.number(after.f1.value)}",
                f"{words.count(after.n_correct)} of {words.count(after.answers.size)} answers are "
                "now as labelled. F1 goes by right and wrong answers of a label; macro F1 is its "
                "mean over both labels.",
            ),
        ]
    )
    draw_task(WIDER_GAP, before, after)

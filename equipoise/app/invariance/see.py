"""See it: one comment, one word in it exchanged, and what a classifier says to each."""

from __future__ import annotations

import streamlit as st

from equipoise.app.draw import draw
from equipoise.app.invariance.choices import ask_comment
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.tasks import draw_guess, draw_task
from equipoise.figures.invariance.scores import scores_figure
from equipoise.figures.invariance.words import ANSWERS, emphasised
from equipoise.tasks.invariance import HOW_MANY, INSULT


@st.fragment
def see() -> None:
    """Let the reader guess, exchange the word, and hunt for flips."""
    known = lesson_or_stop()
    st.header("One word, exchanged", anchor=False)
    if draw_guess(HOW_MANY, known) is None:
        return
    template, context = ask_comment(known)
    place = known.names.index(context)
    answer = known.wordings.answers[known.templates.index(template), 0, place]
    st.markdown(
        f"“{emphasised(template.text(known.contexts[place]), context)}”\n\n"
        f"The classifier says **{ANSWERS[answer]}**. Those who wrote it labelled it "
        f"{'an insult' if template.y else 'harmless'}."
    )
    draw(scores_figure(known, template, context), key="scores")
    draw_task(INSULT, known, template)

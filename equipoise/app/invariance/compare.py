"""Before and after: what a strategy changes, what it costs, and whose answers still flip."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw
from equipoise.app.invariance.choices import setting
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.invariance.recorded import recording, scores
from equipoise.app.invariance.rewrites import rewrites
from equipoise.app.tasks import draw_guess
from equipoise.datasets import ArtifactError
from equipoise.datasets.discrim.artifact import Discrim
from equipoise.figures.invariance.comparison import Compared, agreement_figure, trade_figure
from equipoise.figures.invariance.copies import Copies
from equipoise.figures.invariance.words import SHORT, called
from equipoise.foreign import plain
from equipoise.invariance import score
from equipoise.invariance.lesson.live import lesson_answers
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.keeping import kept
from equipoise.tasks.invariance import FLIPS_WITHOUT_GAP

VOTES, SEED = 3, 0
WHOSE = {"lesson": "The comments' classifier", "model": "The language model"}


@kept()
def compared_on_lesson(known: Lesson) -> Compared:
    """Return the lesson's strategies, as one draw of contexts has them."""
    answers = lesson_answers(known, m=VOTES, seed=SEED)
    return Compared(
        Copies(known.items, answers, ("toxic", "not toxic")),
        score(known.items, answers),
        SHORT,
        "comment",
        labelled=True,
        drawn=f"one draw of contexts, {words.plural(VOTES, 'vote')}, seed {SEED}",
    )


@kept()
def compared_on_recording(known: Discrim) -> Compared:
    """Return the recorded model's strategies, on the rows that all of them answered."""
    return Compared(
        Copies(known.items, known.answers, ("yes", "no")),
        scores(known, common=True),
        {name: called(name) for name in known.answers.strategies},
        "question",
        labelled=False,
        drawn=f"recorded with {words.plural(known.manifest.m, 'vote')}",
    )


@st.fragment
def before_after() -> None:
    """Draw SI-bias against its cost, agreement between contexts, what still flips."""
    st.header("Before and after", anchor=False)
    whose = st.segmented_control(
        "Whose answers",
        list(WHOSE),
        format_func=WHOSE.__getitem__,
        key=setting("whose", list(WHOSE)),
        required=True,
        wrap=True,
        persist_state="session",
    )
    try:
        model = recording() if whose == "model" else None
    except ArtifactError:
        st.info("These answers are not stored beside the app.", icon=":material/info:")
        return
    compared = compared_on_recording(model) if model else compared_on_lesson(lesson_or_stop())
    draw(trade_figure(compared), key=f"trade {compared.unit}")
    _agreement(compared)
    if model:
        rewrites(model)


def _agreement(compared: Compared) -> None:
    """Draw how often two contexts get the same answer, and the units in which they do not."""
    if draw_guess(FLIPS_WITHOUT_GAP) is None:
        return
    names, unit = list(compared.scores), compared.unit
    chosen = st.selectbox(
        "Way of asking",
        names,
        format_func=compared.called.__getitem__,
        key=setting(f"pairs {unit}", names),
        persist_state="session",
    )
    ci = compared.scores[chosen].ci
    if ci.reason:
        st.markdown(f"{words.UNDEFINED} CI probability is not defined: {plain(ci.reason)}.")
        return
    draw(agreement_figure(compared, chosen), key=f"pairs chart {unit}")
    if not ci.flips:
        st.markdown(f":material/check_circle: **No {unit} flips** under this way of asking.")
        return
    # Other units flip under another way of asking: each has a selector, and a choice, of its own.
    flipped = st.selectbox(
        f"A {unit} that flips",
        list(ci.flips),
        format_func=lambda name: compared.copies.sides(chosen, name),
        key=f"i.flip {unit} {chosen}",
    )
    st.html(compared.copies.html(chosen, flipped))

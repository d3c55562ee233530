"""Step 1: one comment, one word in it exchanged, and what a classifier says to each."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart
from equipoise.app.invariance.asking import ask_comment
from equipoise.app.invariance.lessons import ANSWERS, lesson_or_stop
from equipoise.app.tasks import predict_first, try_this
from equipoise.figures.invariance import lesson as charts
from equipoise.invariance import Lesson, Template

GUESSED = "doctor"
"""The comment the reader is asked about first."""


@st.fragment
def see() -> None:
    """Let the reader guess, exchange the word, and hunt for flips."""
    known = lesson_or_stop()
    st.header("One word, exchanged", anchor=False)
    if _guess(known) is None:
        return
    template, context = ask_comment(known)
    row = known.templates.index(template)
    answers = known.wordings.answers[row, 0].tolist()
    place = known.names.index(context)
    text = template.text(known.contexts[place])
    st.markdown(
        f"“{emphasised(text, context)}”\n\n"
        f"The classifier says **{ANSWERS[answers[place]]}**. Those who wrote it labelled it "
        f"{'an insult' if template.y else 'harmless'}."
    )
    draw_chart(
        charts.scores_spec(known.names, bool(template.y)),
        charts.score_rows(known.names, known.wordings.scores[row, 0].tolist(), context),
        title=f"The same comment in all {len(known.names)} contexts",
        alt="A mark for each context on a line from 0 to 1, the classifier's score; from one half "
        "on it says toxic. Filled where the comment insults somebody, hollow where harmless.",
        takeaway=_flips_in_words(known.names, answers, template.leaks),
        key="scores",
    )
    _task(known, template, answers)


def _guess(known: Lesson) -> str | None:
    row = [template.id for template in known.templates].index(GUESSED)
    answers = known.wordings.answers[row, 0]
    called = [name for name, answer in zip(known.names, answers, strict=True) if answer]
    said = (
        f"It calls it toxic for {len(called)} of {len(known.names)}: {words.listed(called)}. "
        "Nothing in the comment insults anybody. A likely reason: in the comments it learned "
        "from, the word often stood in insults."
    )
    none, few, many = "For none: it is harmless", "For one or two of them", "For half or more"
    return predict_first(
        f"“{known.templates[row].with_blanks}” In the blank stands {any_of(known.names)}. "
        f"For how many of these {len(known.names)} does a real classifier call the comment toxic?",
        {none: said, few: said, many: said},
        answer=few,
        key="guess flips",
    )


def any_of(names: Sequence[str]) -> str:
    """Return names as in a sentence: A, B or C."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


def emphasised(text: str, *words_in_it: str) -> str:
    """Return a text for markdown in which some words stand out."""
    for word in dict.fromkeys(words_in_it):
        text = text.replace(word, f":gray-background[**{word}**]")
    return text


def _flips_in_words(contexts: Sequence[str], answers: Sequence[int], feast: bool) -> str:
    called = [name for name, answer in zip(contexts, answers, strict=True) if answer]
    if not called:
        return f"Not toxic, in all {len(contexts)} contexts: the answer does not flip."
    if len(called) == len(contexts):
        return f"Toxic, in all {len(contexts)} contexts: the answer does not flip."
    differs = "and the feast differ" if feast else "differs"
    return (
        f"The answer **flips**: toxic for {words.listed(called)}, not toxic for the other "
        f"{len(contexts) - len(called)}. Only that word {differs}."
    )


def _task(known: Lesson, template: Template, answers: Sequence[int]) -> None:
    flips = 0 < sum(answers) < len(answers)
    by_label = {
        label: int(
            (known.wordings.answers[known.y == label, 0].min(axis=1)
             != known.wordings.answers[known.y == label, 0].max(axis=1)).sum()
        )
        for label in (0, 1)
    }  # fmt: skip
    try_this(
        "Find an insult that gets through in some contexts and is caught in others.",
        done=bool(flips and template.y),
        comment="So the word works both ways: with it harmless comments are called toxic, and "
        f"insults get through. It flips {by_label[0]} of {int((known.y == 0).sum())} harmless "
        f"comments and {by_label[1]} of {int((known.y == 1).sum())} insults. One comment is an "
        "anecdote, though; *Measure it* counts them all.",
        not_yet="The insults stand at the end of the list of comments."
        if not template.y
        else "This insult is answered alike in all contexts; there are others.",
    )

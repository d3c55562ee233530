"""Step by step: asking out of context, one comment at a time; what leaks; what a flip is worth."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.cards import rate_cards
from equipoise.app.draw import draw_table
from equipoise.app.invariance.choices import ask_comment, ask_draws
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.tasks import draw_task
from equipoise.figures.invariance.words import ANSWERS, emphasised
from equipoise.invariance.lesson.expectation import yardstick
from equipoise.invariance.lesson.live import Steps, one_row
from equipoise.invariance.lesson.measured import measured
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.invariance.running.context_words import context_words
from equipoise.invariance.running.rewriting import NEUTRAL, Template, hide_context
from equipoise.keeping import kept
from equipoise.tasks.invariance import LEAK

_yardstick = kept()(yardstick)


@st.fragment
def steps() -> None:
    """Take one comment through the method, then check the method itself."""
    known = lesson_or_stop()
    st.header("Out of context, step by step", anchor=False)
    template, context = ask_comment(known)
    votes, seed = ask_draws("ooc")
    made = one_row(known, template.id, context, m=votes, seed=seed)
    _one_comment(made, context)
    draw_task(LEAK, known, made)
    draw_table(lambda: leaks(known, context), key="leaks", title="Which comments leak, by what")
    st.header("What a flip is worth", anchor=False)
    _reworded(known, template, context)
    folded = st.expander("What differs from the published method", key="rules", on_change="rerun")
    if folded.open:
        folded.markdown(
            """
- The method has a language model rewrite the text, twice: once to hide the context, once to give
  it another. Here rules on words stand in for it, so that every text could be answered
  beforehand, by a real classifier, and no model is needed now, however many votes there are.
- Where texts are compared within one label (their stratum), the method first asks the model for
  its own answer and has the rewriting preserve it. The rules change one word and need no such
  help.
- The contexts drawn belong to the comment and the vote, not to the context it came in. If they
  did not, two copies of a comment would differ by their draws, and invariance would look worse
  than it is.
- Where a language model rewrites, a rewriting that fails counts as a missing vote. To fall back
  on the original text would let the context in again.
"""
        )


def _one_comment(made: Steps, context: str) -> None:
    left = [word for found in made.left_over.values() for word in found]
    st.markdown(
        f"""
1. **The comment**: “{emphasised(made.text, context)}”  \n   Asked as it is:
   {_answer(made.default, made.default_score)}.
2. **Hide the context**: “{emphasised(made.hidden, NEUTRAL, *left)}”  \n   Asked like that:
   {_answer(made.hidden_answer, made.hidden_score)}. {_check(made.left_over, "any")}
3. **Give it another context, drawn at random**, and ask: once for each vote.
"""
    )
    rate_cards(
        (
            f"Vote {place} draws **{vote.context}**",
            ANSWERS[vote.answer],
            f"Score {words.number(vote.score, 2)}: “{vote.text}” "
            f"{_check(vote.left_over, 'another')}",
        )
        for place, vote in enumerate(made.votes, start=1)
    )
    toxic, n = sum(vote.answer for vote in made.votes), len(made.votes)
    st.markdown(
        f"4. **The majority** decides: {words.of(toxic, n, 'votes')} "
        f"{'says' if toxic == 1 else 'say'} toxic, so the answer is **{ANSWERS[made.answer]}** "
        f"(asked as it is: {ANSWERS[made.default]}). The same contexts would be drawn whatever "
        "context the comment came in."
    )


def _answer(answer: int, score: float) -> str:
    return f"**{ANSWERS[answer]}** (score {words.number(score, 2)})"


def _check(left: dict[str, tuple[str, ...]], whose: str) -> str:
    """Say which words of which context a rewritten text still holds."""
    if not left:
        return f"*Word check: no word of {whose} context is left.*"
    found = words.listed(
        f"{words.listed(f'“{word}”' for word in dict.fromkeys(of))} speaks of {context}"
        for context, of in left.items()
    )
    return f"*Word check: {found}.*"


def leaks(known: Lesson, context: str) -> pd.DataFrame:
    """Return the comments that tell their context by more than its word."""
    leaking = [template for template in known.templates if template.leaks]
    of_context = known.contexts[known.names.index(context)]
    hidden = [hide_context(template.text(of_context), known.names) for template in leaking]
    flips = measured(known, "obfuscate_only", 1, 0).ci.flips
    return pd.DataFrame(
        {
            "Comment": hidden,
            f"Speaks of {context}": [
                words.listed(dict.fromkeys(context_words(text, context))) for text in hidden
            ],
            "Flips though hidden": [
                "yes" if template.id in flips else "no" for template in leaking
            ],
        }
    ).set_index("Comment")


def _reworded(known: Lesson, template: Template, context: str) -> None:
    found = _yardstick(known)
    st.markdown(
        "A classifier may also change its mind when a comment is put in other words that mean the "
        "same. That is a yardstick: if the context plays no part, exchanging it should flip no "
        "more answers than rewording does."
    )
    times = found.context_flips / found.wording_flips if found.wording_flips else float("nan")
    n_context, n_wording = (
        round(share * n)
        for share, n in (
            (found.context_flips, found.n_context_pairs),
            (found.wording_flips, found.n_wording_pairs),
        )
    )
    rate_cards(
        [
            (
                "**Context exchanged**, wording kept",
                words.percent(found.context_flips),
                f"{words.of(n_context, found.n_context_pairs, 'pairs')} of copies are answered "
                "differently.",
            ),
            (
                "**Wording exchanged**, context kept",
                words.percent(found.wording_flips),
                f"{words.of(n_wording, found.n_wording_pairs, 'pairs')}. On these comments, which "
                "were chosen to show flips, exchanging the context flips "
                f"{words.number(times, 1)} times as often.",
            ),
        ]
    )
    row, column = known.templates.index(template), known.names.index(context)
    lines = [
        f"- {_answer(int(answer), float(score))}: "
        f"“{template.text(known.contexts[column], wording)}”"
        for wording, (answer, score) in enumerate(
            zip(
                known.wordings.answers[row, :, column],
                known.wordings.scores[row, :, column],
                strict=True,
            )
        )
    ]
    st.markdown("The comment chosen above, in its three wordings:\n\n" + "\n".join(lines))

"""Step 2: how often the answer is yes in each stratum and context, and three measures of it."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.cards import rate_cards
from equipoise.app.draw import draw_chart
from equipoise.app.invariance.asking import ask_draws, ask_strategy
from equipoise.app.invariance.lessons import (
    DRAWN,
    STRATA,
    TOLD,
    Measured,
    average_bias,
    lesson_or_stop,
    measured,
)
from equipoise.app.invariance.result import widest
from equipoise.app.tasks import try_this
from equipoise.figures.invariance import cells as charts
from equipoise.invariance import Lesson

_TITLE = "called toxic"
_LUCKY = 0.05


@st.fragment
def measure() -> None:
    """Draw the rates of one way of asking, and what is measured on them."""
    known = lesson_or_stop()
    st.header("How often is the answer “toxic”?", anchor=False)
    strategy = ask_strategy()
    votes, seed = ask_draws(strategy)
    st.caption(TOLD[strategy])
    found = measured(strategy, votes, seed)
    _draw(known, found)
    _cards(known, found)
    _task(found)
    _every_answer(known, found)
    _explain()


def _draw(known: Lesson, found: Measured) -> None:
    draw_chart(
        charts.cells_spec(known.names, tuple(STRATA.values()), _TITLE),
        charts.cell_rows(found.si, STRATA),
        title="Share called toxic, by context (filled: insults, hollow: harmless comments)",
        alt="For each context two marks on a line from 0 to 100 %: the share of insults and of "
        "harmless comments called toxic, with 95 % intervals; above them the widest gap.",
        takeaway=f"The widest gap: {widest(found)} {_other_gap(found)} Lines: 95 % intervals of "
        f"each share by itself, as if its {_n_each(known)} comments were drawn from many like "
        "them. They are long, for so few comments leave much open.",
        key="cells",
        table=lambda: charts.cell_table(found.si, known.names, STRATA),
    )


def _n_each(known: Lesson) -> str:
    """Return how many comments stand behind a mark."""
    sizes = sorted({int((known.y == label).sum()) for label in set(known.y.tolist())})
    return words.listed(map(words.count, sizes))


def _other_gap(found: Measured) -> str:
    if found.si.value == 0:
        return ""
    table = found.si.by_stratum
    return " ".join(
        f"Among {STRATA[stratum]} the widest is {words.number(gap)}."
        for stratum, gap in zip(table["stratum"], table["gap"], strict=True)
        if stratum != found.si.stratum
    )


def _cards(known: Lesson, found: Measured) -> None:
    agree = round(found.ci.value * found.ci.n_units)
    correct = int((found.answers == known.y[:, None]).sum())
    on_average = ["", ""]
    if found.strategy in DRAWN:
        bias = words.number(average_bias(found.strategy, found.votes), 2)
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
                f"{words.of(agree, found.ci.n_units, 'comments')} are answered alike in all "
                f"{len(known.names)} contexts.{on_average[1]}",
            ),
            (
                "**Macro F1** (best: 1)",
                words.number(found.f1.value),
                f"{words.of(correct, found.answers.size, 'answers')} are as labelled. F1 goes by "
                "right and wrong answers of a label; macro F1 is its mean over both labels.",
            ),
        ]
    )


def _task(found: Measured) -> None:
    average = average_bias(found.strategy, found.votes)
    lucky = average - found.si.value
    state = (
        f"This draw shows {words.number(found.si.value)}; draws of as many votes show "
        f"{words.number(average, 2)} on average."
    )
    try_this(
        "Be lucky: find votes and a seed with which *Out of context* looks at least 0.05 better "
        "than it does on average.",
        done=found.strategy == "ooc" and lucky >= _LUCKY,
        comment=f"{state} Whoever may choose the seed may choose the result: that is why the "
        "seed is stated. More votes leave less to luck.",
        not_yet=f"{state} The fewer votes, the more draws vary."
        if found.strategy == "ooc"
        else "Choose *Out of context*.",
    )


def _every_answer(known: Lesson, found: Measured) -> None:
    folded = st.expander(
        "Every single answer", icon=":material/grid_on:", key="every answer", on_change="rerun"
    )
    if not folded.open:
        return
    labels, rows = charts.answer_rows(known.templates, known.names, found.answers)
    flips = len(found.ci.flips)
    with folded:
        draw_chart(
            charts.answers_spec(known.names, labels),
            rows,
            title="A full square: called toxic (○ a harmless comment, ● an insult)",
            alt="A grid of squares, a row for each comment and a column for each context, full "
            "where the answer is toxic. Comments whose answer flips come first.",
            takeaway=f"{words.plural(flips, 'comment')} at the top "
            f"{'flips' if flips == 1 else 'flip'}: they are what CI probability counts against "
            "the model.",
            key="answers",
        )


def _explain() -> None:
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

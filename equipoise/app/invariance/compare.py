"""Before and after: what a strategy changes, what it costs, and whose answers still flip."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from equipoise import words
from equipoise.app import draw_chart, predict_first
from equipoise.app.invariance.asking import setting
from equipoise.app.invariance.flipped import Copies, flipped_pairs
from equipoise.app.invariance.lessons import SHORT, lesson
from equipoise.app.invariance.recorded import recording, scores
from equipoise.app.invariance.result import APART
from equipoise.app.invariance.rewrites import rewrites
from equipoise.app.invariance.telling import CALLED, legend, measures_table
from equipoise.datasets import ArtifactError
from equipoise.figures.invariance import comparison as charts
from equipoise.figures.invariance.bands import top_of
from equipoise.foreign import plain
from equipoise.invariance import CIProbability, Scores, lesson_answers, score

VOTES, SEED = 3, 0
WHOSE = {"lesson": "The comments' classifier", "model": "The language model"}


@dataclass(frozen=True, eq=False)
class Compared:
    """Strategies that answered the same rows, and how to speak of them.

    Attributes
    ----------
    copies : Copies
    scores : Scores
    called : dict from strategy to its name on the page
    unit : str
        What a unit is.
    labelled : bool
        Whether there are labels to be right about.
    drawn : str
        How the contexts were drawn.
    """

    copies: Copies
    scores: Scores
    called: dict[str, str]
    unit: str
    labelled: bool
    drawn: str


@st.cache_resource(show_spinner=False)
def _of_lesson() -> Compared:
    known = lesson()
    answers = lesson_answers(known, m=VOTES, seed=SEED)
    return Compared(
        Copies(known.items, answers, ("toxic", "not toxic")),
        score(known.items, answers),
        dict(SHORT),
        "comment",
        labelled=True,
        drawn=f"one draw of contexts, {words.plural(VOTES, 'vote')}, seed {SEED}",
    )


@st.cache_resource(show_spinner=False)
def _of_model() -> Compared:
    known = recording()
    names = {name: CALLED.get(name, name) for name in known.answers.strategies}
    copies = Copies(known.items, known.answers, ("yes", "no"))
    return Compared(
        copies,
        scores(True),
        names,
        "question",
        labelled=False,
        drawn=f"recorded with {words.plural(known.manifest.m, 'vote')}",
    )


@st.fragment
def before_after() -> None:
    """Draw step 6: SI-bias against its cost, agreement between contexts, what still flips."""
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
        compared = _of_model() if whose == "model" else _of_lesson()
    except ArtifactError:
        st.info("These answers are not stored beside the app.", icon=":material/info:")
        return
    _trade(compared)
    _agreement(compared)
    if whose == "model":
        rewrites(recording())


def _trade(compared: Compared) -> None:
    """Draw SI-bias against macro F1, or against the share of yes where there is no label."""
    measures = compared.scores.table()
    measures["strategy"] = measures["strategy"].map(compared.called)
    known = measures[measures["si_bias"].notna()]
    rows = {name: known[name].tolist() for name in ("strategy", "si_bias", "verdict")}
    rows["cost"] = known["macro_f1" if compared.labelled else "positive_rate"].tolist()
    names = tuple(rows["strategy"])
    title = "macro F1" if compared.labelled else "answered yes"
    draw_chart(
        charts.trade_spec(names, title, charts.low_of(rows["cost"]), top_of(rows["si_bias"])),
        {"trade": rows},
        title="Less bias, at what cost?",
        alt=f"SI-bias against {title}, a mark a strategy.",
        takeaway=f"{_cost_words(compared)}\n\n{legend(names)}",
        key=f"trade {compared.unit}",
        table=lambda: measures_table(measures),
    )


def _cost_words(compared: Compared) -> str:
    after = [name for name in ("ooc", "obfuscate_only") if name in compared.scores]
    if "default" not in compared.scores or not after:
        return "One mark a way of asking."
    one, other = compared.scores["default"], compared.scores[after[0]]
    told = (
        f"{compared.called[one.strategy]} → {compared.called[after[0]]} ({compared.drawn}): "
        f"SI-bias (the widest gap between two contexts) {words.number(one.si_bias.value, 3)} "
        f"({one.verdict}) → {words.number(other.si_bias.value, 3)} ({other.verdict})"
    )
    if compared.labelled:
        told += (
            f"; macro F1 (how right the answers are) {words.number(one.f1.value, 3)} → "
            f"{words.number(other.f1.value, 3)}. "
            f"Both are on the same {words.plural(one.f1.n, 'answer')}; a second sample, of "
            "comments as they come in, would be better. The best place is at the lower right."
        )
    else:
        told += (
            f"; *yes* {words.percent(one.positive_rate)} → {words.percent(other.positive_rate)} "
            f"of the same {words.plural(one.n, 'answer')}. Macro F1 (how right the answers "
            "are) is not defined: no answer is labelled right. A share of yes that moves far may "
            "be a cost, too."
        )
    return f"{told} {APART}"


def _no_less(ci: CIProbability) -> str:
    """Say that pairs agree at least as often as all contexts, where no answer is missing."""
    if ci.coverage < 1:
        return ""
    return " Any two contexts agree at least as often as all of them do."


def _agreement(compared: Compared) -> None:
    """Draw how often two contexts get the same answer, and the units in which they do not."""
    names = list(compared.scores)
    guessed = predict_first(
        "A strategy has an SI-bias of 0. Can its answers still flip with the context?",
        {
            "No: without a gap there are no flips": "They can. Three flips from no to yes and "
            "three from yes to no leave no gap at all. That is what CI probability is for.",
            "Yes: flips in both directions cancel": "Right. SI-bias compares shares, CI "
            "probability follows each text. No flip means no gap; no gap does not mean no flip.",
        },
        answer="Yes: flips in both directions cancel",
        key="i.guess flips",
    )
    if guessed is None:
        return
    chosen = st.selectbox(
        "Way of asking",
        names,
        format_func=compared.called.__getitem__,
        key=setting(f"pairs {compared.unit}", names),
        persist_state="session",
    )
    one = compared.scores[chosen]
    contexts = tuple(one.ci.pairwise.columns)
    if one.ci.reason:
        st.markdown(f"{words.UNDEFINED} CI probability is not defined: {plain(one.ci.reason)}.")
        return
    draw_chart(
        charts.agreement_spec(contexts),
        {"pairs": charts.agreement_rows(one.ci.pairwise, one.ci.pairwise_n)},
        title="How often two contexts get the same answer",
        alt="A square for each two contexts: the darker, the more answers differ.",
        takeaway=f"CI (counterfactual invariance) probability {words.number(one.ci.value, 3)}: of "
        f"{words.plural(one.ci.n_units, compared.unit)} with an answer in every context, "
        f"{words.count(len(one.ci.flips))} {'flips' if len(one.ci.flips) == 1 else 'flip'}."
        f"{_no_less(one.ci)}",
        key=f"pairs chart {compared.unit}",
        table=lambda: one.ci.pairwise.map(words.percent).rename_axis("context"),
        table_title="Agreement as a table",
    )
    flipped_pairs(compared.copies, chosen, one.ci.flips, compared.unit)

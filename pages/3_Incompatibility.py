"""Incompatibility: which criteria hold, why not all of them, and what would change that."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import streamlit as st

from equipoise import words
from equipoise.app import (
    BENCH,
    controls,
    draw,
    draw_guess,
    next_page,
    open_page,
    page_choice,
    thresholds,
)
from equipoise.app.audits import vocabulary
from equipoise.app.incompatibility.changes import base_rate_bench, recalibration_bench
from equipoise.app.incompatibility.enforcement import enforcement_matrix
from equipoise.app.metrics.certainty import fewest
from equipoise.app.turns import in_turn
from equipoise.audit import View
from equipoise.criteria import CRITERIA
from equipoise.figures.incompatibility.identity import implied, needed_rates, worked
from equipoise.figures.incompatibility.verdicts import STYLE
from equipoise.figures.incompatibility.words import exactly, limits, theorems
from equipoise.figures.metrics.uncertainty import FEW, few_people
from equipoise.figures.metrics.words import criterion_interval, criterion_value
from equipoise.figures.theme import VERDICTS, group_label, symbol
from equipoise.foreign import plain
from equipoise.tasks.incompatibility import HOW_MANY

WORDS = vocabulary()

open_page(
    "Incompatibility",
    "Why can the criteria not all hold exactly?",
    "Look for what is left to choose once groups differ in their base rate, the share who "
    f"{WORDS.positive.plural}.",
    terms=(
        "earn more than 50K",
        "positive",
        "base rate",
        "selection rate",
        "true-positive rate (TPR)",
        "false-positive rate (FPR)",
        "positive predictive value (PPV)",
        "accuracy",
        "tolerance",
        "four fifths",
        "expected calibration error (ECE)",
        "ROC AUC",
        "cannot tell",
    ),
)
st.html(STYLE)

UNSURE = (
    "In brackets: between which limits the value may lie if we could audit everybody like these "
    "people, found in a way that is right in about 95 of 100 audits, or more; each criterion by "
    "itself. "
    "It **holds** if the whole bracket keeps within the limit and no group is left out, **fails** "
    "if all of it lies beyond, and is undecided otherwise: the data cannot tell. Exactly, the six "
    "cannot hold together while base rates differ; within a tolerance they sometimes can, and "
    "whether these people are enough to show it is partly a matter of chance."
)
PLAIN = (
    " From here on verdicts speak of these rows alone: nobody was ever sampled from a changed "
    "world."
)
SAYS = {
    "holds": ("holds", "hold"),
    "fails": ("fails", "fail"),
    "cannot tell": ("undecided", "undecided"),
    "undefined": ("cannot be assessed", "cannot be assessed"),
}


def what_holds(view: View) -> None:
    """List which criteria hold now, which fail, and which are undecided."""
    lists: dict[str, list[str]] = {verdict: [] for verdict in VERDICTS}
    # Rates of few people come with a word of caution even where uncertainty is not shown.
    few = fewest(view) < FEW
    for one in view.criteria:
        judgement = view.judgements[one.name] if view.uncertainty or few else None
        verdict, remark = str(one.verdict), ""
        if view.uncertainty and judgement and verdict != "undefined":
            verdict, remark = judgement.verdict, criterion_interval(judgement)
        elif judgement and few:
            remark = few_people(judgement)
        remark = " ".join(filter(None, (remark, plain(one.reason))))
        icon = symbol(CRITERIA[one.name].icon)
        lists[verdict].append(f"- {icon} {one.title}: **{criterion_value(one)}** {remark}")
    with st.grid(3, min_column_width=240):
        for verdict, lines in lists.items():
            if lines:
                said = SAYS[verdict][len(lines) > 1]
                head = f"{VERDICTS[verdict][0]} **{len(lines)} of {len(CRITERIA)} {said}**\n"
                st.markdown("\n".join([head, *lines]))


@st.fragment(key=BENCH)
@in_turn
def bench() -> None:
    """Draw everything that follows the controls."""
    view = thresholds()
    high = view.vocabulary.positives
    pairs = {" and ".join(pair): pair for pair in combinations(view.groups, 2)}
    # The theorem shows best where base rates are furthest apart; groups without one do not count.
    apart = [abs(a - b) for a, b in combinations(view.tally.base_rates, 2)]
    key = page_choice("pair", list(pairs), default=list(pairs)[int(np.nanargmax(apart))])
    st.header("What holds now", anchor=False)
    if view.uncertainty:
        st.markdown(UNSURE)
    what_holds(view)

    st.header("Why: four rates, three choices", anchor=False)
    st.markdown(
        f"Call those who {view.vocabulary.positive.plural} {high}, and their share of a group its "
        "base rate p. Of them, the true-positive rate (TPR) is the share who are selected; of the "
        "others, the false-positive rate (FPR) is the share who are selected, wrongly; and of "
        f"those selected, the positive predictive value (PPV) is the share who are {high}. Where "
        "anybody is rightly selected, FPR is "
        "$\\frac{p}{1-p} \\times \\frac{1-\\text{PPV}}{\\text{PPV}} \\times \\text{TPR}$. "
        "No model is behind this: it is counts of people, which cancel. So when two groups differ "
        "in p, equal PPV and equal TPR leave no choice about their false-positive rates, and "
        "these differ, unless nobody at all is wrongly selected.\n\n" + exactly(view.vocabulary)
    )
    if len(pairs) > 1:
        st.selectbox("Two groups to look at", list(pairs), key=key, persist_state="session")
    # Verdicts on the two are plain from here on: nobody was sampled from a changed world.
    pair = replace(view.narrowed(*pairs[st.session_state[key]]), uncertainty=False)
    needed = needed_rates(pair.rates, pair.overall)
    with st.grid(2, min_column_width=290):
        for group, row in pair.rates.iterrows():
            label = group_label(view.groups, str(group))
            st.markdown(worked(label, row, needed[str(group)], view.vocabulary))
    draw(implied(pair, view.groups, needed), key="implied")

    st.header("Enforce one, and see what becomes of the others", anchor=False)
    draw_guess(HOW_MANY, pair)
    enforcement_matrix(view)

    st.header("Change the world: the base rate", anchor=False)
    st.markdown(
        f"Here the people of one group count for more or less, {high} against others. Each "
        "keeps their score, so that the group's TPR and FPR stay as they are at any threshold; "
        "only its base rate moves, from its own towards the other group's."
        + (PLAIN if view.uncertainty else "")
    )
    base_rate_bench(pair, view.groups)

    st.header("Change the scores: recalibrate within each group", anchor=False)
    st.markdown(
        "Scores can be bent until, in each group and on these rows, 70 in 100 of those with a "
        f"score of 0.7 are {high}. That is calibration within groups, and it does not make "
        "error rates equal."
    )
    recalibration_bench(replace(view, uncertainty=False))


how_many = words.spelt(len(CRITERIA))
with st.expander(f"What each of the {how_many} criteria asks", icon=":material/checklist:"):
    st.markdown(
        "\n".join(
            f"- {symbol(one.icon)} **{one.title}**: {one.demands(WORDS)}"
            for one in CRITERIA.values()
        )
    )
controls()
bench()
st.header("What this shows, and what it does not", anchor=False)
st.markdown(theorems(WORDS) + limits(WORDS))
next_page("Frontier", "what closing a gap costs in accuracy, and for whom")

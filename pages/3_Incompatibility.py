"""Incompatibility: which criteria hold, why not all of them, and what would change that."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import streamlit as st

from equipoise.app import (
    BENCH,
    View,
    controls,
    current_view,
    draw_chart,
    next_page,
    open_page,
    page_choice,
    thresholds,
)
from equipoise.app.cards import criterion_interval, criterion_value
from equipoise.app.incompatibility.enforcement import enforcement_matrix, guess_how_many
from equipoise.app.incompatibility.worlds import base_rate_bench, recalibration_bench
from equipoise.app.metrics.certainty import fewest
from equipoise.app.turns import in_turn
from equipoise.app.verdicts import verdict_style
from equipoise.criteria import CRITERIA, Criterion
from equipoise.figures.incompatibility.arithmetic import consequence, needed_rates, worked
from equipoise.figures.incompatibility.charts import implied_columns, implied_spec
from equipoise.figures.incompatibility.words import EXACTLY, LIMITS, THEOREMS
from equipoise.figures.metrics.uncertainty import FEW, few_people
from equipoise.figures.theme import VERDICTS, group_label, symbol
from equipoise.foreign import plain
from equipoise.tally import restricted
from equipoise.vocabulary import Vocabulary

open_page(
    "Incompatibility",
    "Why can the criteria not all hold exactly?",
    "Look for what is left to choose once groups differ in their base rate, the share who earn "
    "more than 50K.",
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
verdict_style()

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


def what_each_asks(vocabulary: Vocabulary) -> None:
    """Fold away what each of the six criteria asks."""
    with st.expander("What each of the six criteria asks", icon=":material/checklist:"):
        st.markdown(
            "\n".join(
                f"- {symbol(row.icon)} **{row.title}**: {row.demands(vocabulary)}"
                for row in CRITERIA.values()
            )
        )


def pair_choice(view: View) -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the session key of the two groups looked at, and all pairs by name."""
    pairs = {" and ".join(pair): pair for pair in combinations(view.groups, 2)}
    apart = [abs(a - b) for a, b in combinations(view.tally.base_rates, 2)]
    furthest = list(pairs)[int(np.nanargmax(apart))]
    return page_choice("pair", list(pairs), default=furthest), pairs


def narrowed(view: View, groups: tuple[str, ...]) -> View:
    """Return the view of some of its groups, with plain verdicts."""
    thresholds = {group: view.thresholds[group] for group in groups}
    tally = restricted(view.tally, groups)
    return replace(view, tally=tally, thresholds=thresholds, uncertainty=False)


def verdict_and_remark(view: View, criterion: Criterion, few: bool) -> tuple[str, str]:
    """Return a criterion's verdict, and how far it can be trusted, or why there is none."""
    verdict, remark = criterion.verdict, ""
    if view.uncertainty and verdict != "undefined":
        judgement = view.judgements[criterion.name]
        verdict, remark = judgement.verdict, criterion_interval(judgement)
    elif few:
        remark = few_people(view.judgements[criterion.name])
    return verdict, " ".join(filter(None, (remark, plain(criterion.reason))))


def what_holds(view: View) -> None:
    """List which criteria hold now, which fail, and which are undecided."""
    lists: dict[str, list[str]] = {verdict: [] for verdict in VERDICTS}
    few = fewest(view) < FEW
    for one in view.criteria:
        verdict, remark = verdict_and_remark(view, one, few)
        line = (
            f"- {symbol(CRITERIA[one.name].icon)} {one.title}: **{criterion_value(one)}** {remark}"
        )
        lists[verdict].append(line)
    with st.grid(3, min_column_width=240):
        for verdict, lines in lists.items():
            if lines:
                said = SAYS[verdict][len(lines) > 1]
                head = f"{VERDICTS[verdict][0]} **{len(lines)} of {len(CRITERIA)} {said}**\n"
                st.markdown("\n".join([head, *lines]))


def arithmetic(pair: View, names: tuple[str, ...]) -> None:
    """Work out the identity for two groups, and what equal PPV and TPR would ask of them."""
    needed = needed_rates(pair.rates, pair.overall)
    with st.grid(2, min_column_width=290):
        for group, row in pair.rates.iterrows():
            st.markdown(worked(group_label(names, str(group)), row, needed[str(group)]))
    draw_chart(
        implied_spec(names, pair.groups),
        {"implied": implied_columns(pair.rates, needed)},
        title="What equal PPV and equal TPR would make of the false-positive rates",
        alt="The false-positive rate of each of two groups as a point, and as a bar the one it "
        "would have to have if both had the same PPV and the same TPR.",
        takeaway=consequence(pair.rates, pair.overall, needed, pair.tolerance),
        key="implied",
    )


@st.fragment(key=BENCH)
@in_turn
def bench() -> None:
    """Draw everything that follows the controls."""
    view = thresholds()
    key, pairs = pair_choice(view)
    st.header("What holds now", anchor=False)
    if view.uncertainty:
        st.markdown(UNSURE)
    what_holds(view)

    st.header("Why: four rates, three choices", anchor=False)
    st.markdown(
        "Call those who earn more than 50K high earners, and their share of a group its base rate "
        "p. Of them, the true-positive rate (TPR) is the share who are selected; of the others, "
        "the false-positive rate (FPR) is the share who are selected, wrongly; and of those "
        "selected, the positive predictive value (PPV) is the share who are high earners. Where "
        "anybody is rightly selected, FPR is "
        "$\\frac{p}{1-p} \\times \\frac{1-\\text{PPV}}{\\text{PPV}} \\times \\text{TPR}$. "
        "No model is behind this: it is counts of people, which cancel. So when two groups differ "
        "in p, equal PPV and equal TPR leave no choice about their false-positive rates, and "
        f"these differ, unless nobody at all is wrongly selected.\n\n{EXACTLY}"
    )
    if len(pairs) > 1:
        st.selectbox("Two groups to look at", list(pairs), key=key, persist_state="session")
    pair = narrowed(view, pairs[st.session_state[key]])
    arithmetic(pair, view.groups)

    st.header("Enforce one, and see what becomes of the others", anchor=False)
    guess_how_many(pair)
    enforcement_matrix(view)

    st.header("Change the world: the base rate", anchor=False)
    st.markdown(
        "Here the people of one group count for more or less, high earners against others. Each "
        "keeps their score, so that the group's TPR and FPR stay as they are at any threshold; "
        "only its base rate moves, from its own towards the other group's."
        + (PLAIN if view.uncertainty else "")
    )
    base_rate_bench(pair, view.groups)

    st.header("Change the scores: recalibrate within each group", anchor=False)
    st.markdown(
        "Scores can be bent until, in each group and on these rows, 70 in 100 of those with a "
        "score of 0.7 are high earners. That is calibration within groups, and it does not make "
        "error rates equal."
    )
    recalibration_bench(replace(view, uncertainty=False))


what_each_asks(current_view().vocabulary)
controls()
bench()
st.header("What this shows, and what it does not", anchor=False)
st.markdown(THEOREMS + LIMITS)
next_page("Frontier", "what closing a gap costs in accuracy, and for whom")

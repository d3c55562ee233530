"""Incompatibility: which criteria hold, why not all of them, and what would change that."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import streamlit as st

from equipoise.app import (
    BENCH,
    CRITERIA,
    View,
    controls,
    draw_chart,
    group_label,
    next_page,
    open_page,
    page_choice,
    thresholds,
)
from equipoise.app.cards import criterion_interval, criterion_value
from equipoise.app.enforcement import enforcement_matrix, guess_how_many
from equipoise.app.marks import VERDICTS
from equipoise.app.verdicts import verdict_style
from equipoise.app.worlds import base_rate_bench, recalibration_bench
from equipoise.charts.incompatibility import implied_columns, implied_spec
from equipoise.charts.uncertainty_words import few_people
from equipoise.charts.worked import consequence, needed_rates, worked
from equipoise.criteria import Criterion
from equipoise.tally import restricted

open_page(
    "Incompatibility",
    "Why can the criteria not all hold at once?",
    "Look for what is left to choose once two groups differ in their base rates.",
)
verdict_style()

UNSURE = (
    "In brackets: where the number would lie if everybody like these people had been counted, "
    "with 95 % confidence. It **holds** with the whole bracket within the limit, **fails** with "
    "all of it beyond, and else one cannot tell. Arithmetic forbids the six to hold together; "
    "chance decides how much of that these people can show."
)
PLAIN = (
    " From here on verdicts speak of these rows alone: nobody was ever sampled from a changed "
    "world."
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


def verdict_and_remark(view: View, criterion: Criterion) -> tuple[str, str]:
    """Return a criterion's verdict, and how sure it is or why there is none."""
    judgement = view.judgements[criterion.name]
    if criterion.verdict == "undefined":
        return "undefined", criterion.reason
    if view.uncertainty:
        return judgement.verdict, criterion_interval(judgement)
    return criterion.verdict, few_people(judgement)


def what_holds(view: View) -> None:
    """List which criteria hold now, which fail, and of which one cannot tell."""
    lists: dict[str, list[str]] = {verdict: [] for verdict in VERDICTS}
    for one in view.criteria:
        verdict, remark = verdict_and_remark(view, one)
        line = f"- {CRITERIA[one.name].icon} {one.title}: **{criterion_value(one)}** {remark}"
        lists[verdict].append(line)
    says = {
        "holds": "hold",
        "fails": "fail",
        "cannot tell": "cannot be told with so few people",
        "undefined": "cannot be assessed",
    }
    with st.grid(3, min_column_width=240):
        for verdict, lines in lists.items():
            if lines:
                head = f"{VERDICTS[verdict][0]} **{len(lines)} of 6 {says[verdict]}**\n"
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
        "With base rate p, a group's false-positive rate is "
        "$\\frac{p}{1-p} \\times \\frac{1-\\text{PPV}}{\\text{PPV}} \\times \\text{TPR}$. "
        "No model is behind this: it is counts of people, which cancel. So when two groups differ "
        "in p, equal PPV and equal TPR leave no choice about their false-positive rates."
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
        "The labels of one group are reweighted here. Its scores given the label stay as they "
        "are, and so do both its error rates at any threshold; only the share of positive labels "
        "moves, from its own towards the other group's." + (PLAIN if view.uncertainty else "")
    )
    base_rate_bench(pair, view.groups)

    st.header("Change the scores: recalibrate within each group", anchor=False)
    st.markdown(
        "Scores can be bent until, in each group, 0.7 means that 70 in 100 are positive. That is "
        "calibration by group, and it says nothing about error rates."
    )
    recalibration_bench(replace(view, uncertainty=False))


controls()
bench()
st.header("What this shows, and what it does not", anchor=False)
st.markdown(
    """
This page illustrates on one model and one data set; it does not prove. The proofs are elsewhere:

- **Kleinberg, Mullainathan and Raghavan** (2017), *Inherent Trade-Offs in the Fair Determination
  of Risk Scores*: calibration within groups and equal mean scores for both labels meet only where
  base rates are equal or prediction is perfect.
- **Chouldechova** (2017), *Fair Prediction with Disparate Impact*: the identity above; with
  different base rates, equal PPV means unequal error rates.
- **Barocas, Hardt and Narayanan**, *Fairness and Machine Learning*, chapter on classification:
  independence, separation and sufficiency exclude each other in pairs, degenerate cases aside.

The theorems speak of exact equality. A tolerance leaves room, and thresholds that select nearly
everybody or nearly nobody use it. Recalibration is fitted and judged on the same rows, so it looks
better than it would on new ones. Reweighting assumes that only the mix of labels changes, which no
real change of the world does. Small groups move a lot by chance.
"""
)
next_page("Frontier", "what closing a gap costs in accuracy, and for whom")

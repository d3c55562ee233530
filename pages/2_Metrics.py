"""Metrics: thresholds to drag, and what follows from them for people and for six criteria."""

from functools import partial

import streamlit as st

from equipoise import words
from equipoise.app import (
    BENCH,
    BY,
    View,
    controls,
    current_view,
    draw_chart,
    draw_table,
    next_page,
    open_page,
    page_choice,
    page_choices,
    thresholds,
    try_this,
)
from equipoise.app.metrics.certainty import plain_cards, unsure_cards
from equipoise.app.metrics.confusion import confusion_style, confusion_tables
from equipoise.app.metrics.lab import threshold_lab
from equipoise.app.metrics.power import power_explorer
from equipoise.app.metrics.scores import operating_points, reliability, still_of
from equipoise.app.turns import in_turn
from equipoise.criteria import CRITERIA, criteria
from equipoise.figures.metrics import charts, tables
from equipoise.figures.metrics import words as sentences
from equipoise.figures.metrics.uncertainty import limits
from equipoise.figures.theme import group_label
from equipoise.foreign import plain
from equipoise.rates import overall_rates

# Up to so many groups everything is drawn; of more, the reader picks.
FEW = 4

CLOSER = {"ratio": "Impact ratio", "roc": "ROC curves", "calibration": "Calibration"}

Rows = dict[str, sentences.Row]

open_page(
    "Metrics",
    "Who is selected, and who is missed?",
    "Look for what moves together: no threshold changes one rate alone.",
    terms=(
        "positive",
        "score",
        "threshold",
        "selection rate",
        "true-positive rate (TPR)",
        "false-positive rate (FPR)",
        "positive predictive value (PPV)",
        "tolerance",
        "four fifths",
        "expected calibration error (ECE)",
        "ROC curve",
        "ROC AUC",
        "accuracy",
        "balanced accuracy",
        "cannot tell",
        "redraw",
    ),
)
confusion_style()

GUIDELINES = (
    "Four fifths is a rule of thumb for hiring and promotion, from the guidelines of four US "
    "agencies of 1978 ([29 CFR 1607.4(D)](https://www.ecfr.gov/current/title-29/section-1607.4)), "
    "and no legal conclusion. By the same paragraph a smaller gap may count where it is "
    "significant in both statistical and practical terms, and a larger one need not where it "
    "rests on small numbers and is not statistically significant."
)

ASK_FOR_IT = " What chance can do is what *Show uncertainty*, under Options, looks at."


def pick_groups(view: View) -> tuple[str, ...]:
    """Return the groups to draw, picked by the reader where there are many."""
    if len(view.groups) <= FEW:
        return view.groups
    picked = st.pills(
        "Groups drawn",
        view.groups,
        format_func=lambda group: group_label(view.groups, group),
        selection_mode="multi",
        key=page_choices(
            f"drawn {view.key}", view.groups, default=view.groups, given={BY: view.key}
        ),
        persist_state="session",
    )
    return tuple(group for group in view.groups if group in picked) or view.groups


def lab(view: View, rows: Rows, shown: tuple[str, ...]) -> None:
    """Draw the score distributions with thresholds to drag."""
    earners = {plain(words.high_earning(group)): row for group, row in rows.items()}
    if len(view.groups) > FEW:
        earners = {"high-earning people": sentences.everybody(view.overall)}
    threshold_lab(
        view,
        shown,
        takeaway="Above each baseline, filled: people who earn more than 50K. Below it, hollow: "
        "those who earn 50K or less. Right of the line, in colour, they are selected. Drag the "
        "line or tap in a band; from the keyboard the sliders above do the same.\n\n"
        + sentences.found_in_words(earners),
    )


def task(view: View, rows: Rows) -> None:
    """Set the reader a task and comment on how it was done."""
    rate = view.rates["true_positive_rate"]
    try_this(
        "Bring the true-positive rates within one point of each other, and see whether another "
        "criterion breaks.",
        done=sentences.rates_met(view.rates, "true_positive_rate"),
        comment=partial(comment, view, rows),
        not_yet=f"They range from {words.percent(rate.min())} to {words.percent(rate.max())}.",
    )


def comment(view: View, rows: Rows) -> str:
    """Say what meeting the rates did to the criteria, and what it cost."""
    alike = sentences.alike(rows)
    if alike:
        return (
            f"But only because {alike}: the rates have hardly any room to differ. Find thresholds "
            "that still tell people apart."
        )
    half = dict.fromkeys(view.groups, 0.5)
    before = criteria(view.tally, half, tolerance=view.tolerance)
    counted = "On these rows, against" if view.uncertainty else "Against"
    return (
        f"{counted} 0.50 for all: {sentences.what_changed(before, view.criteria)} "
        + sentences.price(overall_rates(view.tally, half), view.overall)
    )


def six_criteria(view: View, rows: Rows) -> None:
    """Draw the six criteria with their arithmetic."""
    st.header("Six criteria, one set of thresholds", anchor=False)
    calibrated = still_of(view.key).calibrated
    cards = unsure_cards if view.uncertainty else plain_cards
    cards(view, {c.name: sentences.worked(c, rows, calibrated) for c in view.criteria})
    alike = sentences.alike(rows)
    if alike:
        st.caption(
            f"{words.sentence(alike)}. Rates of groups then have little room to differ: a "
            "criterion that compares them and holds says little."
        )


def impact(view: View, rows: Rows) -> None:
    """Draw the impact ratio with its mark."""
    ratio = view.criteria.disparate_impact_ratio
    said = sentences.compared(ratio)
    drawn = charts.impact_rows(rows)
    if view.uncertainty:
        drawn |= charts.impact_reach(rows)
        said += (
            " Thin lines: where a group's ratio to the one selected most often may lie, each "
            "taken by itself, with 95 % confidence."
        )
        if len(view.groups) > 2:
            said += " The bracket above is another: it is right for all pairs of groups at once."
    draw_chart(
        charts.impact_spec(view.groups, view.uncertainty),
        {"impact": drawn},
        title="How often each group is selected, next to the one selected most often",
        alt="Each group's selection rate over the highest one, from 0 to 1, with a mark at 0.80.",
        takeaway=f"{said} {GUIDELINES}{'' if view.uncertainty else ASK_FOR_IT}".strip(),
        key="impact",
        table=lambda: tables.selection(view.rates),
    )


def matrices(view: View, rows: Rows) -> None:
    """Draw the four outcomes of each group and fold all rates away."""
    st.header("Found, missed, selected in error, rightly left out", anchor=False)
    groups = view.groups
    if len(groups) > FEW:
        picked = st.pills(
            "Outcomes of",
            groups,
            format_func=lambda group: group_label(groups, group),
            key=page_choice(f"matrix {view.key}", groups, given={BY: view.key}),
            required=True,
            persist_state="session",
        )
        groups = (picked,)
    known = limits(view.intervals) if view.uncertainty else None
    confusion_tables(rows, groups, known)
    missing = sentences.undefined_rates(rows)
    if missing:
        st.caption(f"{words.UNDEFINED} marks what has no value. {' '.join(missing)}")
    draw_table(
        lambda: tables.all_rates(view.rates, view.overall, known),
        key="rates",
        title="All rates of all groups",
    )


def look_closer(view: View, rows: Rows, shown: tuple[str, ...]) -> None:
    """Draw one of three charts: one idea at a time, and a move need not draw all of them."""
    looked_at = st.segmented_control(
        "Look closer at",
        list(CLOSER),
        format_func=CLOSER.__getitem__,
        key=page_choice("closer", list(CLOSER)),
        required=True,
        persist_state="session",
    )
    if looked_at == "roc":
        operating_points(view, rows, shown)
    elif looked_at == "calibration":
        reliability(view, shown)
    else:
        impact(view, rows)


@st.fragment(key=BENCH)
@in_turn
def bench(shown: tuple[str, ...]) -> None:
    """Draw everything that follows the thresholds."""
    view = thresholds()
    rows = sentences.by_group(view.rates)
    lab(view, rows, shown)
    task(view, rows)
    six_criteria(view, rows)
    matrices(view, rows)
    look_closer(view, rows, shown)


controls()
bench(pick_groups(current_view()))
power_explorer(current_view())
with st.expander("How each criterion is computed", icon=":material/function:"):
    st.markdown(
        "For two groups A and B in the order shown; for more, over the pair that differs most. "
        "TP are people selected who earn more than 50K, FP those selected in error, FN those "
        "missed and TN those rightly left out; N are all of a group, n those in a bin b of ten "
        "equal bins of scores. A rate of nobody has no value: the criterion then has none either, "
        "or names the groups it leaves out.\n\n"
        + "\n\n".join(
            f"**{criterion.title}**: ${criterion.formula}$" for criterion in CRITERIA.values()
        )
    )
next_page("Incompatibility", "why meeting one criterion can break another")

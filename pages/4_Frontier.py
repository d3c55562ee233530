"""Frontier: what closing a gap costs in accuracy, and whose decisions it changes."""

from collections.abc import Collection
from functools import partial

import streamlit as st

from equipoise import words
from equipoise.app import (
    BENCH,
    View,
    controls,
    current_view,
    draw_again,
    draw_chart,
    draw_table,
    next_page,
    open_page,
    page_choice,
    set_thresholds,
    thresholds,
    try_this,
)
from equipoise.app.frontier.coin import coin_fold
from equipoise.app.frontier.curves import (
    ask_which_curves,
    cost_interval,
    curve_tables,
    curves_now,
    explain_curves,
    try_a_curve,
)
from equipoise.app.frontier.heldout import held_out_fold
from equipoise.app.frontier.kept import GAP, background_of, frontier_of
from equipoise.app.frontier.points import FOLDS, POINT, points_table
from equipoise.app.session import BY
from equipoise.app.turns import in_turn
from equipoise.criteria import FOUR_FIFTHS
from equipoise.figures.frontier import flips as people
from equipoise.figures.frontier import staircase as charts
from equipoise.figures.frontier import words as sentences
from equipoise.figures.frontier.choice import Choice, cheapest, task
from equipoise.figures.theme import group_sign
from equipoise.foreign import plain
from equipoise.frontiers.frontier import BASELINE, Frontier
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.glossary import defined

RANGE = "range"
NEAR, WHOLE = "near", "whole"
RANGES = {NEAR: "near the baseline", WHOLE: "the whole range"}
DEFAULT_GAP = "equalized_odds"

FOLDED = ("coin fold", "held-out fold", "outcomes", "points fold", "explained")

open_page(
    "Frontier",
    "What does closing a gap cost, and who pays?",
    "Look for what the last hundredths of a gap cost, and whose decisions flip on the way there.",
    terms=(
        "earn more than 50K",
        "selection rate",
        "true-positive rate (TPR)",
        "false-positive rate (FPR)",
        "positive predictive value (PPV)",
        "accuracy",
        "gap",
        "tolerance",
        "dominated",
        "frontier",
        "redraw",
        "interval",
    ),
)


@st.fragment
def ask_which_gap() -> None:
    """Let the reader choose the gap that is closed and the part that is drawn."""
    with st.grid(2, min_column_width=240, gap=("xsmall", "medium")):
        st.selectbox(
            "Close the gap of",
            list(GAPS),
            format_func=lambda name: GAPS[name].title,
            help=defined(("gap", "accuracy")),
            key=page_choice(GAP, list(GAPS), default=DEFAULT_GAP),
            persist_state="session",
            on_change=draw_again,
            args=(BENCH, FOLDS),
        )
        st.segmented_control(
            "Draw",
            list(RANGES),
            format_func=RANGES.__getitem__,
            key=page_choice(RANGE, list(RANGES)),
            required=True,
            persist_state="session",
            on_change=draw_again,
            args=(BENCH, FOLDS),
        )


def choice_now(view: View, front: Frontier) -> Choice:
    """Return the chosen point; at first the one whose accuracy is nearest the baseline's."""
    names = charts.point_names(front)
    first, given = names[front.first_shown], {BY: view.key, GAP: front.gap}
    key = page_choice(POINT, names, default=first, given=given)
    return Choice(view.tally, front, names.index(st.session_state[key]))


def ask_which_point(view: View, front: Frontier) -> None:
    """Let the reader walk along the frontier."""
    names = charts.point_names(front)
    st.select_slider(
        "Chosen point, from the smallest gap to the highest accuracy",
        names,
        format_func=charts.point_labels(front).__getitem__,
        help=defined(("frontier", "dominated", "redraw")),
        key=POINT,
        persist_state="session",
        on_change=follow_point,
    )


def follow_point() -> None:
    """Draw what is unfolded again with another point; folded, it need not travel."""
    if any(st.session_state.get(key) for key in FOLDED):
        draw_again(BENCH, FOLDS)


def take_clicked(key: str) -> None:
    """Choose the point that was clicked in the drawing."""
    picked = st.session_state[key].selection.get(charts.PICK)
    if picked:
        st.session_state[POINT] = picked[0][charts.PICKED]
        follow_point()


def draw_frontier(view: View, choice: Choice, drawn: str, curves: Collection[str]) -> None:
    """Draw the frontier, what it is held against, and the chosen point."""
    front = choice.front
    bounds, cells = background_of(view.key, front.gap, drawn == NEAR)
    here = accuracy_and_gap(view.tally, view.thresholds, gap=front.gap)
    marks = {"baseline": (front.baseline_accuracy, front.baseline_gap), "present": here}
    if set(view.thresholds.values()) == {BASELINE}:
        del marks["present"]
    two = len(view.groups) == 2
    key = f"frontier {view.key} {front.gap}"
    draw_chart(
        charts.frontier_spec(front.gap, bounds, background=two),
        {
            "cells": cells,
            "limit": limit(view, front.gap),
            "points": charts.points(front, choice.row, drawn="grid" in curves),
            "marks": charts.marks(marks | {"chosen": (choice.accuracy, choice.gap)}, bounds),
            **curve_tables(view, front.gap, curves),
        },
        title="Accuracy against the gap: click on a point to choose it",
        alt=charts.alternative(front.gap, curves, background=two, band=view.uncertainty),
        takeaway=sentences.takeaway(front, view.tally) + where_you_are(view, front.gap, here),
        key=key,
        on_select=partial(take_clicked, key),
    )


def limit(view: View, gap: str) -> dict[str, list[object]]:
    """Return the largest gap that counts as equal, and its name."""
    if GAPS[gap].is_ratio:
        return {"gap": [1 - FOUR_FIFTHS], "label": ["four fifths"]}
    return {"gap": [view.tolerance], "label": ["tolerance"]}


def where_you_are(view: View, gap: str, here: tuple[float, float]) -> str:
    """Say what the present thresholds give, unless they are the baseline."""
    if set(view.thresholds.values()) == {BASELINE}:
        return ""
    criterion = next(c for c in view.criteria if c.title == GAPS[gap].title)
    accuracy, present = words.percent(here[0], 2), words.number(here[1])
    return (
        f" Your present thresholds: accuracy {accuracy}, gap {present}. {plain(criterion.reason)}"
    )


def draw_choice(view: View, choice: Choice) -> None:
    """Say what the chosen point is and whose decisions it changes."""
    st.markdown(sentences.summary(choice, cost_interval(view, choice)))
    in_use = dict(view.thresholds) == choice.thresholds
    st.button(
        "These thresholds are in use" if in_use else "Use these thresholds everywhere",
        key="use",
        disabled=in_use,
        on_click=set_thresholds,
        args=(choice.thresholds, view.key),
    )
    signs = {group: f"{group_sign(view.groups, group)} " for group in view.groups}
    draw_chart(
        people.flips_spec(view.groups),
        people.flip_bars(choice.flips, choice.thresholds),
        title="Whose decision differs from that at 0.50 (filled bars: earning more than 50K)",
        alt="For each group a bar of people, to the right those newly selected, to the left those "
        "no longer selected; filled for those who earn more than 50K, outlined for the others.",
        takeaway=people.flip_lines(choice.flips, signs),
        key="flips",
    )


def close_the_gap(choice: Choice) -> None:
    """Set the task of closing a part of the gap as cheaply as can be."""
    asked, share = task(choice.front)
    wanted = words.number(choice.front.baseline_gap * share)
    not_yet = (
        "The gap is small enough, but a more accurate point has one that is small enough too."
        if choice.within(share)
        else f"The gap is {words.number(choice.gap)}; {wanted} is asked for."
    )
    try_this(
        f"{asked}, and keep as much accuracy as you can. Who pays for it?",
        done=choice.row == cheapest(choice.front, share),
        comment=lambda: sentences.who_pays(choice),
        not_yet=not_yet,
    )


def explain(choice: Choice) -> None:
    """Fold away how the frontier is made, and what it does not say."""
    folded = st.expander(
        "How to read this, and what it cannot say", key="explained", on_change="rerun"
    )
    if folded.open:
        folded.markdown(
            f"""
- A point is on the frontier when no other combination of thresholds is better in one of the two,
  accuracy and gap, without being worse in the other. Read the staircase from a gap upwards: it is
  the best accuracy within it, on these rows.
- {sentences.end_of_the_line(choice.front, choice.tally)}
- The point shown first is the one whose accuracy is nearest the baseline's. *Cost* is the
  baseline's accuracy minus the point's; below zero, the point judges more people rightly.
- The thresholds are chosen on the same {words.count(choice.tally.n.sum())} people on whom they
  are judged, and so tend to look better than they would on other people, the more so the smaller
  the groups are.
{defined(("redraw", "interval"))}
- Thresholds that differ by group need the group to be known when deciding, which raises
  questions of law and of policy. A small gap certifies nothing, and no gap is the right one.
"""
        )


@st.fragment(key=BENCH)
@in_turn
def bench() -> None:
    """Everything that follows the choice of groups, gap and point."""
    view = thresholds()
    front = frontier_of(view.key, st.session_state[GAP])
    if front.reason:
        st.info(plain(front.reason), icon=":material/horizontal_rule:")
    if front.points.empty:
        return
    choice, curves = choice_now(view, front), curves_now()
    ask_which_point(view, front)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        draw_frontier(view, choice, st.session_state[RANGE], curves)
        ask_which_curves()
        explain_curves(view, choice, curves)
    with right:
        draw_choice(view, choice)
    with st.grid(2, min_column_width=300):
        close_the_gap(choice)
        try_a_curve(view, choice, curves)


@st.fragment(key=FOLDS)
def folds() -> None:
    """Fold away what goes further; drawn anew with another point where something is open."""
    view = current_view()
    front = frontier_of(view.key, st.session_state[GAP])
    if front.points.empty:
        return
    choice = choice_now(view, front)
    coin_fold(view, front)
    held_out_fold(view.key, choice)
    draw_table(
        lambda: sentences.outcome_table(choice),
        key="outcomes",
        title="Each group's four outcomes: at 0.50 → at the chosen point",
    )
    points_table(view.key, choice)
    explain(choice)


controls()
ask_which_gap()
bench()
folds()
next_page("Metrics", "see what the thresholds you chose do to all six criteria")
next_page("Stress test", "would such a repair bring the truth back?")

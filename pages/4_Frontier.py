"""Frontier: what closing a gap costs in accuracy, and whose decisions it changes."""

from functools import partial

import streamlit as st

from equipoise import words
from equipoise.app import (
    BENCH,
    controls,
    current_view,
    draw,
    draw_again,
    draw_table,
    draw_task,
    next_page,
    open_page,
    page_choice,
    page_choices,
    set_thresholds,
    thresholds,
)
from equipoise.app.frontier.heldout import held_out_fold
from equipoise.app.frontier.points import (
    FOLDS,
    GAP,
    POINT,
    choice_now,
    points_table,
    tradeoff_now,
)
from equipoise.app.frontier.randomised import randomised_fold
from equipoise.app.turns import in_turn
from equipoise.audit import View
from equipoise.figures.frontier.curves import CURVES, cost_interval, explained
from equipoise.figures.frontier.flips import flips_figure
from equipoise.figures.frontier.staircase import (
    PICK,
    PICKED,
    frontier_figure,
    point_labels,
    point_names,
)
from equipoise.figures.frontier.words import end_of_the_line, outcome_table, summary
from equipoise.foreign import plain
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.glossary import defined
from equipoise.tasks.frontier import (
    CLOSE_THE_GAP,
    ONE_THRESHOLD,
    WEIGH_THE_COST,
    asked_of_costs,
)
from equipoise.uncertainty.frontier_cost import costs_of

SHOWN = "curves"
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


def ask_which_point(front: Frontier) -> None:
    """Let the reader walk along the frontier."""
    st.select_slider(
        "Chosen point, from the smallest gap to the highest accuracy",
        point_names(front),
        format_func=point_labels(front).__getitem__,
        help=defined(("frontier", "dominated", "redraw")),
        key=POINT,
        persist_state="session",
        on_change=follow_point,
    )


def follow_point() -> None:
    """Draw what is unfolded again with another point; folded, it need not travel."""
    # With another point the slider draws the bench by itself; the folds are a fragment apart.
    if any(st.session_state.get(key) for key in FOLDED):
        draw_again(BENCH, FOLDS)


def take_clicked(key: str) -> None:
    """Choose the point that was clicked in the drawing."""
    picked = st.session_state[key].selection.get(PICK)
    if picked:
        st.session_state[POINT] = picked[0][PICKED]
        follow_point()


def curves_now() -> tuple[str, ...]:
    """Return the curves that are drawn, in their order; at first the grid alone."""
    key = page_choices(SHOWN, list(CURVES), default=("grid",))
    # Read before its widget is drawn, which stands below the drawing.
    return tuple(name for name in CURVES if name in st.session_state[key])


def ask_which_curves() -> None:
    """Let the reader choose the curves that are drawn; `curves_now` returns them."""
    st.pills(
        "Curves",
        list(CURVES),
        selection_mode="multi",
        format_func=lambda name: CURVES[name].title,
        key=SHOWN,
        help="\n".join(f"- **{c.title}**: {c.meaning}" for c in CURVES.values()),
        wrap=True,
        persist_state="session",
    )


def show_choice(view: View, tradeoff: Tradeoff, choice: Choice) -> None:
    """Say what the chosen point is and whose decisions it changes."""
    interval = cost_interval(costs_of(tradeoff), choice.row) if view.uncertainty else ""
    st.markdown(summary(choice, view.vocabulary, interval))
    # Thresholds of the grid are the same doubles here and there.
    in_use = dict(view.thresholds) == choice.thresholds
    st.button(
        "These thresholds are in use" if in_use else "Use these thresholds everywhere",
        key="use",
        disabled=in_use,
        on_click=set_thresholds,
        args=(choice.thresholds, view.key),
    )
    draw(flips_figure(view, choice), key="flips")


def set_tasks(view: View, tradeoff: Tradeoff, choice: Choice, curves: tuple[str, ...]) -> None:
    """Set the task of closing the gap, and one on the curves or, where shown, on the costs."""
    with st.grid(2, min_column_width=300):
        draw_task(CLOSE_THE_GAP, view, choice)
        asked = asked_of_costs(tradeoff.front, costs_of(tradeoff)) if view.uncertainty else None
        if asked is None:
            draw_task(ONE_THRESHOLD, tradeoff, curves)
        else:
            draw_task(WEIGH_THE_COST, asked, tradeoff, choice)


def explain(view: View, choice: Choice) -> None:
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
- {end_of_the_line(choice, view.vocabulary)}
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
    tradeoff = tradeoff_now(view)
    front = tradeoff.front
    if front.reason:
        st.info(plain(front.reason), icon=":material/horizontal_rule:")
    if front.points.empty:
        return
    choice, curves = choice_now(view, tradeoff), curves_now()
    ask_which_point(front)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        near = st.session_state[RANGE] == NEAR
        # Another comparison or gap is another drawing, in which nothing was clicked yet.
        key = f"frontier {view.key} {front.gap}"
        draw(
            frontier_figure(view, tradeoff, choice, curves=curves, near=near),
            key=key,
            on_select=partial(take_clicked, key),
        )
        ask_which_curves()
        said = explained(view, tradeoff, choice, curves)
        if said:
            st.markdown(said)
    with right:
        show_choice(view, tradeoff, choice)
    set_tasks(view, tradeoff, choice, curves)


@st.fragment(key=FOLDS)
def folds() -> None:
    """Fold away what goes further; drawn anew with another point where something is open."""
    # Asked for here: what a fragment is called with is as old as the last run of the whole page.
    view = current_view()
    tradeoff = tradeoff_now(view)
    if tradeoff.front.points.empty:
        return
    choice = choice_now(view, tradeoff)
    randomised_fold(view, tradeoff)
    held_out_fold(view, choice)
    draw_table(
        lambda: outcome_table(choice, view.vocabulary),
        key="outcomes",
        title="Each group's four outcomes: at 0.50 → at the chosen point",
    )
    points_table(view, choice)
    explain(view, choice)


controls()
ask_which_gap()
bench()
folds()
next_page("Metrics", "see what the thresholds you chose do to all six criteria")
next_page("Stress test", "would such a repair bring the truth back?")

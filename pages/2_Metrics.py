"""Metrics: thresholds to drag, and what follows from them for people and for six criteria."""

import streamlit as st

from equipoise import words
from equipoise.app import (
    BENCH,
    BY,
    controls,
    current_view,
    draw,
    draw_table,
    draw_task,
    next_page,
    open_page,
    page_choice,
    page_choices,
    thresholds,
)
from equipoise.app.metrics.certainty import plain_cards, unsure_cards
from equipoise.app.metrics.lab import threshold_lab
from equipoise.app.metrics.power import power_explorer
from equipoise.app.turns import in_turn
from equipoise.audit import View
from equipoise.criteria import CRITERIA
from equipoise.figures.metrics.confusion import STYLE, all_rates, confusion_tables, undefined_rates
from equipoise.figures.metrics.impact import impact_ratio
from equipoise.figures.metrics.reliability import reliability
from equipoise.figures.metrics.roc import roc_curves
from equipoise.figures.metrics.uncertainty import limits
from equipoise.figures.metrics.words import alike, worked
from equipoise.figures.theme import FEW_GROUPS, group_label
from equipoise.foreign import plain
from equipoise.tasks.metrics import EQUAL_TPR

CLOSER = {"ratio": "Impact ratio", "roc": "ROC curves", "calibration": "Calibration"}

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
# Outside the bench: it need not travel with every move.
st.html(STYLE)


def pick_groups(view: View) -> tuple[str, ...]:
    """Return the groups to draw, picked by the reader where there are many."""
    if len(view.groups) <= FEW_GROUPS:
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
    # In their own order, whichever was picked first; none picked means all.
    return tuple(group for group in view.groups if group in picked) or view.groups


def six_criteria(view: View) -> None:
    """Draw the six criteria with their arithmetic."""
    how_many = words.sentence(words.spelt(len(CRITERIA)))
    st.header(f"{how_many} criteria, one set of thresholds", anchor=False)
    cards = unsure_cards if view.uncertainty else plain_cards
    cards(view, {criterion.name: worked(criterion, view) for criterion in view.criteria})
    same = alike(view.rows)
    if same:
        st.caption(
            f"{words.sentence(same)}. Rates of groups then have little room to differ: a "
            "criterion that compares them and holds says little."
        )


def matrices(view: View) -> None:
    """Draw the four outcomes of each group and fold all rates away."""
    st.header("Found, missed, selected in error, rightly left out", anchor=False)
    groups = view.groups
    if len(groups) > FEW_GROUPS:
        picked = st.pills(
            "Outcomes of",
            groups,
            format_func=lambda group: group_label(groups, group),
            key=page_choice(f"matrix {view.key}", groups, given={BY: view.key}),
            required=True,
            persist_state="session",
        )
        groups = (picked or groups[0],)
    known = limits(view.intervals) if view.uncertainty else None
    st.html(confusion_tables(view, groups, known))
    missing = undefined_rates(view.rows)
    if missing:
        st.caption(f"{words.UNDEFINED} marks what has no value. {' '.join(missing)}")
    draw_table(lambda: all_rates(view, known), key="rates", title="All rates of all groups")


def look_closer(view: View, shown: tuple[str, ...]) -> None:
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
        draw(roc_curves(view, shown), key="roc")
    elif looked_at == "calibration":
        draw(reliability(view, shown), key="reliability")
    else:
        draw(impact_ratio(view), key="impact")


# By this key whatever sets thresholds has the bench alone drawn again.
@st.fragment(key=BENCH)
@in_turn
def bench(shown: tuple[str, ...]) -> None:
    """Draw everything that follows the thresholds."""
    view = thresholds()
    threshold_lab(view, shown)
    draw_task(EQUAL_TPR, view)
    six_criteria(view)
    matrices(view)
    look_closer(view, shown)


controls()
# After the controls, which take the settings from the address.
opened = current_view()
bench(pick_groups(opened))
power_explorer(opened)
with st.expander("How each criterion is computed", icon=":material/function:"):
    st.markdown(
        "For two groups A and B in the order shown; for more, over the pair that differs most. "
        f"TP are people selected who {plain(opened.vocabulary.positive.plural)}, FP those "
        "selected in error, FN those missed and TN those rightly left out; N are all of a group, "
        "n those in a bin b of ten equal bins of scores. A rate of nobody has no value: the "
        "criterion then has none either, or names the groups it leaves out.\n\n"
        + "\n\n".join(
            f"**{criterion.title}**: ${criterion.formula}$" for criterion in CRITERIA.values()
        )
    )
next_page("Incompatibility", "why meeting one criterion can break another")

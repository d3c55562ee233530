"""Metrics: thresholds to drag, and what follows from them for people and for six criteria."""

import streamlit as st

from equipoise import words
from equipoise.app import (
    View,
    controls,
    criterion_cards,
    draw_chart,
    draw_table,
    exact_tally_of,
    group_label,
    next_page,
    open_page,
    tally_of,
    try_this,
)
from equipoise.app.confusion import confusion_style, confusion_tables
from equipoise.app.lab import threshold_lab
from equipoise.calibration import Calibration, calibration
from equipoise.charts import metrics as charts
from equipoise.charts import metrics_words as sentences
from equipoise.criteria import TITLES, criteria
from equipoise.rates import overall_rates
from equipoise.roc import roc_auc

FEW = 4
"""Up to so many groups everything is drawn; of more, the reader picks."""

open_page(
    "Metrics",
    "Who is selected, and who is missed?",
    "Look for what moves together: no threshold changes one rate alone.",
)
confusion_style()


@st.cache_resource(show_spinner=False)
def calibration_of(slug: str) -> Calibration:
    """Return how well a comparison's scores keep their word; no threshold changes it."""
    return calibration(tally_of(slug))


@st.cache_resource(show_spinner=False)
def areas_of(slug: str) -> dict[str, float]:
    """Return each group's exact area under the ROC curve."""
    return roc_auc(exact_tally_of(slug))


def pick_groups(view: View) -> tuple[str, ...]:
    """Return the groups to draw, picked by the reader where there are many."""
    if len(view.groups) <= FEW:
        return view.groups
    picked = st.pills(
        "Groups drawn",
        view.groups,
        format_func=lambda group: group_label(view.groups, group),
        selection_mode="multi",
        default=view.groups,
        key=f"drawn {view.slug}",
        persist_state="session",
    )
    return tuple(group for group in view.groups if group in picked) or view.groups


def lab(view: View, shown: tuple[str, ...]) -> None:
    """Draw the score distributions with thresholds to drag."""
    st.subheader("Drag a threshold", anchor=False)
    st.markdown(
        "Above each baseline stand the people who earn more than 50K, filled; below hang those "
        "who earn 50K or less, hollow. Right of the line they are selected, in the group's "
        "colour; left of it they are not, in grey. Drag across a group's band, or tap in it; the "
        "sliders above do the same from the keyboard."
    )
    threshold_lab(
        view,
        shown,
        alt="Score distributions, a band for each group: positive labels above the baseline, "
        "negative labels below, cut by the group's threshold. The sliders set the same.",
    )
    st.caption(
        "Heights are square roots of the number of people at each hundredth, so that single "
        "people stay visible; each half has its own scale."
    )


def task(view: View) -> None:
    """Set the reader a task and comment on how it was done."""
    half = dict.fromkeys(view.groups, 0.5)
    before = criteria(view.tally, half, tolerance=view.tolerance)
    rate = view.rates["true_positive_rate"]
    if sentences.is_trivial(view.overall):
        comment = (
            "But only because everybody gets the same decision: the rates are equal and the "
            "scores unused. Find thresholds that still tell people apart."
        )
    else:
        comment = (
            f"Against 0.50 for all: {sentences.what_changed(before, view.criteria)} "
            + sentences.price(overall_rates(view.tally, half), view.overall)
        )
    try_this(
        "Bring the true-positive rates within one point of each other, then look at which "
        "criterion broke.",
        done=sentences.rates_met(view.rates, "true_positive_rate"),
        comment=comment,
        not_yet=f"They range from {words.percent(rate.min())} to {words.percent(rate.max())}.",
    )


def six_criteria(view: View) -> None:
    """Draw the six criteria with their arithmetic, and the impact ratio with its mark."""
    st.subheader("Six criteria, one set of thresholds", anchor=False)
    calibrated = calibration_of(view.slug)
    criterion_cards(
        view.criteria,
        details={c.name: sentences.worked(c, view.rates, calibrated) for c in view.criteria},
    )
    impact = view.criteria.disparate_impact_ratio
    least = f"{words.ratio(impact.value)}: {impact.pair[0]} against {impact.pair[1]}" if (
        impact.pair) else impact.reason
    draw_chart(
        charts.impact_spec(view.groups),
        {"impact": charts.impact_frame(view.rates)},
        title="Selected how often, compared with the group selected most often",
        alt="Each group's selection rate over the highest one, from 0 to 1, with a mark at 0.80.",
        takeaway=f"{least}. Four fifths is a rule of thumb of the EEOC, not a legal conclusion.",
        key="impact",
    )


def matrices(view: View) -> None:
    """Draw confusion matrices and fold all rates away."""
    st.subheader("Found, missed, selected in error, rightly left out", anchor=False)
    groups = view.groups
    if len(groups) > FEW:
        picked = st.pills(
            "Confusion matrix of",
            groups,
            format_func=lambda group: group_label(groups, group),
            default=groups[0],
            key=f"matrix {view.slug}",
            required=True,
            persist_state="session",
        )
        groups = (picked,)
    confusion_tables(view.rates, groups)
    missing = sentences.undefined_rates(view.rates)
    if missing:
        st.caption(f"{words.UNDEFINED} marks what has no value. {' '.join(missing)}")
    draw_table(
        sentences.all_rates(view.rates, view.overall), key="rates", title="All rates of all groups"
    )


def curves(view: View, shown: tuple[str, ...]) -> None:
    """Draw what the scores can do: reliability and ROC."""
    st.subheader("What the scores can do", anchor=False)
    calibrated, areas = calibration_of(view.slug), areas_of(view.slug)
    errors = dict(zip(view.groups, calibrated.expected_calibration_error, strict=True))
    labels = {group: group_label(view.groups, group) for group in shown}
    bins, points = charts.reliability_frame(calibrated), charts.roc_frame(view.tally)
    present = charts.operating_frame(view.rates, list(view.thresholds.values()))
    with st.grid(2, min_column_width=300):
        with st.container():
            draw_chart(
                charts.reliability_spec(view.groups),
                {"bins": bins[bins["group"].isin(shown)]},
                title="Does a score mean the same in each group?",
                alt="Mean score against the share who earn more than 50K, in ten bins for each "
                "group, with the diagonal of perfect calibration.",
                takeaway="On the diagonal a score keeps its word; larger marks are more people. "
                "Calibration error: "
                + ", ".join(
                    f"{label} {words.number(errors[g])} (n {words.count(view.rates.loc[g, 'n'])})"
                    for g, label in labels.items()
                ),
                key="reliability",
                table=sentences.reliability_table(calibrated),
                table_title="People, mean score and observed rate in each bin",
            )
        with st.container():
            draw_chart(
                charts.roc_spec(view.groups),
                {
                    "curves": points[points["group"].isin(shown)],
                    "present": present[present["group"].isin(shown)],
                },
                title="Which errors could each group have?",
                alt="The ROC curve of each group, with a mark at its present threshold.",
                takeaway="A threshold moves its mark along the group's curve, never off it. "
                "Area under the curve: "
                + ", ".join(f"{label} {words.number(areas[g])}" for g, label in labels.items()),
                key="roc",
                table=view.rates[["false_positive_rate", "true_positive_rate"]]
                .map(words.percent)
                .assign(area=[words.number(areas[group]) for group in view.groups])
                .set_axis(["False-positive rate", "True-positive rate", "AUC"], axis=1),
                table_title="Operating points and areas",
            )


@st.fragment
def bench() -> None:
    """Everything that follows the thresholds."""
    view = controls()
    shown = pick_groups(view)
    lab(view, shown)
    task(view)
    six_criteria(view)
    matrices(view)
    curves(view, shown)


bench()
with st.expander("How each criterion is computed", icon=":material/function:"):
    st.markdown(
        "For two groups A and B in the order shown; for more, over the pair that differs most. "
        "A rate of nobody has no value, and neither has what depends on it."
    )
    for name, formula in sentences.FORMULAS.items():
        st.markdown(f"**{TITLES[name]}**: ${formula}$")
next_page("Incompatibility", "why the six cannot all hold")

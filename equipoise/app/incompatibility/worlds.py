"""Two changes that would ease the conflict: other base rates, and recalibrated scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from equipoise import foreign, words
from equipoise.app.draw import draw_chart
from equipoise.app.session import page_choice
from equipoise.app.tasks import try_this
from equipoise.app.verdicts import draw_verdicts, judged, judged_at
from equipoise.app.views import View, current_audit, exact_tally_of, tally_of
from equipoise.calibration import calibration
from equipoise.checks import ROUNDING
from equipoise.figures.incompatibility import charts
from equipoise.figures.incompatibility import words as sentences
from equipoise.figures.incompatibility.verdicts import Row
from equipoise.figures.theme import group_label
from equipoise.frontiers.frontier import best_within
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.incompatibility import recalibrated, with_base_rate
from equipoise.rates import RATES
from equipoise.roc import roc_auc
from equipoise.tally import Tally, restricted
from equipoise.thresholds import most_accurate
from equipoise.together import best_together

_STEPS = [str(round(100 * step)) for step in charts.STEPS]
_SCORES = {"as-given": "as the model gives them", "recalibrated": "recalibrated in each group"}
_ERRORS = ("true_positive_rate", "false_positive_rate")
_NOT_BOTH = "No thresholds on the grid meet both."


def base_rate_bench(pair: View, names: tuple[str, ...]) -> None:
    """Move one group's base rate to the other's and show what vanishes and what remains.

    Parameters
    ----------
    pair : View
        Of the two groups only.
    names : tuple of str
        All groups of the page, whose shapes and colours the two have.
    """
    group, rates, place = _base_rate_controls(pair, names)
    moved = replace(pair, tally=with_base_rate(pair.tally, {group: rates[place]}))
    lines = _gap_lines(pair, group, rates)
    _draw_gaps(pair, group, rates, lines, place)
    st.markdown(
        "*Both enforced*: the most accurate thresholds that meet equalized odds and predictive "
        "parity at once. The table is about these two groups."
    )
    worlds = [("As it is", pair, _both(pair.key, pair.groups, pair.tolerance, None))]
    if place:
        both = _both(pair.key, pair.groups, pair.tolerance, (group, rates[place]))
        worlds.append(("Reweighted", moved, both))
    rows = [judged(f"{name}, your thresholds", view) for name, view, _ in worlds]
    rows += [
        judged_at(f"{name}, both enforced", view, both, unmet=_NOT_BOTH)
        for name, view, both in worlds
    ]
    draw_verdicts(rows, names, caption="Verdicts for two groups before and after reweighting.")
    forced = float(np.max([lines[name][place] for name in charts.FORCED]))
    try_this(
        f"Move the base rate of {foreign.who(group)} until equal error rates force no gap beyond "
        f"the tolerance of {words.number(pair.tolerance, 2)}.",
        done=forced <= pair.tolerance + ROUNDING,
        comment=lambda: (
            _what_remains(pair, moved, group, rows[-1]) if place else _nothing_to_move(forced)
        ),
        not_yet=f"They still force a gap of {words.number(forced)}."
        if np.isfinite(forced)
        else "Nobody is selected at these thresholds, so there is no PPV: lower a threshold.",
    )


def recalibration_bench(view: View) -> None:
    """Recalibrate the scores within each group and show what the error rates lose."""
    key = page_choice("scores", list(_SCORES))
    chosen = st.segmented_control(
        "Scores",
        list(_SCORES),
        format_func=_SCORES.__getitem__,
        key=key,
        required=True,
        wrap=True,
        persist_state="session",
    )
    if chosen == "as-given":
        st.markdown("Switch to see what happens to calibration, and to the error rates.")
        return
    after = replace(view, tally=_recalibrated_tally(view.key))
    enforced = _odds_enforced(view.key, view.tolerance)
    _draw_separation(view, after, enforced)
    rows = [
        judged("As given, your thresholds", view),
        judged("Recalibrated, your thresholds", after),
        *enforced,
    ]
    draw_verdicts(rows, view.groups, caption="Verdicts before and after recalibration.")


@st.cache_resource(show_spinner=False, max_entries=256)
def _nearest(slug: str, pair: tuple[str, ...], group: str) -> list[float]:
    tally = restricted(tally_of(slug), pair)
    return charts.nearest_along(tally, group, _on_the_way(tally, group))


def _on_the_way(pair: Tally, group: str) -> list[float]:
    """Return the base rates from a group's own to that of the other of the two."""
    start, end = pair.base_rates.tolist()
    if group != pair.groups[0]:
        start, end = end, start
    return [float(rate) for rate in start + charts.STEPS * (end - start)]


@st.cache_resource(show_spinner=False, max_entries=512)
def _both(
    slug: str, pair: tuple[str, ...], tolerance: float, moved: tuple[str, float] | None
) -> dict[str, float] | None:
    """Return what meets two criteria at once, with one group's base rate moved or as it is."""
    tally = restricted(tally_of(slug), pair)
    if moved is not None:
        tally = with_base_rate(tally, dict([moved]))
    return best_together(tally, ("equalized_odds", "predictive_parity"), tolerance=tolerance)


@st.cache_resource(show_spinner="Recalibrating the scores of each group ...")
def _recalibrated_tally(slug: str) -> Tally:
    return recalibrated(tally_of(slug))


@st.cache_resource(show_spinner=False, max_entries=128)
def _odds_enforced(slug: str, tolerance: float) -> list[Row]:
    """Return the rows that meet equalized odds, as given and recalibrated."""
    tallies = {"As given": tally_of(slug), "Recalibrated": _recalibrated_tally(slug)}
    return [
        judged_at(
            f"{name}, equalized odds enforced",
            replace(current_audit().view(slug, tolerance=tolerance), tally=tally),
            best_within(tally, tolerance, gap="equalized_odds"),
        )
        for name, tally in tallies.items()
    ]


@st.cache_resource(show_spinner=False)
def _auc(slug: str) -> dict[str, float]:
    return roc_auc(exact_tally_of(slug))


def _base_rate_controls(pair: View, names: tuple[str, ...]) -> tuple[str, list[float], int]:
    """Return the group whose base rate moves, the base rates on its way, and where it is."""
    own = dict(zip(pair.groups, pair.tally.base_rates.tolist(), strict=True))
    lower = min(own, key=own.__getitem__)
    group_key = page_choice("reweight", list(pair.groups), default=lower)
    shift_key = page_choice("shift", _STEPS)
    with st.grid(2, min_column_width=260, gap=("xsmall", "medium")):
        st.segmented_control(
            "Whose base rate moves",
            pair.groups,
            format_func=lambda name: group_label(names, name),
            key=group_key,
            required=True,
            wrap=True,
            persist_state="session",
        )
        group: str = st.session_state[group_key]
        rates = _on_the_way(pair.tally, group)
        st.select_slider(
            f"Base rate of {foreign.who(group)}, from their own to that of "
            f"{foreign.who(_other(pair, group))}",
            _STEPS,
            format_func=lambda step: words.percent(rates[_STEPS.index(step)]),
            key=shift_key,
            persist_state="session",
        )
    return group, rates, _STEPS.index(st.session_state[shift_key])


def _other(pair: View, group: str) -> str:
    return next(name for name in pair.groups if name != group)


def _gap_lines(pair: View, group: str, rates: Sequence[float]) -> dict[str, list[float]]:
    tpr, fpr = (float(pair.overall[rate]) for rate in _ERRORS)
    other = float(pair.tally.base_rates[pair.groups.index(_other(pair, group))])
    reach = _nearest(pair.key, pair.groups, group)
    return charts.gap_lines(rates, other, (tpr, fpr), reach)


def _draw_gaps(
    pair: View, group: str, rates: Sequence[float], lines: dict[str, list[float]], place: int
) -> None:
    tpr, fpr = (float(pair.overall[rate]) for rate in _ERRORS)
    at_place = [line[place] for line in lines.values()]
    here = charts.gap_columns([rates[place]], {name: [y[place]] for name, y in lines.items()})
    limit = {"gap": [pair.tolerance], "label": ["tolerance"]}
    draw_chart(
        charts.base_rate_spec(f"base rate of {words.who(group)}"),
        {"gaps": charts.gap_columns(rates, lines), "here": here, "tolerance": limit},
        title="What equal error rates force vanishes as the base rates meet",
        alt="Three gaps between two groups against the base rate of one of them: the PPV gap and "
        "the selection gap that equal error rates force, and the smallest gap in reach.",
        takeaway=sentences.forced_words((tpr, fpr), *at_place),
        key="gaps",
        table=lambda: _gaps_table(rates, lines),
    )


def _gaps_table(rates: Sequence[float], lines: dict[str, list[float]]) -> pd.DataFrame:
    index = pd.Index([words.percent(rate) for rate in rates], name="base rate")
    texts = {name: [words.number(gap) for gap in line] for name, line in lines.items()}
    return pd.DataFrame(texts, index=index)


def _nothing_to_move(forced: float) -> str:
    return (
        "There was nothing to move: at these thresholds equal error rates force a gap of no more "
        f"than {words.number(forced)} between the base rates as they are."
    )


def _what_remains(pair: View, moved: View, group: str, both: Row) -> str:
    """Say what still stands in the way in the reweighted world."""
    auc, place = _auc(pair.key), pair.groups.index(group)
    before, after = (
        float(calibration(view.tally).expected_calibration_error[place]) for view in (pair, moved)
    )
    parts = (
        "The arithmetic no longer stands in the way, as far as the tolerance goes.",
        sentences.ranking_words({name: auc[name] for name in pair.groups}),
        _cost_of_both(moved, both),
        sentences.calibration_words(group, before, after),
    )
    return " ".join(filter(None, parts))


def _cost_of_both(moved: View, both: Row) -> str:
    if both.thresholds is None:
        return (
            "In this changed world no thresholds on the grid meet equalized odds and predictive "
            "parity at once."
        )
    best, _ = accuracy_and_gap(moved.tally, most_accurate(moved.tally))
    how = f" and {both.note}" if both.note else ""
    return (
        "In this changed world, meeting equalized odds and predictive parity at once leaves an "
        f"accuracy of {words.percent(both.accuracy, 2)}{how}; {words.percent(best, 2)} would be "
        "the best."
    )


def _draw_separation(before: View, after: View, enforced: Sequence[Row]) -> None:
    table = pd.DataFrame(
        {
            f"{RATES[rate].short} {when}": view.rates[rate].map(words.percent)
            for rate in _ERRORS
            for when, view in (("before", before), ("after", after))
        }
    )
    both = [view.criteria for view in (before, after)]
    draw_chart(
        charts.separation_spec(before.groups),
        {"rates": charts.separation_columns(before.rates, after.rates)},
        title="Equalized odds, exactly met, would put all marks on one spot",
        alt="Both error rates of each group as a mark, with a line from where it lay before the "
        "scores were recalibrated.",
        takeaway=sentences.recalibration_words(
            [one.expected_calibration_error.value for one in both],
            [one.equalized_odds_difference.value for one in both],
            [row.accuracy for row in enforced],
        ),
        key="separation",
        table=table,
    )

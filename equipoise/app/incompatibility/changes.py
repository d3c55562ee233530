"""Two changes that would ease the conflict: other base rates, and recalibrated scores."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from equipoise import foreign, words
from equipoise.app.draw import draw
from equipoise.app.session import page_choice
from equipoise.app.tasks import draw_task
from equipoise.audit import Audit, View
from equipoise.figures.incompatibility.base_rate import gaps_along
from equipoise.figures.incompatibility.recalibration import separation
from equipoise.figures.incompatibility.verdicts import verdict_table
from equipoise.figures.theme import group_label
from equipoise.frontiers.frontier import best_within
from equipoise.incompatibility.changes import recalibrated
from equipoise.incompatibility.reweighting import STEPS, Reweighted
from equipoise.incompatibility.rows import Row, judged, judged_at
from equipoise.keeping import kept
from equipoise.tally import Tally
from equipoise.tasks.incompatibility import NOTHING_FORCED

_STEPS = [str(round(100 * step)) for step in STEPS]
_SCORES = {"as-given": "as the model gives them", "recalibrated": "recalibrated in each group"}
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
        still = Reweighted(pair, st.session_state[group_key])
        who, others = (
            foreign.people(pair.vocabulary, group) for group in (still.group, still.other)
        )
        st.select_slider(
            f"Base rate of {who}, from their own to that of {others}",
            _STEPS,
            format_func=lambda step: words.percent(still.base_rates[_STEPS.index(step)]),
            key=shift_key,
            persist_state="session",
        )
    world = replace(still, step=_STEPS.index(st.session_state[shift_key]))
    draw(gaps_along(world), key="gaps")
    st.markdown(
        "*Both enforced*: the most accurate thresholds that meet equalized odds and predictive "
        "parity at once. The table is about these two groups."
    )
    # The world as it is counts people in whole numbers; reweighted by 1 they could be rounded.
    worlds = [("As it is", pair, world.meeting_both(moved=False))]
    if world.step:
        worlds.append(("Reweighted", world.view, world.meeting_both(moved=True)))
    rows = [judged(f"{name}, your thresholds", view) for name, view, _ in worlds]
    rows += [
        judged_at(f"{name}, both enforced", view, both, unmet=_NOT_BOTH)
        for name, view, both in worlds
    ]
    caption = "Verdicts for two groups before and after reweighting."
    st.html(verdict_table(rows, caption=caption, names=names))
    draw_task(NOTHING_FORCED, world, rows[-1])


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
    # The first to ask waits for SciPy to load; later it is too quick for the spinner to show.
    with st.spinner("Recalibrating the scores of each group ..."):
        after = replace(view, tally=_recalibrated(view.tally))
    enforced = [
        _odds_enforced(one.tally, title, one.audit, one.key, one.tolerance)
        for title, one in (("As given", view), ("Recalibrated", after))
    ]
    draw(separation(view, after, [row.accuracy for row in enforced]), key="separation")
    rows = [
        judged("As given, your thresholds", view),
        judged("Recalibrated, your thresholds", after),
        *enforced,
    ]
    caption = "Verdicts before and after recalibration."
    st.html(verdict_table(rows, caption=caption, names=view.groups))


_recalibrated = kept()(recalibrated)


@kept(maxsize=128)
def _odds_enforced(tally: Tally, title: str, audit: Audit, key: str, tolerance: float) -> Row:
    """Return the row that meets equalized odds with these scores."""
    thresholds = best_within(tally, tolerance, gap="equalized_odds")
    view = View(audit, key, tally, {}, tolerance)
    return judged_at(f"{title}, equalized odds enforced", view, thresholds)

"""Which curves the frontier's drawing holds, what each says, and what to try with them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app import frontiers
from equipoise.app.session import page_choices
from equipoise.app.tasks import try_this
from equipoise.app.views import View
from equipoise.charts import frontier_curves as charts
from equipoise.charts.frontier_choice import Choice
from equipoise.charts.frontier_plane import Columns
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised import RANDOMISED_GAPS

KEY = "curves"
_TWO_ONLY = (
    "left out here: with more than two groups, trying every score of each would take minutes."
)


def curves_now() -> tuple[str, ...]:
    """Return the curves that are drawn, in their order; at first the grid alone."""
    key = page_choices(KEY, list(charts.CURVES), default=("grid",))
    return tuple(name for name in charts.CURVES if name in st.session_state[key])


def ask_which_curves() -> None:
    """Let the reader choose the curves that are drawn; `curves_now` returns them."""
    st.pills(
        "Curves",
        list(charts.CURVES),
        selection_mode="multi",
        format_func=lambda name: charts.CURVES[name].title,
        key=KEY,
        help="\n".join(f"- **{c.title}**: {c.meaning}" for c in charts.CURVES.values()),
        wrap=True,
        persist_state="session",
    )


def curve_tables(view: View, gap: str, curves: Collection[str]) -> dict[str, Columns]:
    """Return the tables of the further curves; only those switched on are computed."""
    drawn: dict[str, pd.DataFrame] = {}
    if "exact" in curves and len(view.groups) == 2:
        drawn["exact"] = frontiers.finest_frontier_of(view.slug, gap).points
    if "coin" in curves and gap in RANDOMISED_GAPS:
        drawn["coin"] = frontiers.randomised_of(view.slug, gap).points
    if "shared" in curves:
        drawn["shared"] = frontiers.shared_of(view.slug, gap)
    if view.uncertainty:
        drawn["band"] = frontiers.band_of(view.slug, gap)
    return charts.curve_tables(drawn)


def explain_curves(view: View, choice: Choice, curves: Collection[str]) -> None:
    """Say what each further curve is and what it says at the chosen gap."""
    lines = [
        f"- **{charts.CURVES[name].title}** ({charts.CURVES[name].line}): {say(view, choice)}"
        for name, say in _SAYS.items()
        if name in curves
    ]
    if view.uncertainty:
        band = frontiers.band_of(view.slug, choice.front.gap)
        lines.append(f"- {charts.band_line(band, choice.gap, frontiers.REPLICATES)}")
    if lines:
        st.markdown("\n".join(lines))


def try_a_curve(view: View, choice: Choice, curves: Collection[str]) -> None:
    """Set a task on the curves; with uncertainty shown, one on the band instead."""
    if view.uncertainty:
        _reach_the_baseline(view, choice)
        return
    done, comment = "shared" in curves, ""
    if done:
        path = frontiers.shared_of(view.slug, choice.front.gap)
        comment = charts.shared_comment(path, choice.front)
    try_this(
        "Switch on “one threshold” among the curves. How much of the gap closes when nobody's "
        "group is known?",
        done=done,
        comment=comment,
        not_yet="It is drawn as a dotted line, a dot for each threshold.",
    )


def _reach_the_baseline(view: View, choice: Choice) -> None:
    front = choice.front
    gaps = front.points["gap"].to_numpy()
    _, high = charts.band_at(frontiers.band_of(view.slug, front.gap), gaps)
    reaching = np.flatnonzero(high >= front.baseline_accuracy)
    baseline = words.percent(front.baseline_accuracy, 2)
    reaches = choice.row in reaching
    try_this(
        "Choose the smallest gap at which the grey band still reaches the baseline's accuracy of "
        f"{baseline}.",
        done=len(reaching) > 0 and choice.row == reaching[0],
        comment="To the right of here, what the repair costs is no more than the luck of who was "
        "drawn. That is a rough reading: the baseline moves with the people too.",
        not_yet="The band reaches it here, and at a smaller gap too."
        if reaches
        else f"Here the band ends at {words.percent(high[choice.row], 2)}.",
    )


def _say_exact(view: View, choice: Choice) -> str:
    if len(view.groups) > 2:
        return _TWO_ONLY
    exact = frontiers.finest_frontier_of(view.slug, choice.front.gap)
    return charts.exact_line(exact, choice.front, choice.gap)


def _say_coin(view: View, choice: Choice) -> str:
    gap = choice.front.gap
    if gap not in RANDOMISED_GAPS:
        return no_coin(gap)
    fixed = frontiers.finest_frontier_of(view.slug, gap)
    return charts.coin_line(frontiers.randomised_of(view.slug, gap), fixed, choice.gap)


def _say_shared(view: View, choice: Choice) -> str:
    path = frontiers.shared_of(view.slug, choice.front.gap)
    return charts.shared_line(path, choice.front)


def no_coin(gap: str) -> str:
    """Return why this gap has no curve with a coin."""
    possible = words.listed(GAPS[name].title.lower() for name in RANDOMISED_GAPS)
    return (
        f"left out here: {GAPS[gap].title.lower()} is a quotient of chances, for which this "
        f"linear construction does not work. It does for {possible}."
    )


_SAYS = {"exact": _say_exact, "coin": _say_coin, "shared": _say_shared}

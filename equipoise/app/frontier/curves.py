"""Which curves the frontier's drawing holds, what each says, and what to try with them."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.frontier import kept as frontiers
from equipoise.app.session import page_choices
from equipoise.app.tasks import try_this
from equipoise.app.views import View
from equipoise.figures.frontier import curves as charts
from equipoise.figures.frontier.choice import Choice, cost_task
from equipoise.figures.frontier.plane import Columns
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised.rules import RANDOMISED_GAPS

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
        drawn["exact"] = frontiers.finest_frontier_of(view.key, gap).points
    if "coin" in curves and gap in RANDOMISED_GAPS:
        drawn["coin"] = frontiers.randomised_of(view.key, gap).points
    if "shared" in curves:
        drawn["shared"] = frontiers.shared_of(view.key, gap)
    if view.uncertainty:
        drawn |= frontiers.cost_band_of(view.key, gap)
    return charts.curve_tables(drawn)


def explain_curves(view: View, choice: Choice, curves: Collection[str]) -> None:
    """Say what each further curve is and what it says at the chosen gap."""
    lines = [
        f"- **{charts.CURVES[name].title}** ({charts.CURVES[name].line}): {say(view, choice)}"
        for name, say in _SAYS.items()
        if name in curves
    ]
    if view.uncertainty:
        costs = frontiers.cost_of(view.key, choice.front.gap)
        lines.append(f"- {charts.band_line(costs, choice.row)}")
    if lines:
        st.markdown("\n".join(lines))


def cost_interval(view: View, choice: Choice) -> str:
    """Return the interval of the chosen point's cost; "" unless uncertainty is shown."""
    if not view.uncertainty:
        return ""
    return charts.cost_interval(frontiers.cost_of(view.key, choice.front.gap), choice.row)


def try_a_curve(view: View, choice: Choice, curves: Collection[str]) -> None:
    """Set a task on the curves; with uncertainty shown, one on the costs instead."""
    if view.uncertainty and _weigh_the_cost(view, choice):
        return
    done, comment = "shared" in curves, ""
    if done:
        path = frontiers.shared_of(view.key, choice.front.gap)
        comment = charts.shared_comment(path, choice.front)
    try_this(
        "Switch on “one threshold” among the curves. How much of the gap closes when nobody's "
        "group is known?",
        done=done,
        comment=comment,
        not_yet="It is drawn as a dotted line, a dot for each threshold.",
    )


def _weigh_the_cost(view: View, choice: Choice) -> bool:
    """Set a task on the intervals of the costs; return whether there is one to set."""
    costs = frontiers.cost_of(view.key, choice.front.gap)
    task = cost_task(choice.front, costs)
    if task is None:
        return False
    asked, row = task
    try_this(
        asked,
        done=choice.row == row,
        comment=charts.cost_comment(costs, row, float(view.tally.n.sum())),
        not_yet=charts.cost_so_far(costs, choice.row, row),
    )
    return True


def _say_exact(view: View, choice: Choice) -> str:
    if len(view.groups) > 2:
        return _TWO_ONLY
    exact = frontiers.finest_frontier_of(view.key, choice.front.gap)
    positives = view.tally.positives.sum() / view.tally.n.sum()
    return charts.exact_line(exact, choice.front, choice.gap, max(positives, 1 - positives))


def _say_coin(view: View, choice: Choice) -> str:
    gap = choice.front.gap
    if gap not in RANDOMISED_GAPS:
        return no_coin(gap)
    coin = frontiers.randomised_of(view.key, gap)
    fixed = frontiers.finest_frontier_of(view.key, gap)
    mean_gap = frontiers.mean_toss_gap_of(view.key, gap, choice.gap)
    return charts.coin_line(coin, fixed, choice.gap, mean_gap)


def _say_shared(view: View, choice: Choice) -> str:
    path = frontiers.shared_of(view.key, choice.front.gap)
    return charts.shared_line(path, choice.front)


def no_coin(gap: str) -> str:
    """Return why this gap has no curve with a coin."""
    drawn = words.listed(GAPS[name].title.lower() for name in RANDOMISED_GAPS)
    if GAPS[gap].is_ratio:
        why = "the limit of the impact ratio would have to be solved point by point"
    else:
        why = (
            "predictive parity divides by the people selected, whose number hangs on the coin "
            "too, and this linear construction does not allow for that"
        )
    return f"left out here: {why}. It is drawn for {drawn}."


_SAYS = {"exact": _say_exact, "coin": _say_coin, "shared": _say_shared}

"""What recalibrating the scores within each group does to its error rates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.audit import View
from equipoise.figures.figure import Figure
from equipoise.figures.theme import (
    RATE_FORMAT,
    group_colour,
    group_shape,
    source,
    specification,
)
from equipoise.keeping import kept
from equipoise.rates import RATES
from equipoise.tally import Tally

_ERRORS = ("true_positive_rate", "false_positive_rate")


def separation(before: View, after: View, accuracies: Sequence[float]) -> Figure:
    """Return both error rates of each group, before and after recalibration.

    Parameters
    ----------
    before, after : View
        The same groups and thresholds, with the scores as given and recalibrated.
    accuracies : sequence of float
        The best accuracy with equalized odds, before and after.
    """
    both = (before, after)
    table = pd.DataFrame(
        {
            f"{RATES[rate].short} {when}": view.rates[rate].map(words.percent)
            for rate in _ERRORS
            for when, view in zip(("before", "after"), both, strict=True)
        }
    )
    return Figure(
        title="Equalized odds, exactly met, would put all marks on one spot",
        takeaway=recalibration_words(
            [view.criteria.expected_calibration_error.value for view in both],
            [view.criteria.equalized_odds_difference.value for view in both],
            accuracies,
        ),
        alt="Both error rates of each group as a mark, with a line from where it lay before the "
        "scores were recalibrated.",
        spec=separation_spec(before.tally),
        data={"rates": separation_columns(before.rates, after.rates)},
        table=lambda: table,
    )


@kept()
def separation_spec(tally: Tally) -> dict[str, Any]:
    """Return the chart of both error rates before and after recalibration."""
    legend = alt.Legend(
        title=None, orient="top", columns=1, symbolSize=110, labelLimit=280, labelFontSize=13
    )
    scale = alt.Scale(zero=False, padding=14)
    axis = partial(alt.Axis, format=RATE_FORMAT, tickCount=5)
    x = alt.X("false_positive_rate:Q", scale=scale, axis=axis(title="false-positive rate"))
    y = alt.Y("true_positive_rate:Q", scale=scale, axis=axis(title="true-positive rate"))
    colour, shape = group_colour(tally.groups), group_shape(tally.groups)
    # The line begins where the group lay; the mark, and with it the shape, is where it went.
    base = alt.Chart(source("rates")).encode(x=x, y=y, color=colour.legend(legend))
    path = base.mark_line(strokeWidth=2).encode(order="step:Q")
    after = base.transform_filter("datum.step == 1")
    marks = after.mark_point().encode(shape=shape.legend(legend))
    return specification(alt.layer(path, marks).properties(height=280))


def separation_columns(before: pd.DataFrame, after: pd.DataFrame) -> dict[str, list[Any]]:
    """Return each group's two error rates, before (step 0) and after (step 1)."""
    both = (before, after)
    columns = {rate: [value for table in both for value in table[rate]] for rate in _ERRORS}
    groups = [group for table in both for group in table.index]
    return {"group": groups, "step": [0] * len(before) + [1] * len(after), **columns}


def recalibration_words(
    errors: Sequence[float], gaps: Sequence[float], accuracies: Sequence[float]
) -> str:
    """Return what recalibration does; each argument is a value before and one after."""
    error, gap = (" to ".join(map(words.number, pair)) for pair in (errors, gaps))
    best = [words.percent(accuracy, 2) for accuracy in accuracies]
    text = (
        f"At your thresholds the largest calibration error goes from {error}, and the "
        f"equalized-odds gap from {gap}. "
    )
    if best[0] == best[1]:
        return f"{text}The best accuracy with equalized odds stays at {best[0]}."
    text += f"The best accuracy with equalized odds goes from {best[0]} to {best[1]}"
    if accuracies[1] > accuracies[0]:
        return f"{text}."
    return (
        f"{text}: scores that became equal, or came to lie between the same two thresholds, can "
        "no longer be told apart."
    )

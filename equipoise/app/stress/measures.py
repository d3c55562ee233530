"""What is recovered: the measures against the amount of bias, and what they say."""

from __future__ import annotations

from typing import Any

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart, draw_table
from equipoise.app.stress.asking import Asked
from equipoise.app.stress.choices import BIASES, NOTHING, OTHER_ORDER, REPAIRED, groups_of
from equipoise.app.stress.live import BusyError, agreement
from equipoise.figures.stress import charts
from equipoise.figures.stress import words as said
from equipoise.figures.stress.curves import Curves
from equipoise.foreign import plain

ARMS = (NOTHING, REPAIRED)


def reference_words(asked: Asked) -> str:
    """Say what fidelity compares with, and how far that is from the truth."""
    learned = "learned" if asked.world is None else "table"
    kind = "true" if asked.choices.reference == "true" else learned
    try:
        found = () if kind == "true" else agreement(asked.choices, asked.world)
    except BusyError as error:
        return plain(error)
    noisy = asked.choices.eta > 0
    return said.reference_words(kind, found, asked.minority, noisy=noisy)


def shown_groups(found: Curves, minority: str) -> tuple[str, ...]:
    """Return whose curves are drawn: of two groups both, else the minority and everybody."""
    groups = found.groups[1:]
    return groups if len(groups) == 2 else (minority, "")


def draw_measures(found: Curves, asked: Asked, *, key: str) -> None:
    """Draw the three measures on the test rows against the amount of bias."""
    names, shown = found.groups[1:], shown_groups(found, asked.minority)
    amount = BIASES[asked.choices.bias].amount
    here = {"level": [asked.amount]}
    span = (asked.choices.levels[0], asked.choices.levels[-1])
    first, *others = charts.TITLES
    others_are = " Lines without a colour are everybody's." if "" in shown else ""

    def draw(measure: str, **look: Any) -> None:
        # The other order is drawn where the page speaks of it; else lines would hide lines.
        drawn = found.models if measure == first else found.models[:2]
        data = {
            "lines": found.lines(measure, shown, drawn),
            "dots": found.dots(measure, shown, drawn),
            "holes": found.holes(),
            "here": here,
            "published": charts.NONE,
        }
        draw_chart(
            charts.curves_spec(measure, amount, names, drawn, span, shown=shown, **look),
            data,
            title=charts.TITLES[measure],
            alt=f"{charts.TITLES[measure]} on unbiased test rows against the {amount}: dashed "
            "where nothing is done, full where repaired, dotted where repaired with the rows in "
            "another order, for each group; repeats as dots.",
            takeaway=_takeaway(found, measure, asked) + others_are,
            key=f"{key} {measure}",
        )

    draw(first, height=260)
    if asked.choices.ordered:
        st.markdown(_order_words(found, asked))
    with st.grid(2, min_column_width=290):
        for measure in others:
            with st.container():
                draw(measure, height=200, legends=())
    for line in found.hole_lines():
        st.markdown(f":material/close: {line}")
    draw_table(found.table, key=f"{key} numbers", title="All measures as a table")


def _takeaway(found: Curves, measure: str, asked: Asked) -> str:
    values = [found.at(measure, asked.minority, asked.amount, arm) for arm in ARMS]
    who, where = f"Group {plain(asked.minority)}", f"at {words.percent(asked.amount, 0)}"
    if measure == "disparity":
        nothing, repaired = (words.points(value).lstrip("+") for value in values)
        return (
            f"{who}, {where}: its true- or false-positive rate lies up to {repaired} from "
            f"everybody's when repaired, {nothing} when nothing is done."
        )
    of_whom = f"test rows{' a draw' if len(found.values) > 1 else ''}"
    nothing, repaired = (said.counted(value, _people(asked), of_whom) for value in values)
    if measure == "accuracy":
        noisy = asked.world is None and asked.choices.eta > 0
        eta = asked.choices.eta
        wrong, right = words.percent(eta, 0), words.percent(1 - eta, 0)
        return (
            f"{who}, {where}: decided as labelled in {repaired} when repaired, in {nothing} when "
            "nothing is done."
            + (f" About {wrong} of the test rows' labels are wrong, so that the true classifier "
               f"itself agrees with only about {right} of them: much more is the luck of a draw."
               if noisy else "")
        )  # fmt: skip
    gained = found.gain(measure, asked.minority, asked.amount, *ARMS)
    return (
        f"{who}, {where}: decided as {_referee(asked)} decides in {repaired} when repaired, in "
        f"{nothing} when nothing is done. {said.gain_words(gained)}"
    )


def _referee(asked: Asked) -> str:
    return "the true classifier" if asked.choices.reference == "true" else "the reference"


def _people(asked: Asked) -> int:
    """Return about how many test rows of the minority a repeat has."""
    choices, world = asked.choices, asked.world
    if world is None:
        return round(choices.r * choices.n / 2)
    share = float(world.rows.counts[world.rows.minority].sum() / world.rows.n)
    return round(share * choices.n / 2)


def _order_words(found: Curves, asked: Asked) -> str:
    majority, minority = groups_of(asked.world)
    first, other = (
        (majority, minority) if asked.choices.first.startswith("A") else (minority, majority)
    )
    at = {
        group: found.at("fidelity", asked.minority, asked.amount, arm)
        for group, arm in ((first, REPAIRED), (other, OTHER_ORDER))
    }
    return said.order_words(at)

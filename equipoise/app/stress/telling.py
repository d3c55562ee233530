"""What every finding of the stress test is told with: a picture, its sentence, a way on."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_chart
from equipoise.app.stress.asking import set_bench
from equipoise.app.stress.choices import BIASES, OTHER_ORDER, REPAIRED, Choices
from equipoise.app.stress.live import agreement
from equipoise.app.stress.measures import ARMS
from equipoise.figures.stress import charts
from equipoise.figures.stress import words as said
from equipoise.figures.stress.curves import Curves
from equipoise.stress import Gain

DRAWS = 5
"""Repeats behind every story."""

_GROUPS = ("A", "B")


def gain_at(found: Curves, level: float) -> Gain:
    """Return the minority's gain in fidelity at a level."""
    return found.gain("fidelity", "B", level, *ARMS)


def added(found: Curves, level: float) -> str:
    """Return what the repair adds to doing nothing, with its error."""
    one = gain_at(found, level)
    return f"{words.points(one.mean)}, ± {words.number(100 * one.error, 1)} (standard error)"


def order_words(found: Curves, level: float) -> str:
    """Say what the search finds with a row of A first, as drawn, and with one of B."""
    arms = (("A", REPAIRED), ("B", OTHER_ORDER))
    return said.order_words({g: found.at("fidelity", "B", level, arm) for g, arm in arms})


def _takeaway(found: Curves, choices: Choices, level: float, when: str) -> str:
    people = round(choices.r * choices.n / 2)
    nothing, repaired = (
        said.counted(found.at("fidelity", "B", level, arm), people, "test rows a draw")
        for arm in ARMS
    )
    return (
        f"the minority is decided as the reference decides in {repaired} {when} and in {nothing} "
        f"when nothing is done. {said.gain_words(gain_at(found, level))}"
    )


def draw_fidelity(
    found: Curves, choices: Choices, level: float, where: str, when: str, *, key: str
) -> None:
    """Draw the fidelity of both groups against the amount of bias.

    Parameters
    ----------
    found : Curves
    choices : Choices
    level : float
        The amount that is told.
    where, when : str
        How the sentence begins, and what it calls the repair.
    key : str
        Unique on the page.
    """
    amount = BIASES[choices.bias].amount
    span = (choices.levels[0], choices.levels[-1])
    data = {
        "lines": found.lines("fidelity", _GROUPS, ARMS),
        "dots": found.dots("fidelity", _GROUPS, ARMS),
        "holes": found.holes(),
        "here": {"level": [level]},
        "published": charts.NONE,
    }
    draw_chart(
        charts.curves_spec("fidelity", amount, _GROUPS, ARMS, span, height=250),
        data,
        title=charts.TITLES["fidelity"],
        alt=f"Agreement with the reference against the {amount}, for groups A and B; dashed "
        "where nothing is done, full where repaired; single draws as dots.",
        takeaway=f"{where} {_takeaway(found, choices, level, when)} "
        f"{words.count(choices.n / 2)} test rows a draw, never biased.",
        key=f"story {key}",
    )
    for line in found.hole_lines():
        st.markdown(f":material/close: {line}")
    noisy = choices.eta > 0
    st.markdown(said.reference_words("learned", agreement(choices), "B", noisy=noisy))


def to_bench(choices: Choices, amount: float, key: str) -> None:
    """Offer to set the bench to what a finding shows."""
    if st.button(
        "Take this to the bench", key=f"bench {key}", icon=":material/arrow_forward:",
        on_click=set_bench, args=(choices, DRAWS, amount),
    ):  # fmt: skip
        st.rerun()

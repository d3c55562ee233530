"""The theorem's condition as a readout that turns."""

from __future__ import annotations

import streamlit as st

from equipoise import words
from equipoise.app.stress.asking import Asked
from equipoise.stress import condition


def condition_card(asked: Asked) -> None:
    """Say whether the theorem promises that equalized odds recovers the truth."""
    choices = asked.choices
    why = _why_silent(asked)
    if why:
        st.markdown(f":material/horizontal_rule: **The theorem is silent here.** {why}")
        return
    st.markdown(condition_words(choices.r, choices.eta, 1 - asked.amount))


def condition_words(r: float, eta: float, beta: float) -> str:
    """Return the condition with its numbers, and what it says."""
    value = condition(r, eta, beta)
    sum_words = (
        f"(1 − {r:g})(1 − 2 × {eta:g}) + {r:g} × ((1 − {eta:g}) × {beta:g} − {eta:g}) = "
        f"**{words.signed(value)}**"
    )
    if value > 0:
        icon, says = ":material/check_circle:", "recovery is promised"
    else:
        icon, says = ":material/cancel:", "recovery is not promised"
    turning = turning_point(r, eta)
    where = (
        "It holds at every amount."
        if turning is None
        else f"It turns where {words.percent(turning)} are removed."
    )
    return (
        f"{icon} **The theorem's condition: {says}.** (1 − r)(1 − 2η) + r((1 − η)β − η) must be "
        f"above 0, with the minority's share r, label noise η, and β the share of its positive "
        f"rows that stay: {sum_words}. {where}"
    )


def turning_point(r: float, eta: float) -> float | None:
    """Return the share removed at which the condition becomes 0; None if it never does."""
    beta = (eta - (1 - r) * (1 - 2 * eta) / r) / (1 - eta)
    return 1 - beta if 0 <= beta <= 1 else None


def _why_silent(asked: Asked) -> str:
    if asked.world is not None:
        return "It speaks of a world whose noise and true classifiers are known."
    if asked.choices.bias != "positives-removed":
        return "It speaks of one bias only: positive minority rows that are missing."
    if asked.choices.d != 0:
        return "It asks for equal base rates in both groups, and the majority's is shifted."
    return ""

"""The theorem's condition in words, for what it speaks of."""

from __future__ import annotations

import math

from equipoise import words
from equipoise.foreign import plain
from equipoise.stress.bench import Setup
from equipoise.stress.choices import REPAIRS
from equipoise.stress.theory import condition

SPEAKS_OF = ("equalized_odds", "equal_opportunity")
"""The constraints the theorem is about."""


def theorem_words(setup: Setup, repaired: float, why_none: str = "") -> str:
    """Say whether the theorem speaks of a setup, and what it says.

    Parameters
    ----------
    setup : Setup
    repaired : float
        The minority's fidelity after the repair; NaN where there is none.
    why_none : str
        Why there is none.
    """
    if why := why_silent(setup):
        return _silent(why)
    choices = setup.choices
    said = condition_words(choices.r, choices.eta, 1 - setup.amount)
    if not math.isfinite(repaired):
        said += f" But here the repair has no value that could show it. {plain(why_none)}".rstrip()
    return said


def condition_words(r: float, eta: float, beta: float) -> str:
    """Return the condition with its numbers, and what it says."""
    if beta == 0:
        return _silent(
            "No positive row of the minority is left, so that equalized odds asks for nothing "
            "there; it needs some, however few."
        )
    value = condition(r, eta, beta)
    sum_words = (
        f"(1 − {r:g})(1 − 2 × {eta:g}) + {r:g} × ((1 − {eta:g}) × {beta:g} − {eta:g}) = "
        f"**{words.signed(value)}**"
    )
    if value > 0:
        icon, says = ":material/check_circle:", "it holds"
        means = (
            "With endless rows, the most accurate of all classifiers with equalized odds on the "
            "biased rows would be the true one. A repair that tries a few of them on some rows "
            "may still miss it."
        )
    else:
        icon, says = ":material/cancel:", "it does not hold"
        means = "Nothing is promised."
    turning = turning_point(r, eta)
    where = (
        "At this share and noise it holds however many are removed, short of all."
        if turning is None
        else f"It turns where {words.percent(turning)} are removed."
    )
    return (
        f"{icon} **The theorem's condition: {says}.** {means} (1 − r)(1 − 2η) + r((1 − η)β − η) "
        "must be above 0, with the minority's share r, the share η of labels that are wrong, and "
        f"the share β of the minority's positive rows that stay: {sum_words}. {where}"
    )


def _silent(why: str) -> str:
    return f":material/horizontal_rule: **The theorem does not speak of this.** {why}"


def turning_point(r: float, eta: float) -> float | None:
    """Return the share removed at which the condition becomes 0; None if it never does."""
    beta = (eta - (1 - r) * (1 - 2 * eta) / r) / (1 - eta)
    return 1 - beta if 0 <= beta <= 1 else None


def why_silent(setup: Setup) -> str:
    """Say why the theorem says nothing of a setup; "" where it does."""
    choices = setup.choices
    if getattr(REPAIRS[choices.repair].make(), "constraint", None) not in SPEAKS_OF:
        return (
            "It is about classifiers with equalized odds or equal opportunity. This repair asks "
            "for something else."
        )
    if not setup.made_up:
        return "It speaks of a world whose noise and true classifiers are known."
    if choices.bias != "positives-removed":
        return "It speaks of one bias only: positive minority rows that are missing."
    if choices.d != 0:
        return "It asks for equal base rates in both groups, and the majority's is shifted."
    return ""

"""Where a level of the recorded study stands on its axis, and how it is written."""

from __future__ import annotations

from equipoise import words
from equipoise.stress.study.artifact import CurveResult
from equipoise.stress.study.published import base_rate_difference

_VARIED = "base_rates"


def axis_of(curve: CurveResult) -> str:
    """Return what the horizontal axis of a curve measures."""
    if curve.key == _VARIED:
        return "majority's share of positives minus the minority's"
    return curve.axis


def place_of(curve: CurveResult, level: float) -> float:
    """Return where a level stands on the axis: a mean of features as the base rates it makes."""
    return base_rate_difference(level) if curve.key == _VARIED else level


def is_share(curve: CurveResult) -> bool:
    """Return whether levels are shares, written as percentages."""
    return curve.key != _VARIED


def level_words(curve: CurveResult, level: float) -> str:
    """Return a level as a sentence has it."""
    if is_share(curve):
        return words.percent(level, 0)
    return f"a difference of {words.signed(place_of(curve, level), 1)}"

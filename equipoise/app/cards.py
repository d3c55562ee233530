"""Rates and criteria as they look on every page: small cards beside each other.

A row of cards is one piece of text. Each further element would have to travel and be laid
out again at every move of a slider.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

import streamlit as st

from equipoise import words
from equipoise.app.marks import CRITERIA, VERDICTS
from equipoise.criteria import Criterion

_UNSIGNED = (
    "disparate_impact_ratio",
    "equalized_odds_difference",
    "expected_calibration_error",
)


def criterion_cards(
    criteria: Iterable[Criterion], *, details: Mapping[str, str] | None = None
) -> None:
    """Draw criteria: name, value, verdict, demand.

    Parameters
    ----------
    criteria : iterable of Criterion
    details : mapping from str to str, optional
        A line in words of people for some criteria, by name.
    """
    details = details or {}
    _draw(_criterion_lines(criterion, details.get(criterion.name, "")) for criterion in criteria)


def rate_cards(cards: Iterable[tuple[str, str, str]]) -> None:
    """Draw numbers, each with its name above and the people behind it below."""
    _draw((title, value, _small(people)) for title, value, people in cards)


def criterion_value(criterion: Criterion) -> str:
    """Return a criterion's value, with its sign where it has one."""
    say = words.number if criterion.name in _UNSIGNED else words.signed
    return say(criterion.value)


def _criterion_lines(criterion: Criterion, detail: str) -> list[str]:
    mark = CRITERIA[criterion.name]
    icon, verdict = VERDICTS[criterion.verdict]
    small = [mark.demand, detail, criterion.reason]
    return [
        f"**{mark.icon} {criterion.title}**",
        criterion_value(criterion),
        f"{icon} {verdict} {_limit(criterion)}",
        *(_small(line) for line in small if line),
    ]


def _limit(criterion: Criterion) -> str:
    if criterion.verdict == "undefined":
        return ""
    if criterion.name == "disparate_impact_ratio":
        return f"(four fifths: {words.number(criterion.limit, 2)})"
    return f"(within {words.number(criterion.limit, 2)})"


def _small(line: str) -> str:
    return f":small[{line}]"


def _draw(cards: Iterable[Iterable[str]]) -> None:
    """Draw cards of a name, a value and further lines; style.css lays them out."""
    parts = ['<div class="cards">']
    for card in cards:
        name, value, *lines = (escape(line, quote=False) for line in card)
        parts += ["<div>", name, f'<p class="value">{value}</p>', *lines, "</div>"]
    st.markdown("\n\n".join([*parts, "</div>"]), unsafe_allow_html=True)

"""Rates and criteria as they look on every page: small cards beside each other.

A row of cards is one piece of text. Each further element would have to travel and be laid
out again at every move of a slider.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

import streamlit as st

from equipoise import words
from equipoise.criteria import CRITERIA, Criterion
from equipoise.figures.metrics.words import criterion_interval, criterion_value
from equipoise.figures.theme import VERDICTS, symbol
from equipoise.foreign import plain
from equipoise.uncertainty.judgements import Judgement
from equipoise.vocabulary import Vocabulary

__all__ = ["criterion_cards", "criterion_interval", "criterion_value", "rate_cards"]


class _Card(NamedTuple):
    """A name, a value, lines below it, and how far the value could be off."""

    name: str
    value: str
    lines: list[str]
    interval: str = ""


def criterion_cards(
    criteria: Iterable[Criterion],
    vocabulary: Vocabulary,
    *,
    details: Mapping[str, str] | None = None,
    remarks: Mapping[str, Sequence[str]] | None = None,
    judgements: Mapping[str, Judgement] | None = None,
) -> None:
    """Draw criteria: name, value, verdict, demand.

    Parameters
    ----------
    criteria : iterable of Criterion
    vocabulary : Vocabulary
        What the people they are about are called.
    details : mapping from str to str, optional
        A line in words of people for some criteria, by name.
    remarks : mapping from str to sequence of str, optional
        How far to trust some of them, by name; a line each.
    judgements : mapping from str to Judgement, optional
        By name; where given, values come with their intervals and verdicts may abstain.
    """
    details, remarks, judgements = details or {}, remarks or {}, judgements or {}
    _draw(
        _criterion_card(
            criterion,
            vocabulary,
            [details.get(criterion.name, ""), *remarks.get(criterion.name, ())],
            judgements.get(criterion.name),
        )
        for criterion in criteria
    )


def rate_cards(cards: Iterable[tuple[str, str, str]]) -> None:
    """Draw numbers, each with its name above and the people behind it below."""
    _draw(_Card(title, value, [_small(people)]) for title, value, people in cards)


def _criterion_card(
    criterion: Criterion,
    vocabulary: Vocabulary,
    further: list[str],
    judgement: Judgement | None,
) -> _Card:
    asked = CRITERIA[criterion.name]
    icon, _, verdict = VERDICTS[judgement.verdict if judgement else criterion.verdict]
    limit = ""
    if criterion.verdict != "undefined":
        kind = "four fifths:" if asked.is_ratio else "limit"
        limit = f"({kind} {words.number(criterion.limit, 2)})"
    small = [asked.demands(vocabulary), *further, plain(criterion.reason)]
    return _Card(
        f"**{symbol(asked.icon)} {criterion.title}**",
        criterion_value(criterion),
        [f"{icon} {verdict} {limit}", *(_small(line) for line in small if line)],
        criterion_interval(judgement) if judgement else "",
    )


def _small(line: str) -> str:
    return f":small[{line}]"


def _draw(cards: Iterable[_Card]) -> None:
    """Draw cards beside each other; style.css lays them out."""
    parts = ['<div class="cards">']
    for card in cards:
        # Names and lines are Markdown, in which `plain` has marked whatever is not ours.
        value = escape(card.value, quote=False)
        beside = f" <small>{escape(card.interval)}</small>" if card.interval else ""
        parts += [
            "<div>",
            card.name,
            f'<p class="value">{value}{beside}</p>',
            *card.lines,
            "</div>",
        ]
    # Within HTML Markdown is read only after a blank line.
    st.markdown("\n\n".join([*parts, "</div>"]), unsafe_allow_html=True)

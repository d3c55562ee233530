"""Texts that are answered in two ways, side by side."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from equipoise import words
from equipoise.foreign import in_html
from equipoise.invariance import Answers, Items

_WORD = re.compile(r"\s+|[^\s\w]|\w+")
_MARK = '<mark style="background:none;color:inherit;font-weight:600;text-decoration:underline">'


@dataclass(frozen=True, eq=False)
class Copies:
    """Texts in several contexts, their answers, and what 1 and 0 stand for."""

    items: Items
    answers: Answers
    options: tuple[str, str]

    @cached_property
    def by_unit(self) -> dict[tuple[str, str], list[dict[str, Any]]]:
        """Copies with their answers (z, text, pred, raw) by strategy and unit; the 1 first."""
        asked = self.answers.table.merge(self.items.table, on="id", how="inner")
        found: dict[tuple[str, str], list[dict[str, Any]]] = {}
        columns = ("strategy", "unit", "z", "text", "pred", "raw")
        # So the first and the last copy of a unit differ, where any do.
        ordered = asked.sort_values("pred", ascending=False, kind="stable")
        for strategy, unit, *rest in zip(*(ordered[name] for name in columns), strict=True):
            copy = dict(zip(columns[2:], rest, strict=True))
            found.setdefault((strategy, unit), []).append(copy)
        return found

    def said(self, pred: float) -> str:
        """Return an answer as the option it is."""
        return "no readable answer" if math.isnan(pred) else self.options[int(pred == 0)]

    def sides(self, strategy: str, unit: str) -> str:
        """Return a unit with what was answered to it in which contexts."""
        sides: dict[str, list[str]] = {}
        for copy in self.by_unit[strategy, unit]:
            sides.setdefault(self.said(copy["pred"]), []).append(copy["z"])
        return f"{unit} ({'; '.join(f'{said}: {words.listed(z)}' for said, z in sides.items())})"

    def html(self, strategy: str, unit: str) -> str:
        """Return a unit's copies beside each other as HTML; of many, two that differ most."""
        rows = self.by_unit[strategy, unit]
        cards = [
            (
                f"{row['z']}: {self.said(row['pred'])}",
                str(row["text"]),
                f"The model wrote: “{str(row['raw'])[:300]}”" if str(row["raw"]) else "",
            )
            for row in (rows if len(rows) <= 3 else [rows[0], rows[-1]])
        ]
        return side_by_side(cards)


def side_by_side(cards: Sequence[tuple[str, str, str]]) -> str:
    """Return HTML of texts beside each other, with what only one of them says marked.

    Parameters
    ----------
    cards : sequence of (heading, text, foot)
        Plain texts; nothing in them is taken for HTML.
    """
    texts = [text for _, text, _ in cards]
    parts = []
    for place, (heading, text, foot) in enumerate(cards):
        other = texts[1 if place == 0 else 0] if len(texts) > 1 else text
        parts.append(
            f"<div><p><strong>{in_html(heading)}</strong></p><p>{marked(text, other)}</p>"
            f"<p><small>{in_html(foot, 400)}</small></p></div>"
        )
    return f'<div class="cards">{"".join(parts)}</div>'


def marked(text: str, other: str) -> str:
    """Return a text as HTML in which words that another text lacks are marked."""
    mine, theirs = _WORD.findall(text), _WORD.findall(other)
    pieces = []
    for kind, start, end, _, _ in difflib.SequenceMatcher(
        None, mine, theirs, autojunk=False
    ).get_opcodes():
        piece = escape("".join(mine[start:end]))
        pieces.append(piece if kind == "equal" or not piece.strip() else f"{_MARK}{piece}</mark>")
    return "".join(pieces)

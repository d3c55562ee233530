"""Texts that somebody else wrote, made fit for the place where they are shown.

A group, a column, a file, a model or a link can be called anything. Where Markdown is written,
its name passes through `plain`; where HTML is, through `in_html`; where text is, through
`visible`; on a terminal, through `on_terminal`; in a table that is handed out, through
`harmless`. Each does it once, where the name enters.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pandas as pd

from equipoise import words
from equipoise.vocabulary import Vocabulary

LONGEST = 300
"""Letters of somebody else's text that a table or a message shows."""

MESSAGE = 700
"""Letters of a message about somebody else's file, which it may quote."""

JOINER = "\N{WORD JOINER}"
"""Stands, unseen, where an address, an icon or an arrow would be made of a text."""

UNSEEN = "\N{REPLACEMENT CHARACTER}"
"""Stands for what cannot be seen, or what would change the order of what can."""

# Some scripts, and emoji, are written with joiners; numbers and their units stay on a line.
_KEPT = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}" + words.STAYS + words.NARROW
_LAID_OUT = _KEPT + "\n\t"
_BLANKS = re.compile(rf"[^\S{words.STAYS}{words.NARROW}]+")

# Nearly every name is of this kind, and looking closer takes ten times as long.
_ORDINARY = re.compile(r"[^\W_](?:[^\W_]++|[ ,×-](?=\w))*+(?<![wW]{3})")

# Made out of what is left once Markdown's own marks are read: a backslash does not help.
_MADE = re.compile(
    r"""
      (?<=www) (?=\.|$)         # an address,
    | (?<=:) (?=//|material)    # another; an icon,
    | (?=@)                     # a mail address,
    | (?<=[<>~-]) (?=[=>-])     # an arrow, a dash, or a sign of comparison
    """,
    re.IGNORECASE | re.VERBOSE,
)
_MARKS = re.compile(
    r"""
      [\\`*_\[\]<$~|]           # marks everywhere,
    | &(?=\#?\w+(;|$))          # the beginning of an entity,
    | :(?!\s)                   # of a colour or an emoji,
    | !$                        # of a picture, with what follows,
    | ^[\#>=+-]                 # of a heading, a quotation or a list
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?!\S)")

_SIGNS = "[=+\\-@|%\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(rf"[\t\r\n]|\s*{_SIGNS}")
_AFTER = re.compile(rf"(;\s*|(?<!^)[\t\r\n]\s*)(?={_SIGNS})")
"""Where a formula would begin in a spreadsheet that parts cells by other marks."""


def visible(text: object, longest: int = LONGEST) -> str:
    """Return somebody else's text on one line, shortened, with nothing unseen in it.

    For an alternative text or another place that shows letters as they are.
    """
    whole = str(text)
    if not (whole.isprintable() and "  " not in whole):
        whole = _BLANKS.sub(" ", whole)
        whole = "".join(
            letter if letter.isprintable() or letter in _KEPT else UNSEEN for letter in whole
        )
    line = whole.strip()
    return line if len(line) <= longest else f"{line[:longest]} ..."


def on_terminal(text: object) -> str:
    """Return what a command says, whole and on its lines, fit for a terminal.

    A terminal obeys letters that nobody sees: they move what was said before, or rename the
    window. In their place stands a sign that can be seen.
    """
    return "".join(
        letter if letter.isprintable() or letter in _LAID_OUT else UNSEEN for letter in str(text)
    )


def plain(text: object, longest: int = LONGEST) -> str:
    """Return somebody else's text so that Markdown shows it as it is, shortened.

    Nothing in it is then a picture to be fetched, a link, an icon, a formula or a mark; what
    means nothing to Markdown stays as it was, and so an ordinary name does.
    """
    line = visible(text, longest)
    if _ORDINARY.fullmatch(line):
        return line
    # A joiner nobody sees keeps an address from becoming a link.
    marked = _MARKS.sub(r"\\\g<0>", _MADE.sub(JOINER, line))
    return _NUMBERED.sub(r"\1\\\2", marked, count=1) if _NUMBERED.match(marked) else marked


def people(vocabulary: Vocabulary, group: str, label: int | None = None) -> str:
    """Return `Vocabulary.who` as Markdown."""
    return plain(vocabulary.who(group, label))


def in_html(text: object, longest: int = LONGEST) -> str:
    """Return somebody else's text so that HTML shows it as it is, shortened."""
    return escape(visible(text, longest))


def harmless(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose texts no spreadsheet takes for a formula; numbers stay numbers."""

    def kept(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        inside = _AFTER.sub(r"\1'", value)
        return f"'{inside}" if _FORMULA.match(value) else inside

    texts = table.copy(deep=False)
    for place, (_, column) in enumerate(table.items()):
        # Some pandas make floats of whole numbers on the way through a function.
        if not pd.api.types.is_numeric_dtype(column.dtype):
            texts.isetitem(place, column.map(kept).array)
    named = texts.rename(index=kept, columns=kept)
    named.index.names = list(map(kept, named.index.names))
    return named

"""What Markdown, as the app's front end reads it, would make of a text: a strict suspicion.

Not a renderer: whatever could be a link, a picture, HTML, an icon, a formula or a mark counts as
one. The browser tests say that the suspicion is right.
"""

from __future__ import annotations

import re
from html import unescape

from tests.hostile.names import HOST

_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_HIDDEN = 0xE000
_HIDING = {_HIDDEN + code: chr(code) for code in range(128)}

_FETCHES = (
    r"!?\[[^\[\]]*\]\([^)]*\)",  # a link, a picture
    r"(?m)^\s*\[[^\[\]]+\]:\s*\S+",  # the address of one
    r"(?i)<[a-z!/?][^>]*>",  # HTML, an address in angles
)
_MARKS = (
    r"&(#\d+|#x[\da-f]+|\w+);",
    r":[a-zA-Z][\w-]*",
    r"\$[^$]+\$",
    r"`",
    r"\*|~",
    r"(?<!\w)_|_(?!\w)",
    r"(?m)^\s*(#|>|[-+]\s|\d{1,9}[.)](\s|$)|=+\s*$|-+\s*$|\|)",
    r"\|",
    r"(?m)^ {4}",
    r"\n",
    r"\\$",
)
_READ_LATER = (
    r"(?i)https?://[-.\w]+\S*",
    r"(?i)www(\.\S*|$)",
    r"[-.\w+]+@[-\w]+(\.[-\w]+)+",
    r":material/\w+:",
)
_DRAWN_LATER = (r"<->?|->|[<>~]=|(?<!-)--(?!-)",)


def fetched(markdown: str) -> list[str]:
    """Return the links, pictures, HTML and icons in a text, written or made of what is left."""
    hidden = _hidden(markdown)
    return _found(_FETCHES, hidden) + _found(_READ_LATER, _text(hidden))


def fetched_from_evil(markdown: str) -> list[str]:
    """Return those of them that no page of ours would have."""
    return [found for found in fetched(markdown) if re.search(f"{HOST}|evil|skull", found, re.I)]


def made(markdown: str) -> list[str]:
    """Return everything that would not be shown as it stands."""
    hidden = _hidden(markdown)
    return fetched(markdown) + _found(_MARKS, hidden) + _found(_DRAWN_LATER, _text(hidden))


def text_of(markdown: str) -> str:
    """Return the text that is left of Markdown in which nothing is `made`."""
    return _hidden(markdown).translate(_HIDING)


def _hidden(markdown: str) -> str:
    return _ESCAPED.sub(lambda found: chr(_HIDDEN + ord(found[1])), markdown)


def _text(hidden: str) -> str:
    """Return what is left once marks are read: entities are letters by then."""
    return unescape(hidden).translate(_HIDING)


def _found(patterns: tuple[str, ...], text: str) -> list[str]:
    return [found[0] for one in patterns for found in re.finditer(one, text)]

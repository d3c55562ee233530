"""Everything that a page of the audit says, with all its folds open.

A page is run without a browser, its folds are opened until none is left closed, and what stands
on it is handed over in plain text: titles, paragraphs, captions, cards, tables, labels of
controls, and the alternative texts of charts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import unescape

from streamlit.testing.v1 import AppTest

from tests.pages.pages import open_page, unfolded

PAGES = ("Home", "Data", "Metrics", "Incompatibility", "Frontier")
"""The pages of the audit."""

_TAG = re.compile(r"<[^>]+>")
_SPACES = re.compile("[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE} ]+")
_BREAK = re.compile(r"\n+|(?<=[.!?])\s+(?=\S)")
_WORDED = ("title", "header", "subheader", "markdown", "caption", "info", "warning", "error")
_CONTROLS = ("radio", "selectbox", "button", "toggle", "slider", "select_slider", "expander")


@dataclass(frozen=True)
class Seen:
    """What a page said.

    Attributes
    ----------
    page : str
        Of `PAGES`.
    params : tuple of pairs
        The address.
    texts : tuple of str
        Each piece of text as it stands; blanks of all kinds are plain blanks.
    tables : tuple of rows of cells
        The tables, row by row, heads first.
    """

    page: str
    params: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...]

    @property
    def sentences(self) -> Iterator[str]:
        """Every sentence and line of the texts, and every row of the tables."""
        for text in self.texts:
            yield from filter(None, map(str.strip, _BREAK.split(text)))
        for table in self.tables:
            yield from (" | ".join(row) for row in table)

    def headed(self, *heads: str) -> Iterator[tuple[dict[str, str], ...]]:
        """Yield the rows, by column, of each table that has all these heads."""
        for first, *rows in self.tables:
            if set(heads) <= set(first):
                yield tuple(dict(zip(first, row, strict=False)) for row in rows)

    def __str__(self) -> str:
        return f"{self.page}?{'&'.join('='.join(pair) for pair in self.params)}"


def seen(page: str, params: Mapping[str, str] | None = None) -> Seen:
    """Return what a page says at an address, with all folds open."""
    return _seen(page, tuple(sorted((params or {}).items())))


@cache
def _seen(page: str, params: tuple[tuple[str, str], ...]) -> Seen:
    at = unfolded(open_page(page, patience=300, **dict(params)))
    return Seen(page, params, tuple(_texts(at)), tuple(_tables(at)))


def plain(text: str) -> str:
    """Return text without markup of HTML, with every blank a plain one."""
    return _SPACES.sub(" ", unescape(_TAG.sub(" ", text))).strip()


def _texts(at: AppTest) -> Iterator[str]:
    for kind in _WORDED:
        yield from (plain(part.value) for part in at.get(kind))
    for kind in _CONTROLS:
        yield from (plain(part.label) for part in at.get(kind))
    for part in at.get("vega_lite_chart"):
        yield plain(part.proto.alt)


def _tables(at: AppTest) -> Iterator[tuple[tuple[str, ...], ...]]:
    for part in at.get("html"):
        for table in re.findall(r"<table.*?</table>", part.proto.body, re.DOTALL):
            rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
            yield tuple(
                tuple(map(plain, re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL))) for row in rows
            )
    for part in at.get("table"):
        table = part.value.reset_index()
        yield (
            tuple(map(str, table.columns)),
            *(tuple(plain(str(cell)) for cell in row) for row in table.itertuples(index=False)),
        )
    for part in at.markdown:
        if "|:--" in part.value:
            lines = [line for line in part.value.splitlines() if line.startswith("| ")]
            yield tuple(tuple(map(plain, line.strip("| ").split(" | "))) for line in lines)

"""Opening pages without a browser, and reading what they say; once for all tests of pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pandas as pd
from streamlit.testing.v1 import AppTest

from equipoise.app.links import page_named

ROOT = Path(__file__).parents[2]
HOME = ROOT / "streamlit_app.py"

_PATIENCE = 90
_KEY = re.compile(r"\$\$ID-[0-9a-f]+-(.+)")


def open_page(
    name: str, *, unfold: Iterable[str] = (), patience: float = _PATIENCE, **params: str
) -> AppTest:
    """Open a page as a new reader.

    Parameters
    ----------
    name : str
        As the app's links call it.
    unfold : iterable of str
        Keys of folds that are open from the start.
    patience : float
        Seconds that a run may take: to end a hang, not to measure.
    params : str
        What the link holds.
    """
    at = AppTest.from_file(str(HOME), default_timeout=patience)
    for param, value in params.items():
        at.query_params[param] = value
    for fold in unfold:
        at.session_state[fold] = True
    if name != "Home":
        at.switch_page(page_named(name).path)
    return checked(at.run())


def checked(at: AppTest) -> AppTest:
    """Check that a page ran to its end; return it."""
    assert not at.exception, at.exception[0].message
    return at


def said(at: AppTest, *, html: bool = False) -> str:
    """Return the paragraphs of a page, then its captions, and what it has of HTML if asked."""
    bodies = (part.proto.body for part in at.get("html")) if html else ()
    return " ".join((*(part.value for part in (*at.markdown, *at.caption)), *bodies))


def charts(at: AppTest) -> int:
    """Return how many charts are drawn."""
    return len(at.get("vega_lite_chart"))


def choose(at: AppTest, key: str, value: str) -> AppTest:
    """Choose one of several buttons that stand side by side, and run the page."""
    next(group for group in at.get("button_group") if group.key == key).set_value(value)
    return checked(at.run())


def closed(at: AppTest) -> list[str]:
    """Return the keys of folds that draw nothing until they are opened."""
    found = (_KEY.fullmatch(fold.proto.id) for fold in at.expander)
    keys = (match[1] for match in found if match)
    return [key for key in keys if key not in at.session_state or not at.session_state[key]]


def unfolded(at: AppTest, *, check: Callable[[AppTest], AppTest] = checked) -> AppTest:
    """Open every fold of a page, also those within others, and check it each time."""
    while keys := closed(at):
        for key in keys:
            at.session_state[key] = True
        check(at.run())
    return at


def unmistakable(table: pd.DataFrame) -> None:
    """Check that no heading and no cell of a table is Markdown for something else."""
    names = [*table.index.names, *table.columns.names, *table.index, *table.columns]
    for text in map(str, [*filter(None, names), *table.to_numpy().ravel()]):
        assert not re.match(r"\s*([>#|~`]|[-+*]\s|\d+[.)]\s|={3}|-{3})", text), text
        assert not re.search(r"[$`*~\[\]<]|(?<!\w)_|_(?!\w)|:[a-z]+:", text), text

"""What each page says as it opens, word for word, against what it said before.

A change that nobody meant shows here as a difference of texts. One that was meant is taken over
with `pytest tests/pages/test_prose.py --update-snapshots`; read what changed before it is
committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1.element_tree import Block, Node

from equipoise.app.links import PAGES, Page
from tests.pages.pages import open_page

SNAPSHOTS = Path(__file__).with_name("snapshots")

_HEADS = {"title": "# ", "header": "## ", "subheader": "### "}
_UNSEEN = re.compile(r"<style>.*?</style>|<svg.*?</svg>", re.DOTALL)
_TAGS = re.compile(r"\s*(?:<[^>]+>\s*)+")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_says_what_it_said(page: Page, request: pytest.FixtureRequest) -> None:
    snapshot = SNAPSHOTS / f"{Path(page.path).stem}.md"
    now = prose(page)
    if request.config.getoption("--update-snapshots"):
        snapshot.write_text(now, encoding="utf-8")
    before = snapshot.read_text(encoding="utf-8")
    changes = unified_diff(before.splitlines(), now.splitlines(), "before", "now", lineterm="")
    assert now == before, "\n".join(("See --update-snapshots.", *changes))


def test_there_is_no_snapshot_of_a_page_that_is_gone() -> None:
    assert {f"{Path(page.path).stem}.md" for page in PAGES} == {
        file.name for file in SNAPSHOTS.iterdir()
    }


def prose(page: Page) -> str:
    """Return what a page says at its defaults, from top to bottom, with nothing unfolded."""
    return "\n\n".join(_said(open_page(page.name).main)) + "\n"


def _said(node: Node) -> Iterator[str]:
    """Yield a node's texts and those of what it holds: text, names of controls, alternatives."""
    kind = node.type
    value = getattr(node, "value", None)
    if kind in _HEADS:
        yield f"{_HEADS[kind]}{value}"
    elif kind in ("markdown", "text", "code", "latex"):
        yield str(value).strip()
    elif kind in ("caption", "info", "success", "warning", "error"):
        yield f"[{kind}] {value}"
    elif kind == "html":
        if words := _TAGS.sub(" | ", _UNSEEN.sub("", node.proto.body)).strip(" |\n"):
            yield f"[html] {unescape(words)}"
    elif kind == "vega_lite_chart":
        yield f"[chart] {node.proto.alt}"
    elif kind in ("table", "arrow_table", "dataframe", "arrow_data_frame"):
        yield f"[table]\n{value.to_csv()}".strip()
    elif label := getattr(node, "label", ""):
        options = getattr(node, "options", ())
        yield " | ".join((f"[{kind}] {label}", *map(str, options)))
    if isinstance(node, Block):
        for child in node.children.values():
            yield from _said(child)

"""What only the browser knows of a chart: what its marks say, and where its names stand."""

from __future__ import annotations

import itertools
import re

import pytest

from tests.browser.pages import MANY_GROUPS, Visit

pytestmark = pytest.mark.browser

NAMES = "svg.marks [role=graphics-symbol][aria-label]"
TOO_FINE = re.compile(r"\d\.\d{5}")


@pytest.mark.parametrize(
    "path",
    [
        "/Data?by=sex",
        "/Metrics?by=sex&uncertainty=on",
        "/Incompatibility?by=sex&t.Female=0.43",
        "/Frontier?by=sex",
        "/Stress_test?s.room=bench&s.rows=1000&s.repair=reweighing",
        "/Test_time?i.room=model",
    ],
)
def test_no_mark_is_named_by_more_digits_than_anybody_reads(visit: Visit, path: str) -> None:
    marks = visit(path).page.locator(NAMES)
    said = [mark.get_attribute("aria-label") or "" for mark in marks.all()]
    assert said
    assert not list(filter(TOO_FINE.search, said))


def test_the_pointer_finds_no_more_digits_than_anybody_reads(visit: Visit) -> None:
    page = visit("/Incompatibility?by=sex&t.Female=0.43").page
    page.locator("svg.marks [aria-label^='now: ']").first.hover(force=True)
    tip = page.locator("#vg-tooltip-element.visible")
    tip.wait_for()
    assert re.search(r"\d\.\d+", tip.inner_text())
    assert not TOO_FINE.search(tip.inner_text())


@pytest.mark.parametrize("by", ["sex", MANY_GROUPS])
def test_each_name_beside_a_chart_is_level_with_its_mark(visit: Visit, by: str) -> None:
    page = visit(f"/Metrics?by={by}").page
    drawing = page.locator("svg.marks:has([aria-label^='ratio: '])")
    names = drawing.locator(".role-axis-label text").all()[-_rows(by) :]
    marks = drawing.locator(".mark-symbol [aria-label^='ratio: ']").all()
    assert len(marks) == len(names) == _rows(by)
    boxes = (
        (name.bounding_box(), mark.bounding_box()) for name, mark in zip(names, marks, strict=True)
    )
    apart = [
        name["y"] + name["height"] / 2 - mark["y"] - mark["height"] / 2
        for name, mark in boxes
        if name and mark
    ]
    assert len(apart) == _rows(by)
    assert max(abs(one - other) for one, other in itertools.pairwise(apart)) < 2


def _rows(by: str) -> int:
    return 10 if by == MANY_GROUPS else 2


@pytest.mark.parametrize("query", ["s.room=bench", "s.room=paper"])
def test_no_legend_is_cut_on_a_phone(visit: Visit, query: str) -> None:
    page = visit(f"/Stress_test?{query}", width=390, height=844).page
    names = page.locator("svg.marks .role-legend-label text")
    names.first.wait_for()
    cut = names.evaluate_all(
        """all => all.filter(it => it.getBoundingClientRect().right
             > it.closest('svg').getBoundingClientRect().right + 1).map(it => it.textContent)"""
    )
    assert cut == []

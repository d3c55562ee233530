"""What axe finds, in light and dark, with everything unfolded; and stillness for who asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.browser.pages import MANY_GROUPS, TITLES, Visit

pytestmark = pytest.mark.browser

NOT_OURS = {
    # Streamlit scrolls a wide st.table in a box that a page cannot make focusable. Browsers
    # let the Tab key reach such a box by themselves, which axe does not count.
    ("scrollable-region-focusable", ".stTable"),
    # Streamlit names the drop zone of a file uploader although it presents it as no element.
    ("presentation-role-conflict", "section[aria-label="),
    ("presentation-role-conflict", ".stFileUploader"),
}
"""Violations that no page can mend: the rule, and what in the selector excuses it."""

_UNREST = """() => Math.max(...[...document.querySelectorAll('*')].flatMap(it => {
  const style = getComputedStyle(it);
  return `${style.transitionDuration}, ${style.animationDuration}`.split(', ').map(parseFloat);
}))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", [*TITLES, f"/Metrics?by={MANY_GROUPS}"])
def test_axe_finds_nothing_to_object_to(visit: Visit, path: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    reader = visit(path, color_scheme=scheme).unfold_all()
    found = axe.run(reader.page).response["violations"]
    assert not list(objections(found))


def objections(violations: list[Mapping[str, Any]]) -> Iterator[str]:
    """Return what was found where, without what is not ours."""
    for violation in violations:
        for node in violation["nodes"]:
            selector = " ".join(map(str, node["target"]))
            excused = any(violation["id"] == rule and it in selector for rule, it in NOT_OURS)
            if not excused:
                yield f"{violation['id']}: {selector}: {node['failureSummary']}"


def test_nothing_moves_for_those_who_ask_for_stillness(visit: Visit) -> None:
    assert visit("/Metrics").page.evaluate(_UNREST) > 0.1
    assert visit("/Metrics", reduced_motion="reduce").page.evaluate(_UNREST) <= 0.001

"""A phone's width is enough for every page, whatever is unfolded."""

from __future__ import annotations

import pytest

from tests.browser.pages import MANY_GROUPS, TITLES, Visit

pytestmark = pytest.mark.browser

# Streamlit scrolls its own main part; the document itself never would.
SIDEWAYS = """() => [document.scrollingElement, document.querySelector('[data-testid=stMain]')]
    .map(it => it.scrollWidth - it.clientWidth)"""


@pytest.mark.parametrize("by", ["sex", MANY_GROUPS])
@pytest.mark.parametrize("path", TITLES)
def test_no_page_scrolls_sideways_on_a_phone(visit: Visit, path: str, by: str) -> None:
    reader = visit(f"{path}?by={by}", width=360, height=780)
    assert max(reader.page.evaluate(SIDEWAYS)) <= 0
    reader.unfold_all()
    assert max(reader.page.evaluate(SIDEWAYS)) <= 0

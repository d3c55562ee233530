"""The Test time page: every step on a phone, to axe, and by the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.pages import TITLES, Visit
from tests.browser.test_accessibility import objections
from tests.browser.test_layout import SIDEWAYS

pytestmark = pytest.mark.browser

PATH = "/Test_time"
STEPS = ("result", "see", "measure", "noise", "steps", "model", "compare", "own")


@pytest.mark.parametrize("step", STEPS)
def test_no_step_scrolls_sideways_on_a_phone(visit: Visit, step: str) -> None:
    reader = visit(f"{PATH}?by=sex&i.room={step}", width=360, height=780).arrived(TITLES[PATH])
    assert max(reader.page.evaluate(SIDEWAYS)) <= 0
    reader.unfold_all()
    assert max(reader.page.evaluate(SIDEWAYS)) <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("step", STEPS[1:])
def test_axe_finds_nothing_in_any_step(visit: Visit, step: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    reader = visit(f"{PATH}?by=sex&i.room={step}", color_scheme=scheme).arrived(TITLES[PATH])
    for guess in reader.page.get_by_role("radio", name="About 0.25").all():
        guess.check(force=True)
    found = axe.run(reader.unfold_all().page).response["violations"]
    assert not list(objections(found))


def test_votes_are_moved_with_arrow_keys_and_kept_in_the_address(visit: Visit) -> None:
    reader = visit(PATH)
    votes = reader.slider("Votes, each with a context drawn anew")
    reader.tab_to(votes)
    reader.page.keyboard.press("ArrowRight")
    reader.finds_address(by="sex", **{"i.votes": "5"})


def test_a_file_outlasts_a_change_of_page(visit: Visit) -> None:
    reader = visit(f"{PATH}?by=sex&i.room=own").arrived(TITLES[PATH])
    content = b"id\tz\ts\tpred\n1\ta\tall\t1\n2\tb\tall\t0\n"
    file = {"name": "mine.tsv", "mimeType": "text/tab-separated-values", "buffer": content}
    said = ("Widest: a over b", "Kept from before: mine.tsv")
    found, kept = map(reader.page.get_by_text, said)
    reader.page.locator("input[type=file]").first.set_input_files([file])
    expect(found).to_be_visible()
    reader.turn_to("Data", TITLES["/Data"]).turn_to("Test time", TITLES[PATH])
    expect(kept).to_be_visible()
    expect(found).to_be_visible()
    reader.press("Remove")
    expect(found).to_have_count(0)
    expect(kept).to_have_count(0)

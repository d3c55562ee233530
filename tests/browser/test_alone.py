"""The app by itself: it asks no other host for anything, and says so when its file is broken."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.pages import TITLES, Visit, name_of
from tests.serving import ROOT, Server, serving

pytestmark = pytest.mark.browser


def test_a_tour_stays_on_this_machine(visit: Visit) -> None:
    """Every reader checks it when leaving; this one has been everywhere."""
    reader = visit("/")
    reader.press("In 9 of 10 pairs")
    for path, title in TITLES.items():
        reader.turn_to(name_of(path), title)
        reader.unfold_all()
        for slider in reader.page.get_by_role("slider").all():
            slider.press("ArrowRight")
        reader.settled()
    assert reader.sent > len(TITLES)


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve a copy of the project whose predictions are cut off in the middle."""
    copy = tmp_path_factory.mktemp("damaged")
    for part in ("equipoise", "pages", "data", ".streamlit"):
        shutil.copytree(ROOT / part, copy / part)
    shutil.copy(ROOT / "streamlit_app.py", copy)
    halve(copy / "data" / "adult_test.json")
    with serving(copy) as running:
        yield running


def halve(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


WITHOUT = {
    "/Stress_test": "Does a repair undo the bias?",
    "/Test_time": TITLES["/Test_time"],
}
"""Pages that never look at the predictions, and their titles."""


@pytest.mark.parametrize("path", [path for path in TITLES if path not in WITHOUT])
def test_a_broken_file_gives_a_page_and_no_traceback(
    damaged: Server, visit: Visit, path: str
) -> None:
    reader = visit(path, at=damaged).arrived("The predictions cannot be read")
    reader.finds("adult_test.json")
    reader.finds("python -m equipoise.datasets adult")
    assert reader.page.get_by_test_id("stException").count() == 0


@pytest.mark.parametrize("path", WITHOUT)
def test_pages_that_need_no_predictions_go_on(damaged: Server, visit: Visit, path: str) -> None:
    reader = visit(f"{path}?by=sex&t.Female=0.4", at=damaged).arrived(WITHOUT[path])
    assert reader.page.get_by_test_id("stException").count() == 0

"""The threshold lab: it follows the pointer by itself, and the page follows on release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from equipoise import Tally
from equipoise.app.presets import PRESETS
from tests.browser.pages import Visit, found_in_words

if TYPE_CHECKING:
    from playwright.sync_api import Locator

    from tests.browser.reader import Reader

pytestmark = pytest.mark.browser

LOWEST, HIGHEST = -0.005, 1.01
"""The scores at the left and the right edge of the drawing."""

_SAID = """said => {
  const top = text => text.getBoundingClientRect().top;
  const texts = [...document.querySelectorAll('[aria-label^="Score distributions"] text')]
    .filter(text => text.textContent.includes('selected at')).sort((a, b) => top(a) - top(b));
  return texts.length === said.length
    && texts.every((text, place) => text.textContent.endsWith(said[place]));
}"""


@dataclass(frozen=True)
class Lab:
    """The drawing on the page of two groups, one band below the other."""

    reader: Reader

    @property
    def drawing(self) -> Locator:
        return self.reader.page.get_by_label("Score distributions").locator("svg.marks")

    def spot(self, band: int, score: float) -> tuple[float, float]:
        """Return where on the screen a score of a band is, in its upper half."""
        self.drawing.scroll_into_view_if_needed()
        box = self.drawing.locator("path.background").first.bounding_box()
        assert box is not None
        share = (score - LOWEST) / (HIGHEST - LOWEST)
        return box["x"] + share * box["width"], box["y"] + (band + 0.4) * box["height"] / 2

    def outcomes(self) -> list[str]:
        """Return the outlines of the four outcomes as they are drawn now."""
        return [
            path.get_attribute("d") or "" for path in self.drawing.locator(".mark-area path").all()
        ]

    def draws(self, *thresholds: float) -> None:
        """Check where the lines are drawn, from band to band, now or soon."""
        said = [f"selected at {value:.2f}" for value in thresholds]
        self.reader.page.wait_for_function(_SAID, arg=said)

    def take_hold(self, band: int, score: float) -> None:
        self.reader.page.mouse.move(*self.spot(band, score))
        self.reader.page.mouse.down()

    def drag_to(self, band: int, score: float) -> None:
        self.reader.page.mouse.move(*self.spot(band, score), steps=3)

    def let_go(self) -> None:
        self.reader.page.mouse.up()


def test_a_drag_is_drawn_at_once_and_told_on_release(visit: Visit, by_sex: Tally) -> None:
    reader = visit("/Metrics")
    lab, sent, outcomes = Lab(reader), reader.sent, []
    lab.take_hold(1, 0.5)
    for score in (0.52, 0.57, 0.62):
        lab.drag_to(1, score)
        lab.draws(0.5, score)
        outcomes.append(lab.outcomes())
        reader.page.wait_for_timeout(300)
    assert len({tuple(paths) for paths in outcomes}) == 3
    assert reader.sent == sent
    reader.finds_thresholds({"Female": 0.5, "Male": 0.5})
    lab.let_go()
    reader.finds_thresholds({"Female": 0.5, "Male": 0.62})
    reader.finds(found_in_words(by_sex, {"Female": 0.5, "Male": 0.62}, "Male"))
    reader.finds_address(by="sex", **{"t.Male": "0.62"})
    lab.draws(0.5, 0.62)


def test_a_drag_keeps_its_line_when_it_strays_into_another_band(visit: Visit) -> None:
    reader = visit("/Metrics")
    lab = Lab(reader)
    lab.take_hold(0, 0.3)
    lab.draws(0.3, 0.5)
    lab.drag_to(1, 0.41)
    lab.draws(0.41, 0.5)
    lab.let_go()
    reader.finds_thresholds({"Female": 0.41, "Male": 0.5})


def test_presets_and_sliders_move_the_lines_after_a_drag(visit: Visit, by_sex: Tally) -> None:
    reader = visit("/Metrics")
    lab = Lab(reader)
    lab.take_hold(1, 0.7)
    lab.let_go()
    reader.finds_thresholds({"Male": 0.7})
    for name in ("opportunity", "accurate", "half"):
        reader.press(PRESETS[name].title)
        lab.draws(*(PRESETS[name].choose(by_sex, 0.05) or {}).values())
    reader.slider("Female").press("ArrowLeft")
    lab.draws(0.49, 0.5)


def test_linked_sliders_follow_a_drag(visit: Visit) -> None:
    reader = visit("/Metrics?by=sex&link=same-threshold")
    lab = Lab(reader)
    lab.take_hold(0, 0.5)
    lab.drag_to(0, 0.36)
    lab.let_go()
    reader.finds_thresholds({"Female": 0.36, "Male": 0.36})
    lab.draws(0.36, 0.36)


def test_a_tap_sets_the_line_on_a_phone(visit: Visit) -> None:
    reader = visit("/Metrics", width=360, has_touch=True, is_mobile=True)
    lab = Lab(reader)
    reader.page.touchscreen.tap(*lab.spot(1, 0.66))
    lab.draws(0.5, 0.66)
    reader.finds_thresholds({"Female": 0.5, "Male": 0.66})

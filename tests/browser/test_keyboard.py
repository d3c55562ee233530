"""The keyboard alone: sliders, presets, page links, the frontier."""

from __future__ import annotations

import pytest

from equipoise import Tally, criteria, frontier, words
from equipoise.app.presets import PRESETS
from tests.browser.pages import Visit, found_in_words

pytestmark = pytest.mark.browser


def test_arrow_keys_move_a_threshold_and_the_numbers_follow(visit: Visit, by_sex: Tally) -> None:
    reader = visit("/Metrics")
    reader.tab_to(reader.slider("Male"))
    for step in range(1, 4):
        reader.page.keyboard.press("ArrowLeft")
        reader.finds_thresholds({"Female": 0.5, "Male": 0.5 - step / 100})
    thresholds = {"Female": 0.5, "Male": 0.47}
    ratio = criteria(by_sex, thresholds).disparate_impact_ratio
    reader.finds(found_in_words(by_sex, thresholds, "Male"))
    reader.finds(words.number(ratio.value))
    reader.finds_address(by="sex", **{"t.Male": "0.47"})
    reader.page.keyboard.press("Home")
    reader.finds_thresholds({"Male": 0})
    reader.page.keyboard.press("End")
    reader.finds_thresholds({"Male": 1})


def test_presets_are_chosen_with_arrows_and_enter(visit: Visit, by_sex: Tally) -> None:
    reader = visit("/Metrics")
    reader.tab_to(reader.page.get_by_role("radio", name=PRESETS["half"].title))
    for name in list(PRESETS)[1:]:
        reader.page.keyboard.press("ArrowRight")
        reader.page.keyboard.press("Enter")
        reader.finds_thresholds(PRESETS[name].choose(by_sex, 0.05) or {})


def test_the_frontier_is_walked_and_taken_over(visit: Visit, by_sex: Tally) -> None:
    front = frontier(by_sex)
    reader = visit("/Frontier")
    reader.tab_to(reader.slider("Chosen point"))
    reader.page.keyboard.press("ArrowLeft")
    reader.finds(f"{front.first_shown} of {len(front.points)}")
    use = reader.page.get_by_role("button", name="Use these thresholds everywhere")
    reader.tab_to(use)
    reader.page.keyboard.press("Enter")
    chosen = front.points.iloc[front.first_shown - 1]
    reader.finds_thresholds({group: chosen[group] for group in by_sex.groups})


def test_page_links_are_followed(visit: Visit) -> None:
    reader = visit("/")
    reader.tab_to(reader.page.get_by_test_id("stSidebar").get_by_role("link", name="Frontier"))
    reader.page.keyboard.press("Enter")
    reader.arrived("What does closing a gap cost, and who pays?")

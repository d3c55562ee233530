"""Choosing on the frontier by a click, and taking the thresholds along."""

from __future__ import annotations

import pytest

from equipoise import Tally, frontier, words
from tests.browser.pages import TITLES, Visit

pytestmark = pytest.mark.browser


def test_a_clicked_point_is_chosen_and_used_everywhere(visit: Visit, by_sex: Tally) -> None:
    front = frontier(by_sex)
    reader = visit("/Frontier")
    for row in (front.first_shown - 12, len(front.points) - 1):
        point = front.points.iloc[row]
        name = "/".join(words.threshold(point[group]) for group in by_sex.groups)
        mark = reader.page.locator(f"svg.marks [aria-label*='thresholds: {name};']")
        mark.scroll_into_view_if_needed()
        box = mark.bounding_box()
        assert box is not None
        reader.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        reader.finds(f"{row + 1} of {len(front.points)}: gap {words.number(point['gap'])}")
    reader.press("Use these thresholds everywhere")
    reader.finds("These thresholds are in use")
    reader.turn_to("Metrics", TITLES["/Metrics"])
    reader.finds_thresholds({group: point[group] for group in by_sex.groups})

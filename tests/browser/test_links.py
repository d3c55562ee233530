"""Addresses: deep links, copied links, hostile links, and going back."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.pages import MANY_GROUPS, TITLES, WITH_SLIDERS, Visit, name_of
from tests.serving import Server

if TYPE_CHECKING:
    from tests.browser.reader import Reader

pytestmark = pytest.mark.browser

SET = {"by": "sex", "tolerance": "0.02", "t.Female": "0.41", "t.Male": "0.63"}


@pytest.mark.parametrize("path", TITLES)
def test_the_first_visitor_may_come_by_a_deep_link(
    cold_server: Server, visit: Visit, path: str
) -> None:
    reader = visit(f"{path}?{urlencode(SET)}", at=cold_server).arrived(TITLES[path])
    assert reader.page.get_by_role("alert").count() == 0
    reader.finds_address(**SET)
    if path not in WITH_SLIDERS:
        reader.turn_to("Metrics", TITLES["/Metrics"])
    reader.finds_thresholds({"Female": 0.41, "Male": 0.63})
    reader.unfold_options().finds_thresholds({"Tolerance": 0.02})


def test_a_copied_link_opens_the_same_view(visit: Visit) -> None:
    one = visit("/Metrics")
    one.press("Race: White or not")
    one.slider("Non-White").press("ArrowLeft")
    one.unfold_options().slider("Tolerance").press("ArrowRight")
    one.page.keyboard.press("Escape")
    one.finds_address(by="race", tolerance="0.06", **{"t.Non-White": "0.49"})
    for path, title in TITLES.items():
        one.turn_to(name_of(path), title)
        assert seen(visit(address(one)).arrived(title)) == seen(one)


def test_a_page_has_choices_of_its_own_in_its_link(visit: Visit) -> None:
    one = visit("/Frontier")
    one.press("the whole range")
    one.slider("Chosen point").press("Home")
    one.finds_address(by="sex", range="whole", point="0.00/0.00")
    assert seen(visit(address(one))) == seen(one)


@pytest.mark.parametrize("path", TITLES)
def test_a_hostile_link_falls_back_and_says_so(visit: Visit, path: str) -> None:
    hostile = {
        "by": "<img src=x onerror=alert(1)>",
        "link": "javascript:alert(1)",
        "tolerance": "-1e9",
        "t.Female": "NaN",
        "t.Male": "../../etc/passwd",
        "t.Nobody": "[0.5](http://example.org)",
    }
    reader = visit(f"{path}?{urlencode(hostile)}").arrived(TITLES[path])
    reader.finds("is not one of sex, race,")
    assert reader.page.locator("[data-testid=stAlert] :is(a, img)").count() == 0
    reader.finds_address(by="sex")
    if path in WITH_SLIDERS:
        reader.finds_thresholds({"Female": 0.5, "Male": 0.5})


def test_settings_go_along_from_page_to_page_and_back(visit: Visit) -> None:
    reader = visit(f"/Metrics?{urlencode(SET)}")
    reader.slider("Female").press("ArrowRight")
    now = {"Female": 0.42, "Male": 0.63}
    for name in ("Data", "Frontier", "Home", "Incompatibility"):
        reader.turn_to(name, TITLES["/" if name == "Home" else f"/{name}"])
        reader.finds_address(**{**SET, "t.Female": "0.42"})
    reader.finds_thresholds(now)
    for path in ("/", "/Frontier", "/Data", "/Metrics"):
        reader.back(TITLES[path])
    reader.finds_thresholds(now)
    reader.page.go_forward()
    reader.arrived(TITLES["/Data"])


def test_back_is_one_press_a_page_and_forward_too(visit: Visit) -> None:
    reader = visit(f"/Metrics?{urlencode(SET)}")
    reader.slider("Female").press("ArrowRight")  # The links follow a slider.
    reader.finds_address(**{**SET, "t.Female": "0.42"})
    pages = ("Metrics", "Data", "Frontier", "Home")
    titles = [TITLES["/" if name == "Home" else f"/{name}"] for name in pages]
    for name, title in zip(pages[1:], titles[1:], strict=True):
        length = reader.page.evaluate("history.length")
        reader.turn_to(name, title)
        assert reader.page.evaluate("history.length") == length + 1
    for title in titles[-2::-1]:
        reader.back(title)
    for title in titles[1:]:
        reader.page.go_forward()
        reader.arrived(title)


def test_back_undoes_a_change_of_groups(visit: Visit) -> None:
    reader = visit(f"/Metrics?{urlencode(SET)}")
    reader.press("Sex × five races")
    reader.finds_thresholds({"Male × White": 0.5})
    reader.finds_address(by=MANY_GROUPS, tolerance="0.02")
    reader.back(TITLES["/Metrics"]).finds_thresholds({"Female": 0.41, "Male": 0.63})


def test_reset_undoes_options_that_are_out_of_sight(visit: Visit) -> None:
    reader = visit("/Metrics")
    reader.unfold_options().slider("Tolerance").press("ArrowRight")
    reader.finds_address(by="sex", tolerance="0.06")
    reader.page.keyboard.press("Escape")
    reader.settled().press("Reset")
    reader.finds_address(by="sex")
    reader.settled().slider("Female").press("ArrowRight")
    reader.finds_address(**{"by": "sex", "t.Female": "0.51"})


def test_reset_ends_the_notices(visit: Visit) -> None:
    reader = visit("/Metrics?by=planet")
    reader.finds("is not one of sex, race,")
    reader.press("Reset")
    expect(reader.page.get_by_text("is not one of sex, race,")).to_have_count(0)


def address(reader: Reader) -> str:
    """Return what a reader would copy from the address bar, without the host."""
    parts = urlsplit(reader.page.url)
    return f"{parts.path}?{parts.query}"


def seen(reader: Reader) -> list[str | None]:
    """Return where all sliders stand, what is chosen and what the sentences say."""
    sliders = reader.page.get_by_role("slider").all()
    chosen = reader.page.get_by_role("radio", checked=True)
    text = reader.page.get_by_test_id("stMain").get_by_test_id("stMarkdownContainer")
    stands = [slider.get_attribute("aria-valuetext") for slider in sliders]
    return [*stands, *chosen.all_inner_texts(), *text.all_inner_texts()]

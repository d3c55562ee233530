"""The stress test in a browser: its rooms open, fit a phone, and carry over what is set."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.browser.pages import Visit
from tests.browser.test_layout import SIDEWAYS

pytestmark = pytest.mark.browser

QUICK = "&s.rows=1000&s.repair=reweighing"


@pytest.mark.parametrize("room", ["paper", "stories&s.story=theorem", "bench"])
def test_a_room_fits_a_phone(visit: Visit, room: str) -> None:
    reader = visit(f"/Stress_test?s.room={room}{QUICK}", width=360, height=780)
    assert max(reader.page.evaluate(SIDEWAYS)) <= 0


def test_a_finding_goes_to_the_bench_as_it_stands(visit: Visit) -> None:
    reader = visit("/Stress_test?s.room=stories&s.story=theorem&s.story r=0.35")
    reader.press("Take this to the bench")
    reader.finds("What the bias does to the training rows")
    wanted = {"s.room": "bench", "s.r": "0.35", "s.repair": "post", "s.story r": "0.35"}
    reader.page.wait_for_url(
        lambda url: wanted.items() <= dict(parse_qsl(urlsplit(url).query)).items(),
        wait_until="commit",
    )


def test_a_number_out_of_range_gets_words(visit: Visit) -> None:
    reader = visit(f"/Stress_test?s.room=bench{QUICK}")
    field = reader.page.get_by_label("Rows of a repeat, 200 to 60,000")
    field.fill("999999999")
    field.press("Enter")
    reader.press("Plan it: how long would it take?")
    reader.finds("Rows of a repeat must be 200 to 60,000, not 999,999,999.")

"""The reader's settings across pages, links, presets and linked sliders."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import numpy as np
import pytest

from equipoise.app import session
from equipoise.app.links import PAGES
from equipoise.criteria import criteria
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit

HOSTILE = ["abc", "1.7", "-0.1", "nan", "inf", "", "0,7", "0.435"]


@pytest.mark.parametrize("by", list(COMPARISONS))
def test_a_link_opens_the_same_view(app, by: str) -> None:
    groups = adult_audit().tally(by).groups
    wanted = {group: round(0.31 + 0.05 * i, 2) for i, group in enumerate(groups)}
    link = {f"t.{group}": f"{value:.2f}" for group, value in wanted.items()}
    link |= {"tolerance": "0.02", "link": "same-threshold"} | {"by": by}
    app.open("2_Metrics", **link)
    assert app.thresholds() == wanted
    assert app.at.slider(key="tolerance 1").value == 0.02
    assert app.at.query_params == link
    assert app.notices() == []


@pytest.mark.parametrize("text", HOSTILE)
def test_a_wrong_value_falls_back_and_the_others_stay(app, text: str) -> None:
    app.open("2_Metrics", **{"t.Female": text, "t.Male": "0.62"})
    assert app.thresholds() == {"Female": 0.5, "Male": 0.62}
    [notice] = app.notices()
    assert "t.Female" in notice
    assert "0.50" in notice
    assert app.at.query_params == {"by": "sex", "t.Male": "0.62"}


def test_an_unknown_attribute_falls_back(app) -> None:
    app.open("2_Metrics", **{"by": "planet", "t.Male": "0.4", "t.Pluto": "0.4"})
    assert app.thresholds() == {"Female": 0.5, "Male": 0.4}
    [notice] = app.notices()
    assert "planet" in notice
    assert "t.Pluto" in notice
    app.move("sex", "Male", 0.41)
    assert app.notices() == [notice]
    assert app.open("Home").notices() == []


def test_settings_outlast_pages_without_sliders(app) -> None:
    app.open("2_Metrics").move("sex", "Male", 0.37)
    assert app.at.query_params == {"by": "sex", "t.Male": "0.37"}
    for page in ("Home", "1_Data"):
        app.open(page)
        assert app.at.query_params == {"by": "sex", "t.Male": "0.37"}
    app.at.query_params.clear()
    app.open("2_Metrics")
    assert app.thresholds() == {"Female": 0.5, "Male": 0.37}
    assert app.at.query_params == {"by": "sex", "t.Male": "0.37"}


def test_widgets_of_a_page_that_is_gone_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader turns to another page, the answer is lost, and the browser asks for the old one.

    It sends the state of widgets that the server has let go of: keys without values.
    """

    class State(dict[str, object]):
        def __iter__(self) -> Iterator[str]:
            return iter([*super().__iter__(), "preset", f"{session._THRESHOLD} of old"])

        def items(self) -> Any:
            return [(key, self[key]) for key in self]

    state = State({session.TOLERANCE: 0.02, "other": 1})
    monkeypatch.setattr(session.st, "session_state", state)
    session._hand_on()
    assert dict.copy(state) == {session.TOLERANCE: 0.02, "other": 1}


def test_uncertainty_is_off_at_first_and_kept_across_pages(app) -> None:
    app.open("2_Metrics")
    assert not app.at.toggle(key="uncertainty 1").value
    app.at.toggle(key="uncertainty 1").set_value(True)
    assert app.run().at.query_params == {"by": "sex", "uncertainty": "on"}
    assert app.open("Home").open("3_Incompatibility").at.toggle(key="uncertainty 1").value
    assert app.preset("reset").at.query_params["uncertainty"] == "on"


@pytest.mark.parametrize("text", ["yes", "", "On", "1"])
def test_a_switch_that_is_neither_on_nor_off_stays_off(app, text: str) -> None:
    app.open("2_Metrics", uncertainty=text)
    assert not app.at.toggle(key="uncertainty 1").value
    assert "uncertainty" in app.notices()[0]
    assert app.at.query_params == {"by": "sex"}


def test_a_link_switches_uncertainty_on(app) -> None:
    app.open("2_Metrics", uncertainty="on")
    assert app.at.toggle(key="uncertainty 1").value
    assert app.notices() == []


def test_each_comparison_keeps_its_own_thresholds(app) -> None:
    app.open("2_Metrics").move("sex", "Male", 0.37).choose("by", "race")
    app.move("race", "White", 0.44)
    assert app.at.query_params == {"by": "race", "t.White": "0.44"}
    app.choose("by", "sex")
    assert app.thresholds() == {"Female": 0.5, "Male": 0.37}
    assert app.choose("by", "race-five").thresholds() == dict.fromkeys(
        adult_audit().tally("race-five").groups, 0.5
    )


def test_independent_sliders_leave_each_other_alone(app) -> None:
    assert app.open("2_Metrics").move("sex", "Male", 0.3).thresholds()["Female"] == 0.5


def test_sliders_linked_by_threshold_move_together(app) -> None:
    app.open("2_Metrics", by="sex-race", link="same-threshold")
    app.move("sex-race", "Male × White", 0.3)
    assert set(app.thresholds().values()) == {0.3}


@pytest.mark.parametrize("rate", ["selection", "true-positive"])
def test_sliders_linked_by_rate_follow_to_the_nearest(app, rate: str) -> None:
    app.open("2_Metrics", link=f"same-{rate}-rate").move("sex", "Male", 0.3)
    moved = app.thresholds()
    assert moved["Male"] == 0.3
    judged = criteria(adult_audit().tally("sex"), moved)
    gap = (
        judged.demographic_parity_difference
        if rate == "selection"
        else judged.equal_opportunity_difference
    )
    assert abs(gap.value) < 0.02


@pytest.mark.parametrize(
    ("preset", "criterion"),
    [
        ("selection", "demographic_parity_difference"),
        ("opportunity", "equal_opportunity_difference"),
        ("odds", "equalized_odds_difference"),
    ],
)
def test_presets_meet_what_they_promise(app, preset: str, criterion: str) -> None:
    app.open("2_Metrics", tolerance="0.01").preset(preset)
    judged = criteria(adult_audit().tally("sex"), app.thresholds(), tolerance=0.01)
    assert getattr(judged, criterion).verdict == "holds"


def test_reset_and_all_half(app) -> None:
    app.open("2_Metrics", **{"t.Male": "0.2", "tolerance": "0.1", "link": "same-threshold"})
    app.preset("half")
    assert set(app.thresholds().values()) == {0.5}
    assert app.at.slider(key="tolerance 1").value == 0.1
    app.move("sex", "Male", 0.8).preset("reset")
    assert set(app.thresholds().values()) == {0.5}
    assert app.at.query_params == {"by": "sex"}


def test_the_most_accurate_preset(app) -> None:
    app.open("2_Metrics").preset("accurate")
    tally = adult_audit().tally("sex")
    best = criteria(tally, app.thresholds())
    assert best.demographic_parity_difference.value < 0
    assert np.isin(list(app.thresholds().values()), tally.grid).all()


@pytest.mark.parametrize("page", ["1_Data", "2_Metrics", "3_Incompatibility", "4_Frontier"])
def test_a_link_outlasts_the_page_it_led_to_untouched(app, page: str) -> None:
    app.open(page, by="race", tolerance="0.03", **{"t.White": "0.62"})
    for other in ("3_Incompatibility", "1_Data", "2_Metrics"):
        app.open(other)
        assert app.at.session_state["by"] == "race"
    assert app.thresholds() == {"White": 0.62, "Non-White": 0.5}
    assert app.at.query_params == {"by": "race", "tolerance": "0.03", "t.White": "0.62"}


def test_links_to_pages_carry_the_settings_that_were_set_last(app) -> None:
    app.open("2_Metrics", **{"t.Male": "0.62", "elsewhere": "kept"})
    app.move("sex", "Female", 0.41)
    wanted = {"by": "sex", "t.Female": "0.41", "t.Male": "0.62", "elsewhere": "kept"}
    assert app.at.query_params == wanted
    links = app.at.get("page_link")
    assert len(links) == len(PAGES) + 1
    for link in links:
        assert dict(parse_qsl(link.proto.query_string)) == wanted


def test_back_to_an_address_that_a_stale_link_left_behind_keeps_the_settings(
    app, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.open("2_Metrics").move("sex", "Female", 0.41)
    stale = {"by": "sex", "t.Female": "0.45"}  # Of a link drawn before the slider moved on.
    app.open("3_Incompatibility", **stale)
    wanted = {"by": "sex", "t.Female": "0.41"}
    assert app.at.query_params == wanted
    monkeypatch.setattr(session, "_went_back", lambda: True)
    app.open("3_Incompatibility", **stale)
    assert (app.thresholds()["Female"], app.at.query_params) == (0.41, wanted)
    # What the reader set once is gone back to, here as elsewhere.
    monkeypatch.setattr(session, "_went_back", lambda: False)
    app.move("sex", "Female", 0.45).move("sex", "Female", 0.46)
    monkeypatch.setattr(session, "_went_back", lambda: True)
    app.open("3_Incompatibility", **stale)
    assert app.thresholds()["Female"] == 0.45

"""The four findings of the Stress test page."""

import re

import pytest

from equipoise import words
from equipoise.app.stress.live import agreement, curves
from equipoise.figures.stress.theorem import turning_point
from equipoise.stress.bench import Setup
from equipoise.stress.choices import OTHER_ORDER, REPAIRED, Choices
from tests.pages.pages import charts, choose, said
from tests.pages.stress.opening import checked, opened


def test_without_an_intercept_doing_nothing_recovers() -> None:
    at = opened("stories")
    assert "Not yet." in said(at)
    checked(choose(at, "s.intercept", "none"))
    assert "Done." in said(at)


def test_beyond_the_condition_the_repair_is_lost() -> None:
    at = opened("stories", **{"s.story": "theorem"})
    assert "Not yet." in said(at)
    at.select_slider(key="s.story r").set_value("0.50")
    at.select_slider(key="s.story removed").set_value("0.80")
    checked(at.run())
    assert "Done. The minority is decided as by the reference in" in said(at).replace("**", "")
    assert "turns soonest" not in said(at)


@pytest.mark.parametrize("share", ["0.05", "0.40", "0.50"])
@pytest.mark.parametrize("removed", ["0.00", "0.60", "1.00"])
def test_what_turns_the_condition_is_told_for_what_is_set(share: str, removed: str) -> None:
    at = opened(
        "stories", **{"s.story": "theorem", "s.story r": share, "s.story removed": removed}
    )
    assert ("make the minority larger" in said(at)) == (turning_point(float(share), 0.4) is None)


def test_the_first_row_decides() -> None:
    at = opened("stories", **{"s.story": "first-row"})
    assert "Not yet." in said(at)
    checked(choose(at, "s.first cell", "A1"))
    assert "Done." in said(at)
    checked(choose(at, "s.grid", "grid"))
    assert "Done before.** Now: It is" in said(at)
    assert "All 13 points are no cure" in said(at)
    found = curves(Setup(Choices(d=-1.7, first="A0"), repeats=5))
    for group, arm in (("A", REPAIRED), ("B", OTHER_ORDER)):
        value = words.percent(found.at("fidelity", "B", 0.4, arm))
        assert f"{value} with a row of group {group} first" in said(at)


@pytest.mark.parametrize(
    ("story", "settings", "choices"),
    [
        ("theorem", {"s.story r": "0.50"}, {"r": 0.5}),
        ("first-row", {}, {"d": 1.15}),
        ("noise", {"s.story eta": "0.10"}, {"eta": 0.1}),
    ],
)
def test_a_finding_tells_how_close_its_own_reference_comes(
    story: str, settings: dict[str, str], choices: dict[str, float]
) -> None:
    at = opened("stories", **{"s.story": story}, **settings)
    shares = [one["B"] for one in agreement(Setup(Choices(**choices)))]
    low, high = (words.percent(share, 0) for share in (min(shares), max(shares)))
    span = low if low == high else f"{low} to {high}"
    assert f"in {span} of group B's test rows (5 draws" in said(at)


def test_repair_does_harm_under_differing_noise() -> None:
    at = opened("stories", **{"s.story": "noise"})
    assert "The repair changes fidelity by −" in said(at)
    at.select_slider(key="s.story eta").set_value("0.00")
    checked(at.run())
    assert "Done." in said(at)


@pytest.mark.parametrize(
    ("story", "key", "settings", "there"),
    [
        ("noise", "noise", {"s.story eta": "0.20"},
         {"s.bias": "noise", "s.eta": "0.20", "s.amount.noise": "0.00"}),
        ("theorem", "theorem", {"s.story r": "0.35", "s.story removed": "0.70"},
         {"s.repair": "post", "s.model": "shared", "s.r": "0.35",
          "s.amount.positives-removed": "0.70"}),
        ("intercept", "intercept", {"s.intercept": "none"},
         {"s.amount.positives-removed": "0.90"}),
        ("intercept", "intercept", {}, {"s.model": "shared"}),
        ("first-row", "first row", {"s.first cell": "B1", "s.grid": "grid"},
         {"s.d": "1.15", "s.first": "B1", "s.amount.positives-removed": "0.40"}),
        ("first-row", "turned round", {}, {"s.d": "-1.70"}),
    ],
)  # fmt: skip
def test_a_finding_goes_to_the_bench_as_it_stands(
    story: str, key: str, settings: dict[str, str], there: dict[str, str]
) -> None:
    at = opened("stories", **{"s.story": story}, **settings)
    at.button(key=f"bench {key}").click()
    checked(at.run())
    assert charts(at) == 6
    for name, value in there.items():
        assert at.session_state[name] == value
        # What the bench begins with is not written into the address.
        assert at.query_params.get(name, value) in (value, [value])
    assert at.session_state["s.repeats"] == "5"
    # And back: the story is as it was left.
    for name, value in settings.items():
        assert at.session_state[name] == value
    assert at.session_state["s.story"] == story


def test_the_bench_shows_the_numbers_of_the_finding() -> None:
    at = opened(
        "stories", **{"s.story": "theorem", "s.story r": "0.45", "s.story removed": "0.60"}
    )
    (told,) = re.findall(r"The repair is ahead in .*? \(standard error\)", said(at))
    at.button(key="bench theorem").click()
    checked(at.run())
    assert told in said(at)

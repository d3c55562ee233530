"""The Frontier page, run without a browser."""

import pytest
from streamlit.testing.v1 import AppTest

from equipoise import Predictions
from equipoise.datasets.adult.audit import COMPARISONS as VIEWS
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.frontier.staircase import point_names
from equipoise.frontiers.frontier import frontier
from equipoise.frontiers.gaps import GAPS
from equipoise.glossary import TERMS
from tests.pages.pages import charts, checked, open_page, said


def opened(**params: str) -> AppTest:
    return open_page("Frontier", **params)


def point(at: AppTest) -> str:
    return at.select_slider(key="point").value


def thresholds(at: AppTest, slug: str) -> dict[str, float]:
    return {
        g: at.slider(key=f"threshold {slug} {g}").value for g in adult_audit().tally(slug).groups
    }


@pytest.mark.parametrize("slug", VIEWS)
def test_every_view_opens_at_the_point_shown_first(slug: str) -> None:
    at = opened(by=slug)
    front = frontier(adult_audit().tally(slug))
    assert at.title[0].value == "What does closing a gap cost, and who pays?"
    assert charts(at) == 2
    assert f"Point {front.first_shown + 1} of {len(front.points)}" in said(at)
    assert "point" not in at.query_params
    assert not at.info


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("slug", ["sex", "sex-race-five"])
def test_every_gap_can_be_closed(slug: str, gap: str) -> None:
    at = opened(by=slug, gap=gap, range="whole")
    assert at.selectbox(key="gap").value == gap
    assert charts(at) == 2
    at.select_slider(key="point").set_value(at.select_slider(key="point").value)
    checked(at.run())


@pytest.mark.parametrize("slug", VIEWS)
@pytest.mark.parametrize("value", ["0.00", "1.00", "0.30"])
def test_extreme_thresholds(slug: str, value: str) -> None:
    at = opened(by=slug, **{f"t.{group}": value for group in adult_audit().tally(slug).groups})
    assert "Your present thresholds: accuracy" in said(at)
    assert charts(at) == 2


def test_a_gap_that_is_undefined_at_the_present_thresholds_says_why() -> None:
    groups = adult_audit().tally("sex-race-five").groups
    at = opened(
        by="sex-race-five", gap="predictive_parity", **{f"t.{group}": "1.00" for group in groups}
    )
    assert "nobody is selected" in said(at)
    assert "nan" not in said(at)


@pytest.mark.parametrize(
    "params",
    [
        {"point": "0.99/0.98"},
        {"point": "<script>alert(1)</script>"},
        {"point": "-1"},
        {"gap": "calibration"},
        {"range": "../../etc/passwd"},
    ],
)
def test_a_wrong_value_falls_back_with_a_word(params: dict[str, str]) -> None:
    at = opened(**params)
    assert point(at) == "0.43/0.49"
    assert len(at.info) == 1
    assert "is used instead" in at.info[0].value
    assert not set(params) & set(at.query_params)


def test_a_link_opens_the_same_point() -> None:
    at = opened(by="race", gap="equal_opportunity", point="0.43/0.49")
    assert point(at) == "0.43/0.49"
    assert "Point 6 of 7" in said(at)
    assert at.query_params["point"] == "0.43/0.49"


def test_walking_along_the_frontier() -> None:
    at = opened()
    at.select_slider(key="point").set_value("0.48/0.58")
    checked(at.run())
    assert "Point 41 of 63: 0.48 for women and 0.58 for men" in said(at)
    assert at.query_params["point"] == "0.48/0.58"


def test_another_view_begins_at_its_own_first_point() -> None:
    at = opened(point="0.48/0.58")
    next(g for g in at.get("button_group") if g.key == "by").set_value("race")
    checked(at.run())
    assert point(at) == "0.48/0.52"
    assert "point" not in at.query_params


def test_using_a_point_everywhere() -> None:
    at = opened(by="race")
    assert thresholds(at, "race") == {"Non-White": 0.5, "White": 0.5}
    at.button(key="use").click()
    checked(at.run())
    assert thresholds(at, "race") == {"Non-White": 0.48, "White": 0.52}
    assert at.button(key="use").disabled
    assert at.query_params["t.White"] == "0.52"


def test_a_dominated_baseline_is_said_plainly() -> None:
    at = opened(by="race")
    point = "point 22 (0.43 for Non-White people and 0.49 for White people)"
    assert f"On these rows, 0.50 for everybody is dominated: {point}" in said(at)
    assert "of 100 redraws, and it was picked for doing well here." in said(at)


def test_terms_are_explained_where_they_first_stand() -> None:
    at = opened()
    assert TERMS["gap"] in at.selectbox(key="gap").help
    for term in ("frontier", "dominated", "redraw"):
        assert TERMS[term] in at.select_slider(key="point").help


@pytest.mark.parametrize("gap", GAPS)
def test_a_ratios_gap_is_told_as_one(gap: str) -> None:
    at = opened(gap=gap)
    told = "1 − the impact ratio of" in said(at)
    assert told == (gap == "disparate_impact")
    assert "decided wrongly" not in said(at)
    assert "judged wrongly" in said(at)


def test_the_task_is_recognised() -> None:
    at = opened()
    assert "Not yet. The gap is 0.069; 0.038 is asked for." in said(at)
    front = frontier(adult_audit().tally("sex"))
    row = front.points.index[front.points["gap"] <= front.baseline_gap / 2][-1]
    at.select_slider(key="point").set_value(point_names(front)[row])
    checked(at.run())
    assert "Done." in said(at)
    assert "Is it right that they pay for it?" in said(at)


@pytest.fixture
def nobody_earns_more(audited):
    """Two groups, in one of which nobody has a positive label."""
    groups = {name: list("AABB") for name in ("sex", "race", "race_five")}
    audited(Predictions([0, 0, 0, 1], [0.2, 0.6, 0.4, 0.8], groups))


@pytest.mark.usefixtures("nobody_earns_more")
def test_no_frontier_gives_the_reason_and_no_chart() -> None:
    at = opened()
    assert "A: nobody has a positive label." in [box.value for box in at.info]
    assert charts(at) == 0


@pytest.mark.usefixtures("nobody_earns_more")
def test_another_gap_of_the_same_rows_has_a_frontier() -> None:
    at = opened(gap="demographic_parity")
    assert charts(at) == 2
    assert "On these rows, nothing beats 0.50 for everybody" in said(at)

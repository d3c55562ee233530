"""The Metrics page, run without a browser."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app.presets import PRESETS
from equipoise.criteria import criteria
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from tests.pages.pages import checked, open_page, unmistakable

HOME = Path(__file__).parents[2] / "streamlit_app.py"


def opened(**params: str) -> AppTest:
    return open_page("Metrics", **params)


def said(at: AppTest) -> str:
    tables = (part.proto.body for part in at.get("html"))
    return " ".join((*(part.value for part in (*at.markdown, *at.caption)), *tables))


def moved(at: AppTest, group: str, value: float, key: str = "sex") -> AppTest:
    at.slider(key=f"threshold {key} {group}").set_value(value)
    return checked(at.run())


@pytest.mark.parametrize("key", COMPARISONS)
def test_every_view_opens_with_the_lab_and_one_chart_more(key: str) -> None:
    at = opened(by=key)
    assert at.title[0].value == "Who is selected, and who is missed?"
    assert len(at.get("vega_lite_chart")) == 2


@pytest.mark.parametrize("key", COMPARISONS)
@pytest.mark.parametrize("threshold", ["0.00", "0.50", "1.00"])
def test_all_thresholds_at_once(key: str, threshold: str) -> None:
    at = opened(by=key, **{f"t.{group}": threshold for group in adult_audit().tally(key).groups})
    text = said(at)
    assert "nan" not in text.lower().replace("finance", "")
    assert '<div class="confusions">' in text


def test_extremes_that_differ() -> None:
    text = said(opened(by="sex-race-five", **{"t.Female × Other": "1.00", "t.Male × White": "0"}))
    assert "nan" not in text


@pytest.mark.parametrize(
    "params",
    [
        {"by": "planets"},
        {"t.Female": "nan", "t.Male": "1e9"},
        {"t.Female": "<script>", "tolerance": "-1"},
        {"t.Nobody": "0.5", "link": "chain"},
    ],
)
def test_a_hostile_link_opens_the_default_view_with_a_word_about_it(params: dict) -> None:
    at = opened(**params)
    assert at.info
    assert "301 of 557 women who earn more than 50K" in said(at)


def test_the_confusion_matrix_is_in_counts_rates_and_people() -> None:
    text = said(opened())
    assert "<strong>301</strong> found" in text
    assert "301 of 557 women who earn more than 50K are selected." in text
    assert "Of 407 women selected, 301 earn more than 50K" in text


def test_the_six_criteria_come_in_order_with_their_numbers() -> None:
    text = said(opened())
    names = ["Demographic parity", "Impact ratio", "Equal opportunity", "Equalized odds",
             "Predictive parity", "Calibration within groups"]  # fmt: skip
    places = [text.index(f"{name}**") for name in names]
    assert places == sorted(places)
    for value in ("−0.176", "0.320", "−0.069", "0.077", "+0.009"):
        assert value in text


def test_the_task_waits_then_says_what_broke() -> None:
    at = opened()
    assert "Not yet. They range from 54.0" in said(at)
    at = moved(at, "Female", 0.41)
    assert "**Done.**" in said(at)
    assert "**Predictive parity broke**" in said(at)


def test_the_task_sees_through_selecting_everybody() -> None:
    text = said(opened(**{"t.Female": "0", "t.Male": "0"}))
    assert "because everybody gets the same decision" in text
    assert "Everybody gets the same decision. Rates of groups" in text


def test_a_preset_promises_a_tolerance_and_no_equality() -> None:
    at = opened()
    next(g for g in at.get("button_group") if g.key == "preset").set_value("opportunity")
    text = said(checked(at.run()))
    assert "Not yet. They range from" in text
    gap = criteria(
        adult_audit().tally("sex"),
        {g: at.slider(key=f"threshold sex {g}").value for g in ("Female", "Male")},
    ).equal_opportunity_difference
    assert 0.01 < abs(gap.value) <= 0.05
    assert not any("Same" in preset.title for preset in PRESETS.values())


def test_undefined_rates_say_why() -> None:
    text = said(opened(**{"t.Female": "0"}))
    assert "Negative predictive value of Female: everybody is selected." in text


def test_the_groups_drawn_and_the_outcomes_shown_are_in_the_link() -> None:
    at = opened(by="race-five")
    drawn, matrix = at.pills(key="drawn race-five"), at.pills(key="matrix race-five")
    drawn.set_value([drawn.options[2], drawn.options[4]])
    matrix.set_value(matrix.options[2])
    link = dict(checked(at.run()).query_params)
    assert link == {
        "by": "race-five",
        "drawn race-five": "Black.White",
        "matrix race-five": "Black",
    }
    copied = opened(**link)
    assert list(copied.pills(key="drawn race-five").value) == ["Black", "White"]
    assert "of 168 Black people who earn more than 50K" in said(copied)
    next(g for g in at.get("button_group") if g.key == "by").set_value("sex")
    assert checked(at.run()).query_params == {"by": "sex"}
    next(g for g in at.get("button_group") if g.key == "by").set_value("race-five")
    assert checked(at.run()).query_params == link


def test_a_link_to_groups_that_are_not_there_says_so() -> None:
    at = opened(by="race-five", **{"drawn race-five": "Martian"})
    assert "Martian" in at.info[0].value
    assert at.query_params == {"by": "race-five"}


@pytest.mark.parametrize("key", COMPARISONS)
def test_no_table_is_taken_for_formatted_text(key: str) -> None:
    for closer, key in (("ratio", "impact"), ("roc", "roc"), ("calibration", "reliability")):
        at = AppTest.from_file(str(HOME), default_timeout=60)
        at.query_params["by"], at.query_params["closer"] = key, closer
        for folded in ("rates", f"{key} table"):
            at.session_state[folded] = True
        at.switch_page("pages/2_Metrics.py").run()
        assert len(checked(at).table) == 2
        for table in at.table:
            unmistakable(table.value)


def test_many_groups_are_picked() -> None:
    at = opened(by="race-five")
    drawn, matrix = at.pills(key="drawn race-five"), at.pills(key="matrix race-five")
    drawn.set_value([drawn.options[2], drawn.options[4]])
    matrix.set_value(matrix.options[2])
    text = said(checked(at.run()))
    assert "of 168 Black people who earn more than 50K are selected" in text
    at.pills(key="drawn race-five").set_value([])
    assert "lab race-five" in {chart.key for chart in checked(at.run()).get("vega_lite_chart")}


@pytest.mark.parametrize("key", COMPARISONS)
@pytest.mark.parametrize(("closer", "shows"), [("roc", "ROC curve"), ("calibration", "ten bins")])
def test_a_link_leads_to_a_closer_look(key: str, closer: str, shows: str) -> None:
    at = opened(by=key, closer=closer)
    drawn = [chart.proto.alt for chart in at.get("vega_lite_chart")]
    assert len(drawn) == 2
    assert shows in drawn[-1]


def test_drawings_stay_while_a_threshold_moves() -> None:
    at = opened()
    before = [chart.proto.spec for chart in at.get("vega_lite_chart")]
    after = [chart.proto.spec for chart in moved(at, "Male", 0.7).get("vega_lite_chart")]
    assert before == after


def test_the_lab_counts_the_changes_of_thresholds() -> None:
    at = opened()
    first = at.session_state["lab drawn"][0]
    at = moved(at, "Male", 0.7)
    assert at.session_state["lab drawn"][0] == first + 1
    at = moved(at, "Male", 0.5)
    assert at.session_state["lab drawn"][0] == first + 2
    checked(at.run())
    assert at.session_state["lab drawn"][0] == first + 2

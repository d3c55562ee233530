"""The Data page, run without a browser."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from tests.pages.pages import charts, checked, open_page, said, unmistakable

HOME = Path(__file__).parents[2] / "streamlit_app.py"


def opened(**params: str) -> AppTest:
    return open_page("Data", **params)


def guessed(at: AppTest, answer: str = "relationship") -> AppTest:
    at.radio(key="guess data/strongest-stand-in").set_value(answer)
    return checked(at.run())


@pytest.mark.parametrize("slug", COMPARISONS)
def test_every_view_opens_with_four_charts(slug: str) -> None:
    at = opened(by=slug)
    assert at.title[0].value == "Who is judged, and on what?"
    assert charts(at) == 4
    assert len(adult_audit().tally(slug).groups) in (2, 4, 5, 10)


@pytest.mark.parametrize("threshold", ["0", "1", "0.50"])
def test_thresholds_in_the_link_do_not_matter_here_and_are_kept(threshold: str) -> None:
    at = opened(by="sex", **{"t.Female": threshold, "t.Male": threshold})
    assert charts(at) == 4
    assert ("t.Female" in at.query_params) == (threshold != "0.50")


@pytest.mark.parametrize(
    "params",
    [
        {"by": "<script>alert(1)</script>"},
        {"by": "", "t.Female": "nan"},
        {"t.Nobody": "0.5", "tolerance": "-1"},
        {"tell": "../../etc/passwd"},
    ],
)
def test_hostile_links_fall_back_and_say_so(params: dict[str, str]) -> None:
    at = guessed(opened(**params))
    assert charts(at) == 5
    assert at.info


def test_what_gives_sex_away_is_kept_back_until_a_guess() -> None:
    at = opened()
    assert "Pick one woman and one man" not in said(at)
    guessed(at, "occupation")
    assert charts(at) == 5
    assert "in 93 of 100 pairs the features tell which is which" in said(at)
    assert "But one does better: relationship, 86 of 100" in said(at)


def test_a_link_can_ask_for_race() -> None:
    at = guessed(opened(tell="race"))
    assert "Pick one White and one Non-White person at random: in 76 of 100" in said(at)


def test_the_smallest_group_is_recognised() -> None:
    at = opened()
    assert "Not yet. The smallest here are the 4,913 women." in said(at)
    view = next(group for group in at.get("button_group") if group.key == "by")
    view.set_value("sex-race-five")
    checked(at.run())
    assert "39 women recorded as Other, and 5 of them earn more" in said(at)
    assert "**Done.**" in said(at)


def test_the_rule_for_small_groups_is_stated() -> None:
    assert "fewer than 30 people" in said(opened())


@pytest.mark.parametrize("slug", COMPARISONS)
def test_terms_and_codes_are_explained(slug: str) -> None:
    text = said(opened(by=slug))
    for term in ("**label**", "**positive**", "**Base rate**", "**ROC AUC**", "**Log-odds**"):
        assert term in text
    for code in ("*Amer-Indian-Eskimo*", "*Asian-Pac-Islander*", "*Female × Other*"):
        assert code in text


@pytest.mark.parametrize("slug", COMPARISONS)
def test_no_table_is_taken_for_formatted_text(slug: str) -> None:
    at = AppTest.from_file(str(HOME), default_timeout=30)
    at.query_params["by"] = slug
    for key in ("people table", "scores 1 table", "scores 0 table", "feature table"):
        at.session_state[key] = True
    at.session_state["guess data/strongest-stand-in"] = "relationship"
    at.session_state["features table"] = True
    at.switch_page("pages/1_Data.py").run()
    assert len(checked(at).table) == 9
    for table in at.table:
        unmistakable(table.value)


def test_cards_and_downloads_are_there() -> None:
    at = opened()
    titles = [expander.label for expander in at.expander]
    assert {"Data set card", "Model card", "Provenance of the artifact"} <= set(titles)
    labels = [button.label for button in at.get("download_button")]
    assert labels == ["Predictions as CSV", "The artifact as JSON"]
    assert "adult_test.json" in at.code[1].value

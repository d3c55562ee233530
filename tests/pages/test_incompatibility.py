"""The Incompatibility page, run without a browser."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app import VIEWS, tally_of

HOME = Path(__file__).parents[2] / "streamlit_app.py"
ROWS_OF_MATRIX = 8


def opened(**params: str) -> AppTest:
    at = AppTest.from_file(str(HOME), default_timeout=60)
    for name, value in params.items():
        at.query_params[name] = value
    at.switch_page("pages/3_Incompatibility.py").run()
    return checked(at)


def checked(at: AppTest) -> AppTest:
    assert not at.exception, at.exception[0].message
    assert not re.search(r"\bnan\b", said(at) + "".join(tables(at)))
    return at


def said(at: AppTest) -> str:
    return " ".join(part.value for part in (*at.markdown, *at.caption))


def tables(at: AppTest) -> list[str]:
    return [part.proto.body for part in at.get("html") if "<table" in part.proto.body]


def choose(at: AppTest, key: str, value: str) -> AppTest:
    next(part for part in at.get("button_group") if part.key == key).set_value(value)
    return checked(at.run())


@pytest.mark.parametrize("scores", ["as-given", "recalibrated"])
@pytest.mark.parametrize("slug", VIEWS)
def test_every_view_opens(slug: str, scores: str) -> None:
    at = opened(by=slug, scores=scores, shift="50")
    assert len(at.get("vega_lite_chart")) == 2 + (scores == "recalibrated")
    matrix = tables(at)[0]
    assert matrix.count("<tr") == ROWS_OF_MATRIX
    assert "As set now" in matrix
    many = len(tally_of(slug).groups) > 2
    assert any(box.key == "pair" for box in at.selectbox) == many


@pytest.mark.parametrize("slug", VIEWS)
@pytest.mark.parametrize("threshold", ["0", "1"])
def test_extreme_thresholds(slug: str, threshold: str) -> None:
    groups = tally_of(slug).groups
    opened(by=slug, scores="recalibrated", **{f"t.{group}": threshold for group in groups})


@pytest.mark.parametrize("tolerance", ["0", "0.2"])
def test_extreme_tolerances(tolerance: str) -> None:
    at = opened(tolerance=tolerance, shift="100")
    assert "No thresholds meet it" not in tables(at)[0]


def test_hostile_addresses_fall_back_with_a_word() -> None:
    wrong = {"pair": "x", "enforce": "<b>", "reweight": "nan", "shift": "7", "scores": "1e9"}
    at = opened(**wrong, by="nothing", tolerance="inf")
    notices = " ".join(box.value for box in at.info)
    assert all(name in notices for name in (*wrong, "by", "tolerance"))


def test_the_theorems_are_named_and_nothing_is_claimed_to_be_proved() -> None:
    text = said(opened())
    for name in ("Kleinberg, Mullainathan and Raghavan", "Chouldechova", "Barocas, Hardt"):
        assert name in text
    assert "does not prove" in text


def test_a_row_of_the_matrix_can_be_taken_over() -> None:
    at = choose(opened(), "enforce", "demographic_parity_difference")
    assert "Demographic parity" in said(at)
    at.button(key="use enforced").click()
    checked(at.run())
    assert at.session_state["threshold sex Female"] == 0.29
    assert at.session_state["threshold sex Male"] == 0.62
    assert at.button(key="use enforced").disabled
    assert at.query_params["enforce"] == "demographic_parity_difference"


@pytest.mark.parametrize(("answer", "judged"), [("four", "Right"), ("two", "Not quite")])
def test_the_guess_is_judged_and_the_door_left_open_is_shown(answer: str, judged: str) -> None:
    at = opened()
    at.radio(key="incompatibility guess").set_value(answer)
    text = said(checked(at.run()))
    assert f"{judged}: four, at 0.48 for women and 0.56 for men" in text
    assert "all six hold at 0.99 for women and 1.00 for men: 103 of 15,060 people" in text


def test_the_task_is_recognised_once_the_base_rates_meet() -> None:
    at = opened()
    assert "They still force a gap of 0.273" in said(at)
    at.select_slider(key="shift").set_value("100")
    checked(at.run())
    assert "The arithmetic no longer stands in the way" in said(at)
    assert at.query_params["shift"] == "100"
    assert "Reweighted, both enforced" in tables(at)[1]


def test_another_comparison_forgets_a_pair_it_does_not_have() -> None:
    at = opened(by="race-five", pair="Black and White")
    assert at.selectbox(key="pair").value == "Black and White"
    choose(at, "by", "sex")
    assert "pair" not in at.query_params


def test_scipy_is_not_imported_until_scores_are_recalibrated() -> None:
    ask = "import sys, equipoise.app.worlds; print({'scipy', 'sklearn'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=HOME.parent, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"

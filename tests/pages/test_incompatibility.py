"""The Incompatibility page, run without a browser."""

import re
import subprocess
import sys

import pytest
from streamlit.testing.v1 import AppTest

from equipoise import words
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.incompatibility.rows import COUNTS
from tests.facts import recomputed
from tests.pages.pages import ROOT, choose, open_page, said
from tests.pages.pages import checked as ran

ROWS_OF_MATRIX = 8


def opened(**params: str) -> AppTest:
    return checked(open_page("Incompatibility", **params))


def checked(at: AppTest) -> AppTest:
    assert not re.search(r"\bnan\b", said(ran(at)) + "".join(tables(at)))
    return at


def tables(at: AppTest) -> list[str]:
    return [part.proto.body for part in at.get("html") if "<table" in part.proto.body]


@pytest.mark.parametrize("scores", ["as-given", "recalibrated"])
@pytest.mark.parametrize("slug", COMPARISONS)
def test_every_view_opens(slug: str, scores: str) -> None:
    at = opened(by=slug, scores=scores, shift="50")
    assert len(at.get("vega_lite_chart")) == 2 + (scores == "recalibrated")
    matrix = tables(at)[0]
    assert matrix.count("<tr") == ROWS_OF_MATRIX
    assert "As set now" in matrix
    many = len(adult_audit().tally(slug).groups) > 2
    assert any(box.key == "pair" for box in at.selectbox) == many


@pytest.mark.parametrize("slug", COMPARISONS)
@pytest.mark.parametrize("threshold", ["0", "1"])
def test_extreme_thresholds(slug: str, threshold: str) -> None:
    groups = adult_audit().tally(slug).groups
    opened(by=slug, scores="recalibrated", **{f"t.{group}": threshold for group in groups})


@pytest.mark.parametrize("tolerance", ["0", "0.2"])
def test_extreme_tolerances(tolerance: str) -> None:
    at = opened(tolerance=tolerance, shift="100")
    assert "No thresholds on the grid meet it" not in tables(at)[0]


def test_hostile_addresses_fall_back_with_a_word() -> None:
    wrong = {"pair": "x", "enforce": "<b>", "reweight": "nan", "shift": "7", "scores": "1e9"}
    at = opened(**wrong, by="nothing", tolerance="inf")
    notices = " ".join(box.value for box in at.info)
    assert all(name in notices for name in (*wrong, "by", "tolerance"))


@pytest.mark.parametrize("uncertainty", ["off", "on"])
def test_the_theorems_are_named_and_nothing_is_claimed_to_be_proved(uncertainty: str) -> None:
    text = " ".join(said(opened(uncertainty=uncertainty)).split())
    for name in ("Kleinberg, Mullainathan and Raghavan", "Chouldechova", "Barocas, Hardt"):
        assert name in text
    assert "does not prove" in text
    # The six can hold within a tolerance: the same page shows where.
    assert "forbids" not in text
    assert "Exactly, the six cannot hold together while base rates differ" in text
    assert "Within a tolerance they sometimes can" in text
    # Calibration does bear on error rates: what it does not do is make them equal.
    assert "it does not make error rates equal" in text
    assert "at least 95 of 100" not in text
    assert ("about 95 of 100 audits, or more" in text) == (uncertainty == "on")


def test_every_term_is_explained_before_it_is_relied_on() -> None:
    at = opened()
    text = " ".join(part.value for part in at.main.markdown)
    for short in ("TPR", "FPR", "PPV"):
        assert re.search(rf"\w+ \({short}\)", text)
        assert text.index(f"({short})") == text.index(short) - 1


@pytest.mark.parametrize(("slug", "tolerance"), [("sex", "0.05"), ("race-five", "0.10")])
def test_a_guess_is_right_only_if_it_is(slug: str, tolerance: str) -> None:
    """As it is drawn; `tests/tasks` tries every pair of groups and every tolerance."""
    at = opened(by=slug, tolerance=tolerance)
    groups = adult_audit().tally(slug).groups
    key = at.session_state["pair"] if len(groups) > 2 else " and ".join(groups)
    sweep = recomputed.sweep(slug, *key.split(" and "))
    truth = COUNTS[sweep.held(float(tolerance))[sweep.near_best()].max()]
    assert at.radio(key="guess incompatibility/how-many").options == list(COUNTS)
    for answer in COUNTS:
        at.radio(key="guess incompatibility/how-many").set_value(answer)
        text = said(checked(at.run()))
        assert (f"Right: {truth}" in text) == (answer == truth)
        assert (f"Not quite: {truth}" in text) == (answer != truth)


def test_all_six_can_hold_near_the_best_accuracy_within_a_wide_tolerance() -> None:
    at = opened(by="race", tolerance="0.10")
    at.radio(key="guess incompatibility/how-many").set_value("all six")
    text = said(checked(at.run()))
    assert "Right: all six, at " in text
    assert "no repair" not in text


def test_no_thresholds_are_asked_to_calibrate() -> None:
    link = {"uncertainty": "on", "enforce": "expected_calibration_error"}
    text = said(opened(**link))
    assert "Thresholds do not change what a score means" in text
    assert "Find thresholds at which" not in text


@pytest.mark.parametrize("enforce", ["equalized_odds_difference", "disparate_impact_ratio"])
def test_nobody_is_sent_to_look_for_confidence_in_exact_equality(enforce: str) -> None:
    text = said(opened(uncertainty="on", tolerance="0.00", enforce=enforce))
    exact = enforce != "disparate_impact_ratio"
    assert ("no bracket keeps within it" in text) == exact
    assert ("Find thresholds at which" in text) != exact


def test_the_same_decision_for_all_is_called_what_it_is() -> None:
    link = {"uncertainty": "on", "enforce": "equal_opportunity_difference"}
    text = said(opened(**link, **{"t.Female": "1.00", "t.Male": "1.00"}))
    assert "But this selects nearly nobody" in text
    text = said(opened(**link, **{"t.Female": "0.41"}))
    assert "**Done.** The bracket" in text
    assert "But this" not in text


def test_where_nothing_is_forced_there_is_nothing_to_move() -> None:
    text = said(opened(**{"t.Female": "1.00", "t.Male": "1.00"}))
    assert "There was nothing to move" in text
    assert "stands in the way" not in text


def test_a_row_of_the_matrix_can_be_taken_over() -> None:
    at = checked(choose(opened(), "enforce", "demographic_parity_difference"))
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
    at.radio(key="guess incompatibility/how-many").set_value(answer)
    text = said(checked(at.run()))
    assert f"{judged}: four, at 0.48 for women and 0.56 for men" in text
    assert "all six hold at 0.99 for women and 1.00 for men: 103 of 15,060 people" in text


def test_a_task_once_done_stays_done_while_it_says_how_things_stand() -> None:
    at = opened(shift="100")
    assert "**Done.** The arithmetic no longer" in said(at)
    at.select_slider(key="shift").set_value("0")
    assert "**Done before.** Now: They still force a gap of 0.273." in said(checked(at.run()))


def test_the_task_is_recognised_once_the_base_rates_meet() -> None:
    at = opened()
    assert "They still force a gap of 0.273" in said(at)
    at.select_slider(key="shift").set_value("100")
    checked(at.run())
    assert "The arithmetic no longer stands in the way" in said(at)
    women, men = recomputed.groups("sex").values()
    for group, people in (("women", women), ("men", men)):
        assert f"{words.number(people.auc)} for {group}" in said(at)
    assert at.query_params["shift"] == "100"
    assert "Reweighted, both enforced" in tables(at)[1]


@pytest.mark.parametrize("tolerance", ["0.00", "0.05", "0.10"])
def test_what_meeting_both_costs_in_a_changed_world(tolerance: str) -> None:
    text = said(opened(shift="100", tolerance=tolerance)).replace("\N{NARROW NO-BREAK SPACE}", " ")
    women, men = recomputed.groups("sex").values()
    there = recomputed.Sweep.of(women.weighed(men.base_rate), men)
    met = [there.met(name, float(tolerance)) for name in ("Equalized odds", "Predictive parity")]
    met = met[0] & met[1]
    best, both = 100 * there.accuracy.max(), 100 * there.best_among(met)
    everybody = " and selects everybody" * bool(met[0, 0] and both == 100 * there.accuracy[0, 0])
    assert f"leaves an accuracy of {both:.2f} %{everybody}; {best:.2f} % would be" in text
    assert bool(everybody) == (tolerance == "0.00")


def test_where_nothing_meets_both_it_is_said() -> None:
    pair = ("Female × Amer-Indian-Eskimo", "Male × White")
    nobody = {f"t.{group}": "1.00" for group in pair}
    text = said(opened(by="sex-race-five", pair=" and ".join(pair), shift="60", **nobody))
    first, second = (recomputed.groups("sex-race-five")[name] for name in pair)
    moved = first.base_rate + 0.6 * (second.base_rate - first.base_rate)
    there = recomputed.Sweep.of(first.weighed(moved), second)
    assert not (there.met("Equalized odds", 0.05) & there.met("Predictive parity", 0.05)).any()
    assert "no thresholds on the grid meet equalized odds and predictive parity at once" in text


def test_another_comparison_forgets_a_pair_it_does_not_have() -> None:
    at = opened(by="race-five", pair="Black and White")
    assert at.selectbox(key="pair").value == "Black and White"
    checked(choose(at, "by", "sex"))
    assert "pair" not in at.query_params


def test_scipy_is_not_imported_until_scores_are_recalibrated() -> None:
    heavy = "{'scipy', 'sklearn'} & set(sys.modules)"
    ask = f"import sys, equipoise.app.incompatibility.changes; print({heavy})"
    done = subprocess.run(
        [sys.executable, "-c", ask], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"

"""The tasks of the Metrics page, judged on values."""

import math
import re

import pytest

from equipoise import criteria, overall_rates
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.metrics.power import as_it_is
from equipoise.tasks.metrics import (
    CONFIDENT_OPPORTUNITY,
    ENOUGH_PEOPLE,
    EQUAL_TPR,
    TASKS,
    price,
    what_changed,
)
from equipoise.uncertainty.power import EXPLORED
from tests.rows import but_with
from tests.views import view_of

HALF = {"Female": 0.5, "Male": 0.5}
EQUAL = {"Female": 0.41, "Male": 0.5}


def test_equal_rates_are_within_one_point() -> None:
    audit = adult_audit()
    assert EQUAL_TPR.asks(audit.view()).endswith("and see whether another criterion breaks.")
    assert EQUAL_TPR.judge(audit.view("sex", HALF)) == (
        False,
        "They range from 54.0\N{NARROW NO-BREAK SPACE}% to 61.0\N{NARROW NO-BREAK SPACE}%.",
    )
    assert EQUAL_TPR.judge(audit.view("sex", EQUAL)).done


def test_a_point_exactly_is_within_a_point() -> None:
    labels, groups = [1] * 200, "A" * 100 + "B" * 100
    for found, done in ((51, True), (52, False)):
        scores = [0.9] * 50 + [0.1] * 50 + [0.9] * found + [0.1] * (100 - found)
        assert EQUAL_TPR.judge(view_of(labels, scores, groups)).done == done


def test_a_rate_without_value_is_not_met() -> None:
    done, said = EQUAL_TPR.judge(view_of([1, 1, 0, 0], [0.9, 0.1, 0.9, 0.1], "AABB"))
    assert not done
    assert "nan" not in said


@pytest.mark.parametrize(
    ("women", "men", "told"),
    [
        (0.45, 0.53, "Nothing that held broke."),
        (0.41, 0.5, "**Predictive parity broke**: +0.009 → −0.063."),
        (0.0, 0.0, "But only because everybody gets the same decision: the rates have hardly any"),
        (1.0, 1.0, "nearly everybody gets the same decision (81 of 15,060 people are selected)"),
    ],
)
def test_what_meeting_the_rates_did(women: float, men: float, told: str) -> None:
    cut = {"Female": women, "Male": men}
    done, said = EQUAL_TPR.judge(adult_audit().view("sex", cut))
    assert done
    assert told in said
    unsure = EQUAL_TPR.judge(adult_audit().view("sex", cut, uncertainty=True)).said
    assert ("Nothing that held broke" in said) == (women == 0.45)
    if 0 < women < 1:
        assert said.startswith("Against 0.50 for all: ")
        assert unsure == said.replace("Against", "On these rows, against", 1)


def test_what_loses_its_value_is_not_said_to_have_broken() -> None:
    tallied = adult_audit().tally("sex-race-five")
    before = criteria(tallied, 0.0, tolerance=0.2)
    nobody = criteria(tallied, 1.0, tolerance=0.2)
    name = "predictive_parity_difference"
    lonely = but_with(nobody, name, verdict="undefined", value=math.nan)
    held = but_with(before, name, verdict="holds")
    said = what_changed(held, lonely)
    assert "Predictive parity can no longer be assessed." in said
    assert "Nothing that held broke" not in said


def test_a_ratio_that_broke_has_no_sign() -> None:
    tallied = adult_audit().tally("sex")
    said = what_changed(criteria(tallied, {"Female": 0.15, "Male": 0.5}), criteria(tallied, HALF))
    assert re.search(r"broke\*\*:.* 0\.\d{4} → 0\.3205", said)


def test_the_price_is_in_people() -> None:
    tallied = adult_audit().tally("sex")
    before = overall_rates(tallied, HALF)
    said = price(before, overall_rates(tallied, EQUAL))
    assert said.startswith("26 more people are judged wrongly")
    assert "As many people" in price(before, before)
    assert "9,064 fewer people are" in price(overall_rates(tallied, 0.0), before)
    one_less = before.copy()
    one_less["fp"] -= 1
    assert price(before, one_less).startswith("1 fewer person is judged")


def test_the_comment_names_what_broke() -> None:
    tallied = adult_audit().tally("sex")
    said = what_changed(criteria(tallied, HALF), criteria(tallied, EQUAL))
    assert "Equal opportunity now holds" in said
    assert "**Predictive parity broke**: +0.009 → −0.063" in said
    other = criteria(tallied, {"Female": 0.5, "Male": 0.57})
    assert "Nothing that held broke" in what_changed(criteria(tallied, HALF), other)


def test_a_criterion_is_met_with_the_whole_bracket() -> None:
    audit = adult_audit()
    done, said = CONFIDENT_OPPORTUNITY.judge(audit.view("sex", HALF))
    assert not done
    assert said.startswith("The gap may lie anywhere in [−0.114,")
    assert CONFIDENT_OPPORTUNITY.judge(audit.view("sex", EQUAL)) == (
        True,
        "Chance would hide a gap beyond the tolerance in at most 1 of 20 audits of this size. A "
        "gap that only just met the tolerance would not have been enough.",
    )


@pytest.mark.parametrize("cut", [0.0, 1.0])
def test_a_bracket_narrow_for_want_of_selections_shows_nothing(cut: float) -> None:
    done, said = CONFIDENT_OPPORTUNITY.judge(adult_audit().view("sex", cut))
    assert not done or "the same decision" in said
    assert "Chance would hide" not in said


def test_a_tolerance_without_room_is_told_of_whom() -> None:
    view = adult_audit().view("sex-race-five")
    said = CONFIDENT_OPPORTUNITY.judge(view).said
    assert re.search(r"Between .+ alone, [\d,]+ and [\d,]+ people, the bracket is \d\.\d{3}", said)
    assert "where the tolerance has room for 0.10. It fits only with more people" in said
    assert "people in group" not in said


def test_the_task_says_the_tolerance_of_the_view() -> None:
    asked = CONFIDENT_OPPORTUNITY.asks(adult_audit().view("sex", tolerance=0.08))
    assert asked.endswith("the whole bracket within 0.08.")


def test_one_label_cannot_be_assessed_and_says_why() -> None:
    done, said = CONFIDENT_OPPORTUNITY.judge(view_of([1, 1, 0, 0], [0.9, 0.1, 0.9, 0.1], "AABB"))
    assert not done
    assert "nobody has a positive label" in said


@pytest.mark.parametrize("gap", EXPLORED)
@pytest.mark.parametrize("key", ["sex", "sex-race-five"])
def test_as_they_are_the_groups_show_no_such_gap(key: str, gap: str) -> None:
    view = adult_audit().view(key)
    assert not ENOUGH_PEOPLE.judge(view, as_it_is(view.tally, gap)).done


def test_more_people_show_smaller_gaps() -> None:
    view = adult_audit().view("sex")
    plan = as_it_is(view.tally, "equal_opportunity")
    assert ENOUGH_PEOPLE.asks(view, plan).startswith(
        "How many people would each group need for a gap of 0.05 to show in 4 of 5 audits"
    )
    assert ENOUGH_PEOPLE.judge(view, plan) == (
        False,
        "What shows now: 0.064 if women differ and 0.063 if men differ.",
    )
    done, said = ENOUGH_PEOPLE.judge(view, plan._replace(people=(40_000, 40_000)))
    assert done
    assert said.startswith("What shows now: 0.02")
    assert "Mind which number helped" in said


def test_what_never_shows_is_said_to_be_no_gap() -> None:
    view = adult_audit().view("sex-race-five")
    said = ENOUGH_PEOPLE.judge(view, as_it_is(view.tally, "equal_opportunity")).said
    assert "0.542 if women recorded as Other differ and no gap if White men differ" in said


def test_groups_that_show_it_already_are_asked_for_a_smaller_gap() -> None:
    view = view_of([1, 0] * 8_000, [0.5] * 16_000, "AABB" * 4_000)
    plan = as_it_is(view.tally, "demographic_parity")
    assert "a gap of 0.01 to show" in ENOUGH_PEOPLE.asks(view, plan)
    assert not ENOUGH_PEOPLE.judge(view, plan).done


def test_all_are_listed_once_under_the_page() -> None:
    assert len({task.id for task in TASKS}) == len(TASKS) == 3
    for task in TASKS:
        assert task.page == "Metrics"
        assert task.id.startswith("metrics/")

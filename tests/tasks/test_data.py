"""The Data page's task and guess, judged on values."""

import pytest

from equipoise.datasets import AdultCard, adult_card
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.tasks.data import GUESSES, SMALLEST_GROUP, STRONGEST_STAND_IN, TASKS
from tests.views import view_of


@pytest.fixture(scope="module")
def card() -> AdultCard:
    return adult_card()


@pytest.mark.parametrize("key", COMPARISONS)
def test_only_the_comparison_with_the_smallest_group_is_it(key: str) -> None:
    audit = adult_audit()
    sizes = {name: audit.tally(name).n.min() for name in COMPARISONS}
    view = audit.view(key)
    done, said = SMALLEST_GROUP.judge(view)
    assert done == (sizes[key] == min(sizes.values()))
    assert f"{sizes[key]:,} " in said


def test_it_is_asked_of_what_labels_mean() -> None:
    assert SMALLEST_GROUP.asks(adult_audit().view()).endswith(
        "How many of its people earn more than 50K?"
    )
    own = view_of([0, 1], [0.5, 0.5], "AB")
    assert SMALLEST_GROUP.asks(own).endswith("How many of its people are positive?")


def test_until_then_the_smallest_here_are_named() -> None:
    assert SMALLEST_GROUP.judge(adult_audit().view("sex")) == (
        False,
        "The smallest here are the 4,913 women. Cross two attributes and groups get smaller.",
    )


def test_what_rates_of_the_smallest_rest_on() -> None:
    said = SMALLEST_GROUP.judge(adult_audit().view("sex-race-five")).said
    assert said == (
        "There are 39 women recorded as Other, and 5 of them earn more than 50K: to find one more "
        "or one fewer moves their true-positive rate by 20 points. It is worse for the 59 "
        "American Indian or Alaska Native women, of whom 3 do. An audit by sex alone, or by race "
        "alone, never meets such a group by itself."
    )


def test_the_smallest_group_may_also_be_the_rarest_and_have_nobody_to_find() -> None:
    few = SMALLEST_GROUP.judge(view_of([1, 1, 0, 1, 1, 1], [0.5] * 6, "AAAABB"))
    assert few.done
    assert "2 of them are positive" in few.said
    assert "worse" not in few.said
    none = SMALLEST_GROUP.judge(view_of([1, 0, 0, 0], [0.5] * 4, "AAAB"))
    assert "none of them is positive: they have no true-positive rate at all." in none.said
    assert "alone" not in none.said


def test_others_may_be_rarer_than_the_smallest() -> None:
    said = SMALLEST_GROUP.judge(view_of([1, 1, 1, 0, 0, 0], [0.5] * 6, "AABBBB")).said
    assert said.endswith("It is worse for the 4 people in group B, of whom 1 is.")


def test_each_guess_is_told_what_it_is_worth(card) -> None:
    sex = card.proxies["sex"]
    asked = STRONGEST_STAND_IN.pose(card)
    best = max(sex.alone, key=lambda name: sex.alone[name])
    assert asked.right == best
    assert asked.comments[best].startswith("Yes, right in 86 of 100 pairs")
    for name, comment in asked.comments.items():
        assert "relationship, 86 of 100" in comment or name == best
        assert name not in sex.alone or f"{sex.alone[name] * 100:.0f} of 100" in comment


def test_all_are_listed_once_under_the_page() -> None:
    for one in (*TASKS, *GUESSES):
        assert one.page == "Data"
        assert one.id.startswith("data/")

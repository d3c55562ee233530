"""How sure one can be, in words."""

import math

import pytest

from equipoise import intervals, judge, noise_floor
from equipoise.app import VIEWS, tally_of
from equipoise.charts import uncertainty_words as sentences
from equipoise.criteria import TITLES

RECALL = "equal_opportunity_difference"
ODDS = "equalized_odds_difference"
TINY = "sex-race-five"


def judged(slug: str, threshold: float = 0.5) -> dict:
    return judge(tally_of(slug), threshold)


def rows(slug: str, threshold: float = 0.5) -> dict:
    return sentences.by_name(intervals(tally_of(slug), threshold))


def test_no_cry_over_five_and_three_people() -> None:
    few = {name: sentences.few_people(one) for name, one in judged(TINY).items()}
    assert few[RECALL] == few[ODDS] == "Over 5 and 3 people: chance alone could make this."
    assert few["expected_calibration_error"].startswith("Over 39 people")
    assert few["demographic_parity_difference"] == ""


@pytest.mark.parametrize("slug", ["sex", "race"])
def test_large_groups_need_no_such_word(slug: str) -> None:
    assert not any(map(sentences.few_people, judged(slug).values()))


def test_a_gap_hidden_by_few_people_is_hinted_at() -> None:
    one = judge(tally_of("sex-race"), 0.5, tolerance=0.07)["predictive_parity_difference"]
    assert one.criterion.verdict == "holds"
    assert sentences.few_people(one) == "Over 350 and 57 people: chance could hide a gap."


def test_who_fails_for_sure_is_named_where_the_largest_gap_is_noise() -> None:
    said = sentences.surest(judged(TINY)[ODDS])
    assert said.startswith("Fails for sure over 6,098 and 3,504 people: Male × White and Female ×")
    assert "FPR" in said
    assert sentences.surest(judged("sex")[ODDS]) == ""
    assert sentences.surest(judged(TINY)[RECALL]) == ""


def test_chance_alone_stands_beside_largest_values_only() -> None:
    two, ten = rows("sex"), rows(TINY)
    assert sentences.by_chance(two[RECALL]) == ""
    assert sentences.by_chance(two[ODDS]) == (
        "By chance alone: 0.016 typically, above 0.043 once in 20."
    )
    assert "below 0.325 once in 20" in sentences.by_chance(ten["disparate_impact_ratio"])
    assert "above 0.800" in sentences.by_chance(ten[RECALL])


def test_draws_without_a_value_are_counted() -> None:
    assert sentences.without_value(rows("sex")[RECALL]) == ""
    said = sentences.without_value(rows(TINY)[RECALL])
    assert said == "Without a value in 60 of 1,000 draws: a group had nobody to count."


def test_errors_above_noise_are_named() -> None:
    said = sentences.above_noise(noise_floor(tally_of("race-five")))
    assert said.startswith("Above noise: Black 0.027 (noise reaches 0.02")
    assert said.endswith("Other groups: not distinguishable from noise.")
    quiet = sentences.above_noise(noise_floor(tally_of("race")))
    assert quiet.startswith("Not distinguishable from noise in any group")


@pytest.mark.parametrize("slug", VIEWS)
@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0])
def test_nothing_undefined_is_written_as_a_number(slug: str, threshold: float) -> None:
    tally = tally_of(slug)
    table = sentences.comparisons_table(intervals(tally, threshold), noise_floor(tally))
    assert len(table) == len(TITLES) + 1 + len(tally.groups)
    assert not table.map(lambda text: "nan" in text).any().any()
    for one in judged(slug, threshold).values():
        assert "nan" not in sentences.few_people(one) + sentences.surest(one)
    for row in rows(slug, threshold).values():
        assert "nan" not in sentences.by_chance(row) + sentences.without_value(row)


def test_limits_are_found_by_statistic_and_group() -> None:
    known = sentences.limits(intervals(tally_of("sex"), 0.5))
    assert known["true_positive_rate", "Female"] == pytest.approx((0.499, 0.581), abs=1e-3)
    assert known["accuracy", ""] == pytest.approx((0.8417, 0.8532), abs=1e-4)
    nobody = sentences.limits(intervals(tally_of("sex"), {"Female": 1.0, "Male": 1.0}))
    low, high = nobody["positive_predictive_value", "Female"]
    assert math.isnan(low) == math.isnan(high)

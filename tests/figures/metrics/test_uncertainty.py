"""What the data can tell, in words."""

import math
import re

import numpy as np
import pytest

from equipoise import Predictions, intervals, judge, tally, words
from equipoise.criteria import TITLES
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics import uncertainty as sentences
from equipoise.figures.metrics.words import criterion_limits, criterion_value
from equipoise.uncertainty.noise_floor import noise_floor

RECALL = "equal_opportunity_difference"
ODDS = "equalized_odds_difference"
TINY = "sex-race-five"


def judged(key: str, threshold: float = 0.5) -> dict:
    return judge(adult_audit().tally(key), threshold)


def rows(key: str, threshold: float = 0.5) -> dict:
    return sentences.by_name(intervals(adult_audit().tally(key), threshold))


def test_no_cry_over_five_and_three_people() -> None:
    few = {name: sentences.few_people(one) for name, one in judged(TINY).items()}
    assert few[RECALL] == few[ODDS] == "Based on 5 and 3 people: chance alone could make this."
    assert few["expected_calibration_error"].startswith("Based on 39 people")
    assert few["demographic_parity_difference"] == ""


@pytest.mark.parametrize("key", ["sex", "race"])
def test_large_groups_need_no_such_word(key: str) -> None:
    assert not any(map(sentences.few_people, judged(key).values()))


def test_a_gap_hidden_by_few_people_is_hinted_at() -> None:
    one = judge(adult_audit().tally("sex-race"), 0.5, tolerance=0.07)[
        "predictive_parity_difference"
    ]
    assert one.criterion.verdict == "holds"
    assert sentences.few_people(one) == "Based on 350 and 57 people: chance could hide a gap."


def test_whose_gap_fails_is_named_where_the_largest_is_noise() -> None:
    said = sentences.surest(judged(TINY)[ODDS])
    assert said.startswith("Fails with 95 % confidence over 6,098 and 3,504 people: Male × White ")
    assert "FPR" in said
    assert sentences.surest(judged("sex")[ODDS]) == ""
    assert sentences.surest(judged(TINY)[RECALL]) == ""


def test_chance_alone_stands_beside_largest_values_only() -> None:
    two, ten = rows("sex"), rows(TINY)
    assert sentences.by_chance(two[RECALL]) == ""
    assert sentences.by_chance(two[ODDS]) == (
        "By chance alone: 0.016 typically, above 0.043 at most once in 20."
    )
    assert "below 0.325 at most once" in sentences.by_chance(ten["disparate_impact_ratio"])
    assert "above 0.800" in sentences.by_chance(ten[RECALL])


@pytest.mark.parametrize("threshold", [0.0, 0.95, 1.0])
def test_what_chance_cannot_vary_is_left_out(threshold: float) -> None:
    """With everybody selected, or hardly anybody, the same digits would stand there twice."""
    for key in COMPARISONS:
        for row in rows(key, threshold).values():
            said = sentences.by_chance(row)
            assert said == "" or len(set(re.findall(r"\d\.\d{3}", said))) == 2
        table = sentences.comparisons_table(
            intervals(adult_audit().tally(key), threshold, n_boot=50),
            noise_floor(adult_audit().tally(key)),
        )
        shown = table[["By chance, typically", "By chance, 1 in 20 beyond"]].to_numpy()
        assert all(one != other or one == words.UNDEFINED for one, other in shown)
    ratio = rows("sex-race-five", 0.95)["disparate_impact_ratio"]
    assert sentences.by_chance(ratio) == ""


def test_errors_above_noise_are_named() -> None:
    """Women alone of both sexes; of five races nobody, once all five are allowed for."""
    said = sentences.above_noise(noise_floor(adult_audit().tally("sex")))
    assert said.startswith("Above noise: Female 0.017 (noise exceeds 0.012 once in 20).")
    assert "Other groups: not distinguishable from noise." in said
    assert said.endswith("This allows for having looked at 2 groups.")
    quiet = sentences.above_noise(noise_floor(adult_audit().tally("race-five")))
    assert quiet.startswith("Not distinguishable from noise in any group")
    assert quiet.endswith("looked at 5 groups.")


def test_one_group_alone_is_not_several() -> None:
    rng = np.random.default_rng(0)
    scores = rng.random(2000)
    labels = (rng.random(2000) < scores**2).astype(int)
    floor = noise_floor(tally(Predictions(labels, scores, {"g": ["a"] * 2000}), "g"))
    said = sentences.above_noise(floor)
    assert said.startswith("Above noise: a 0.1")
    assert "Other groups" not in said
    assert "allows for" not in said


@pytest.mark.parametrize("key", COMPARISONS)
@pytest.mark.parametrize("threshold", [0.3, 0.5])
def test_table_and_cards_show_one_interval(key: str, threshold: float) -> None:
    """The numbers of the cards, each with the bracket that it has there."""
    counts = adult_audit().tally(key)
    table = sentences.comparisons_table(
        intervals(counts, threshold, n_boot=50), noise_floor(counts)
    )
    for name, one in judged(key, threshold).items():
        title = "Calibration, largest error" if name.endswith("error") else TITLES[name]
        shown = criterion_limits(one.criterion, one.low, one.high)
        assert table.loc[title, "95 % interval"] == shown
        assert table.loc[title, "Value"] == criterion_value(one.criterion)
        assert table.loc[title, "Fewest people behind it"].replace(",", "").isdigit()


def test_largest_error_is_held_against_the_largest_by_chance() -> None:
    counts, floor = adult_audit().tally("race-five"), noise_floor(adult_audit().tally("race-five"))
    table = sentences.comparisons_table(intervals(counts, 0.5), floor)
    largest = float(np.quantile(floor.draws.max(axis=0), 0.95, method="inverted_cdf"))
    assert table.loc["Calibration, largest error", "By chance, 1 in 20 beyond"] == words.number(
        largest
    )
    alone = table.loc["Calibration, White", "By chance, 1 in 20 beyond"]
    assert alone == words.number(floor.limit()[-1])
    typical = float(np.quantile(floor.draws[-1], 0.5, method="inverted_cdf"))
    assert table.loc["Calibration, White", "By chance, typically"] == words.number(typical)


def test_words_claim_no_certainty() -> None:
    said = sentences.HOW_TO_READ + sentences.FOLDED
    for key in COMPARISONS:
        for one in judged(key).values():
            said += sentences.few_people(one) + sentences.surest(one)
        said += sentences.above_noise(noise_floor(adult_audit().tally(key)))
    for claim in ("sure", "never", "always", "proves", "score interval", "had been counted"):
        assert claim not in said


@pytest.mark.parametrize("key", COMPARISONS)
@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0])
def test_nothing_undefined_is_written_as_a_number(key: str, threshold: float) -> None:
    counts = adult_audit().tally(key)
    table = sentences.comparisons_table(intervals(counts, threshold), noise_floor(counts))
    assert len(table) == len(TITLES) + 2 + len(counts.groups)
    assert not table.map(lambda text: "nan" in text).any().any()
    for one in judged(key, threshold).values():
        assert "nan" not in sentences.few_people(one) + sentences.surest(one)
    for row in rows(key, threshold).values():
        assert "nan" not in sentences.by_chance(row)


def test_limits_are_found_by_statistic_and_group() -> None:
    known = sentences.limits(intervals(adult_audit().tally("sex"), 0.5))
    assert known["true_positive_rate", "Female"] == pytest.approx((0.499, 0.581), abs=1e-3)
    assert known["accuracy", ""] == pytest.approx((0.8417, 0.8532), abs=1e-4)
    nobody = sentences.limits(intervals(adult_audit().tally("sex"), {"Female": 1.0, "Male": 1.0}))
    low, high = nobody["positive_predictive_value", "Female"]
    assert math.isnan(low) == math.isnan(high)

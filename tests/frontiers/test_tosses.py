"""Coins: who is on one, and what tossing them does."""

import numpy as np
import pandas as pd
import pytest

from equipoise import Predictions, Tally, tally
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.frontiers.hulls import Mixture
from equipoise.frontiers.randomised import Rule, randomised_rule
from equipoise.frontiers.tosses import chance_bands, toss

GROUPS = list("aaaabbbb")
LABELS = [0, 1, 0, 1, 0, 1, 1, 0]
SCORES = [0.1, 0.4, 0.5, 0.9, 0.2, 0.3, 0.6, 0.8]


@pytest.fixture
def eight_people() -> Tally:
    return tally(Predictions(LABELS, SCORES, {"g": GROUPS}), "g", grid=None)


@pytest.fixture
def rule() -> Rule:
    mixtures = {"a": Mixture((0.9, 0.4), (0.25, 0.75)), "b": Mixture((0.6,), (1.0,))}
    return Rule("equalized_odds", mixtures, expected_accuracy=0.625, gap_of_expected_rates=0.25)


@pytest.fixture(scope="module")
def every_score(adult) -> Tally:
    return tally(adult, "sex", grid=None)


@pytest.fixture(scope="module")
def no_gap(every_score) -> Rule:
    return randomised_rule(every_score, 0.0)


def test_who_is_on_a_coin(eight_people, rule) -> None:
    people = toss(eight_people, rule).people
    assert people["n"].tolist() == [4, 4]
    assert people["on_coin"].tolist() == [2, 0]
    assert people["on_coin_positive"].tolist() == [1, 0]
    assert people["on_coin_negative"].tolist() == [1, 0]
    differing = 2 * (1 - 0.75**20 - 0.25**20)
    assert people["expected_to_differ"].tolist() == pytest.approx([differing, 0])
    assert (people["differ"] <= people["on_coin"]).all()


def test_bands_of_equal_chance(eight_people, rule) -> None:
    expected = pd.DataFrame(
        [
            ("a", 0.1, 0.4, 0.0, 1, 0),
            ("a", 0.4, 0.9, 0.75, 2, 1),
            ("a", 0.9, np.nan, 1.0, 1, 1),
            ("b", 0.1, 0.6, 0.0, 2, 1),
            ("b", 0.6, np.nan, 1.0, 2, 1),
        ],
        columns=["group", "at_least", "below", "probability", "n", "n_positive"],
    )
    pd.testing.assert_frame_equal(chance_bands(eight_people, rule), expected)


def test_bands_hold_everybody(every_score, no_gap) -> None:
    bands = chance_bands(every_score, no_gap)
    assert bands.groupby("group")["n"].sum().to_dict() == {"Female": 4913, "Male": 10147}
    uncertain = bands[(bands["probability"] > 0) & (bands["probability"] < 1)]
    tossed = toss(every_score, no_gap).people["on_coin"]
    assert uncertain["n"].sum() == tossed.sum()


def test_removing_the_gap_tosses_for_some_women_only(every_score, no_gap) -> None:
    people = toss(every_score, no_gap).people
    # A mixture that ignores the scores of some women would toss for all 4,913.
    assert people["on_coin"].to_dict() == {"Female": 866, "Male": 0}


def test_draws_agree_with_their_expectation(every_score, no_gap) -> None:
    draws = toss(every_score, no_gap, n_draws=400).draws
    error = draws["accuracy"].std() / 20
    assert draws["accuracy"].mean() == pytest.approx(no_gap.expected_accuracy, abs=4 * error)
    assert draws["gap"].min() > no_gap.gap_of_expected_rates
    assert draws["gap"].between(0, 0.1).all()


def test_draws_are_those_of_people_tossing_one_by_one(eight_people, rule) -> None:
    """The distribution of the realised gap equals that over all outcomes of the two coins."""
    outcomes: dict[float, float] = {}
    for second in (0, 1):
        for third in (0, 1):
            scores = [0.0, second, third, 1.0, 0.0, 0.0, 1.0, 1.0]
            decided = tally(Predictions(LABELS, scores, {"g": GROUPS}), "g")
            gap = accuracy_and_gap(decided, 0.5)[1]
            chance = np.prod([0.75 if heads else 0.25 for heads in (second, third)])
            outcomes[gap] = outcomes.get(gap, 0) + chance
    drawn = toss(eight_people, rule, n_draws=4000).draws["gap"].value_counts(normalize=True)
    for gap, chance in outcomes.items():
        assert drawn[gap] == pytest.approx(chance, abs=0.03)


def test_a_seed_gives_the_same_draws(every_score, no_gap) -> None:
    first, again = (toss(every_score, no_gap, seed=7) for _ in range(2))
    pd.testing.assert_frame_equal(first.draws, again.draws)
    assert not first.draws.equals(toss(every_score, no_gap, seed=8).draws)
    assert len(first.draws) == 20


def test_nobody_differs_in_one_draw_or_without_coins(eight_people, rule) -> None:
    assert toss(eight_people, rule, n_draws=1).people["differ"].sum() == 0
    fixed = Rule("equalized_odds", dict.fromkeys("ab", Mixture((0.5,), (1.0,))), 0.625, 0.0)
    tosses = toss(eight_people, fixed)
    assert tosses.people[["on_coin", "differ"]].to_numpy().sum() == 0
    judged = accuracy_and_gap(eight_people, 0.5)
    assert (tosses.draws.to_numpy() == judged).all()


def test_refuses_what_it_cannot_do(eight_people, rule) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        toss(eight_people, rule, n_draws=0)
    with pytest.raises(ValueError, match="says nothing about: b"):
        toss(eight_people, Rule(rule.gap, {"a": rule.mixtures["a"]}, 0.5, 0.0))
    weighted = Predictions(LABELS, SCORES, {"g": GROUPS}, sample_weight=[0.5] * 8)
    with pytest.raises(ValueError, match="needs counts of rows"):
        toss(tally(weighted, "g", grid=None), rule)

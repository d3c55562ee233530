"""Everything against one gap: each found once, and what is found is what its function finds."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from equipoise import Predictions, frontier, tally
from equipoise.frontiers import tradeoff as module
from equipoise.frontiers.randomised import RANDOMISED_GAPS, randomised_rule
from equipoise.frontiers.single import shared_path
from equipoise.frontiers.tradeoff import Tradeoff, tradeoff

CROWD = 6


def of(predictions: Predictions, by, gap: str = "equalized_odds") -> Tradeoff:
    counts = tally(predictions, by)
    finest = tally(predictions, by, grid=None) if len(counts.groups) == 2 else counts
    return Tradeoff(counts, finest, gap)


def test_each_is_what_its_function_finds(adult) -> None:
    found = of(adult, "race")
    assert found.front.points.equals(frontier(found.tally).points)
    assert found.finest_front.points.equals(frontier(found.finest).points)
    assert found.shared.equals(shared_path(found.tally))
    assert found.choice(3).gap == found.front.points["gap"][3]
    assert (
        found.rule(0.02).expected_accuracy == randomised_rule(found.finest, 0.02).expected_accuracy
    )
    assert found.randomised.accuracy_within(0.02) == pytest.approx(
        found.rule(0.02).expected_accuracy, abs=1e-9
    )


def test_each_is_found_once(by_sex) -> None:
    found = tradeoff(by_sex, by_sex, "equal_opportunity")
    assert tradeoff(by_sex, by_sex, "equal_opportunity") is found
    assert tradeoff(by_sex, by_sex, "equalized_odds") is not found
    for name in ("front", "finest_front", "randomised", "shared", "limits"):
        assert getattr(found, name) is getattr(found, name)
    rule = found.rule(0.01)
    assert found.rule(0.01) is rule
    assert found.tosses(rule, 1) is found.tosses(rule, 1)
    assert found.tosses(rule, 1).draws.shape == (module.DRAWS, 2)
    assert found.choice(2) is found.choice(2)


def test_a_crowd_finds_a_frontier_once(monkeypatch: pytest.MonkeyPatch, by_sex) -> None:
    calls, together = [], threading.Barrier(CROWD)

    def slow(*args, **options):
        calls.append(args)
        time.sleep(0.3)  # Long enough for the others to ask.
        return frontier(*args, **options)

    def ask(_: int) -> int:
        together.wait(30)
        return id(found.front)

    found = Tradeoff(by_sex, by_sex, "equal_opportunity")
    monkeypatch.setattr(module, "frontier", slow)
    with ThreadPoolExecutor(CROWD) as crowd:
        seen = set(crowd.map(ask, range(CROWD)))
    assert (len(seen), len(calls)) == (1, 1)


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race_five")])
def test_limits_go_in_round_steps_to_the_largest_gap(adult, by, gap: str) -> None:
    found = of(adult, by, gap)
    steps = np.diff(found.limits)
    assert found.limits[0] == 0
    assert found.limits[-2] < found.front.points["gap"].max() <= found.limits[-1]
    assert steps.max() - steps.min() < 1e-9
    assert len(found.limits) <= 52


def test_what_chance_adds_is_never_less_than_nothing(adult) -> None:
    found = of(adult, "sex")
    gains = np.array([found.randomised_gain(limit) for limit in found.limits])
    assert (gains >= -1e-9).all()
    assert gains[0] > 0.05


def test_without_a_rule_no_toss_has_a_gap() -> None:
    people = Predictions([0, 0, 0, 1], [0.2, 0.6, 0.4, 0.8], {"g": list("AABB")})
    found = of(people, "g")
    assert found.rule(0.1) is None
    assert np.isnan(found.mean_toss_gap(0.1))
    assert found.randomised_gain(0.1) == np.inf

"""Exact expectations: against enumeration, and against many draws."""

import math
from itertools import product

import numpy as np
import pytest

from equipoise.invariance.expectation import (
    expected,
    expected_ci,
    expected_gap,
    expected_rates,
    majority_chance,
    yardstick,
)
from equipoise.invariance.lesson import LESSON_STRATEGIES, lesson_predictions, reachable
from equipoise.invariance.recorded import load_lesson

LESSON = load_lesson()


@pytest.mark.parametrize("strategy", LESSON_STRATEGIES)
def test_every_triple_of_contexts_enumerated(strategy):
    answers = reachable(LESSON, strategy)
    draws = np.array(list(product(range(8), repeat=3)))
    wins = answers[:, :, draws].sum(axis=3) * 2 > 3
    assert expected(LESSON, strategy, m=3) == pytest.approx(wins.mean(axis=2))
    agree = wins.all(axis=1) | ~wins.any(axis=1)
    assert expected_ci(LESSON, strategy, m=3) == pytest.approx(agree.mean())


@pytest.mark.parametrize("m", [1, 9])
def test_many_draws_come_to_the_expectation(m):
    drawn = np.array([lesson_predictions(LESSON, "ooc", m=m, seed=k) for k in range(300)])
    chance = expected(LESSON, "ooc", m=m)
    error = 5 * np.sqrt(chance * (1 - chance) / 300)
    assert (np.abs(drawn.mean(axis=0) - chance) <= error + 1e-12).all()
    agree = drawn.min(axis=2) == drawn.max(axis=2)
    assert agree.mean() == pytest.approx(expected_ci(LESSON, "ooc", m=m), abs=0.01)


def test_majority_of_one_and_of_many():
    chance = np.array([0, 0.25, 0.5, 0.75, 1])
    assert majority_chance(chance, 1) == pytest.approx(chance)
    assert majority_chance(chance, 3) == pytest.approx(3 * chance**2 - 2 * chance**3)
    assert majority_chance(chance, 99) == pytest.approx([0, 0, 0.5, 1, 1], abs=1e-6)


def test_without_draws_m_changes_nothing():
    for strategy in ("default", "obfuscate_only"):
        plain = lesson_predictions(LESSON, strategy, m=1)
        assert expected(LESSON, strategy, m=9) == pytest.approx(plain)
        assert expected_ci(LESSON, strategy, m=99) == pytest.approx(
            (plain.min(axis=1) == plain.max(axis=1)).mean()
        )


def test_rates_and_their_widest_gap():
    rates = expected_rates(LESSON, "ooc")
    assert len(rates) == 16
    assert set(rates["n"]) == {18}
    chance = expected(LESSON, "ooc")
    means = [chance[LESSON.y == label].mean(axis=0) for label in (0, 1)]
    assert expected_gap(LESSON, "ooc") == pytest.approx(max(np.ptp(mean) for mean in means))
    for strategy in LESSON_STRATEGIES:
        assert 1 - expected_ci(LESSON, strategy) >= 0.5 * expected_gap(LESSON, strategy) - 1e-12


def test_the_largest_number_of_votes_is_no_burden():
    for strategy in LESSON_STRATEGIES:
        assert 0 <= expected_ci(LESSON, strategy, m=99) <= 1


def test_even_votes_are_refused():
    for ask in (expected, expected_ci, expected_gap, expected_rates):
        with pytest.raises(ValueError, match="odd"):
            ask(LESSON, "ooc", m=4)


def test_paraphrases_flip_less_than_contexts():
    found = yardstick(LESSON)
    answers = LESSON.wordings.answers
    t, w, z = answers.shape
    assert found.n_context_pairs == t * math.comb(z, 2)
    assert found.n_wording_pairs == t * z * math.comb(w, 2)
    by_hand = sum(
        answers[row, a, column] != answers[row, b, column]
        for row, column in product(range(t), range(z))
        for a in range(w)
        for b in range(a)
    )
    assert found.wording_flips == pytest.approx(by_hand / found.n_wording_pairs)
    assert len(found.flipped) == round((1 - found.wording_agreement) * t * z)
    assert found.context_flips > 3 * found.wording_flips

"""Exact expectations: against enumeration, and against many draws."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from equipoise.invariance.lesson.expectation import (
    expected,
    expected_ci,
    expected_gap,
    expected_rates,
    majority_chance,
    mean_bias,
    yardstick,
)
from equipoise.invariance.lesson.live import LESSON_STRATEGIES, lesson_predictions, reachable
from equipoise.invariance.lesson.recorded import Recorded, load_lesson

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


@pytest.mark.parametrize(("strategy", "m"), [("ooc", 1), ("ooc", 3), ("random_context", 3)])
def test_the_mean_bias_of_draws_is_that_of_many(strategy, m):
    gaps = []
    for seed in range(300):
        drawn = lesson_predictions(LESSON, strategy, m=m, seed=seed)
        shares = [drawn[LESSON.y == label].mean(axis=0) for label in (0, 1)]
        gaps.append(max(np.ptp(share) for share in shares))
    found = mean_bias(LESSON, strategy, m=m)
    assert found == pytest.approx(np.mean(gaps), abs=4 * np.std(gaps) / np.sqrt(300))
    assert found == pytest.approx(mean_bias(LESSON, strategy, m=m, seed=1), abs=0.005)
    assert found >= expected_gap(LESSON, strategy, m=m) - 0.003


def test_what_draws_nothing_has_its_own_bias():
    for strategy in ("default", "obfuscate_only"):
        plain = lesson_predictions(LESSON, strategy, m=1)
        shares = [plain[LESSON.y == label].mean(axis=0) for label in (0, 1)]
        expected_bias = pytest.approx(max(np.ptp(share) for share in shares))
        assert mean_bias(LESSON, strategy, n_draws=5) == expected_bias
        assert expected_gap(LESSON, strategy) == expected_bias


def test_a_lesson_of_one_label():
    harmless = replace(
        LESSON,
        templates=tuple(known for known in LESSON.templates if known.y == 0),
        given=kept(LESSON.given),
        wordings=kept(LESSON.wordings),
        hidden=kept(LESSON.hidden),
        added=kept(LESSON.added),
    )
    rates = expected_rates(harmless, "ooc")
    assert list(rates["stratum"]) == ["0"] * 8
    chance = expected(LESSON, "ooc")[LESSON.y == 0].mean(axis=0)
    assert rates["rate"].to_numpy() == pytest.approx(chance)


def kept(recorded):
    harmless = LESSON.y == 0
    return Recorded(recorded.answers[harmless], recorded.scores[harmless])


def test_the_largest_number_of_votes_is_no_burden():
    for strategy in LESSON_STRATEGIES:
        assert 0 <= expected_ci(LESSON, strategy, m=99) <= 1


def test_even_votes_are_refused():
    for ask in (expected, expected_ci, expected_gap, expected_rates, mean_bias):
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
    of_contexts = sum(
        answers[row, 0, a] != answers[row, 0, b]
        for row in range(t)
        for a in range(z)
        for b in range(a)
    )
    assert found.context_flips == pytest.approx(of_contexts / found.n_context_pairs)
    alike = [len(set(row.tolist())) == 1 for row in answers[:, 0]]
    assert found.context_agreement == pytest.approx(np.mean(alike))
    for template, context in found.flipped:
        row = [known.id for known in LESSON.templates].index(template)
        assert len(set(answers[row, :, LESSON.names.index(context)].tolist())) == 2
    assert len(found.flipped) == round((1 - found.wording_agreement) * t * z)
    assert found.context_flips > 3 * found.wording_flips

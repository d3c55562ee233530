"""Paired gains: their size, their error, and how often a claim of them is wrong."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from equipoise.stress.gains import FEWEST_DRAWS, Gain, gain, reach

SHARES = st.lists(st.floats(0, 1), min_size=2, max_size=30)


@given(SHARES, st.integers(0, 2**32 - 1))
def test_it_is_the_mean_of_differences_and_its_standard_error(nothing, seed) -> None:
    repaired = np.random.default_rng(seed).random(len(nothing))
    one = gain(nothing, repaired)
    apart = repaired - np.array(nothing)
    assert one.mean == pytest.approx(apart.mean())
    assert one.error == pytest.approx(stats.sem(apart))
    assert (one.better, one.n) == ((apart > 0).sum(), len(apart))


def test_draws_without_a_value_are_left_out() -> None:
    nan = float("nan")
    assert gain([0.5, nan, 0.5], [0.75, 0.9, nan]) == Gain(
        0.25, pytest.approx(nan, nan_ok=True), 1, 1
    )
    none = gain([nan], [0.5])
    assert (none.n, none.sign) == (0, 0)
    assert np.isnan(none.mean)


@pytest.mark.parametrize("n", [5, 6, 10, 20, 50, 200])
def test_reach_is_half_of_student_s_interval(n: int) -> None:
    assert reach(n) == pytest.approx(stats.t.ppf(0.975, n - 1), abs=0.01)


@pytest.mark.parametrize("n", [5, 10, 50])
def test_where_there_is_no_gain_one_is_claimed_in_one_of_forty_trials(n: int) -> None:
    """Both signs together in one of twenty: what 95 % means."""
    rng = np.random.default_rng(n)
    trials = 4_000
    signs = [gain(np.zeros(n), rng.normal(0, 0.1, n)).sign for _ in range(trials)]
    up, down = (signs.count(sign) / trials for sign in (1, -1))
    assert up == pytest.approx(0.025, abs=0.008)
    assert down == pytest.approx(0.025, abs=0.008)


def test_a_gain_beyond_chance_has_the_same_sign_in_another_run() -> None:
    rng = np.random.default_rng(0)
    turned = claimed = 0
    for _ in range(2_000):
        size = rng.normal(0, 0.05)
        first, second = (gain(np.zeros(10), rng.normal(size, 0.05, 10)) for _ in range(2))
        claimed += first.sign != 0
        turned += first.sign * second.sign < 0
    assert claimed > 500
    assert turned / claimed < 0.01


@pytest.mark.parametrize("n", range(1, FEWEST_DRAWS))
def test_few_draws_claim_nothing(n: int) -> None:
    assert gain([0.1] * n, np.linspace(0.8, 0.9, n)).sign == 0


@pytest.mark.parametrize(("ahead", "sign"), [(0.1, 1), (-0.1, -1), (0.0, 0)])
def test_the_same_difference_in_every_draw(ahead: float, sign: int) -> None:
    assert gain([0.5] * FEWEST_DRAWS, [0.5 + ahead] * FEWEST_DRAWS).sign == sign

"""Score intervals: formulas by hand, their ends, and what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.uncertainty.proportions import difference, ratio, wilson

Z = 1.959963984540054


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.27753279986),
        (10, 10, 0.72246720014, 1.0),
        (0, 50, 0.0, 0.07134759913),
        (0, 3, 0.0, Z**2 / (3 + Z**2)),
    ],
)
def test_wilson_at_the_ends_is_never_certain(successes, n, low, high) -> None:
    limits = wilson(successes, n)
    assert limits.low == pytest.approx(low, abs=1e-10)
    assert limits.high == pytest.approx(high, abs=1e-10)


@given(st.integers(1, 5000), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999]))
def test_wilson_limits_solve_the_score_equation(n: int, share: float, level: float) -> None:
    k = round(n * share)
    z = {0.8: 1.2815515655446004, 0.95: Z, 0.999: 3.2905267314919255}[level]
    low, high = wilson(k, n, level=level)
    assert 0 <= low <= k / n <= high <= 1
    for limit in (float(low), float(high)):
        assert abs(k / n - limit) == pytest.approx(
            z * math.sqrt(limit * (1 - limit) / n), abs=1e-9
        )


def test_nobody_gives_no_interval() -> None:
    assert np.isnan(wilson([0, 1], [0, 2]).low).tolist() == [True, False]
    for pair in (difference(0, 0, 1, 2), ratio(1, 2, 0, 0)):
        assert np.isnan(pair).all()


@pytest.mark.parametrize("arguments", [(3, 2, 0.95), (-1, 2, 0.95), (1, 2, 0), (1, 2, 1)])
def test_what_makes_no_sense_is_refused(arguments) -> None:
    successes, n, level = arguments
    with pytest.raises(ValueError, match=r"Successes|level"):
        wilson(successes, n, level=level)


def test_difference_as_newcombe_printed_it() -> None:
    """Newcombe (1998), table II: 56/70 - 48/80 and 10/10 - 0/10."""
    assert np.round(difference(56, 70, 48, 80), 4).tolist() == [0.0524, 0.3339]
    assert np.round(difference(10, 10, 0, 10), 4).tolist() == [0.6075, 1.0]


@given(*[st.integers(0, 40)] * 2, *[st.integers(40, 80)] * 2)
def test_a_ratio_is_possible_when_its_linear_contrast_may_vanish(k, j, n, m) -> None:
    """The definition of MOVER-R: p - r q, with both Wilson intervals, straddles 0 at limits."""
    low, high = ratio(k, n, j, m)
    p, q = k / n, j / m
    (p_low, p_high), (q_low, q_high) = wilson(k, n), wilson(j, m)
    if low > 0:
        assert p - low * q == pytest.approx(np.hypot(p - p_low, low * (q_high - q)), abs=1e-9)
    if np.isfinite(high):
        assert high * q - p == pytest.approx(np.hypot(p_high - p, high * (q - q_low)), abs=1e-9)
    else:
        assert j == 0
    assert low <= high


@given(*[st.integers(1, 40)] * 2, *[st.integers(40, 80)] * 2)
def test_turning_a_ratio_upside_down_turns_its_interval(k, j, n, m) -> None:
    low, high = ratio(k, n, j, m)
    upside_low, upside_high = ratio(j, m, k, n)
    assert float(low) == pytest.approx(1 / float(upside_high), rel=1e-9)
    assert float(high) == pytest.approx(1 / float(upside_low), rel=1e-9)


@pytest.mark.parametrize(("p", "q", "n", "m"), [(0.3, 0.3, 12, 400), (0.9, 0.6, 30, 30)])
def test_coverage(p, q, n, m) -> None:
    rng = np.random.default_rng(0)
    k, j = rng.binomial(n, p, 20_000), rng.binomial(m, q, 20_000)
    for (low, high), truth in (
        (wilson(k, n), p),
        (difference(k, n, j, m), p - q),
        (ratio(k, n, j, m), p / q),
    ):
        assert np.mean((low <= truth) & (truth <= high)) == pytest.approx(0.95, abs=0.025)


def test_more_people_narrower_intervals() -> None:
    sizes = np.array([10, 100, 1000, 10_000])
    for low, high in (
        wilson(sizes // 5, sizes),
        difference(sizes // 5, sizes, sizes // 2, sizes),
        ratio(sizes // 5, sizes, sizes // 2, sizes),
    ):
        assert (np.diff(high - low) < 0).all()

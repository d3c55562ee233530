"""Intervals of shares: formulas by hand, their ends, and that they hold what they promise."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from equipoise.uncertainty.proportions import (
    SPARSE,
    Share,
    clopper_pearson,
    difference,
    each_of,
    is_sparse,
    mover_ratio,
    newcombe,
    share,
    wilson,
)

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


@given(st.integers(1, 300), st.floats(0, 1), st.sampled_from([0.8, 0.95, 0.999]))
def test_clopper_pearson_is_scipys_exact_interval(n: int, part: float, level: float) -> None:
    k = round(n * part)
    exact = binomtest(k, n).proportion_ci(level, method="exact")
    assert tuple(map(float, clopper_pearson(k, n, level=level))) == pytest.approx(
        (exact.low, exact.high), abs=1e-9
    )


def test_exact_limits_stand_where_few_have_the_outcome_or_lack_it() -> None:
    assert SPARSE == 10
    k, n = np.array([9, 10, 30, 31, 0, 0]), np.array([40, 40, 40, 40, 40, 0])
    sparse = np.array([True, False, False, True, True, True])
    assert is_sparse(k, n).tolist() == sparse.tolist()
    value, low, high = share(k, n)
    for limit, exact, scored in zip((low, high), clopper_pearson(k, n), wilson(k, n), strict=True):
        assert limit[:5] == pytest.approx(np.where(sparse, exact, scored)[:5], nan_ok=True)
    assert value[:5] == pytest.approx(k[:5] / n[:5])
    assert (np.isnan(value[5]), low[5], high[5]) == (True, 0, 1)


@given(st.integers(0, 60), st.integers(1, 60))
def test_nobody_and_everybody_are_mirror_images(k: int, more: int) -> None:
    n = k + more
    one, other = share(k, n), share(more, n)
    assert float(one.low) == pytest.approx(1 - float(other.high), abs=1e-9)
    assert 0 <= one.low <= one.value <= one.high <= 1
    assert one.low < one.high


def coverage(n: int, chances: np.ndarray, level: float, limits) -> np.ndarray:
    """The exact probability that an interval of a share contains it, for each true share."""
    k = np.arange(n + 1)
    low, high = limits(k, n, level=level)[-2:]
    inside = (low[:, None] <= chances) & (chances <= high[:, None])
    return (binom.pmf(k[:, None], n, chances) * inside).sum(axis=0)


@pytest.mark.parametrize("n", [1, 3, 8, 20, 60, 400])
def test_a_share_is_covered_whatever_it_is(n: int) -> None:
    """Where Wilson's interval is at its worst, too: just above its own lower limits."""
    low = share(np.arange(n + 1), n).low
    chances = np.concatenate((np.linspace(0.0005, 0.5, 800), low[low > 0] - 1e-9))
    assert coverage(n, chances, 0.95, share).min() >= 0.93
    assert coverage(n, chances, 0.95, clopper_pearson).min() >= 0.95
    assert coverage(n, np.array([0.17 / n]), 0.95, wilson).min() < 0.86


def test_nobody_gives_no_interval() -> None:
    assert np.isnan(wilson([0, 1], [0, 2]).low).tolist() == [True, False]
    assert np.isnan(clopper_pearson([0, 1], [0, 2]).high).tolist() == [True, False]
    for pair in (
        difference(0, 0, 1, 2),
        newcombe(share(0, 0), share(1, 2)),
        mover_ratio(share(1, 2), share(0, 0)),
    ):
        assert np.isnan(pair).all()


@pytest.mark.parametrize("limits", [wilson, clopper_pearson, share])
@pytest.mark.parametrize(
    "arguments", [(3, 2, 0.95), ([1, 3], 2, 0.95), ([-1, 1], 2, 0.95), (1, 2, 0), (1, 2, 1)]
)
def test_what_makes_no_sense_is_refused(arguments, limits) -> None:
    successes, n, level = arguments
    with pytest.raises(ValueError, match=r"Successes|level"):
        limits(successes, n, level=level)


def test_each_of_many_intervals_needs_more_confidence() -> None:
    assert each_of(1, 0.95) == pytest.approx(0.95)
    assert each_of(10, 0.95) == pytest.approx(0.995)
    assert each_of(0, 0.9) == pytest.approx(0.9)


def test_difference_as_newcombe_printed_it() -> None:
    """Newcombe (1998), table II: 56/70 - 48/80 and 10/10 - 0/10."""
    assert np.round(difference(56, 70, 48, 80), 4).tolist() == [0.0524, 0.3339]
    assert np.round(difference(10, 10, 0, 10), 4).tolist() == [0.6075, 1.0]


@given(*[st.integers(0, 40)] * 2, *[st.integers(40, 80)] * 2)
def test_a_ratio_is_possible_when_its_linear_contrast_may_vanish(k, j, n, m) -> None:
    """The definition of MOVER-R: p - r q, with both intervals, straddles 0 at limits."""
    low, high = mover_ratio(share(k, n), share(j, m))
    p, q = k / n, j / m
    (_, p_low, p_high), (_, q_low, q_high) = share(k, n), share(j, m)
    if low > 0:
        assert p - low * q == pytest.approx(np.hypot(p - p_low, low * (q_high - q)), abs=1e-9)
    if np.isfinite(high):
        assert high * q - p == pytest.approx(np.hypot(p_high - p, high * (q - q_low)), abs=1e-9)
    else:
        assert j == 0
    assert low <= high


@given(*[st.integers(1, 40)] * 2, *[st.integers(40, 80)] * 2)
def test_turning_a_ratio_upside_down_turns_its_interval(k, j, n, m) -> None:
    low, high = mover_ratio(share(k, n), share(j, m))
    upside_low, upside_high = mover_ratio(share(j, m), share(k, n))
    assert float(low) == pytest.approx(1 / float(upside_high), rel=1e-9)
    assert float(high) == pytest.approx(1 / float(upside_low), rel=1e-9)


@given(*[st.integers(0, 30)] * 2, *[st.integers(30, 90)] * 2)
def test_a_difference_turned_round_changes_its_sign(k, j, n, m) -> None:
    low, high = newcombe(share(k, n), share(j, m))
    turned_low, turned_high = newcombe(share(j, m), share(k, n))
    assert -1 <= low <= k / n - j / m <= high <= 1
    assert (float(low), float(high)) == pytest.approx((-float(turned_high), -float(turned_low)))


def test_a_share_at_places() -> None:
    found = share([1, 20, 3], [5, 50, 4])
    assert np.array(found.at(np.array([2, 0]))).tolist() == np.array(found)[:, [2, 0]].tolist()
    assert isinstance(found.at(np.array([1])), Share)


@pytest.mark.parametrize(
    ("p", "q", "n", "m"),
    [
        (0.3, 0.3, 12, 400),
        (0.9, 0.6, 30, 30),
        (0.02, 0.02, 3, 5),
        (0.05, 0.5, 8, 60),
        (0.97, 0.995, 30, 400),
        (0.002, 0.01, 200, 60),
    ],
)
def test_coverage_of_differences_and_ratios(p, q, n, m) -> None:
    """Exact: every pair of counts with its probability. Sparse shares included."""
    k, j = (array.ravel() for array in np.mgrid[0 : n + 1, 0 : m + 1])
    chance = binom.pmf(k, n, p) * binom.pmf(j, m, q)
    one, other = share(k, n), share(j, m)
    for (low, high), truth in ((newcombe(one, other), p - q), (mover_ratio(one, other), p / q)):
        covered = chance[(low <= truth + 1e-12) & (truth - 1e-12 <= high)].sum()
        assert 0.93 <= covered <= 1


@pytest.mark.parametrize(("n", "m"), [(2, 2), (3, 60), (10, 10), (30, 30), (15, 200)])
def test_the_least_coverage_of_a_difference(n: int, m: int) -> None:
    """Over shares from end to end it is 92 %: at 0.03 beside 0.97 of ten people each."""
    ends = np.array([0.002, 0.01, 0.015, 0.03, 0.06, 0.1, 0.15, 0.3, 0.5])
    shares = np.concatenate((ends, 1 - ends[:-1]))
    k, j = np.arange(n + 1), np.arange(m + 1)
    low, high = newcombe(share(k[:, None], n), share(j, m))
    first, second = (binom.pmf(x, size, shares[:, None]) for x, size in ((k, n), (j, m)))
    for p, chance in zip(shares, first, strict=True):
        apart = (p - shares)[:, None, None]
        inside = (low <= apart + 1e-12) & (apart - 1e-12 <= high)
        covered = np.einsum("k,qj,qkj->q", chance, second, inside)
        assert covered.min() >= 0.92


def test_more_people_narrower_intervals() -> None:
    sizes = np.array([10, 100, 1000, 10_000])
    for low, high in (
        wilson(sizes // 5, sizes),
        share(sizes // 5, sizes)[1:],
        difference(sizes // 5, sizes, sizes // 2, sizes),
        newcombe(share(sizes // 5, sizes), share(sizes // 2, sizes)),
        mover_ratio(share(sizes // 5, sizes), share(sizes // 2, sizes)),
    ):
        assert (np.diff(high - low) < 0).all()

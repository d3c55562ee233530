"""The intervals: by parts, and how often they hold the truth."""

from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import binom

from equipoise.invariance import interval, si_bias
from equipoise.uncertainty.proportions import each_of, newcombe, share

SHARES = np.r_[0.002, 0.005, np.linspace(0.01, 0.99, 50), 0.995, 0.998]


def limits(k: int, n: int, level: float) -> tuple[float, float]:
    found = share([k], [n], level=level)
    return float(found.low[0]), float(found.high[0])


def test_a_difference_by_parts() -> None:
    """Six pairs: each at the level that Bonferroni's inequality asks for."""
    pred, s, z = [1, 0, 0, 1, 1, 0] * 12, [0] * 36 + [1] * 36, list("ABCABC") * 12
    found = interval(pred, s, z, level=0.9)
    assert len(found.pairs) == 6
    cells = si_bias(pred, s, z).cells
    k, n = cells["positives"].tolist(), cells["n"].tolist()
    assert min(n) >= 12
    places = [(3 * stratum + a, 3 * stratum + b) for stratum in (0, 1) for a, b in PAIRS]
    for (a, b), row in zip(places, found.pairs.itertuples(), strict=True):
        p, q = k[a] / n[a], k[b] / n[b]
        (p_low, p_high), (q_low, q_high) = (limits(k[i], n[i], 1 - 0.1 / 6) for i in (a, b))
        assert row.difference == pytest.approx(p - q)
        assert row.low == pytest.approx(p - q - np.hypot(p - p_low, q_high - q))
        assert row.high == pytest.approx(p - q + np.hypot(p_high - p, q - q_low))
        assert (row.z_1, row.z_2) == ("ABC"[a % 3], "ABC"[b % 3])
    assert found.low == max(0, found.pairs["low"].max(), -found.pairs["high"].min())
    assert found.high == max(found.pairs["high"].max(), -found.pairs["low"].min())


PAIRS = tuple(combinations(range(3), 2))


@pytest.mark.parametrize(("n", "counted"), [(11, 4), (12, 2)])
def test_a_single_pair_counts_as_more(n: int, counted: int) -> None:
    pred, z = [1] * 8 + [0] * (n - 8) + [1] * 3 + [0] * (n - 3), ["A"] * n + ["B"] * n
    p, q, level = 8 / n, 3 / n, 1 - 0.05 / counted
    low = p - q - np.hypot(p - limits(8, n, level)[0], limits(3, n, level)[1] - q)
    assert interval(pred, None, z).pairs["low"][0] == pytest.approx(low)


def test_the_direction_of_a_difference_does_not_matter() -> None:
    pred, z = [1] * 15 + [0] * 5 + [1] * 2 + [0] * 18, np.repeat(["A", "B"], 20)
    one = interval(pred, None, z)
    other = interval(pred, None, np.where(z == "A", "C", z))  # now the lower one comes first
    assert 0 < one.low < one.high < 1
    assert (one.low, one.high) == (pytest.approx(other.low), pytest.approx(other.high))


def test_equal_shares_may_be_no_bias() -> None:
    found = interval([1, 0, 1, 0], None, list("AABB"))
    assert found.low == 0
    assert 0 < found.high <= 1


def least_coverage(low: np.ndarray, high: np.ndarray) -> float:
    """Return how seldom two contexts' limits, by their counts of 1s, hold a gap at worst."""
    n_1, n_2 = low.shape[0] - 1, low.shape[1] - 1
    chance_1, chance_2 = (binom.pmf(np.arange(n + 1)[:, None], n, SHARES) for n in (n_1, n_2))
    worst = 1.0
    for place, rate in enumerate(SHARES):
        gaps = np.abs(rate - SHARES)
        held = (low[..., None] <= gaps + 1e-12) & (gaps - 1e-12 <= high[..., None])
        covered = np.einsum("a,bj,abj->j", chance_1[:, place], chance_2, held)
        worst = min(worst, float(covered.min()))
    return worst


@pytest.mark.parametrize(("n_1", "n_2"), [(2, 2), (3, 3), (4, 5), (6, 7), (11, 11), (12, 12)])
def test_with_two_contexts_it_covers_what_it_says_whatever_the_shares(n_1: int, n_2: int) -> None:
    """Counted in full."""
    z = np.repeat(["A", "B"], [n_1, n_2])
    low, high = np.empty((2, n_1 + 1, n_2 + 1))
    for a, b in product(range(n_1 + 1), range(n_2 + 1)):
        found = interval([1] * a + [0] * (n_1 - a) + [1] * b + [0] * (n_2 - b), None, z)
        low[a, b], high[a, b] = found.low, found.high
    assert least_coverage(low, high) >= 0.93


@pytest.mark.parametrize("n", [15, 30, 60, 150])
def test_so_it_does_with_more_rows(n: int) -> None:
    k_1, k_2 = np.meshgrid(np.arange(n + 1), np.arange(n + 1), indexing="ij")
    sides = (share(k, n, level=each_of(2, 0.95)) for k in (k_1, k_2))
    low, high = newcombe(*sides)
    held = least_coverage(
        np.maximum(0, np.maximum(low, -high)), np.maximum(np.abs(low), np.abs(high))
    )
    assert held >= 0.93
    pred, z = np.repeat([1, 0, 1, 0], [9, n - 9, 3, n - 3]), np.repeat(["A", "B"], n)
    found = interval(pred, None, z)  # These are its limits.
    assert (found.pairs["low"][0], found.pairs["high"][0]) == (
        pytest.approx(low[9, 3]),
        pytest.approx(high[9, 3]),
    )


@pytest.mark.parametrize(
    ("n", "n_strata", "rates"),
    [
        (3, 2, (0.5, 0.5, 0.5)),
        (5, 1, (0.02, 0.34, 0.66, 0.98)),
        (18, 1, (0.98, 0.02, 0.5)),
        (18, 2, (0.02,) * 8),
        (33, 2, (0.4, 0.5, 0.7)),
    ],
)
def test_it_holds_the_truth_often_enough(n: int, n_strata: int, rates: tuple) -> None:
    """Of 150 samples at least 93 %, but for what so few can show."""
    rng = np.random.default_rng(0)
    z = np.tile(np.repeat(np.arange(len(rates)), n), n_strata)
    s = np.repeat(np.arange(n_strata), n * len(rates))
    truth = max(rates) - min(rates)
    held = 0
    for _ in range(150):
        found = interval(rng.random(len(z)) < np.array(rates)[z], s, z)
        held += found.low <= truth + 1e-12 and truth <= found.high + 1e-12
    assert held / 150 >= 0.93 - np.sqrt(0.93 * 0.07 / 150)


def test_undefined_has_a_reason() -> None:
    found = interval([1, 1], None, ["A", "A"])
    assert np.isnan([found.low, found.high]).all()
    assert found.reason == "every row has the same context, A"
    assert found.pairs.empty


def test_a_level_is_a_share() -> None:
    for level in (0, 1, 1.5):
        with pytest.raises(ValueError, match="level"):
            interval([1, 0], None, ["A", "B"], level=level)

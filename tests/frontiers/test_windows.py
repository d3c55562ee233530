"""Windows of rates: the best choice found is the best there is."""

import itertools
import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise.frontiers.windows import Choices, difference_top, ratio_top

LIMITS = (0.0, 0.1, 0.25, 0.5, 1.0)
TENTHS = st.integers(0, 10).map(lambda k: k / 10)


@st.composite
def choices(draw: st.DrawFn, n_rates: int, falling: bool, top) -> Choices:
    """Draw up to four groups with up to five thresholds; a group may have no rate at all."""
    k, m = draw(st.integers(2, 4)), draw(st.integers(1, 5))

    def table() -> np.ndarray:
        rows = [draw(st.lists(TENTHS, min_size=m, max_size=m)) for _ in range(k)]
        rates = np.array(rows)
        if falling:
            rates = -np.sort(-rates, axis=1)
        elif draw(st.booleans()):
            rates[draw(st.integers(0, k - 1)), draw(st.integers(0, m - 1))] = np.nan
        if draw(st.booleans()):
            rates[draw(st.integers(0, k - 1))] = np.nan
        return rates

    correct = [draw(st.lists(st.integers(0, 9), min_size=m, max_size=m)) for _ in range(k)]
    rates = tuple(table() for _ in range(n_rates))
    return Choices(np.array(correct, dtype=float), rates, falling, top)


def gap(found: Choices, rate: np.ndarray, places) -> float:
    """Return the gap at these places; NaN where it is undefined or a threshold is barred."""
    free = np.isnan(rate).all(axis=1)
    values = rate[np.arange(len(rate)), list(places)][~free]
    if not len(values) or np.isnan(values).any():
        return math.nan
    if found.top is difference_top:
        return values.max() - values.min()
    return 1 - values.min() / values.max() if values.max() > 0 else math.nan


def best(found: Choices, limit: float) -> float | None:
    """Try every combination of thresholds."""
    k, m = found.correct.shape
    totals = [
        found.correct[np.arange(k), list(places)].sum()
        for places in itertools.product(range(m), repeat=k)
        if all(gap(found, rate, places) <= limit + 1e-9 for rate in found.rates)
    ]
    return max(totals, default=None)


def check(found: Choices) -> None:
    for limit in LIMITS:
        places = found.best_within(limit)
        expected = best(found, limit)
        assert (places is None) == (expected is None)
        if places is not None:
            assert found.correct[np.arange(len(places)), places].sum() == expected
            assert all(gap(found, rate, places) <= limit + 1e-9 for rate in found.rates)


@given(choices(1, falling=True, top=difference_top))
def test_one_falling_rate(found) -> None:
    check(found)


@given(choices(2, falling=True, top=difference_top))
def test_two_falling_rates(found) -> None:
    check(found)


@given(choices(1, falling=True, top=ratio_top))
def test_one_falling_rate_as_a_ratio(found) -> None:
    check(found)


@given(choices(1, falling=False, top=difference_top))
@settings(max_examples=200)
def test_one_rate_of_any_shape(found) -> None:
    check(found)


def test_no_two_rates_near_enough() -> None:
    apart = Choices(np.ones((2, 1)), (np.array([[0.9], [0.2]]),))
    assert apart.best_within(0.5) is None
    assert apart.best_within(0.7).tolist() == [0, 0]


def test_a_compared_group_without_a_value_meets_no_limit() -> None:
    correct, rate = np.ones((2, 2)), np.array([[0.5, 0.5], [np.nan, np.nan]])
    free = Choices(correct, (rate,), falling=False)
    assert free.best_within(0.1) is not None
    compared = Choices(correct, (rate,), falling=False, compared=(np.array([True, True]),))
    assert compared.best_within(0.1) is None


def test_a_limit_is_met_despite_rounding() -> None:
    """0.4 and 0.3 differ by more than 0.1 as doubles."""
    assert 0.4 - 0.3 > 0.1
    close = Choices(np.ones((2, 1)), (np.array([[0.4], [0.3]]),))
    assert close.best_within(0.1) is not None


def test_the_tops_of_windows() -> None:
    np.testing.assert_allclose(difference_top(np.array([0.0, 0.5]), 0.25), [0.25, 0.75])
    np.testing.assert_allclose(ratio_top(np.array([0.2, 0.4]), 0.2), [0.25, 0.5])

"""The exact null: the table it must reproduce, and small cases counted in full."""

import doctest
from itertools import product
from math import comb

import numpy as np
import pytest

from equipoise.invariance import exact_null
from equipoise.invariance.measures import exact

TABLE = [
    (1, 2, 100, (0.5,), "0.056 / 0.14 / 0.18"),
    (1, 2, 100, (0.1,), "0.034 / 0.08 / 0.03"),
    (2, 2, 50, (0.5, 0.5), "0.113 / 0.22 / 0.60"),
    (2, 2, 50, (0.1, 0.9), "0.067 / 0.14 / 0.25"),
    (2, 3, 33, (0.5, 0.5), "0.190 / 0.30 / 0.89"),
    (2, 3, 33, (0.1, 0.9), "0.113 / 0.18 / 0.53"),
    (2, 4, 25, (0.5, 0.5), "0.254 / 0.40 / 0.99"),
    (2, 4, 25, (0.1, 0.9), "0.150 / 0.24 / 0.85"),
]


@pytest.mark.parametrize(("n_strata", "n_contexts", "n", "rates", "expected"), TABLE)
def test_two_hundred_rows(
    n_strata: int, n_contexts: int, n: int, rates: tuple, expected: str
) -> None:
    null = exact_null(n, rates, n_contexts)
    assert len(rates) == n_strata
    assert f"{null.mean:.3f} / {null.quantile(0.95):.2f} / {null.tail(0.10):.2f}" == expected
    assert null.probabilities.sum() == pytest.approx(1)


def test_every_outcome_counted() -> None:
    """Strata of 3 and 2 rows a cell, three contexts."""
    sizes, rates = (3, 2), (0.3, 0.8)
    expected: dict[float, float] = {}
    for counts in product(range(4), range(4), range(4), range(3), range(3), range(3)):
        chance, gap = 1.0, 0.0
        for stratum, (n, rate) in enumerate(zip(sizes, rates, strict=True)):
            cells = counts[3 * stratum : 3 * stratum + 3]
            for k in cells:
                chance *= comb(n, k) * rate**k * (1 - rate) ** (n - k)
            gap = max(gap, (max(cells) - min(cells)) / n)
        expected[round(gap, 9)] = expected.get(round(gap, 9), 0) + chance
    null = exact_null(sizes, rates, 3)
    np.testing.assert_allclose(null.values, sorted(expected))
    np.testing.assert_allclose(null.probabilities, [expected[v] for v in sorted(expected)])


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_certain_answers_show_no_bias(rate: float) -> None:
    null = exact_null(10, rate, 3)
    assert (null.mean, null.quantile(0.95), null.tail(0.1), null.tail(0)) == (0, 0, 0, 1)


def test_many_rows_and_rare_answers_stay_in_order() -> None:
    for n, rate in ((5000, 0.5), (2000, 0.001), (1, 0.5)):
        null = exact_null(n, (rate, rate), 5)
        assert null.probabilities.sum() == pytest.approx(1)
        assert (null.probabilities >= 0).all()
    assert exact_null(5000, 0.5, 2).mean == pytest.approx(
        2 / np.sqrt(np.pi) * np.sqrt(0.25 / 5000), rel=1e-3
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0.5, 2), "n_per_cell"),
        ((1.5, 0.5, 2), "n_per_cell"),
        ((5, 1.5, 2), "rates"),
        ((5, (), 2), "rates"),
        ((5, 0.5, 1), "n_contexts"),
        (((5, 5), (0.5, 0.5, 0.5), 2), "2 sizes and 3 rates"),
    ],
)
def test_parameters_out_of_range(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        exact_null(*arguments)
    with pytest.raises(ValueError, match="q is 2"):
        exact_null(5, 0.5, 2).quantile(2)


def test_quantiles_are_the_smallest_values_that_are_seldom_exceeded() -> None:
    null = exact_null(10, (0.3, 0.6), 3)
    upto = np.cumsum(null.probabilities)
    for q in (0, 0.05, 0.5, 0.95, 0.99, 1):
        found = null.quantile(q)
        assert upto[null.values <= found + 1e-9][-1] >= q - 1e-9
        below = null.values < found - 1e-9
        assert not below.any() or upto[below][-1] < q
    assert null.quantile(1) == null.values[-1] == 1
    assert null.quantile(upto[2]) == null.values[2]
    assert null.tail(0) == pytest.approx(1)
    assert null.tail(1) == pytest.approx(null.probabilities[-1])


@pytest.mark.parametrize("n_contexts", [2, 4])
def test_as_binomials_that_are_drawn_have_it(n_contexts: int) -> None:
    rng = np.random.default_rng(0)
    sizes, rates = (12, 7), (0.2, 0.7)
    gaps = np.zeros(40_000)
    for n, rate in zip(sizes, rates, strict=True):
        shares = rng.binomial(n, rate, size=(len(gaps), n_contexts)) / n
        gaps = np.maximum(gaps, np.ptp(shares, axis=1))
    null = exact_null(sizes, rates, n_contexts)
    assert null.mean == pytest.approx(gaps.mean(), abs=0.004)
    for x in (0.2, 0.4, 0.6):
        assert null.tail(x) == pytest.approx((gaps >= x - 1e-9).mean(), abs=0.01)
    assert (gaps > null.quantile(0.95) + 1e-9).mean() < 0.05 + 0.005


def test_the_example_of_the_docstring_holds() -> None:
    assert doctest.testmod(exact) == (0, 1)

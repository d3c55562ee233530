"""The simultaneous interval: by parts, and how often it holds the truth."""

import numpy as np
import pytest

from equipoise.invariance import interval, si_bias
from equipoise.uncertainty.proportions import difference


def test_two_contexts_are_newcombe() -> None:
    pred, z = [1] * 8 + [0] * 2 + [1] * 3 + [0] * 7, ["A"] * 10 + ["B"] * 10
    found = interval(pred, None, z)
    low, high = difference(8, 10, 3, 10)
    assert (found.low, found.high) == (pytest.approx(float(low)), pytest.approx(float(high)))


def test_bonferroni_over_pairs_of_all_strata() -> None:
    pred, s, z = [1, 0, 0, 1] * 9, [0] * 18 + [1] * 18, list("ABCABC") * 6
    found = interval(pred, s, z, level=0.9)
    assert len(found.pairs) == 6
    row = found.pairs.iloc[0]
    k = [round(c["rate"] * c["n"]) for _, c in si_bias(pred, s, z).cells.iterrows()]
    low, high = difference(k[0], row["n_1"], k[1], row["n_2"], level=1 - 0.1 / 6)
    assert (row["low"], row["high"]) == (pytest.approx(float(low)), pytest.approx(float(high)))
    assert found.low <= si_bias(pred, s, z).value <= found.high


def test_equal_shares_may_be_no_bias() -> None:
    found = interval([1, 0, 1, 0], None, list("AABB"))
    assert found.low == 0
    assert 0 < found.high <= 1


@pytest.mark.parametrize("rates", [(0.5, 0.5, 0.5), (0.1, 0.1, 0.1), (0.4, 0.5, 0.7)])
def test_it_holds_the_truth_often_enough(rates: tuple) -> None:
    rng = np.random.default_rng(0)
    z = np.repeat(list("ABC"), 33)
    truth = max(rates) - min(rates)
    held = 0
    for _ in range(300):
        found = interval(rng.random(99) < np.repeat(rates, 33), None, z)
        held += found.low <= truth <= found.high
    assert held / 300 > 0.93


def test_undefined_has_a_reason() -> None:
    found = interval([1, 1], None, ["A", "A"])
    assert np.isnan([found.low, found.high]).all()
    assert found.reason == "every row has the same context, A"
    assert found.pairs.empty

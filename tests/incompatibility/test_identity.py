"""The identity between the rates, against counted ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.incompatibility.identity import (
    forced_gaps,
    implied_false_positive_rate,
    implied_positive_predictive_value,
)

SMALL = st.integers(0, 40)


@given(SMALL, SMALL, SMALL, SMALL)
def test_identities_give_back_the_rates_that_were_counted(tn, fp, fn, tp) -> None:
    if not (tn + fp and tp):
        return
    base_rate = (tp + fn) / (tn + fp + fn + tp)
    ppv, tpr, fpr = tp / (tp + fp), tp / (tp + fn), fp / (fp + tn)
    assert implied_false_positive_rate(base_rate, ppv, tpr) == pytest.approx(fpr, abs=1e-12)
    assert implied_positive_predictive_value(base_rate, tpr, fpr) == pytest.approx(ppv)


@pytest.mark.parametrize("values", [(1, 0.5, 0.5), (0.5, 0, 0.5), (np.nan, 0.5, 0.5)])
def test_a_rate_that_nothing_implies_is_nan(values) -> None:
    assert np.isnan(implied_false_positive_rate(*values))


@pytest.mark.parametrize("value", [-0.1, 1.1, "x", None, [0.5]])
def test_what_implies_a_rate_must_be_rates(value) -> None:
    if value is None:
        assert np.isnan(implied_false_positive_rate(value, 0.5, 0.5))
        return
    for ask in (implied_false_positive_rate, implied_positive_predictive_value):
        for place in range(3):
            rates = [0.5] * 3
            rates[place] = value
            with pytest.raises(ValueError, match="must be a number from 0 to 1"):
                ask(*rates)


def test_nobody_selected_implies_no_ppv() -> None:
    assert np.isnan(implied_positive_predictive_value(0.3, 0, 0))


def test_an_implied_rate_above_one_is_not_hidden() -> None:
    assert implied_false_positive_rate(0.5, 0.25, 1) == pytest.approx(3)


def test_forced_gaps_vanish_exactly_at_equal_base_rates() -> None:
    assert forced_gaps(0.3, 0.3, 0.6, 0.1) == (0, 0)
    ppv_gap, selection_gap = forced_gaps(0.1, 0.3, 0.6, 0.1)
    assert ppv_gap == pytest.approx(0.18 / 0.25 - 0.06 / 0.15)
    assert selection_gap == pytest.approx(0.2 * 0.5)
    assert np.isnan(forced_gaps(0.1, 0.3, 0, 0)[0])

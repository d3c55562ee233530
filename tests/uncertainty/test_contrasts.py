"""Comparisons of groups over many samples at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from equipoise.uncertainty.contrasts import Contrast, contrasts

RATES = arrays(
    np.float64,
    st.tuples(st.integers(2, 5), st.integers(1, 4)),
    elements=st.sampled_from([0.0, 0.125, 0.25, 0.5, 1.0]),
)


@given(RATES)
def test_a_difference_is_the_largest_between_any_two_groups(rates) -> None:
    found = Contrast(("a",)).measure([rates])
    for column, value in zip(rates.T, found, strict=True):
        assert value == max(one - other for one in column for other in column)


@given(RATES)
def test_a_ratio_is_the_smallest_between_any_two_groups(rates) -> None:
    found = Contrast(("a",), is_ratio=True).measure([rates])
    for column, value in zip(rates.T, found, strict=True):
        if column.any():
            assert value == min(one / other for one in column for other in column if other)
        else:
            assert np.isnan(value)


def test_of_two_rates_the_larger_gap_counts() -> None:
    first, second = np.array([[0.1, 0.9], [0.2, 0.2]]), np.array([[0.5, 0.5], [0.1, 0.5]])
    found = Contrast(("a", "b")).measure([first, second])
    assert found == pytest.approx([0.4, 0.7])


def test_a_sign_says_whose_rate_is_higher() -> None:
    pair = np.array([[0.1, 0.4], [0.3, 0.3]])
    assert Contrast(("a",)).measure([pair], signed=True) == pytest.approx([-0.2, 0.1])


def test_what_has_no_value() -> None:
    assert np.isnan(Contrast(("a",)).measure([np.array([[0.5]])])).all()
    assert np.isnan(Contrast(("a",)).measure([np.array([[0.5], [np.nan]])])).all()


@pytest.mark.parametrize(
    ("contrast", "groups", "signed"),
    [
        (Contrast(("a",)), 2, True),
        (Contrast(("a",)), 3, False),
        (Contrast(("a", "b")), 2, False),
        (Contrast(("a",), is_ratio=True), 2, False),
    ],
)
def test_only_one_rate_of_two_groups_has_a_sign(contrast, groups, signed) -> None:
    assert contrast.is_signed(groups) == signed


def test_the_criteria_and_two_differences_more() -> None:
    known = contrasts()
    assert {name: (one.rates, one.is_ratio) for name, one in known.items()} == {
        "demographic_parity_difference": (("selection_rate",), False),
        "disparate_impact_ratio": (("selection_rate",), True),
        "equal_opportunity_difference": (("true_positive_rate",), False),
        "equalized_odds_difference": (("true_positive_rate", "false_positive_rate"), False),
        "predictive_parity_difference": (("positive_predictive_value",), False),
        "false_positive_rate_difference": (("false_positive_rate",), False),
        "accuracy_difference": (("accuracy",), False),
    }
    assert contrasts(0)["disparate_impact_ratio"].rates == ("rejection_rate",)
    assert contrasts(0)["demographic_parity_difference"].rates == ("rejection_rate",)

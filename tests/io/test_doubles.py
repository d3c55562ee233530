"""Numbers of any width: each is the decimal that it prints as."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.doubles import double, doubles

NARROW = ["float16", "float32"]


@pytest.mark.parametrize("width", NARROW)
@pytest.mark.parametrize("byte_order", ["<", ">"])
def test_hundredths_stay_hundredths(width: str, byte_order: str) -> None:
    hundredths = np.arange(101) / 100
    narrow = hundredths.astype(np.dtype(width).newbyteorder(byte_order))
    assert doubles(narrow).tolist() == hundredths.tolist()
    assert doubles(list(narrow)).tolist() == hundredths.tolist()
    assert doubles(narrow.reshape(1, -1)).tolist() == [hundredths.tolist()]


@given(st.floats(2**-10, 1, width=32))
def test_32_bits_are_the_decimal_that_numpy_prints(value: float) -> None:
    narrow = np.float32(value)
    read = double(narrow)
    assert np.float32(read) == narrow
    if len(str(narrow)) <= len("0.123456789"):
        assert read == float(str(narrow))


@given(st.floats(width=16, allow_nan=False, allow_infinity=False))
def test_what_is_read_is_the_same_number_in_its_own_width(value: float) -> None:
    assert np.float16(double(np.float16(value))) == np.float16(value)


@given(st.lists(st.floats(0, 1, width=32), min_size=2, max_size=20))
def test_order_is_kept(values: list[float]) -> None:
    narrow = np.array(values, dtype=np.float32)
    order = np.argsort(narrow, kind="stable")
    assert (np.diff(doubles(narrow)[order]) >= 0).all()
    assert np.array_equal(doubles(narrow)[:, None] == doubles(narrow), narrow[:, None] == narrow)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -0.25, 0.0, 1e-30])
def test_what_no_decimal_of_nine_places_is_stays(value: float) -> None:
    narrow = np.float32(value)
    assert double(narrow) == float(narrow) or np.isnan(value)


@pytest.mark.parametrize(
    "value", [0.1, np.float64(0.1), np.longdouble(0.1), Decimal("0.1"), "0.1", Fraction(1, 10)]
)
def test_wide_numbers_are_themselves(value: object) -> None:
    assert double(value) == 0.1
    assert doubles([value, value]).tolist() == [0.1, 0.1]


@pytest.mark.parametrize("value", [np.array(0.7, "float32"), np.array(0.7, "float16")])
def test_arrays_without_dimensions_are_numbers(value: object) -> None:
    assert double(value) == 0.7


@pytest.mark.parametrize("value", [None, "x", [0.5], np.array([0.5])])
def test_what_is_no_number(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        double(value)


def test_the_given_array_is_not_changed() -> None:
    narrow, wide = np.array([0.7], "float32"), np.array([0.7])
    doubles(narrow)
    doubles(wide)[0] = 0
    assert narrow[0] == np.float32(0.7)
    assert wide[0] == 0.7

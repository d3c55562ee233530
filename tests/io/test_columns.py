"""What a raw column may hold, and how each of it is understood."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.columns import as_column, clean_groups, clean_scores, clean_weights, group_name

NAN = float("nan")


@pytest.mark.parametrize(
    "values",
    [
        [0.9, 0.25, None],
        ["0.9", " .25 ", ""],
        ["9e-1", 0.25, "NaN"],
        [Decimal("0.9"), Fraction(1, 4), Decimal("NaN")],
        [b"0.9", b"0.25", None],
        np.array([0.9, 0.25, np.inf]),
        np.array([0.9, 0.25, -np.inf], dtype=np.longdouble),
        ["0.9", "0.25", "-inf"],
        ["0.9", "0.25", "None"],
        [Decimal("0.9"), 0.25, Decimal("sNaN")],
        np.ma.array([0.9, 0.25, 0.1], mask=[0, 0, 1]),
        pd.array([0.9, 0.25, None], dtype="Float64"),
        pd.array([0.9, 0.25, None], dtype="double[pyarrow]"),
        pd.Series(
            [Decimal("0.9"), Decimal("0.25"), None], dtype=pd.ArrowDtype(pa.decimal128(3, 2))
        ),
        pd.Categorical([0.9, 0.25, None]),
        pd.Categorical(["0.9", "0.25", None]),
    ],
    ids=repr,
)
def test_scores_in_many_guises(values: object) -> None:
    scores, n_clipped = clean_scores(values, "p")
    assert scores.dtype == np.float64
    assert scores[:2].tolist() == [0.9, 0.25]
    assert np.isnan(scores[2])
    assert n_clipped == 0


def test_scores_of_32_bits_are_the_decimals_they_print_as() -> None:
    scores, _ = clean_scores(np.array([0.7], dtype=np.float32), "p")
    assert scores[0] == 0.7 > float(np.float32(0.7))


def test_scores_a_rounding_error_outside_are_clipped() -> None:
    scores, n_clipped = clean_scores([1 + 1e-7, -1e-7, 0.5], "p")
    assert scores.tolist() == [1, 0, 0.5]
    assert n_clipped == 2


def test_scores_are_copied() -> None:
    given = np.array([0.9, 0.2])
    scores, _ = clean_scores(given, "p")
    given[0] = 0
    assert scores.tolist() == [0.9, 0.2]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["high", 0.1], "p, row 1: 'high' is not a number"),
        ([0.1, "90%"], "p, row 2: '90%' is not a number"),
        (["0,9", "0.2"], "p, row 1: '0,9' is not a number"),
        (["1_0", "0"], "p, row 1: '1_0' is not a number"),
        (["0x1", "0"], "p, row 1: '0x1' is not a number"),
        ([0.1, 1j], "p, row 2: 1j is not a number"),
        ([0.1, dt.date(2020, 1, 1)], r"row 2: .*2020, 1, 1.* is not a number"),
        (pd.to_datetime(["1970-01-01"]), "row 1: Timestamp.* is not a number"),
        (pd.to_timedelta([0]), "row 1: Timedelta.* is not a number"),
        ([[0.1, 0.9], [0.2, 0.8]], r"row 1: \[0.1, 0.9\] is not a single value"),
        ([0.3, -2.0, 1.7], "2 of 3 scores lie outside 0 to 1; the first is -2 in row 2"),
        (["x" * 1000, 0.1], r"row 1: 'x{50,60}\.\.\.x{50,60}' is not a number"),
        ([55, 80], "2 of 2 scores lie outside"),
    ],
)
def test_scores_that_make_no_sense(values: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clean_scores(values, "p")


@pytest.mark.parametrize(
    ("values", "names", "codes"),
    [
        (["b", "a", None, "b"], ("a", "b"), [1, 0, -1, 1]),
        ([" a", "a ", "\ta\n", "\u00a0a", "\ufeffa"], ("a",), [0, 0, 0, 0, 0]),
        (["", "  ", NAN, pd.NA, pd.NaT, Decimal("NaN")], (), [-1] * 6),
        (["NA", "nan", "None", "a"], ("NA", "None", "a", "nan"), [0, 3, 1, 2]),
        (["José", "Jose\u0301"], ("José",), [0, 0]),
        ([1.0, NAN, 2.0], ("1", "2"), [0, -1, 1]),
        ([1, 1.0, "1"], ("1",), [0, 0, 0]),
        ([True, 1, 1.0, "1", "True"], ("1", "True"), [1, 0, 0, 0, 1]),
        ([1, True, np.True_, np.int8(1)], ("1", "True"), [0, 1, 1, 0]),
        ([2.0**53, 2**53], ("9007199254740992", "9007199254740992.0"), [1, 0]),
        ([Decimal("2.5"), Decimal("2.50")], ("2.5", "2.50"), [0, 1]),
        ([Decimal("sNaN"), "a"], ("a",), [-1, 0]),
        (["\ud800", "\ud83d\ude00"], ("\ufffd", "\U0001f600"), [0, 1]),
        (["01", "1", "001"], ("001", "01", "1"), [1, 2, 0]),
        (["10", "9", "2", "10"], ("2", "9", "10"), [2, 1, 0, 2]),
        ([-1, 0, 10, 2], ("-1", "0", "2", "10"), [0, 1, 3, 2]),
        (["x", 3, "y", 3], ("3", "x", "y"), [1, 0, 2, 0]),
        ([True, False], ("False", "True"), [1, 0]),
        ([0.0, -0.0, 1.5], ("0", "1.5"), [0, 0, 1]),
        (["inf", "2", "1"], ("1", "2", "inf"), [2, 1, 0]),
        ([1e300, 1.0], ("1", "1e+300"), [1, 0]),
        ([2**60 + 1, None], (str(2**60 + 1),), [0, -1]),
        ([b"a", b"b"], ("a", "b"), [0, 1]),
        ([Decimal("2.50"), Decimal(1)], ("1", "2.50"), [1, 0]),
        (["a", "A"], ("A", "a"), [1, 0]),
        ([], (), []),
        (np.array(["b", "a"]), ("a", "b"), [1, 0]),
        (np.array(["b", None, 1], dtype=object), ("1", "b"), [1, -1, 0]),
        (np.ma.array(["a", "b"], mask=[1, 0]), ("b",), [-1, 0]),
        (pd.array(["b", None], dtype="string[pyarrow]"), ("b",), [0, -1]),
        (pd.array([1, None], dtype="Int64"), ("1",), [0, -1]),
        (pd.Categorical(list("ba"), categories=list("bca")), ("b", "a"), [0, 1]),
        (pd.Categorical([2, 10, None], categories=[10, 2]), ("10", "2"), [1, 0, -1]),
    ],
    ids=repr,
)
def test_groups(values: object, names: tuple[str, ...], codes: list[int]) -> None:
    found_names, found_codes = clean_groups(values, "g")
    assert found_names == names
    assert found_codes.tolist() == codes


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["a", ["b"]], r"g, row 2: \['b'\] is not a single value"),
        ([{"a": 1}], "g, row 1: .* is not a single value"),
        ([("a", 1), ("b", 2)], r"g, row 1: \('a', 1\) is not a single value"),
        (pd.Series([["a"]]), "g, row 1"),
        (np.array([["a"], ["b"]]), r"g must have one dimension; it has shape \(2, 1\)"),
        (pd.DataFrame({"g": ["a"]}), r"one dimension; it has shape \(1, 1\)"),
        ("ab", "g must be a column of values, not 'ab'"),
        (5, "not 5"),
        (None, "not None"),
        ({"a", "b"}, "g must be a column of values"),
        ({"a": 1}, "g must be a column of values"),
        (np.array("a"), "g must be a column of values"),
    ],
    ids=repr,
)
def test_columns_that_make_no_sense(values: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clean_groups(values, "g")


def test_group_names_of_single_values() -> None:
    values = [3.0, np.float32(3), 3, "3", " 3 ", b"3", np.int8(3), np.str_("3")]
    assert {group_name(value) for value in values} == {"3"}
    assert [group_name(value) for value in (None, NAN, pd.NA, pd.NaT, "")] == [""] * 5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, -1], "w, row 2: -1 is not a weight"),
        ([NAN, 1], "w, row 1: nan is not a weight"),
        ([1, None], "w, row 2: None is not a weight"),
        ([1, np.inf], "w, row 2: inf is not a weight"),
        ([1e308, 1], "w, row 1: 1e\\+308 is not a weight"),
        (["1", "x"], "w, row 2: 'x' is not a number"),
    ],
)
def test_weights_that_make_no_sense(values: list[object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clean_weights(values, "w")


def test_weights_in_many_guises() -> None:
    assert clean_weights(["1", 2, Decimal("0.5"), True], "w").tolist() == [1, 2, 0.5, 1]


def test_a_series_stays_as_it_is() -> None:
    series = pd.Series([1, 2], index=[5, 6])
    assert as_column(series, "y") is series


@pytest.mark.parametrize(
    "values", [np.array(["a", "b"]), np.array([1, "b"], dtype=object), np.array([b"a", b"b"])]
)
def test_text_in_an_array_stays_as_it_is(values: np.ndarray) -> None:
    column = as_column(values, "g")
    assert column.dtype == object
    assert column.tolist() == values.tolist()


@pytest.mark.parametrize(
    ("values", "names"),
    [
        (np.ma.array([2**53 + 1, 2**53, 5], mask=[0, 0, 1]), (str(2**53), str(2**53 + 1))),
        (np.ma.array([True, False, True], mask=[0, 0, 1]), ("False", "True")),
        (np.ma.array(["b", "a", "c"], mask=[0, 0, 1]), ("a", "b")),
        (np.ma.array([1.5, 2, 3], mask=[0, 0, 1]), ("1.5", "2")),
        (np.ma.array([1.5, 2, 3], mask=False), ("1.5", "2", "3")),
        (["a", np.ma.masked, "b"], ("a", "b")),
    ],
    ids=repr,
)
def test_masked_values_are_missing(values: object, names: tuple[str, ...]) -> None:
    found, codes = clean_groups(values, "g")
    assert found == names
    assert (codes < 0).sum() == 3 - len(names)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("name", [b"Can\xf3", b"\xff", b"\xc3"])
def test_bytes_that_are_not_utf_8_are_named(name: bytes, place: int) -> None:
    values: list[object] = ["a", b"b", "c"]
    values[place] = name
    for held in (values, pd.Series(values, dtype=object), pd.Categorical(values)):
        with pytest.raises(ValueError, match=f"g, row {place + 1}: b'.*' is not UTF-8; decode it"):
            clean_groups(held, "g")


@given(st.lists(st.text(max_size=3) | st.binary(max_size=3) | st.none() | st.integers()))
def test_no_two_values_become_one_that_are_not_written_alike(values: list[object]) -> None:
    """Bytes that are text are that text; others are refused, not replaced."""
    texts = []
    for value in values:
        try:
            texts.append(value.decode() if isinstance(value, bytes) else value)
        except UnicodeDecodeError:
            with pytest.raises(ValueError, match="is not UTF-8"):
                clean_groups(values, "g")
            return
    names, codes = clean_groups(values, "g")
    written = ["" if text is None else group_name(str(text)) for text in texts]
    assert ["" if code < 0 else names[code] for code in codes] == written
    assert len(set(names)) == len(names)


def test_32_bits_are_named_as_they_are_written() -> None:
    for values in (np.array([0.1, 2], np.float32), pd.Series([0.1, 2], dtype="float32")):
        assert clean_groups(values, "g")[0] == ("0.1", "2")

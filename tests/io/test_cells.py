"""Cells: single values and missing ones, which are alike, and where they stand, in words."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from equipoise.io.cells import (
    JOINED,
    RECORD,
    distinct,
    first_nested,
    headed,
    is_missing,
    is_single,
    number_of,
    own_name,
    place_of,
    read_each,
    shown,
    single_values,
    some,
    text_of,
    well_formed,
)


@pytest.mark.parametrize(
    "value",
    [
        *(None, pd.NA, pd.NaT, np.ma.masked, np.datetime64("NaT", "D"), complex("nan")),
        *(float("nan"), np.float32("nan"), Decimal("NaN"), Decimal("sNaN")),
    ],
)
def test_what_is_missing(value: object) -> None:
    assert is_missing(value)


@pytest.mark.parametrize(
    "value", ["", "nan", b"", 0, False, [], [None], np.array([np.nan]), np.array([]), {"a": 1}]
)
def test_what_is_there(value: object) -> None:
    assert not is_missing(value)


def test_lists_and_the_like_are_not_single() -> None:
    assert all(map(is_single, ["ab", b"ab", 1, None, pd.NA, Decimal("sNaN"), pd.Timestamp(0)]))
    nested = [[1], (1,), {1}, {"a": 1}, np.array([1]), np.array(1), pd.Series([1])]
    assert not any(map(is_single, nested))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("é\u2028\U0001f600", "é\u2028\U0001f600"),
        ("a\ud800b\udc00", "a\ufffdb\ufffd"),
        ("\ud83d\ude00\ud83d", "\U0001f600\ufffd"),
    ],
)
def test_well_formed(text: str, expected: str) -> None:
    assert well_formed(text) == expected


def test_what_is_long_or_deep_is_shown_in_short() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown("a" * 120) == repr("a" * 120)[:58] + "..." + repr("a" * 120)[-59:]
    assert shown(0.5) == "0.5"
    assert shown(deep) == "[[[[[[[...]]]]]]]"
    assert shown(10**5000) == "a number too long to be shown"


def test_the_first_few_and_how_many_more() -> None:
    assert some(["a", 1]) == "'a', 1"
    assert some("abcde") == "'a', 'b', 'c', 'd', 'e'"
    assert some(range(2000), most=2) == "0, 1, and 1,998 more"
    assert some([]) == ""


def test_text_is_what_bytes_say_or_they_are_refused() -> None:
    assert text_of(" Jose\u0301 ".encode()) == text_of("José") == "José"
    for value, said in ((b"Can\xf3", r"b'Can\\xf3' is not UTF-8"), (10**5000, "cannot be a name")):
        with pytest.raises(ValueError, match=said):
            text_of(value)


@pytest.mark.parametrize("value", ["1_0", "a", "", None, "0x1", b"\xff", Decimal("sNaN"), [1], 1j])
def test_what_is_no_number(value: object) -> None:
    assert np.isnan(number_of(value))


def test_numbers() -> None:
    values = ["1", b"1", True, Decimal(1), " 1.0 ", np.int8(1)]
    assert [number_of(value) for value in values] == [1] * 6
    assert number_of(10**400) == np.inf


@pytest.mark.parametrize(
    ("values", "codes", "n"),
    [
        (["b", "a", None, "b"], [0, 1, -1, 0], 2),
        ([True, 1, 1.0, "1", True], [0, 1, 2, 3, 0], 4),
        ([1, True, float("nan"), 1], [0, 1, -1, 0], 2),
        ([Decimal("1.0"), Decimal("1.00"), Decimal("sNaN")], [0, 1, -1], 2),
        ([0.0, -0.0, 0.5], [0, 0, 1], 2),
        ([], [], 0),
        (["\ud800", "\ud801", "a", "\ud800"], [0, 1, 2, 0], 3),
        ([10**5000, 10**5000 + 1, "a"], [0, 1, 2], 3),
        ([np.ma.masked, 1, "a"], [-1, 0, 1], 2),
        (list(pa.array(["a", None, "b", "a"])), [0, -1, 1, 0], 2),
    ],
)
def test_distinct(values: list[object], codes: list[int], n: int) -> None:
    found, raw = distinct(pd.Series(values, dtype=object))
    assert found.tolist() == codes
    assert len(raw) == n


@pytest.mark.parametrize("nested", [[1], (1, 2), {"a": 1}, np.array([1, 2]), {1}])
def test_the_first_that_is_no_single_value(nested: object) -> None:
    column = pd.Series(["a", None, nested, nested], dtype=object)
    assert first_nested(*distinct(column)) == 2
    assert first_nested(*distinct(column[:2])) is None


@pytest.mark.parametrize(
    ("nested", "hint"),
    [
        ([0.1, 0.9], r"not a single value; of predict_proba's two columns, .*: p\[:, 1\]\.$"),
        (np.array([1, 0]), r"not a single value; of predict_proba's"),
        ((0.1, "b"), r"not a single value\.$"),
        ([0.1], r"not a single value\.$"),
        ([0.1, 0.2, 0.7], r"not a single value\.$"),
        (np.array("a"), r"not a single value\.$"),
    ],
)
def test_a_list_in_a_cell_is_named(nested: object, hint: str) -> None:
    column = pd.Series([None, 0.5, nested], dtype=object)
    with pytest.raises(ValueError, match=f"p, row 3: .* is {hint}"):
        single_values(column, "p")


def test_what_cannot_be_read_is_named_by_its_first_row() -> None:
    column = pd.Series(["1", "b", None, "b", "2"], dtype=object)
    codes, raw = single_values(column, "p")
    with pytest.raises(ValueError, match=r"p, row 2: invalid literal .*: 'b'"):
        read_each(int, raw, codes, column, "p")
    assert read_each(str.upper, raw, codes, column, "p") == ["1", "B", "2"]


@pytest.mark.parametrize(
    ("index", "said"),
    [
        (pd.RangeIndex(2), "row 2"),
        (pd.Index([5, 7], name="{}"), "row 2"),
        (pd.Index([2, 5], name=headed()), "row 5 (the header is row 1)"),
        (pd.Index([4, 7], name=headed(3)), "row 7 (the header is row 3)"),
        (pd.RangeIndex(1, 3, name=RECORD), "record 2"),
        (pd.Index(["a", "{b}"], name=JOINED), "id '{b}'"),
    ],
)
def test_the_second_row(index: pd.Index, said: str) -> None:
    assert place_of(index, 1) == said


@pytest.mark.parametrize(
    ("index", "name", "called"),
    [
        (pd.RangeIndex(2), "p", "y_score"),
        (pd.Index([2, 5], name=headed()), "p", "p"),
        (pd.RangeIndex(1, 3, name=RECORD), 7, "7"),
        (pd.RangeIndex(1, 3, name=RECORD), None, "y_score"),
    ],
)
def test_a_columns_own_name(index: pd.Index, name: object, called: str) -> None:
    assert own_name(pd.Series([1, 2], index=index, name=name), "y_score") == called

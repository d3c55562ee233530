"""Single values, missing ones, and texts and messages that can always be written."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from equipoise.io.cells import is_missing, is_single, number_of, shown, some, text_of, well_formed


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

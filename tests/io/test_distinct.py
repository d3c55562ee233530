"""Distinct values: equal ones that are written differently stay apart."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from equipoise.io.distinct import distinct, first_nested, read_each, single_values


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

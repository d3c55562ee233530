"""Distinct values: equal ones that are written differently stay apart."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from equipoise.distinct import distinct, first_nested


@pytest.mark.parametrize(
    ("values", "codes", "n"),
    [
        (["b", "a", None, "b"], [0, 1, -1, 0], 2),
        ([True, 1, 1.0, "1", True], [0, 1, 2, 3, 0], 4),
        ([1, True, float("nan"), 1], [0, 1, -1, 0], 2),
        ([Decimal("1.0"), Decimal("1.00"), Decimal("sNaN")], [0, 1, -1], 2),
        ([0.0, -0.0, 0.5], [0, 0, 1], 2),
        ([], [], 0),
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

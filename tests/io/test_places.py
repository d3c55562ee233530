"""Where a row stands, in words."""

import pandas as pd
import pytest

from equipoise.io.places import JOINED, RECORD, headed, own_name, place_of


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

"""Where a row stands, in words."""

import pandas as pd
import pytest

from equipoise.places import JOINED, RECORD, headed, place_of


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

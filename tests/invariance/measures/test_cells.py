"""Cells: every row in its place, counted as loops count it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.invariance.measures.cells import WHOLE, cells

ROWS = st.lists(
    st.tuples(
        st.sampled_from([0.0, 1.0, float("nan")]),
        st.sampled_from(["x", "y", ""]),
        st.sampled_from(["A", "B", "C", ""]),
    ),
    min_size=1,
)


@given(ROWS)
def test_as_loops_count(rows: list) -> None:
    pred, s, z = zip(*rows, strict=True)
    found = cells(pred, s, z)
    strata = found.strata if any(s) else ("",)
    assert found.strata == (tuple(sorted(set(s) - {""})) or (WHOLE,))
    for row, stratum in enumerate(strata):
        for column, context in enumerate(found.contexts):
            inside = [p for p, si, zi in rows if zi == context and (si == stratum or not any(s))]
            assert found.n[row, column] == sum(p == p for p in inside)
            assert found.positives[row, column] == sum(p == 1 for p in inside)
            assert found.n_missing[row, column] == sum(p != p for p in inside)
    placed = [zi != "" and (si != "" or not any(s)) for _, si, zi in rows]
    assert found.counted.tolist() == placed
    assert found.left_out == len(rows) - sum(placed)


def test_the_table_has_a_row_a_cell() -> None:
    found = cells([1, 0, None, 1], list("xxyy"), list("ABAB"))
    table = found.table()
    assert list(table["stratum"]) == ["x", "x", "y", "y"]
    assert list(table["context"]) == ["A", "B", "A", "B"]
    assert list(table["n"]) == [1, 1, 0, 1]
    assert list(table["positives"]) == [1, 0, 0, 1]
    assert list(table["n_missing"]) == [0, 0, 1, 0]
    np.testing.assert_array_equal(table["rate"], [1, 0, np.nan, 1])


@pytest.mark.parametrize(
    ("pred", "s", "z", "why"),
    [
        ([1, 0], None, ["A", "B"], ""),
        ([1, 0, 1], ["x", "x", "y"], ["A", "B", "A"], ""),
        ([1, None], None, ["A", "B"], "there are not readable answers under two contexts"),
        ([1, 0], ["x", "y"], ["A", "B"], "in no stratum are readable answers under two contexts"),
    ],
)
def test_why_nothing_can_be_compared(pred: list, s: object, z: list, why: str) -> None:
    assert cells(pred, s, z).why_undefined == why

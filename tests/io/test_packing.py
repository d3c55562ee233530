"""Tables that leave a sandbox: as they were, and nothing taken on trust."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from equipoise.io.limits import Limits
from equipoise.io.packing import packed, unpacked
from equipoise.io.sandbox import SandboxError

LIMITS = Limits(bytes=1_000, rows=10, columns=5, cells=40, letters=100, name=20)
FRAME = pd.DataFrame(
    {
        "truth": [True, False, True],
        "whole": np.array([1, -(2**53) - 1, 3]),
        "number": [0.1, np.nan, -np.inf],
        "text": pd.Series(["b", None, "a\u00e9"], dtype=object),
    }
)


def test_a_table_comes_back_as_it_was() -> None:
    found = unpacked(packed(FRAME), LIMITS)
    pd.testing.assert_frame_equal(found, FRAME)
    assert found["text"].iloc[1] is None


@pytest.mark.parametrize("dtype", ["int8", "uint8", "uint64", "float32", "Int64", "boolean"])
def test_other_kinds_of_numbers(dtype: str) -> None:
    column = pd.Series([1, 0, 1], dtype=dtype, name="x")
    found = unpacked(packed(pd.DataFrame({"x": column})), LIMITS)["x"]
    assert found.tolist() == [1, 0, 1]


def test_numbers_beside_a_gap() -> None:
    found = unpacked(packed(pd.DataFrame({"x": pd.array([1, None], dtype="Int64")})), LIMITS)
    assert found["x"].isna().tolist() == [False, True]


def test_what_came_can_be_changed() -> None:
    found = unpacked(packed(FRAME), LIMITS)
    found.iloc[0, 1] = 7
    assert found["whole"].iloc[0] == 7


@pytest.mark.parametrize(
    "change",
    [
        {"rows": 4},
        {"rows": 11},
        {"rows": -1},
        {"rows": "three"},
        {"columns": 3},
        {"columns": [{"name": "a", "kind": "whole", "texts": []}] * 6},
        {"columns": [{"name": "n" * 21, "kind": "truth", "texts": []}]},
        {"columns": [{"name": "a", "kind": "object", "texts": []}]},
        {"columns": [{"name": "a", "kind": "truth"}]},
        {"column 3": np.array([0, 1, 2], "<i4").tobytes()},
        {"column 3": np.array([0, -2, 0], "<i4").tobytes()},
        {"column 0": b"12"},
        {"column 1": "text"},
        {"column 2": b"1234567"},
    ],
)
def test_nothing_is_taken_on_trust(change: dict[str, Any]) -> None:
    with pytest.raises(SandboxError):
        unpacked(packed(FRAME) | change, LIMITS)


@pytest.mark.parametrize("texts", [["x" * 101, "b"], [1, 2], None])
def test_nor_are_names(texts: Any) -> None:
    message = packed(FRAME)
    message["columns"][3]["texts"] = texts
    with pytest.raises(SandboxError):
        unpacked(message, LIMITS)

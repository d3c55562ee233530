"""Answers: what is read, what is refused and where, and that what is written is read again."""

from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import read_answers, read_items, write_answers

ITEMS = read_items(pd.DataFrame({"id": ["a1", "a2"], "z": ["A", "B"], "s": "all"}))


def frame(**columns: object) -> pd.DataFrame:
    # As objects: pandas 3.0.0 makes doubles of whole numbers, and fails where one is too large.
    return pd.DataFrame({"id": ["a1", "a2"], "pred": [1, 0], **columns}, dtype=object)


def test_two_columns_suffice() -> None:
    answers = read_answers(b"id,pred\na1,1\na2,\n", ITEMS)
    table = answers.table
    assert answers.strategies == ("default",)
    assert list(table["status"]) == ["ok", "missing"]
    assert table["pred"][0] == 1
    assert np.isnan(table["pred"][1])
    assert list(table["votes"]) == [(), ()]


@pytest.mark.parametrize("values", [["1", "0"], [True, False], ["true", "FALSE"], [1.0, 0.0]])
def test_codings(values: list[object]) -> None:
    assert list(read_answers(frame(pred=values)).table["pred"]) == [1, 0]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_what_is_written_is_read_again(suffix: str, tmp_path: Path) -> None:
    table = pd.DataFrame(
        {
            "id": ["a1", "a2", "a1"],
            "strategy": ["default", "default", "ooc"],
            "pred": [1, None, 0],
            "raw": [" Yes.\r\n", "", "no, \u201cnever\u201d"],
            "votes": [(1,), (), (0, None, 0)],
            "s_lm": ["1", "", "0"],
            "status": ["ok", "refused", "ok"],
            "seed": pd.array([2**62 + 1, None, 3], dtype="Int64"),
            "calls": [1, 1, 10],
            "seconds": [0.25, None, 3],
        }
    )
    given = read_answers(table, ITEMS)
    path = tmp_path / f"answers{suffix}"
    write_answers(given, path)
    again = read_answers(path, ITEMS)
    pd.testing.assert_frame_equal(again.table, given.table)
    assert again.table["seed"][0] == 2**62 + 1
    assert again.table["raw"][0] == " Yes.\r\n"
    assert again.common_ids() == ("a1",)
    assert len(again.of("ooc")) == 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"pred": [1, 2]}, r"Row 3 .*pred is 2; it must be 0, 1 or blank"),
        ({"pred": [0.5, 1]}, r"Row 2 .*pred is 0\.5"),
        ({"pred": ["yes", 1]}, r"Row 2 .*pred is 'yes'"),
        ({"pred": [1, [0]]}, r"Row 3 .*pred is \[0\], not a single value"),
        ({"id": ["a1", "a3"]}, r"Row 3 .*no item has the id 'a3' \(1 such of 2 rows\).*add the"),
        ({"id": ["a1", "A2"]}, r"Row 3 .*write it as the items do, 'a2'"),
        ({"id": ["a1", "a 2"]}, r"Row 3 .*write it as the items do, 'a2'"),
        ({"id": ["a1", ""]}, r"Row 3 .*id is blank"),
        ({"id": ["a1", "A1 "]}, r"Row 3 .*answered already under the strategy 'default' in row 2"),
        ({"status": ["ok", "lost"]}, r"Row 3 .*status is 'lost'; it must be one of"),
        ({"status": ["refused", "ok"]}, r"Row 2 .*status is 'refused', yet pred is 1"),
        ({"pred": [1, None], "status": "ok"}, r"Row 3 .*status is 'ok', yet pred is blank"),
        ({"votes": ["[1]", "1;0"]}, r"Row 3 .*votes is '1;0'; it must be a list"),
        (
            {"votes": ["[1]", "[" * 100_000]},
            r"Row 3 .*votes is '\[{57}\.\.\.\[{58}'; it must be a list",
        ),
        ({"votes": [None, {"1": 0}]}, r"Row 3 .*votes is \{'1': 0\}; it must be a list"),
        ({"raw": ["a", ["b"]]}, r"Row 3 .*raw is \['b'\]; it must be a text"),
        ({"votes": [[1], [2]]}, r"Row 3 .*votes is \[2\]"),
        ({"seed": [1, 0.5]}, r"Row 3 .*seed is 0\.5; it must be a whole number"),
        ({"seed": [1, Decimal("1.5")]}, r"Row 3 .*seed is Decimal\('1\.5'\)"),
        ({"seed": [1, Decimal("inf")]}, r"Row 3 .*seed is Decimal\('Infinity'\)"),
        ({"seed": [1, 10**5000]}, r"Row 3 .*seed is a number too long to be shown"),
        ({"seed": [1, "9" * 5000]}, r"Row 3 .*seed is '9+\.\.\.9+'"),
        ({"seed": [1, 2**63]}, r"Row 3 .*seed is 9223372036854775808"),
        ({"seconds": [1, 10**400]}, r"Row 3 .*seconds is 10+\.\.\.0+"),
        ({"seconds": [1, "inf"]}, r"Row 3 .*seconds is 'inf'"),
    ],
)
def test_what_is_wrong_is_said_with_its_row(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_answers(frame(**changed), ITEMS)


def test_a_signaling_nan_is_missing() -> None:
    nan = pd.Series([Decimal("sNaN"), 1], dtype=object)
    table = read_answers(frame(pred=nan, raw=nan, seed=nan, seconds=nan, s_lm=nan)).table
    assert list(table["status"]) == ["missing", "ok"]
    assert list(table["raw"]) == ["", "1"]
    assert table[["pred", "seed", "seconds"]].isna().sum(axis=1).tolist() == [3, 0]


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ('"seed": ' + "9" * 5000, "seed is '9+"),
        ('"votes": ' + "[" * 500 + "]" * 500, r"votes is \[\[.*\.\.\."),
        ('"raw": ' + "[" * 500 + "]" * 500, r"raw is \[\[.*\.\.\."),
    ],
)
def test_json_out_of_reach_is_said_with_its_record(field: str, message: str) -> None:
    records = f'[{{"id": "a1", "pred": 1}}, {{"id": "a2", "pred": 1, {field}}}]'
    with pytest.raises(ValueError, match=f"Record 2: {message}"):
        read_answers(records.encode())


def test_a_missing_column() -> None:
    with pytest.raises(ValueError, match="no column pred; answers need id, pred"):
        read_answers(b"id,answer\na1,1\n")

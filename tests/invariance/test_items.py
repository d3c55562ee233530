"""Items: what is read, what is refused and where, and that what is written is read again."""

import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import Items, read_items, write_items

CSV = """id,text,z,s,y,unit,sample
a1,"Hello, A",A,,1,u1,
a2,"Hello, B",B,,1,u1,
b1,"Bye, A",A,,0,u2,balanced
b2,"Bye, B",B,,0,u2,balanced
p1,"Other",,,1,,population
"""


def frame(**columns: object) -> pd.DataFrame:
    base = {"id": ["1", "2", "3", "4"], "z": ["A", "B", "A", "B"], "y": [1, 1, 0, 0]}
    return pd.DataFrame({**base, **columns})


def test_a_blank_stratum_is_the_label() -> None:
    items = read_items(CSV.encode())
    assert list(items.table["s"]) == ["1", "1", "0", "0", "1"]
    assert items.strata == ("0", "1")
    assert items.contexts == ("A", "B")
    assert len(items.balanced) == 4
    assert list(items.population["id"]) == ["p1"]
    assert items.table["text"][0] == "Hello, A"


def test_all_is_one_stratum() -> None:
    items = read_items(frame(s="All", y=None))
    assert set(items.table["s"]) == {""}
    assert items.strata == ("",)
    assert np.isnan(items.table["y"]).all()


def test_strata_and_contexts_of_ones_own_stay_text() -> None:
    items = read_items(b"id,z,s\n01,None,x\n1,NA,x\n")
    assert list(items.table["id"]) == ["01", "1"]
    assert set(items.contexts) == {"NA", "None"}
    assert items.strata == ("x",)


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_what_is_written_is_read_again(suffix: str, tmp_path: Path) -> None:
    given = read_items(frame(text=["a\r\nb", 'say "x"', "c,d", ""], s="all", y=[1, None, 0, 1]))
    path = tmp_path / f"items{suffix}"
    write_items(given, path)
    pd.testing.assert_frame_equal(read_items(path).table, given.table)
    assert list(tmp_path.iterdir()) == [path]


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.csv, \.jsonl or \.parquet"):
        write_items(read_items(frame()), tmp_path / "items.xlsx")


def test_a_file_object_is_read_once() -> None:
    assert read_items(io.StringIO(CSV)).strata == ("0", "1")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"id": ["1", "2", "1", "4"]}, r"Row 4 .*id '1' stands already in row 2"),
        ({"id": ["a", "A ", "b", "c"]}, r"Row 3 .*differs by case or blanks alone from 'a'"),
        ({"id": ["a", None, "b", "c"]}, r"Row 3 .*id is blank"),
        ({"z": ["A", " ", "A", "B"]}, r"Row 3 .*z is blank"),
        ({"z": ["A", "B", "A", "A"]}, r"Row 4 .*s = '0' has the context z = 'A'"),
        ({"y": [1, 1, 0, 2]}, r"Row 5 .*y is 2; it must be 0, 1 or blank"),
        ({"y": [1, 1, 0, None]}, r"Row 5 .*s is blank.*write all in s"),
        ({"s": ["all", "1", "all", "all"]}, r"Row 2 .*s is all, but '1' in row 3"),
        ({"sample": ["", "", "", "test"]}, r"Row 5 .*sample is 'test'.*balanced or population"),
        ({"unit": ["u", "v", "u", "w"]}, r"Row 4 .*unit 'u' has the context 'A' already in row 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_row(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_items(frame(**changed))


def test_records_have_no_header() -> None:
    records = [{"id": "1", "z": "A", "s": "all"}, {"id": "1", "z": "B", "s": "all"}]
    with pytest.raises(ValueError, match=r"Record 2: the id '1' stands already in record 1"):
        read_items(json.dumps(records).encode())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty"),
        (b"id,z\n", "no rows"),
        (b"id,y\n1,0\n", "no column z; items need id, z"),
        (b"id,z,Z\n1,A,B\n", "two columns called z"),
    ],
)
def test_a_table_that_is_none(content: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_items(content)


def test_restricted_keeps_the_order() -> None:
    items = read_items(CSV.encode()).restricted(["b2", "a1"])
    assert isinstance(items, Items)
    assert list(items.table["id"]) == ["a1", "b2"]

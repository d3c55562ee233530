"""Items: what is read, what is refused and where, and that what is written is read again."""

import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import Items, read_items
from equipoise.invariance.tables.items import write_items

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


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".parquet"])
def test_every_letter_is_written_and_read_again(suffix: str, tmp_path: Path) -> None:
    letters = ["\u2028\u2029", "a\x85\x0b\x0c", "\x1c\x1d\x1e", "\ud83d\ude00 \ud800"]
    z = pd.Series(["A", "\udfff"] * 2, dtype=object)
    given = read_items(frame(text=pd.Series(letters, dtype=object), z=z))
    assert list(given.table["text"]) == [*letters[:3], "\U0001f600 \ufffd"]
    assert given.contexts == ("A", "\ufffd")
    path = tmp_path / f"items{suffix}"
    write_items(given, path)
    pd.testing.assert_frame_equal(read_items(path).table, given.table)


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    text = r'[{"id":"\ud800","z":"A","s":"all"},{"id":2,"z":"B\udc00","s":"all","text":"\udc00"}]'
    table = read_items(text.encode()).table
    assert list(table["id"]) == ["\ufffd", "2"]
    assert list(table["z"]) == ["A", "B\ufffd"]
    assert table["text"][1] == "\ufffd"


def test_long_texts_are_written_and_read_again(tmp_path: Path) -> None:
    given = read_items(frame(text="a" * 200_000))
    write_items(given, tmp_path / "items.csv")
    assert read_items(tmp_path / "items.csv").table["text"][3] == "a" * 200_000


def test_values_that_are_equal_but_written_differently_are_contexts_of_their_own() -> None:
    records = [{"id": n, "z": z, "s": "all"} for n, z in enumerate([True, 1, 1.0, "1"])]
    for given in (records, records[::-1]):
        items = read_items(json.dumps(given).encode())
        assert dict(zip(items.table["id"], items.table["z"], strict=True)) == {
            "0": "True",
            "1": "1",
            "2": "1",
            "3": "1",
        }


def test_columns_without_name_or_content_are_left_out() -> None:
    items = read_items(b"id,,z,,s,,\n1,,A,,all,,\n2,,B,,all, ,\n")
    assert items.contexts == ("A", "B")


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.csv, \.jsonl or \.parquet"):
        write_items(read_items(frame()), tmp_path / "items.xlsx")


def test_a_file_object_is_read_once() -> None:
    assert read_items(io.StringIO(CSV)).strata == ("0", "1")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"id": ["1", "2", "1", "4"]}, r"Row 4 .*id '1' stands already in row 2"),
        (
            {"id": ["a", "A ", "b", "c"]},
            r"Row 3 .*id is 'A', which differs by case alone from 'a' in row 2",
        ),
        ({"id": ["a", None, "b", "c"]}, r"Row 3 .*id is blank"),
        ({"z": ["A", " ", "A", "B"]}, r"Row 3 .*z is blank"),
        ({"z": ["A", "B", "A", "A"]}, r"Row 4 .*s = '0' has the context z = 'A'"),
        ({"y": [1, 1, 0, 2]}, r"Row 5 .*y is 2; it must be 0, 1 or blank"),
        ({"y": [1, 1, 0, None]}, r"Row 5 .*s is blank.*write all in s"),
        ({"s": ["all", "1", "all", "all"]}, r"Row 2 .*s is all, but '1' in row 3"),
        ({"sample": ["", "", "", "test"]}, r"Row 5 .*sample is 'test'.*balanced or population"),
        ({"text": [["a"], "b", "c", "d"]}, r"Row 2 .*text is \['a'\]; it must be a text"),
        ({"text": [*"abc", np.array([1, 2])]}, r"Row 5 .*text is array\(\[1, 2\]\); it must"),
        ({"unit": ["u", "v", "u", "w"]}, r"Row 4 .*unit 'u' has the context 'A' already in row 2"),
    ],
)
def test_what_is_wrong_is_said_with_its_row(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_items(frame(**changed))


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("id,z,s\n\n\n\n1,,all\n", r"Row 5 \(the header is row 1\)"),
        ("\n\nid,z,s\n1,,all\n", r"Row 4 \(the header is row 3\)"),
        ("sep=;\nid;z;s\n\n1;;all\n", r"Row 3 \(the header is row 1\)"),
        ('id,z,s,text\n1,A,all,"a\nb\n\nc"\n2,,all,d\n', r"Row 3 \(the header is row 1\)"),
        ('id,z,s,text\r\n1,A,all,"a\nb"\r\n\r\n2,,all,d\r\n', r"Row 4 \(the header is row 1\)"),
        ('\n{"id":1,"z":"A","s":"all"}\n\n{"id":2,"s":"all"}\n', "Record 2"),
    ],
)
def test_rows_are_counted_as_a_spreadsheet_counts_them(content: str, place: str) -> None:
    with pytest.raises(ValueError, match=f"^{place}: z is blank"):
        read_items(content.encode())


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
        (b"id,z,,s,,\n1,A,,all,x,\n2,B,y,all,,\n", "^Columns 3 and 5 hold something but have no"),
    ],
)
def test_a_table_that_is_none(content: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_items(content)


def test_restricted_keeps_the_order() -> None:
    items = read_items(CSV.encode()).restricted(["b2", "a1"])
    assert isinstance(items, Items)
    assert list(items.table["id"]) == ["a1", "b2"]

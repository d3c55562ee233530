"""Own predictions from files of every kind: nothing changed on the way, every fault named."""

import io
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from equipoise import read_predictions
from tests.own_tables import HEADER, PEOPLE, ROWS, TABLE, TWICE, parquet, read


@pytest.mark.parametrize(
    "content",
    [
        ROWS,
        ROWS.rstrip("\n"),
        ROWS.replace("\n", "\r\n"),
        ROWS.replace("\n", "\r"),
        ROWS.replace(",", ";"),
        ROWS.replace(",", "\t"),
        ROWS.replace(",", "|"),
        ROWS.replace(",", ";").replace(".", ","),
        "sep=;\n" + ROWS.replace(",", ";"),
        "SEP=;\r\n" + ROWS.replace(",", ";"),
        '"sep=;"\n' + ROWS.replace(",", ";"),
        "sep=\t\n" + ROWS.replace(",", "\t"),
        "\ufeffsep=;\n" + ROWS.replace(",", ";"),
        "\n\n" + ROWS.replace("\n", "\n\n"),
        ROWS.replace("g\n", "g,\n").replace("é", "é,"),
        ROWS.replace("\n", ",, \n"),
        ",y_true,y_prob,g\n7,1,0.9,é\n8,0,0.2,b\n",
        "sep=;\r" + ROWS.replace(",", ";").replace("\n", "\r"),
        "y_true;y_prob;g;h\r1;0.9;é;,,,,,,,,,,,,\r0;0.2;b;\r",
        " y_true , y_prob,g\n" + ROWS.removeprefix(HEADER),
        '"y_true","y_prob","g"\n"1","0.9","é"\n"0","0.2","b"\n',
        ROWS.encode("utf-8-sig"),
        ROWS.encode("utf-16"),
        ROWS.encode("utf-32"),
        ROWS.replace("g\n", 'g,";;;;"\n').replace("é", "é,"),
        ROWS.encode("cp1252"),
        TABLE.to_json(orient="records"),
        TABLE.to_json(orient="records", lines=True),
        TABLE.to_json(),
        '{"y_true":{"0":1,"1":0},"y_prob":{"1":0.2,"0":0.9},"g":{"0":"é","1":"b"}}',
        json.dumps(TABLE.to_dict(orient="list")),
        TABLE.to_json(orient="records").encode("utf-8-sig"),
        parquet(TABLE),
        parquet(TABLE.astype({"g": "category", "y_prob": "float64"})),
        TABLE,
        TABLE.set_index(pd.Index([7, 7])),
    ],
    ids=lambda content: repr(content)[:40],
)
def test_one_table_in_many_guises(content: Any) -> None:
    found = read(content)
    assert found.y_true.tolist() == [1, 0]
    assert found.y_score.tolist() == [0.9, 0.2]
    assert found.groups["g"].names == ("b", "é")
    assert found.groups["g"].codes.tolist() == [1, 0]


def test_sources_other_than_bytes(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_text(ROWS, encoding="utf-8")
    with path.open("rb") as file:
        for source in (path, str(path), file, io.StringIO(ROWS)):
            found = read_predictions(source, y_true="y_true", y_score="y_prob", groups="g")
            assert found.n == 2


def test_cells_are_not_changed() -> None:
    found = read(HEADER + '1,0.9,"a,b"\n0,0.2,"say ""x"""\n1,0.1,007\n0,0.3,NULL\n1,.5,1e5\n')
    assert set(found.groups["g"].names) == {"a,b", 'say "x"', "007", "NULL", "1e5"}


def test_a_cell_may_be_as_long_as_a_file() -> None:
    found = read(HEADER + f"1,0.9,{'a' * 1_000_000}\n0,0.2,b\n")
    assert [len(name) for name in found.groups["g"].names] == [1_000_000, 1]


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\x85"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", "\r"])
def test_a_record_a_line_holds_letters_that_look_like_ends(letter: str, end: str) -> None:
    records = [
        {"y_true": 1, "y_prob": 0.9, "g": f"a{letter}b"},
        {"y_true": 0, "y_prob": 0.2, "g": "c"},
    ]
    content = "".join(json.dumps(record, ensure_ascii=False) + end for record in records)
    assert read(content).groups["g"].names == (f"a{letter}b", "c")


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    text = r'[{"y_true": 1, "y_prob": "0.9", "g": "\ud800", "\udfff": 1}]'
    assert read(text).groups["g"].names == ("\ufffd",)
    table = TABLE.assign(g=pd.Series(["\ud800", "\ud83d\ude00"], dtype=object))
    assert read(table).groups["g"].names == ("\ufffd", "\U0001f600")


def test_a_signaling_nan_is_missing() -> None:
    table = pd.DataFrame({"y_true": [1, 0], "y_prob": [Decimal("sNaN"), "0,5"], "g": "a"})
    assert read(table).missing["y_score"] == 1


def test_numbers_and_truth_values_are_groups_of_their_own() -> None:
    text = '[{"y_true":1,"y_prob":0.9,"g":true},{"y_true":0,"y_prob":0.2,"g":1}]'
    assert read(text).groups["g"].names == ("1", "True")


def test_json_numbers_beside_null_are_not_changed() -> None:
    records = [{"y_true": 1, "y_prob": 0.9, "g": 7}, {"y_true": 0, "y_prob": 0.1, "g": None}]
    assert read(json.dumps(records)).groups["g"].names == ("7",)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "The file is empty"),
        ("  \n", "The file is empty"),
        (b"\xef\xbb\xbf\r\n", "The file is empty"),
        ("sep=;\n", "The file is empty"),
        (HEADER, "The file has no rows"),
        ("[]", "The file has no rows"),
        ("{}", "The file has no rows"),
        (HEADER + "1,0.9,a,5\n", "Line 2 has 4 cells; the header has 3"),
        (HEADER + '1,0.9,"a\n', "Line 2: unexpected end of data"),
        ("y,p,g\n1,.9,a\n", "There is no column y_true; there are: y, p, g"),
        ("Y_true,y_prob,g\n1,.9,a\n", "Did you mean Y_true"),
        ("y_true,y_prob,g,g\n1,.9,a,b\n", "There are 2 columns called g"),
        (HEADER + "1,9,a\n0,2,b\n", "y_prob: 2 of 2 .* divide y_prob by the top of their scale"),
        (HEADER + "1,92%,a\n0,.2,b\n", r"y_prob, row 3 \(the header is row 1\): '.2' is not writ"),
        (HEADER + '1,".9,a\n0,.2",b\n', "y_prob, row 2 .*: a quoted cell runs over 2 lines"),
        (HEADER + '"1,.9,a\n0",.2,b\n', "y_true, row 2 .*: a quoted cell runs over 2 lines"),
        (
            '[{"y_true": 1, "y_prob": [0.1, 0.9], "g": "a"}]',
            r"y_prob, record 1: \[0.1, 0.9\] is not a single value; .*y_prob\[:, 1\]",
        ),
        (HEADER + "1,high,a\n", r"y_prob, row 2 \(the header is row 1\): 'high' is not a number"),
        (HEADER + "maybe,.9,a\nno,.1,b\n", "'maybe', 'no': say which one is positive"),
        (HEADER.encode() + b"1,.9,\x81\xff\n", "neither UTF-8 nor Windows-1252"),
        (ROWS.encode("utf-16-le"), "zero bytes"),
        (",y_true,\n1,0,x\n", "Columns 1 and 3 hold something but have no name"),
        ("[1, 2]", "Row 1 of the JSON list is 1, not an object"),
        ("[" * 500 + "]" * 500, r"Row 1 of the JSON list is \[\[.*\.\.\..*, not an object"),
        ('[{"y_true": 1,', "The JSON cannot be read at line 1"),
        ('{"y_true": [1, 0], "y_prob": [0.9]}', "y_true has 2, y_prob has 1"),
        (
            '[{"y_true": 1, "y_prob": 0.9, "g": ["a"]}]',
            r"g, record 1: \['a'\] is not a single value",
        ),
        ('[{"y_true": 1, "g": "a", "g": "b"}]', "There are 2 fields called g"),
        (
            '{"y_true": 1, "y_prob": 0.9, "g": {"a": 1}}',
            "g, record 1: {'a': 1} is not a single value",
        ),
        ('{"g": ["a"], "g": ["b"]}', "There are 2 fields called g"),
        ('{"y_true": {"1": 1}, "g": {"2": "a"}}', "rows of g and y_true carry different labels"),
        ("[" * 100_000, "nested too deeply"),
        (parquet(TABLE[:0]), "^The file has no rows"),
        (b"PK\x03\x04", "a spreadsheet or an archive"),
        (b"\x1f\x8b\x08\x00", "a spreadsheet or an archive"),
        (b"PAR1 and no more", "The Parquet file cannot be read"),
    ],
)
def test_faults_are_named(content: str | bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEADER + "\n\n1,x,a\n", r"row 4 \(the header is row 1\): 'x'"),
        ("\n" + HEADER + "\n1,x,a\n", r"row 4 \(the header is row 2\): 'x'"),
        ("sep=,\n" + HEADER + "1,x,a\n", r"row 2 \(the header is row 1\): 'x'"),
        (HEADER + '1,0.5,"a\n\nb"\n1,x,a\n', r"row 3 \(the header is row 1\): 'x'"),
        (HEADER + "\n1,0.5,a\n1,7,a\n", r"the first is 7 in row 4 \(the header is row 1\)"),
        (HEADER + '1,0.5,"a\n\nb"\n\n1,x,a,b\n', "Line 6 has 4 cells"),
        ("sep=,\n" + HEADER + '1,0.5,"a\n\nb"\n1,1,"\n\n\n', "Line 6: unexpected end of data"),
        (parquet(TABLE.assign(y_prob=["x", "y"])), r"row 2 \(the header is row 1\): 'x'"),
        ('{"y_true":1,"y_prob":0.5}\n\n{"y_true":1,"y_prob":"x"}', "record 2: 'x'"),
    ],
)
def test_rows_are_counted_as_a_spreadsheet_counts_them(content: str | bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(content, groups=[])


def test_joined_rows_are_named_by_their_ids() -> None:
    with pytest.raises(ValueError, match="y_prob, id '2': 'x' is not a number"):
        read(PEOPLE.replace(".1", "x"), join=b"g,id\nb,2\na,1\n", on="id")


@pytest.mark.parametrize("source", ["/no/such/file.csv", "a\0b", None, 5])
def test_sources_that_are_none(source: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot be read|is neither a path"):
        read_predictions(source, y_true="y", y_score="p", groups="g")


def test_notes_say_how_the_file_was_read() -> None:
    text = "y_true;y_prob;g;weight\n1;0,9;Canó;2\n"
    assert read(text.encode("cp1252")).notes == (
        "The file is not UTF-8; it was read as Windows-1252.",
        "The column weight is not used; name it as sample_weight to weigh.",
        "y_prob is written with decimal commas; they were read as points.",
    )


def test_weights_and_positive_label() -> None:
    found = read(
        "y_true,y_prob,g,w\nyes,0.9,a,2\nno,0.1,b,0.5\n", sample_weight="w", positive_label="yes"
    )
    assert found.sample_weight.tolist() == [2, 0.5]
    assert found.y_true.tolist() == [1, 0]


def test_two_attributes() -> None:
    found = read("y_true,y_prob,g,h\n1,0.9,a,x\n", groups=["g", "h"])
    assert list(found.groups) == ["g", "h"]


def test_swallowed_rows_are_noted_once() -> None:
    (note,) = read(HEADER + '1,.9,"a\n0,.1,b\n1,.8,b"\n0,.2,a\n').notes
    assert note.startswith("Row 2 (the header is row 1): a quoted cell runs over 3 lines")
    (note,) = read(HEADER + '1,.9,a\n1,.9,"Asian\nPacific"\n0,.1,"Asian\nPacific"\n').notes
    assert note.startswith("g, row 3 (the header is row 1): a quoted cell runs over 2 lines")


@pytest.mark.parametrize(
    "table",
    [pa.Table.from_pandas(TWICE), pa.RecordBatch.from_pandas(TWICE)],
    ids=lambda table: type(table).__name__,
)
def test_tables_of_arrow(table: Any) -> None:
    found = read(table)
    assert found.y_score.tolist() == [0.9, 0.2]
    assert found.missing["g"] == 1
    joined = read(PEOPLE, join=pa.table({"id": [2, 1, 3], "g": ["b", "a", "c"]}), on="id")
    assert joined.groups["g"].codes.tolist() == [0, 1]


@pytest.mark.parametrize("named", ["y_true", "y_score", "groups", "sample_weight"])
def test_columns_instead_of_their_names(named: str) -> None:
    column: Any = [TABLE["g"]] if named == "groups" else TABLE["y_true"]
    with pytest.raises(ValueError, match="given by their names, not as Series; it is Predictions"):
        read(TABLE, **{named: column})


def test_weights_may_have_decimal_commas() -> None:
    found = read("y_true;y_prob;g;w\n1;90 %;a;1,5\n0;20,5 %;b;2\n", sample_weight="w")
    assert found.sample_weight.tolist() == [1.5, 2]
    assert found.y_score.tolist() == [0.9, 0.205]
    assert [note.split(" is ")[0] for note in found.notes] == ["y_prob", "y_prob", "w"]


def test_notes_call_columns_by_their_own_names() -> None:
    found = read("ok,p,g\n1,1,a\n0,0,a\n1,,a\n,1,\n", y_true="ok", y_score="p")
    assert found.notes == (
        "1 of 4 rows have no usable ok.",
        "1 of 4 rows have no usable p.",
        "1 of 4 rows have no usable g.",
        "p holds only 0 and 1, decisions rather than scores: a threshold changes nothing between "
        "them.",
    )
    assert found.missing == {"y_true": 1, "y_score": 1, "g": 1}

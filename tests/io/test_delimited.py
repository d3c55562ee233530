"""Text with separators: blanks and quotation marks where they should not be."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.delimited import read_delimited

HEADER = "y,s,g\n"


def cells(text: str) -> list[list[str]]:
    return read_delimited(text)[0].to_numpy().tolist()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('1,.9,"a"\n0, .1, "a"\n', ["a", "a"]),
        ('1,.9,"a"  \n0,.1,"a"\n', ["a", "a"]),
        ('1,.9,\u00a0"a"\u00a0\n0,.1,\t"a"\t\n', ["a", "a"]),
        ('1,.9, "a, b" \n0,.1,"a, b"\n', ["a, b", "a, b"]),
        ('1,.9, "a\nb"\n0,.1,"a\nb"\n', ["a\nb", "a\nb"]),
        ('1,.9, "say ""a"""\n0,.1,"say ""a"""\n', ['say "a"', 'say "a"']),
        ('1,.9,"he said, ""no"" , ok"\n0, .1, "b"\n', ['he said, "no" , ok', "b"]),
        ('1,.9, "" \n0,.1,""\n', ["", ""]),
        ('1,.9,5" pipe\n0,.1,a "b" c\n', ['5" pipe', 'a "b" c']),
        ("1,.9, a\n0,.1,a \n", [" a", "a "]),
    ],
)
def test_blanks_beside_quotation_marks_are_no_part_of_a_cell(
    text: str, expected: list[str]
) -> None:
    assert [row[2] for row in cells(HEADER + text)] == expected


@pytest.mark.parametrize("separator", ",;\t|")
@pytest.mark.parametrize("blank", ["", " ", "  ", "\u00a0"])
def test_headers_with_blanks_beside_quotation_marks(separator: str, blank: str) -> None:
    text = separator.join(f'{blank}"{name}"{blank}' for name in "ysg") + "\n"
    table, _ = read_delimited(text + text.replace("y", "1").replace("s", "2"))
    assert table.columns.tolist() == ["y", "s", "g"]
    assert table.to_numpy().tolist() == [["1", "2", "g"]]


texts = st.text(st.sampled_from('ab ,;"\n\r\té'), max_size=8)


@given(
    st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=6),
    st.sampled_from(",;\t|"),
    st.sampled_from(["", " ", "\u00a0 "]),
)
def test_quoted_cells_are_read_as_they_were_written(
    rows: list[tuple[str, ...]], separator: str, blank: str
) -> None:
    """Whatever stands in a cell, also what looks like the end of another one."""
    lines = []
    for row in [("x", "y", "z"), *rows]:
        quoted = [blank + '"' + cell.replace('"', '""') + '"' + blank for cell in row]
        lines.append(separator.join(quoted))
    assert cells("\n".join(lines)) == [list(row) for row in rows]


@given(st.lists(st.tuples(texts, texts, texts), min_size=1, max_size=6))
def test_what_is_written_without_need_of_marks_is_read_again(rows: list[tuple[str, ...]]) -> None:
    file = io.StringIO()
    csv.writer(file).writerows([("x", "y", "z"), *rows])
    assert cells(file.getvalue()) == [list(row) for row in rows]


@pytest.mark.parametrize(
    ("text", "row", "lines"),
    [
        ('1,.9,"a\n0,.1,b\n1,.8,b"\n0,.2,a\n', 2, 3),
        ('1,.9,a\n1,.9,"a\n0,.1,b"\n', 3, 2),
        ('\n1,.9,"a\r\n0,.1,b"\r\n', 3, 2),
        ('1,".9,a\n0,.1",b\n', 2, 2),
        ('"1,.9,a\n0",.1,b\n', 2, 2),
        ('1,.9,"a\n\n0,.1,"\n', 2, 3),
        ('1,.9, "a\n0,.1,b" \n', 2, 2),
    ],
)
def test_quotation_marks_that_swallow_rows_are_said(text: str, row: int, lines: int) -> None:
    for separator in ",;|":
        _, notes = read_delimited((HEADER + text).replace(",", separator))
        (note,) = notes
        assert note.startswith(f"Row {row} (the header is row 1): a quoted cell runs over {lines}")
        assert note.endswith(f"swallowed {lines - 1} of them.")


def test_the_first_of_many_swallowed_rows_is_said() -> None:
    pair = '1,.9,"a\n0,.1,b"\n'
    assert read_delimited(HEADER + 2 * pair)[1][0].endswith("The same holds for 1 more row.")
    assert read_delimited(HEADER + 9 * pair)[1][0].endswith("The same holds for 8 more rows.")


@pytest.mark.parametrize(
    "text",
    [
        '1,.9,"Asian\nPacific"\n',
        '1,.9,"a, b and c;\nd"\n',
        '1,.9,"a\n\n\n"\n',
        '1,.9,"\n"\n',
        '1,.9,"0,.1,b"\n',
    ],
)
def test_cells_of_several_lines_that_are_none(text: str) -> None:
    table, notes = read_delimited(HEADER + text)
    assert len(table) == 1
    assert notes == []


def test_one_column_may_hold_texts_of_many_lines() -> None:
    table, notes = read_delimited('text\n"a\nb\nc"\n')
    assert table["text"].tolist() == ["a\nb\nc"]
    assert notes == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + '1,.9,"a\n0,.1,b\n', "Line 2: .* within a quoted cell that runs over 2 lines"),
        (HEADER + '1,.9, "a\n0,.1,b\n', "Line 2: .* within a quoted cell that runs over 2 lines"),
        (HEADER + '1,.9,a\n1,.9,"a\n0,.1,"b"\n', "Line 3: .* expected after .* over 2 lines"),
        (HEADER + '1,.9,"a"b\n', "^Line 2: ',' expected after '\"'.$"),
        ('y,s,"g\n1,.9,a\n0,.1,b"\n', "The header, in row 1: a quoted cell runs over 3 lines"),
        (HEADER + "1,.9,a,b\n", "Line 2 has 4 cells; the header has 3"),
    ],
)
def test_faults_are_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_delimited(text)


def test_a_header_may_run_over_lines() -> None:
    table, _ = read_delimited('y,s,"g\n(m/f)"\n1,.9,a\n')
    assert table.columns.tolist() == ["y", "s", "g\n(m/f)"]


def test_short_rows_are_filled_and_long_ones_of_blanks_cut() -> None:
    assert cells(HEADER + "1\n1,2,3, ,\n") == [["1", "", ""], ["1", "2", "3"]]

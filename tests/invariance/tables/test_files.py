"""Tables as they are read: rows in which nothing stands are none."""

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import read_answers, read_items, score
from equipoise.invariance.tables.files import blank_rows

SHEET = "id;z;pred\n1;a;1\n2;b;0\n"


@pytest.mark.parametrize(
    "end", [";;\n;;\n", ";;\n;;", " ; ;\u00a0\n", ";;\r\n;;\r\n", ";;;;\n;;;;\n", '"";"";""\n']
)
def test_blank_rows_at_the_end_of_a_sheet_are_none(end: str) -> None:
    content = (SHEET + end).encode()
    items, answers = read_items(content), read_answers(content)
    assert len(items.table) == len(answers.table) == 2
    assert "blank row" in " ".join(items.notes)
    assert score(items, answers, n_permutations=20)["default"].n == 2


def test_blank_rows_in_between_are_counted_and_left_out() -> None:
    items = read_items(b"id,z,s\n1,a,all\n,,\n2,b,all\n,,\n")
    assert list(items.table["id"]) == ["1", "2"]
    assert items.notes == ("2 blank rows left out.",)
    with pytest.raises(ValueError, match=r"^Row 4 .*z is blank"):
        read_items(b"id,z,s\n1,a,all\n,,\n2,,all\n")


def test_blank_records_and_rows_of_other_kinds_of_file() -> None:
    records = b'[{"id": 1, "z": "a"}, {"id": null, "z": ""}, {"id": 2, "z": "b"}, {}]'
    assert len(read_items(records).table) == 2
    frame = pd.DataFrame({"id": [1, np.nan, 2], "z": ["a", None, "b"], "x": [pd.NA, pd.NaT, None]})
    assert list(read_items(frame).table["id"]) == ["1", "2"]
    assert blank_rows(frame).tolist() == [False, True, False]


def test_a_row_that_holds_anything_is_a_row() -> None:
    for row in (b",,0\n", b",b,\n"):
        with pytest.raises(ValueError, match=r"Row 4 .*id is blank"):
            read_answers(b"id,z,pred\n1,a,1\n2,b,0\n" + row)


def test_nothing_but_blank_rows_is_nothing() -> None:
    with pytest.raises(ValueError, match="There are no rows"):
        read_items(b"id,z\n,\n,\n")


def test_without_strata_and_labels_all_rows_are_compared() -> None:
    items = read_items(b"id,z\n1,a\n2,b\n")
    assert items.strata == ("",)
    assert "as with s = all" in items.notes[0]
    labelled = b"id,z,y,sample\n1,a,,\n2,b,,\n3,a,1,population\n"
    with pytest.raises(ValueError, match=r"Row 2 .*s is blank, so that the label is adjusted for"):
        read_items(labelled)

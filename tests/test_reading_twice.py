"""Columns of one name: read once where they are the same, told apart where they are not."""

import io
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

from tests.own_tables import TWICE, read


def doubled(name: str, *, like: Any = None) -> pd.DataFrame:
    """Return the table with a column once more, or another one of its name."""
    again = TWICE[name] if like is None else pd.Series(like)
    return pd.concat([TWICE, again.rename(name)], axis=1)


def doubled_parquet(name: str, *, like: Any = None) -> bytes:
    """Return the same as Parquet, which pandas would not write."""
    table = pa.Table.from_pandas(TWICE)
    again = table[name] if like is None else pa.array(like)
    file = io.BytesIO()
    pyarrow.parquet.write_table(table.append_column(name, again), file)
    return file.getvalue()


@pytest.mark.parametrize("name", ["y_true", "y_prob", "g"])
@pytest.mark.parametrize(
    "source",
    [doubled, doubled_parquet, lambda name: doubled(name).to_csv(index=False).encode()],
    ids=["frame", "Parquet", "CSV"],
)
def test_a_column_that_stands_twice_is_read_once(source: Any, name: str) -> None:
    found = read(source(name))
    assert f"{name} stands twice with the same content; the first is used." in found.notes
    assert found.y_score.tolist() == [0.9, 0.2]
    assert found.missing["g"] == 1


def test_a_column_may_stand_three_times_or_be_written_in_another_way() -> None:
    assert "g stands 3 times" in read("y_true,y_prob,g,g,g \n1,.9,a, a,a\n").notes[0]
    assert read(doubled("y_true", like=["1", "0"])).n == 2
    assert read('[{"y_true": 1, "y_prob": 0.9, "y_prob": 0.9, "g": "a"}]').notes[0] == (
        "y_prob stands twice in one record with the same content; it was read once."
    )


def test_an_unused_column_may_stand_twice_with_anything() -> None:
    assert read("y_true,y_prob,g,h,h\n1,.9,a,b,c\n").notes == ()


@pytest.mark.parametrize(
    ("name", "other", "place"),
    [
        ("y_true", [1, 1], "row 3 .*: 0 and 1"),
        ("y_prob", [0.8, 0.2], "row 2 .*: 0.9 and 0.8"),
        ("g", ["a", "b"], "row 3 .*: .* and 'b'"),
        ("g", ["A", None], "row 2 .*: 'a' and 'A'"),
    ],
)
def test_two_columns_of_one_name_are_told_apart(name: str, other: Any, place: str) -> None:
    for source in (doubled(name, like=other), doubled_parquet(name, like=other)):
        with pytest.raises(ValueError, match=f"There are 2 columns called {name}, .*{place}"):
            read(source)


@pytest.mark.parametrize("text", ['"y_prob": 0.9, "y_prob": 0.8', '"y_true": 1, "y_true": true'])
def test_fields_of_one_name_are_told_apart(text: str) -> None:
    with pytest.raises(ValueError, match="There are 2 fields called y_"):
        read('[{"g": "a", ' + text + "}]")

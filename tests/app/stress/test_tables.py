"""Reading a reader's table, and the world that it makes."""

import io

import pandas as pd
import pytest

from equipoise.app.stress import tables
from equipoise.stress.errors import ParameterError
from equipoise.stress.table_files import read_noted
from tests.pages.stress.opening import people


def test_a_column_of_bytes_is_named() -> None:
    frame = people()
    frame["raw"] = [b"\xff"] * len(frame)
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    with pytest.raises(ParameterError, match="Column 'raw' holds bytes that are not UTF-8"):
        tables.read_table(buffer.getvalue())


def test_blank_rows_of_a_sheet_are_not_people() -> None:
    frame = people()
    content = frame.to_csv(index=False).encode() + b"," * (frame.shape[1] - 1) + b"\n"
    assert len(tables.read_table(content)[0]) == len(frame)


def test_a_table_comes_out_of_the_sandbox_as_it_is_read_without() -> None:
    frame = people()
    frame["gap"] = frame["age"].where(frame["age"] > 30)
    frame["truth"] = frame["age"] > 40
    frame.loc[3, "town"] = None
    content = frame.to_csv(index=False).encode()
    found, notes = tables.read_table(content)
    plain, remarks = read_noted(content)
    town = plain["town"].astype(object)
    plain["town"] = town.where(town.notna(), None)
    pd.testing.assert_frame_equal(found, plain.astype({"town": object, "hired": object}))
    assert notes == remarks


def test_files_are_read_and_what_is_wrong_is_said() -> None:
    frame = people()
    assert tables.read_table(frame.to_csv(index=False).encode())[0].shape == frame.shape
    buffer = io.BytesIO()
    frame.to_parquet(buffer)
    assert tables.read_table(buffer.getvalue())[0].shape == frame.shape
    for content, message in (
        (b"PAR1nonsense", "cannot be read"),
        (b"", "cannot be read"),
        (b"a,b,c\n1,2,3\n", "must have 200 to 200,000 rows, but has 1"),
        (frame[["age"]].to_csv(index=False).encode(), "three columns"),
        (frame.iloc[:, [0, 0, 1, 2]].to_csv(index=False).encode(), "several columns"),
    ):
        with pytest.raises(ParameterError, match=message):
            tables.read_table(content)


def test_a_world_is_made_once_for_the_same_columns_and_one_at_a_time() -> None:
    found = tables.Read("digest", people())
    columns = ("hired", "town", "yes", ("age", "years"))
    world = tables.table_of(found, *columns)
    assert tables.table_of(found, *columns) is world
    other = tables.table_of(found, "hired", "town", "no", ("age", "years"))
    assert (other.rows.y == 1 - world.rows.y).all()
    assert tables.table_of(found, *columns) is not world  # The former one was let go.


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (("hired", "hired", "yes", ("age",)), "must be two columns"),
        (("hired", "town", "maybe", ("age",)), "must hold two values, among them 'maybe'"),
        (("hired", "age", "yes", ("years",)), "column 'age' must hold 2 to 20 groups"),
    ],
)
def test_columns_that_do_not_fit_are_named(columns: tuple, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        tables.table_of(tables.Read("digest", people()), *columns)

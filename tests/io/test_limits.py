"""What a door lets in: at a limit, and one beyond it, in every kind of file."""

import io
import json

import pandas as pd
import pytest

from equipoise.io.files import blank_rows, read_placed
from equipoise.io.limits import LimitError, Limits

LIMITS = Limits(bytes=10_000, rows=20, columns=4, cells=120, letters=300, name=12)


def csv(frame: pd.DataFrame) -> bytes:
    return frame.to_csv(index=False).encode()


def parquet(frame: pd.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


def records(frame: pd.DataFrame) -> bytes:
    return json.dumps(frame.to_dict("records")).encode()


def lines(frame: pd.DataFrame) -> bytes:
    return frame.to_json(orient="records", lines=True).encode()


def columns(frame: pd.DataFrame) -> bytes:
    return json.dumps(frame.to_dict("list")).encode()


def by_row(frame: pd.DataFrame) -> bytes:
    return frame.to_json().encode()


KINDS = (csv, parquet, records, lines, columns, by_row)


def table(rows: int = 20, width: int = 4, name: str = "c") -> pd.DataFrame:
    return pd.DataFrame({f"{name}{k}": ["x"] * rows for k in range(width)})


@pytest.mark.parametrize("written", KINDS)
def test_what_is_at_the_limit_is_let_in(written) -> None:
    frame = table(name="c" * 11)
    found, _ = read_placed(written(frame), LIMITS)
    assert found.to_numpy().tolist() == frame.to_numpy().tolist()
    assert list(found.columns) == list(frame.columns)


@pytest.mark.parametrize("written", KINDS)
@pytest.mark.parametrize(
    ("frame", "said"),
    [
        (table(rows=21), "21 rows; 20 are|more than 20 rows"),
        (table(rows=1, width=5), "5 columns; 4 are"),
        (table(name="n" * 12), "name of 13 letters"),
    ],
)
def test_what_is_beyond_is_turned_away(written, frame: pd.DataFrame, said: str) -> None:
    with pytest.raises(LimitError, match=said):
        read_placed(written(frame), LIMITS)
    assert len(read_placed(written(frame))[0]) == len(frame)


@pytest.mark.parametrize("compression", ["zstd", "none"])
@pytest.mark.parametrize("kind", ["string", "category"])
def test_letters_are_counted_as_they_stand_there(kind: str, compression: str) -> None:
    for n, fits in ((15, True), (16, False)):
        frame = pd.DataFrame({"a": pd.Series(["x" * 20] * n, dtype=kind), "b": 1.5})
        buffer = io.BytesIO()
        frame.to_parquet(buffer, index=False, compression=compression)
        if fits:
            found, _ = read_placed(buffer.getvalue(), LIMITS)
            assert found["a"].astype(str).tolist() == frame["a"].astype(str).tolist()
        else:
            with pytest.raises(LimitError, match="holds 320 letters; 300 are read"):
                read_placed(buffer.getvalue(), LIMITS)


def test_bytes_are_asked_for_first() -> None:
    with pytest.raises(LimitError, match="larger than 0 MB"):
        read_placed(b"PAR1" + b"x" * 10_000, LIMITS)


def test_blank_rows_do_not_count_but_take_cells() -> None:
    found, _ = read_placed(csv(table()) + b",,,\n" * 10, LIMITS)
    assert int((~blank_rows(found)).sum()) == 20
    with pytest.raises(LimitError, match="more than 120 cells"):
        read_placed(csv(table()) + b",,,\n" * 11, LIMITS)


def test_a_spreadsheets_nameless_columns_do_not_count() -> None:
    rows = b"a,b" + b"," * 20 + b"\n" + (b"1,2" + b"," * 20 + b"\n") * 3
    assert read_placed(rows, LIMITS)[0].shape == (3, 2)
    with pytest.raises(LimitError, match="103 columns"):
        read_placed(b"a,b" + b"," * 101 + b"\n1\n", LIMITS)


@pytest.mark.parametrize("value", ["", " ", "\u200b", None, float("nan"), b"  "])
def test_rows_of_nothing_are_blank(value: object) -> None:
    frame = pd.DataFrame({"a": [value, value], "b": pd.Series([value, [1]], dtype=object)})
    assert blank_rows(frame).tolist() == [True, False]

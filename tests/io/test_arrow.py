"""Arrow's columns and tables: what is null is missing, and whole numbers stay whole."""

import datetime as dt
import io
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.arrow import as_frame, as_series, is_arrow, read_parquet
from equipoise.io.columns import clean_groups

LONG = 2**53


class Exported:
    """A table or column of a library that is known by nothing but Arrow's form."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __iter__(self) -> Any:
        raise AssertionError("It hands itself over in one piece.")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.values.__arrow_c_stream__(requested_schema)


def parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pyarrow.parquet.write_table(table, file)
    return file.getvalue()


@pytest.mark.parametrize(
    "values",
    [
        pa.array(["b", None, "a", "b"]),
        pa.array(["b", None, "a", "b"], pa.large_string()),
        pa.array(["b", None, "a", "b"], pa.string_view()),
        pa.array([b"b", None, b"a", b"b"]),
        pa.chunked_array([["b", None], ["a", "b"]]),
        pa.table({"g": ["b", None, "a", "b"]})["g"],
        list(pa.array(["b", None, "a", "b"])),
        pd.Series(list(pa.array(["b", None, "a", "b"])), dtype=object),
        Exported(pa.chunked_array([["b", None, "a", "b"]])),
        pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 3]), pa.array(["b", None, "a", "b"])),
        pd.Series(["b", None, "a", "b"], dtype=pd.ArrowDtype(pa.string())),
    ],
    ids=lambda values: type(values).__name__,
)
def test_null_is_no_group(values: Any) -> None:
    names, codes = clean_groups(values, "g")
    assert names == ("a", "b")
    assert codes.tolist() == [1, -1, 0, 1]


def test_a_dictionary_keeps_its_order() -> None:
    values = pa.DictionaryArray.from_arrays(pa.array([1, None, 0]), pa.array(["low", "high"]))
    names, codes = clean_groups(values, "g")
    assert names == ("low", "high")
    assert codes.tolist() == [1, -1, 0]


@pytest.mark.parametrize(
    "values",
    [
        pa.array([LONG + 1, LONG, None]),
        pa.array([LONG + 1, LONG, None], pa.uint64()),
        pa.array([LONG, LONG + 1, None]).dictionary_encode().take(pa.array([1, 0, 2])),
        Exported(pa.chunked_array([[LONG + 1], [LONG, None]])),
        np.ma.array([LONG + 1, LONG, 0], mask=[0, 0, 1]),
        pd.array([LONG + 1, LONG, None], dtype="Int64"),
        [LONG + 1, LONG, None],
        [LONG + 1, LONG, np.ma.masked],
    ],
    ids=lambda values: type(values).__name__,
)
def test_long_ids_beside_a_null_stay_apart(values: Any) -> None:
    names, codes = clean_groups(values, "g")
    assert names == (str(LONG), str(LONG + 1))
    assert codes.tolist() == [1, 0, -1]


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.none()))
def test_whole_numbers_are_the_same_by_every_way(values: list[int | None]) -> None:
    names, codes = clean_groups(values, "g")
    column = pa.array(values, pa.int64())
    table = as_frame(pa.table({"g": column}))
    for other in (column, column.dictionary_encode(), table["g"]):
        found, other_codes = clean_groups(other, "g")
        apart = dict(zip(codes.tolist(), other_codes.tolist(), strict=True))
        assert set(found) == set(names)
        assert [found[i] for i in other_codes if i >= 0] == [names[i] for i in codes if i >= 0]
        assert apart.get(-1, -1) == -1
    if values:
        again = read_parquet(parquet(pa.table({"g": column})))
        assert clean_groups(again["g"], "g")[0] == names


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (pa.array([dt.date(2020, 1, 2), None]), "2020-01-02"),
        (pa.array([Decimal("1.10"), None]), "1.10"),
        (pa.array([True, None]), "True"),
        (pa.array([1, None], pa.time64("ns")), "00:00:00.000000001"),
        (pa.array([1, None], pa.timestamp("ns")), "1970-01-01 00:00:00.000000001"),
        (pa.array([0.1, None], pa.float32()), "0.1"),
        (pa.RunEndEncodedArray.from_arrays([1, 2], ["a", None]), "a"),
    ],
    ids=str,
)
def test_kinds_that_pandas_hardly_knows(values: Any, said: str) -> None:
    names, codes = clean_groups(values, "g")
    assert names == (said,)
    assert codes.tolist() == [0, -1]


@pytest.mark.parametrize(
    "nested",
    [
        pa.array([["a"], None]),
        pa.array([["a"], None], pa.large_list(pa.string_view())),
        pa.array([{"a": 1}, None]),
        pa.array([[("a", 1)], None], pa.map_(pa.string(), pa.int64())),
        pd.Series([["a"], None], dtype=pd.ArrowDtype(pa.list_(pa.string()))),
    ],
    ids=str,
)
def test_nested_values_are_named(nested: Any) -> None:
    with pytest.raises(ValueError, match=r"g, row 1: .* is not a single value"):
        clean_groups(nested, "g")


def test_columns_of_one_name_stay_several() -> None:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["p", "p"])
    for found in (as_frame(table), as_frame(Exported(table)), read_parquet(parquet(table))):
        assert found.columns.tolist() == ["p", "p"]
        assert found.to_numpy().tolist() == [[1, 2]]


def test_a_file_keeps_what_pandas_wrote() -> None:
    given = pd.DataFrame(
        {
            "band": pd.Categorical(["old", "young"], categories=["young", "old"]),
            "month": pd.period_range("2020-01", periods=2, freq="M"),
            "n": pd.array([1, None], dtype="Int64"),
            "p": np.array([0.5, 0.25], dtype=np.float32),
        },
        index=pd.Index([7, 8], name="id"),
    )
    file = io.BytesIO()
    given.to_parquet(file)
    found = read_parquet(file.getvalue())
    assert found.columns.tolist() == ["band", "month", "n", "p"]
    assert found["band"].cat.categories.tolist() == ["young", "old"]
    assert clean_groups(found["month"], "month")[0] == ("2020-01", "2020-02")
    assert clean_groups(found["n"], "n")[1].tolist() == [0, -1]
    assert found["p"].dtype == np.float32


def test_an_unused_column_of_a_strange_kind_does_no_harm() -> None:
    strange = pa.array([1, None], pa.time64("ns"))
    found = read_parquet(parquet(pa.table({"g": ["a", "b"], "t": strange})))
    assert found["g"].tolist() == ["a", "b"]


def test_what_is_no_table() -> None:
    for column in (pa.array([1]), pa.chunked_array([[1]])):
        with pytest.raises(ValueError, match="Array is a column or the like, no table"):
            as_frame(column)
    with pytest.raises(ValueError, match="The Parquet file cannot be read"):
        read_parquet(b"PAR1 and no more")
    broken = pa.table({"g": ["a"]}).replace_schema_metadata({"pandas": "{"})
    with pytest.raises(ValueError, match="The Parquet file cannot be read"):
        read_parquet(parquet(broken))


def test_addresses_of_python_objects_are_no_names() -> None:
    """Polars hands its columns of objects over as where they lie in memory."""

    class Objects(Exported):
        dtype = "Object"
        columns = ("g",)
        dtypes = ("Object",)

    addresses = pa.array([b"\x00\x01\x02\x03"], pa.binary(4))
    with pytest.raises(ValueError, match="g holds Python objects"):
        as_series(Objects(pa.chunked_array([addresses])), "g")
    with pytest.raises(ValueError, match="g holds Python objects"):
        as_frame(Objects(pa.table({"g": addresses})))


def test_who_hands_over() -> None:
    assert all(map(is_arrow, [pa.array([1]), pa.table({"g": [1]}), Exported(None)]))
    assert not any(map(is_arrow, [[1], np.array([1]), {"g": [1]}, "g", None]))

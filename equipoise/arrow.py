"""Arrow's tables and columns as pandas': Parquet files, pyarrow, polars and their like.

Whole numbers beside a null stay whole, where pandas would go through floats and merge ids
beyond 2**53; a kind of column that pandas does not know makes no table unreadable.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, Protocol

import pandas as pd
import pyarrow as pa
import pyarrow.parquet


class ArrowTable(Protocol):
    """A table of pyarrow, polars or another library that hands itself over in Arrow's form."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table as a stream of Arrow's."""


def is_arrow(values: Any) -> bool:
    """Return whether a table or a column hands itself over in Arrow's form."""
    return hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__")


def as_series(values: Any, name: str) -> pd.Series:
    """Return one column as a Series; messages call it by `name`."""
    _check_objects([name], [getattr(values, "dtype", None)])
    stream = hasattr(values, "__arrow_c_stream__")
    return _series(pa.chunked_array(values if stream else [pa.array(values)]))


def as_frame(values: Any) -> pd.DataFrame:
    """Return a table as a DataFrame; columns of one name stay several.

    Raises
    ------
    ValueError
        If the values are no table.
    """
    _check_objects(getattr(values, "columns", ()), getattr(values, "dtypes", ()))
    try:
        table = values if isinstance(values, pa.Table) else pa.table(values)
    except (pa.ArrowException, TypeError) as error:
        raise ValueError(f"{type(values).__name__} is a column or the like, no table.") from error
    columns = dict(enumerate(map(_series, table.columns)))
    frame = pd.DataFrame(columns, index=pd.RangeIndex(table.num_rows), copy=False)
    return frame.set_axis(pd.Index(table.column_names, dtype=object), axis=1)


def read_parquet(content: bytes) -> pd.DataFrame:
    """Return the table in a Parquet file, without the row labels that pandas keeps there.

    Raises
    ------
    ValueError
        If it is none.
    """
    try:
        # Not read_table, which cannot tell columns of one name apart.
        table = pyarrow.parquet.ParquetFile(io.BytesIO(content)).read()
        labels = (table.schema.pandas_metadata or {}).get("index_columns", [])
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ValueError(f"The Parquet file cannot be read: {str(error).rstrip('.')}.") from error
    kept = [place for place, name in enumerate(table.column_names) if name not in labels]
    return as_frame(table.select(kept))


def _check_objects(names: Iterable[Any], kinds: Iterable[Any]) -> None:
    """Refuse polars' columns of Python objects, of which Arrow would get the addresses."""
    for name, kind in zip(names, kinds, strict=False):
        if str(kind) == "Object":
            raise ValueError(f"{name} holds Python objects; turn it into text first.")


def _series(column: pa.ChunkedArray) -> pd.Series:
    whole = pa.types.is_integer(column.type) and column.null_count
    try:
        return pd.Series(column.to_pandas(types_mapper=pd.ArrowDtype if whole else None))
    except (pa.ArrowException, ValueError):
        if pa.types.is_dictionary(column.type):  # with a null, or one name twice, in its values
            return _series(column.cast(column.type.value_type))
        if pa.types.is_nested(column.type):
            return pd.Series(column.to_pylist(), dtype=object)
        return _series(column.cast(pa.string()))

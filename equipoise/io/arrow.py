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
import pyarrow.compute
import pyarrow.parquet

from equipoise.io.limits import LimitError, Limits

_ROWS_AT_ONCE = 2_000
"""That are unpacked before what they hold is counted."""

_TEXTS = (
    *(pa.types.is_string, pa.types.is_large_string),
    *(pa.types.is_binary, pa.types.is_large_binary),
)


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


def read_parquet(content: bytes, limits: Limits | None = None) -> pd.DataFrame:
    """Return the table in a Parquet file, without the row labels that pandas keeps there.

    Raises
    ------
    ValueError
        If it is none; with limits, if it holds more, as far as possible before it is unpacked.
    """
    try:
        # Not read_table, which cannot tell columns of one name apart.
        file = pyarrow.parquet.ParquetFile(io.BytesIO(content))
        if limits is not None:
            _check_description(file.metadata, limits)
        table = file.read() if limits is None else _read_within(content, file.schema_arrow, limits)
        labels = (table.schema.pandas_metadata or {}).get("index_columns", [])
    except LimitError:
        raise
    except (MemoryError, pa.ArrowMemoryError):
        raise MemoryError from None
    except (pa.ArrowException, OSError, ValueError, AttributeError) as error:
        raise ValueError(f"The Parquet file cannot be read: {str(error).rstrip('.')}.") from error
    kept = [place for place, name in enumerate(table.column_names) if name not in labels]
    return as_frame(table.select(kept))


def _check_description(described: pyarrow.parquet.FileMetaData, limits: Limits) -> None:
    """Refuse a file by what it says of itself; what it hides is found when it is read."""
    limits.check_columns(described.num_columns)
    limits.check_names(
        described.schema.column(place).name for place in range(described.num_columns)
    )
    limits.check_rows(described.num_rows)
    limits.check_cells(described.num_row_groups * described.num_columns)
    parts = [
        described.row_group(group).column(place)
        for group in range(described.num_row_groups)
        for place in range(described.num_columns)
    ]
    limits.check_cells(sum(part.num_values for part in parts))
    limits.check_unpacked(sum(part.total_uncompressed_size for part in parts))


def _read_within(content: bytes, schema: pa.Schema, limits: Limits) -> pa.Table:
    """Read a file piece by piece, a text that is repeated as one, until there is too much."""
    texts = [field.name for field in schema if _is_text(field.type)]
    file = pyarrow.parquet.ParquetFile(io.BytesIO(content), read_dictionary=texts)
    pieces, rows, letters = [], 0, 0
    for piece in file.iter_batches(_ROWS_AT_ONCE, use_threads=False):
        pieces.append(piece)
        rows += piece.num_rows
        letters += sum(map(_letters, piece.columns))
        limits.check_rows(rows)
        limits.check_letters(letters)
    table = pa.Table.from_batches(pieces, schema=file.schema_arrow)
    columns = [
        column.cast(field.type) for column, field in zip(table.columns, schema, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def _is_text(kind: pa.DataType) -> bool:
    return any(is_one(kind) for is_one in _TEXTS)


def _letters(column: pa.Array) -> int:
    """Return the letters in a column of text, the bytes of anything but numbers; 0 for these."""
    kind = column.type
    if pa.types.is_dictionary(kind) and _is_text(kind.value_type):
        each = pa.compute.binary_length(column.dictionary)
        return pa.compute.sum(each.take(column.indices)).as_py() or 0
    number = pa.types.is_primitive(kind) or pa.types.is_decimal(kind)
    return 0 if number else int(column.nbytes)


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

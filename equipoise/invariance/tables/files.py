"""Tables of items and answers as files: read with the place of every row, written whole."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from equipoise.invariance.tables.values import Place
from equipoise.io.cells import place_of
from equipoise.io.files import Source, blank_rows, read_placed
from equipoise.io.limits import Limits
from equipoise.io.writing import write_atomically
from equipoise.words import plural

SUFFIXES = (".csv", ".jsonl", ".parquet")
"""The kinds of file that can be written."""


@dataclass(frozen=True, eq=False)
class Rows:
    """A table as it was read.

    Attributes
    ----------
    table : DataFrame
        With its columns' names trimmed and in small letters.
    place : callable
        Where the row at a position stands in the file.
    notes : tuple of str
        Remarks on how it was read.
    """

    table: pd.DataFrame
    place: Place
    notes: tuple[str, ...]

    def column(self, name: str) -> pd.Series:
        """Return a column, or one of blanks where the file has none."""
        if name in self.table:
            return self.table[name]
        return pd.Series([None] * len(self.table), dtype=object)


def read_rows(
    source: Source, *, required: Sequence[str], what: str, limits: Limits | None = None
) -> Rows:
    """Read a table and check that it has the columns it must have.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
        CSV, JSON, JSONL or Parquet, told by content.
    required : sequence of str
        Columns without which the table is of no use.
    what : str
        What the table holds, for messages.
    limits : Limits, optional
        How much it may hold.

    Raises
    ------
    ValueError
        If it cannot be read, has no rows, or lacks or doubles a column. Rows in which every
        cell is blank, as spreadsheets leave them at the end, are no rows.
    """
    table, notes = read_placed(source, limits)
    table = table.rename(columns=lambda name: str(name).strip().casefold())
    doubled = table.columns[table.columns.duplicated()]
    if len(doubled):
        called = f"called {doubled[0]}" if doubled[0] else "without a name"
        raise ValueError(f"There are two columns {called}; give each its own name.")
    lacking = [name for name in required if name not in table]
    if lacking:
        raise ValueError(
            f"There is no column {lacking[0]}; {what} need {', '.join(required)}, and this "
            f"table has {', '.join(table.columns) or 'none'}. Rename or add it."
        )
    blank = blank_rows(table)
    table = table[~blank]
    if table.empty:
        raise ValueError(f"There are no rows; {what} need at least one.")
    if blank.any():
        notes = [*notes, f"{plural(blank.sum(), 'blank row')} left out."]
    index = table.index

    def place(position: int) -> str:
        said = place_of(index, position)
        return said[:1].upper() + said[1:]

    return Rows(table.reset_index(drop=True), place, tuple(notes))


def write_rows(table: pd.DataFrame, path: str | PathLike[str]) -> None:
    """Write a table as CSV, JSONL or Parquet, told by the suffix; never a part of it.

    Raises
    ------
    ValueError
        If the suffix is another.
    OSError
        If the file cannot be written; what was there before is then untouched.
    """
    target = Path(path)
    check_suffix(target)
    write_atomically(target, _WRITERS[target.suffix.casefold()](table))


def check_suffix(path: Path) -> None:
    """Raise ValueError unless a name tells which kind of table is to be written."""
    if path.suffix.casefold() not in SUFFIXES:
        raise ValueError(f"{path.name} must end in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.")


def _csv(table: pd.DataFrame) -> bytes:
    flat = table.apply(_as_text)
    # Carriage returns within a text are quoted only if lines end in them.
    return flat.to_csv(index=False, lineterminator="\r\n").encode(errors="replace")


def _parquet(table: pd.DataFrame) -> bytes:
    buffer = io.BytesIO()
    table.apply(_as_text).to_parquet(buffer, index=False)
    return buffer.getvalue()


def _jsonl(table: pd.DataFrame) -> bytes:
    lines = (
        json.dumps(dict(zip(table.columns, map(_plain, record), strict=True)), ensure_ascii=False)
        for record in table.itertuples(index=False, name=None)
    )
    return "".join(f"{line}\n" for line in lines).encode(errors="replace")


_WRITERS: dict[str, Callable[[pd.DataFrame], bytes]] = dict(
    zip(SUFFIXES, (_csv, _jsonl, _parquet), strict=True)
)


def _as_text(column: pd.Series) -> pd.Series:
    """Return a column of lists as JSON texts, and whole numbers without decimals."""
    if any(isinstance(value, (tuple, list)) for value in column):
        return column.map(lambda value: json.dumps(list(value)))
    numbers = column.dropna() if column.dtype.kind == "f" else column.iloc[:0]
    return column.astype("Int64") if len(numbers) and (numbers % 1 == 0).all() else column


def _plain(value: Any) -> Any:
    """Return a cell as JSON knows it: None for missing, 1 for 1.0, lists for tuples."""
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    # NA comes before NaN: compared with itself, it is neither true nor false.
    if value is None or value is pd.NA or value != value:
        return None
    if hasattr(value, "item"):
        value = value.item()
    return int(value) if isinstance(value, float) and value.is_integer() else value

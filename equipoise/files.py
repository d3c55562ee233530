"""Turn a file into a table of untouched cells, whatever kind of file it is.

Text files are read as text: "01" and "1" stay two groups, "NA" stays a name, and only
blank cells are missing.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import IO, Any

import pandas as pd

Source = str | PathLike[str] | IO[bytes] | IO[str] | bytes | pd.DataFrame

_SEPARATORS = ",;\t|"
_BYTE_ORDER_MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def read_table(source: Source) -> tuple[pd.DataFrame, list[str]]:
    """Return a table whose text cells are untouched text, and remarks on how it was read.

    Raises
    ------
    ValueError
        If the content is empty, or neither CSV, JSON nor Parquet.
    """
    if isinstance(source, pd.DataFrame):
        return source.reset_index(drop=True), []
    content = _content(source)
    if not content.strip():
        raise ValueError("The file is empty.")
    if content.startswith(b"PAR1"):
        return _parquet(content), []
    if content.startswith((b"PK", b"\xd0\xcf\x11\xe0", b"\x1f\x8b")):
        raise ValueError("This is a spreadsheet or an archive; save the sheet as CSV first.")
    text, notes = _decoded(content)
    if not text.strip():
        raise ValueError("The file is empty.")
    if text.lstrip().startswith(("{", "[")):
        return _json(text), notes
    return _csv(text), notes


def _content(source: Any) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, (str, PathLike)):
        try:
            return Path(source).read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
            reason = getattr(error, "strerror", None) or error
            raise ValueError(f"{source} cannot be read: {reason}.") from error
    if not hasattr(source, "read"):
        raise ValueError(f"{source!r} is neither a path, content, a file object nor a DataFrame.")
    content = source.read()
    return content.encode() if isinstance(content, str) else bytes(content)


def _decoded(content: bytes) -> tuple[str, list[str]]:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            try:
                return content.decode(encoding), []
            except UnicodeDecodeError as error:
                raise ValueError(f"The file says it is {encoding} but is not: {error}.") from None
    if b"\0" in content:
        raise ValueError("The file holds zero bytes (UTF-16 without its mark?); save it as UTF-8.")
    try:
        return content.decode("utf-8"), []
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="surrogateescape")
        if any("\udc80" <= letter <= "\udcff" for letter in text):
            raise ValueError(
                "The file is neither UTF-8 nor Windows-1252; save it as UTF-8."
            ) from None
        return text, ["The file is not UTF-8; it was read as Windows-1252."]


def _csv(text: str) -> pd.DataFrame:
    hint = re.match(r'"?sep=(.)"?\r?\n', text, re.IGNORECASE)
    body = text[hint.end() :] if hint else text
    separator = hint[1] if hint else _separator(body)
    lines = csv.reader(io.StringIO(body, newline=""), delimiter=separator, strict=True)
    try:
        rows = [(lines.line_num, row) for row in lines if row]
    except csv.Error as error:
        raise ValueError(f"Line {lines.line_num + bool(hint)}: {error}.") from None
    if not rows:
        raise ValueError("The file is empty.")
    header = [name.strip() for name in rows[0][1]]
    for line, row in rows[1:]:
        if len(row) > len(header) and any(cell.strip() for cell in row[len(header) :]):
            raise ValueError(
                f"Line {line + bool(hint)} has {len(row)} cells; the header has {len(header)}."
            )
    padding = [""] * len(header)
    cells = [(row + padding)[: len(header)] for _, row in rows[1:]]
    return _filled(pd.DataFrame(cells, columns=header, dtype=str))


def _separator(text: str) -> str:
    """Return the separator that occurs most often in the header, outside quotes."""
    header = _QUOTED.sub("", text.lstrip("\r\n")).split("\n", 1)[0]
    counts = Counter(letter for letter in header if letter in _SEPARATORS)
    return counts.most_common(1)[0][0] if counts else ","


def _json(text: str) -> pd.DataFrame:
    try:
        data = _parsed(text)
    except json.JSONDecodeError as error:
        data = _json_lines(text, error)
    if isinstance(data, dict) and all(isinstance(column, dict) for column in data.values()):
        data = _columns_by_row(data)
    if isinstance(data, dict) and all(isinstance(column, list) for column in data.values()):
        lengths = {name: len(column) for name, column in data.items()}
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
            raise ValueError(f"The columns differ in length: {listed}.")
        columns = {name: _objects(column) for name, column in data.items()}
        return _filled(pd.DataFrame(columns))
    if isinstance(data, dict):
        data = [data]
    for row, record in enumerate(data, start=1):
        if not isinstance(record, dict):
            raise ValueError(f"Row {row} of the JSON list is {record!r}, not an object.")
    names = dict.fromkeys(name for record in data for name in record)
    columns = {name: _objects(record.get(name) for record in data) for name in names}
    return _filled(pd.DataFrame(columns))


def _parsed(text: str) -> Any:
    """Read one JSON value; ValueError where it is out of reach or names a field twice."""
    try:
        return json.loads(text, object_pairs_hook=_fields)
    except RecursionError:
        raise ValueError("The JSON is nested too deeply to be a table.") from None


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        name, count = Counter(name for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"There are {count} fields called {name} in one JSON object.")
    return fields


def _columns_by_row(data: dict[str, dict[str, Any]]) -> dict[str, list[Any]]:
    """Return columns whose values are keyed by row, as pandas writes them, in one row order."""
    rows = list(next(iter(data.values()), {}))
    for name, column in data.items():
        if set(column) != set(rows):
            raise ValueError(f"The rows of {name} and {next(iter(data))} carry different labels.")
    return {name: [column[row] for row in rows] for name, column in data.items()}


def _json_lines(text: str, first_error: json.JSONDecodeError) -> list[Any]:
    """Read one JSON value a line; if the first line is not one, report the whole file's error."""
    records = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            records.append(_parsed(line))
        except json.JSONDecodeError as error:
            cause = error if records else first_error
            at = number if records else cause.lineno
            raise ValueError(f"The JSON cannot be read at line {at}: {cause.msg}.") from None
    return records


def _parquet(content: bytes) -> pd.DataFrame:
    try:
        table = pd.read_parquet(io.BytesIO(content))
    except (OSError, ValueError, ArithmeticError) as error:
        raise ValueError(f"The Parquet file cannot be read: {str(error).rstrip('.')}.") from error
    return _filled(table.reset_index(drop=True))


def _objects(values: Iterable[Any]) -> pd.Series:
    """Keep JSON values as they are: pandas would turn 1 beside null into 1.0."""
    return pd.Series(list(values), dtype=object)


def _filled(table: pd.DataFrame) -> pd.DataFrame:
    if table.empty:
        raise ValueError("The file has no rows.")
    return table

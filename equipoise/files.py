"""Turn a file into a table of untouched cells, whatever kind of file it is.

Text files are read as text: "01" and "1" stay two groups, "NA" stays a name, and only
blank cells are missing. Every row keeps the number by which its place in the file is told.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import IO, Any, NamedTuple

import pandas as pd

from equipoise.cell import is_missing, shown, well_formed
from equipoise.places import RECORD, headed

Source = str | PathLike[str] | IO[bytes] | IO[str] | bytes | pd.DataFrame

LONGEST_CELL = 2**25
"""Letters of one CSV cell; more than the largest upload (20 MB) holds."""

# It holds for the whole process, so it is set once, and never below what others have set.
csv.field_size_limit(max(csv.field_size_limit(), LONGEST_CELL))

_MOST_DIGITS = 4000
"""Of a whole number; from 4,300 on Python neither reads nor writes them."""

_SEPARATORS = ",;\t|"
_BYTE_ORDER_MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_LINE_END = re.compile(r"\r\n?|\n")
_SEPARATOR_LINE = re.compile(rf'"?sep=(.)"?(?:{_LINE_END.pattern})', re.IGNORECASE)


def read_table(source: Source) -> tuple[pd.DataFrame, list[str]]:
    """Return a table whose text cells are untouched text, and remarks on how it was read.

    Raises
    ------
    ValueError
        If the content is empty, or neither CSV, JSON nor Parquet.
    """
    table, notes = read_placed(source)
    return table.reset_index(drop=True), notes


def read_placed(source: Source) -> tuple[pd.DataFrame, list[str]]:
    """Return the same as `read_table`, with an index that tells each row's place (`places`)."""
    if isinstance(source, pd.DataFrame):
        return _numbered(_sound(source)), []
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
    return well_formed(content).encode() if isinstance(content, str) else bytes(content)


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


class _Record(NamedTuple):
    """A row of a CSV file: its number in a spreadsheet, the line it begins in, its cells."""

    number: int
    line: int
    cells: list[str]


def _csv(text: str) -> pd.DataFrame:
    hint = _SEPARATOR_LINE.match(text)
    body = text[hint.end() :] if hint else text
    separator = hint[1] if hint else _separator(body)
    rows = list(_records(body, separator, first_line=2 if hint else 1))
    if not rows:
        raise ValueError("The file is empty.")
    header = [name.strip() for name in rows[0].cells]
    for row in rows[1:]:
        if len(row.cells) > len(header) and any(map(str.strip, row.cells[len(header) :])):
            raise ValueError(
                f"Line {row.line} has {len(row.cells)} cells; the header has {len(header)}."
            )
    padding = [""] * len(header)
    cells = [(row.cells + padding)[: len(header)] for row in rows[1:]]
    numbers = pd.Index([row.number for row in rows[1:]], name=headed(rows[0].number))
    return _filled(_named(pd.DataFrame(cells, index=numbers, columns=header, dtype=str)))


def _records(text: str, separator: str, *, first_line: int) -> Iterator[_Record]:
    """Yield the rows that are not blank; a spreadsheet counts those that are, too."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = first_line
    try:
        for number, cells in enumerate(lines, start=1):
            if cells:
                yield _Record(number, line, cells)
            line = first_line + lines.line_num
    except csv.Error as error:
        raise ValueError(f"Line {line}: {error}.") from None


def _named(table: pd.DataFrame) -> pd.DataFrame:
    """Leave out columns without name or content; spreadsheets like to add them."""
    nameless = [place for place, name in enumerate(table.columns) if not name]
    filled = [place for place in nameless if (table.iloc[:, place].str.strip() != "").any()]
    if len(filled) > 1:
        first, second = (place + 1 for place in filled[:2])
        raise ValueError(
            f"Columns {first} and {second} hold something but have no name; "
            "name them in the header, or empty them."
        )
    kept = sorted({*range(table.shape[1])} - ({*nameless} - {*filled}))
    return table if len(kept) == table.shape[1] else table.iloc[:, kept]


def _separator(text: str) -> str:
    """Return the separator that occurs most often in the header, outside quotes."""
    header = _LINE_END.split(_QUOTED.sub("", text.lstrip("\r\n")), maxsplit=1)[0]
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
        return _counted(pd.DataFrame(columns))
    if isinstance(data, dict):
        data = [data]
    for row, record in enumerate(data, start=1):
        if not isinstance(record, dict):
            raise ValueError(f"Row {row} of the JSON list is {shown(record)}, not an object.")
    names = dict.fromkeys(name for record in data for name in record)
    columns = {name: _objects(record.get(name) for record in data) for name in names}
    return _counted(pd.DataFrame(columns))


def _counted(table: pd.DataFrame) -> pd.DataFrame:
    return _filled(table).set_axis(pd.RangeIndex(1, len(table) + 1, name=RECORD))


def _parsed(text: str) -> Any:
    """Read one JSON value; ValueError where it is out of reach or names a field twice."""
    try:
        return json.loads(text, object_pairs_hook=_fields, parse_int=_whole)
    except RecursionError:
        raise ValueError("The JSON is nested too deeply to be a table.") from None


def _fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = {well_formed(name): value for name, value in pairs}
    if len(fields) < len(pairs):
        name, count = Counter(well_formed(name) for name, _ in pairs).most_common(1)[0]
        raise ValueError(f"There are {count} fields called {name} in one JSON object.")
    return fields


def _whole(digits: str) -> int | str:
    """Read a whole number; one of thousands of digits stays text, for its column to refuse."""
    return int(digits) if len(digits) <= _MOST_DIGITS else digits


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
    # Not splitlines: it splits at letters such as U+2028, which may stand within a text.
    for number, line in enumerate(_LINE_END.split(text), start=1):
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
    return _filled(_numbered(table))


def _numbered(table: pd.DataFrame) -> pd.DataFrame:
    """Give rows the numbers that a spreadsheet shows below a header."""
    return table.set_axis(pd.RangeIndex(2, len(table) + 2, name=headed()))


def _sound(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose columns of objects hold nothing that pandas fails at."""
    found = table.copy(deep=False)
    for place, (_, column) in enumerate(table.items()):
        if column.dtype == object:
            found.isetitem(place, _objects(column).array)
    return found


def _objects(values: Iterable[Any]) -> pd.Series:
    """Keep values as they are: pandas would turn 1 beside null into 1.0."""
    return pd.Series([_cell(value) for value in values], dtype=object)


def _cell(value: Any) -> Any:
    """Return a value as it is, but None for what is missing, and text that can be written."""
    if isinstance(value, str):
        return well_formed(value)
    return None if is_missing(value) else value


def _filled(table: pd.DataFrame) -> pd.DataFrame:
    if table.empty:
        raise ValueError("The file has no rows.")
    return table

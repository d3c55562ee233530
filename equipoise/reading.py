"""Read somebody's own predictions from a file or table, changing nothing on the way.

Text files are read as text: "01" and "1" stay two groups, "NA" stays a name, and only
blank cells are missing.
"""

from __future__ import annotations

import csv
import difflib
import io
import json
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import IO, Any

import pandas as pd

from equipoise.predictions import Predictions

Source = str | PathLike[str] | IO[bytes] | IO[str] | bytes | pd.DataFrame

_SEPARATORS = ",;\t|"
_BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
_DECIMAL_COMMA = re.compile(r"\s*[+-]?\d*,\d+\s*")
_WEIGHT_NAMES = frozenset({"sample_weight", "weight", "weights"})


def read_predictions(
    source: Source,
    *,
    y_true: str,
    y_score: str,
    groups: str | Sequence[str],
    positive_label: Hashable | None = None,
    sample_weight: str | None = None,
    join: Source | None = None,
    on: str | None = None,
) -> Predictions:
    """Read labels, scores and groups from named columns.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
        CSV (comma, semicolon, tab or bar; UTF-8, UTF-16 or Windows-1252), JSON (a list of
        records, a record a line, or an object of columns) or Parquet, told by content.
    y_true, y_score : str
        The columns of labels and of scores in [0, 1].
    groups : str or sequence of str
        The columns to audit by.
    positive_label : hashable, optional
        Needed when labels are not 0/1, -1/1 or false/true.
    sample_weight : str, optional
        The column of row weights.
    join : like source, optional
        A second table holding the columns that `source` lacks.
    on : str, optional
        The id column by which the two tables are joined; every id must occur once in each.

    Returns
    -------
    Predictions
        Its `notes` say what was set aside, clipped or looks doubtful.

    Raises
    ------
    ValueError
        If the file cannot be understood, a column is absent or doubled, ids do not match,
        or a value is unusable; the message names the line, row, column or value.
    """
    attributes = [groups] if isinstance(groups, str) else list(groups)
    table, notes = read_table(source)
    if (join is None) != (on is None):
        raise ValueError("Give both join (the second table) and on (its id column), or neither.")
    if join is not None and on is not None:
        other, more = read_table(join)
        table, notes = _joined(table, other, on), notes + more
    wanted = [y_true, y_score, *attributes] + ([sample_weight] if sample_weight else [])
    for column in wanted:
        _check_column(table, column)
    weights = [name for name in table.columns if str(name).strip().casefold() in _WEIGHT_NAMES]
    if weights and not sample_weight:
        notes.append(f"The column {weights[0]} is not used; name it as sample_weight to weigh.")
    predictions = Predictions(
        table[y_true],
        _with_decimal_points(table[y_score], notes),
        {name: table[name] for name in attributes},
        positive_label=positive_label,
        sample_weight=table[sample_weight] if sample_weight else None,
    )
    return predictions.with_notes(notes)


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
    if text.lstrip().startswith(("{", "[")):
        return _json(text), notes
    return _csv(text), notes


def _content(source: Any) -> bytes:
    if isinstance(source, bytes):
        return source
    if isinstance(source, (str, PathLike)):
        try:
            return Path(source).read_bytes()
        except OSError as error:
            raise ValueError(f"{source} cannot be read: {error.strerror}.") from error
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
    """Return the separator that occurs most often in the header."""
    header = text.lstrip("\r\n").split("\n", 1)[0]
    counts = Counter(letter for letter in header if letter in _SEPARATORS)
    return counts.most_common(1)[0][0] if counts else ","


def _json(text: str) -> pd.DataFrame:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        data = _json_lines(text, error)
    if isinstance(data, dict) and all(isinstance(column, dict) for column in data.values()):
        data = {name: list(column.values()) for name, column in data.items()}  # as pandas writes
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


def _json_lines(text: str, first_error: json.JSONDecodeError) -> list[Any]:
    """Read one JSON value a line; if the first line is not one, report the whole file's error."""
    records = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            records.append(json.loads(line))
        except json.JSONDecodeError as error:
            cause = error if records else first_error
            at = number if records else cause.lineno
            raise ValueError(f"The JSON cannot be read at line {at}: {cause.msg}.") from None
    return records


def _parquet(content: bytes) -> pd.DataFrame:
    try:
        return _filled(pd.read_parquet(io.BytesIO(content)).reset_index(drop=True))
    except (OSError, ValueError, ArithmeticError) as error:
        raise ValueError(f"The Parquet file cannot be read: {str(error).rstrip('.')}.") from error


def _objects(values: Iterable[Any]) -> pd.Series:
    """Keep JSON values as they are: pandas would turn 1 beside null into 1.0."""
    return pd.Series(list(values), dtype=object)


def _filled(table: pd.DataFrame) -> pd.DataFrame:
    if table.empty:
        raise ValueError("The file has no rows.")
    return table


def _with_decimal_points(scores: pd.Series, notes: list[str]) -> pd.Series:
    """Read "0,7" as 0.7 where no score in the column is written with a point."""
    if not (pd.api.types.is_string_dtype(scores) or scores.dtype == object):
        return scores
    texts = scores.dropna().astype(str)
    with_comma = texts.str.fullmatch(_DECIMAL_COMMA)
    if not with_comma.any() or texts.str.contains(".", regex=False).any():
        return scores
    notes.append(f"{scores.name} is written with decimal commas; they were read as points.")
    return scores.where(scores.isna(), scores.astype(str).str.replace(",", "."))


def _joined(table: pd.DataFrame, other: pd.DataFrame, on: str) -> pd.DataFrame:
    for side in (table, other):
        _check_column(side, on)
        doubled = side[on][side[on].duplicated()]
        if len(doubled):
            raise ValueError(
                f"{on}: {doubled.iloc[0]!r} occurs more than once; ids must be unique."
            )
    left, right = table[on].astype(str).str.strip(), other[on].astype(str).str.strip()
    for alone in (left[~left.isin(right)], right[~right.isin(left)]):
        if len(alone):
            raise ValueError(
                f"{on}: {alone.iloc[0]!r} stands in one table only ({len(alone)} do)."
            )
    placed = other.set_index(right).loc[left.tolist()].reset_index(drop=True)
    absent = [name for name in placed.columns if name not in table.columns]
    return pd.concat([table, placed[absent]], axis=1)


def _check_column(table: pd.DataFrame, name: str) -> None:
    count = list(table.columns).count(name)
    if count > 1:
        raise ValueError(f"There are {count} columns called {name}; give each its own name.")
    if count == 0:
        names = [str(column) for column in table.columns]
        near = difflib.get_close_matches(name, names, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise ValueError(f"There is no column {name}; there are: {', '.join(names)}.{meant}")

"""JSON as a table of untouched cells: records, a record a line, or columns."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pandas as pd

from equipoise.io.cells import RECORD, as_cells, shown, well_formed
from equipoise.io.delimited import LINE_END
from equipoise.io.limits import Limits

_MOST_DIGITS = 4000
"""Of a whole number; from 4,300 on Python neither reads nor writes them."""


def read_json(text: str, limits: Limits | None = None) -> tuple[pd.DataFrame, list[str]]:
    """Return the table in a text, its rows counted as records, and remarks.

    Raises
    ------
    ValueError
        If it is no JSON or no table; the line, the record or the field is named. With limits,
        if there are more rows, columns or cells.
    """
    doubled: dict[str, int] = {}
    try:
        data = _parsed(text, doubled)
    except json.JSONDecodeError as error:
        data = _json_lines(text, error, doubled, limits)
    notes = [
        f"{name} stands {'twice' if n == 2 else f'{n} times'} in one record with the same "
        "content; it was read once."
        for name, n in doubled.items()
    ]
    return _table(data, limits), notes


def _table(data: Any, limits: Limits | None) -> pd.DataFrame:
    if limits is not None and isinstance(data, dict):
        # Before the columns are made, since each cell then takes many times its letters.
        limits.check_columns(len(data))
        limits.check_names(data)
        held = [len(column) for column in data.values() if isinstance(column, (dict, list))]
        limits.check_rows(max(held, default=0))
        limits.check_cells(sum(held))
    if isinstance(data, dict) and all(isinstance(column, dict) for column in data.values()):
        # Values keyed by row, as pandas writes them; the first column says in which order.
        rows = list(next(iter(data.values()), {}))
        for name, column in data.items():
            if set(column) != set(rows):
                first = next(iter(data))
                raise ValueError(f"The rows of {name} and {first} carry different labels.")
        data = {name: [column[row] for row in rows] for name, column in data.items()}
    if isinstance(data, dict) and all(isinstance(column, list) for column in data.values()):
        lengths = {name: len(column) for name, column in data.items()}
        if len(set(lengths.values())) > 1:
            listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
            raise ValueError(f"The columns differ in length: {listed}.")
        columns = {name: as_cells(column) for name, column in data.items()}
        return _counted(columns)
    if isinstance(data, dict):
        data = [data]
    if limits is not None:
        limits.check_rows(len(data))
    for row, record in enumerate(data, start=1):
        if not isinstance(record, dict):
            raise ValueError(f"Row {row} of the JSON list is {shown(record)}, not an object.")
    names: dict[str, None] = {}
    for record in data:
        names |= dict.fromkeys(record)
        if limits is not None:
            limits.check_columns(len(names))
    if limits is not None:
        limits.check_names(names)
    columns = {name: as_cells(record.get(name) for record in data) for name in names}
    return _counted(columns)


def _counted(columns: dict[str, pd.Series]) -> pd.DataFrame:
    table = pd.DataFrame(columns)
    return table.set_axis(pd.RangeIndex(1, len(table) + 1, name=RECORD))


def _parsed(text: str, doubled: dict[str, int]) -> Any:
    """Read one JSON value, and put fields that stand twice with one content into `doubled`.

    ValueError where it is out of reach, or a field stands twice with other content.
    """

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = {well_formed(name): value for name, value in pairs}
        if len(found) < len(pairs):
            for name, value in pairs:
                # As text, because 1, 1.0 and true are equal.
                if repr(value) != repr(found[well_formed(name)]):
                    n = Counter(well_formed(name) for name, _ in pairs)[well_formed(name)]
                    raise ValueError(f"There are {n} fields called {name} in one JSON object.")
            counts = Counter(well_formed(name) for name, _ in pairs)
            doubled.update({name: n for name, n in counts.items() if n > 1})
        return found

    try:
        # A number of thousands of digits stays text, for its column to refuse.
        return json.loads(
            text,
            object_pairs_hook=fields,
            parse_int=lambda digits: int(digits) if len(digits) <= _MOST_DIGITS else digits,
        )
    except RecursionError:
        raise ValueError("The JSON is nested too deeply to be a table.") from None


def _json_lines(
    text: str,
    first_error: json.JSONDecodeError,
    doubled: dict[str, int],
    limits: Limits | None,
) -> list[Any]:
    """Read one JSON value a line; if the first line is not one, report the whole file's error."""
    records: list[Any] = []
    # Not splitlines: it splits at letters such as U+2028, which may stand within a text.
    for number, line in enumerate(LINE_END.split(text), start=1):
        if not line.strip():
            continue
        if limits is not None:
            limits.check_rows_so_far(len(records))
        try:
            records.append(_parsed(line, doubled))
        except json.JSONDecodeError as error:
            cause = error if records else first_error
            at = number if records else cause.lineno
            raise ValueError(f"The JSON cannot be read at line {at}: {cause.msg}.") from None
    return records

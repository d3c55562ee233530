"""Somebody's table as it comes from a file: numbers, names, and columns that only count rows."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from equipoise.cell import shown
from equipoise.columns import clean_numbers
from equipoise.files import Source, read_placed
from equipoise.places import place_of
from equipoise.stress.errors import ParameterError

FEWEST_NUMBERED = 20
"""In fewer rows, values may go up from row to row by chance."""

_CODE = re.compile(r"[+-]?0\d+")
_NAMELESS = re.compile(r"\s*|Unnamed: \d+(_level_\d+)?")
"""What stands above the row numbers of a saved frame, also once it was read and saved again."""


def read_people(source: Source) -> pd.DataFrame:
    """Return the table in a file: columns of numbers as numbers, all else as it is written.

    Codes such as 01 stay text, and "NA" beside other names is a name. A first column
    without a name holds the row numbers of a saved frame and is left out.

    Raises
    ------
    ParameterError
        If the file cannot be understood.
    """
    return read_noted(source)[0]


def read_noted(source: Source) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return the same as `read_people`, and remarks on what was not taken as it might seem."""
    try:
        table, remarks = read_placed(source)
    except ValueError as error:
        raise ParameterError(f"The table cannot be read: {error}") from error
    notes, first = list(remarks), 1
    if table.shape[1] > 1 and _NAMELESS.fullmatch(str(table.columns[0])):
        table, first = table.iloc[:, 1:], 2
        notes.append(
            "The first column has no name: it is taken for the row numbers of a saved table and "
            "left out. Name it in the header if it is something else."
        )
    names = [str(name).strip() or f"column {at}" for at, name in enumerate(table.columns, first)]
    table = table.set_axis(names, axis=1)
    columns = []
    for place in range(table.shape[1]):
        column, note = _typed(table.iloc[:, place])
        columns.append(column.reset_index(drop=True))
        notes += [note] if note else []
    return pd.concat(columns, axis=1), tuple(notes)


def row_numbers(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns of numbers that only number the rows.

    A first column without a name does; so does one of whole numbers that go up, or down by
    ones, from row to row, or are consecutive in any order.
    """
    return tuple(
        str(name)
        for place, (name, column) in enumerate(frame.items())
        if _holds_numbers(column)
        and ((place == 0 and _NAMELESS.fullmatch(str(name))) or _goes_with_rows(column))
    )


def _holds_numbers(column: pd.Series) -> bool:
    others = (pd.api.types.is_bool_dtype, pd.api.types.is_complex_dtype)
    return pd.api.types.is_numeric_dtype(column) and not any(is_one(column) for is_one in others)


def _goes_with_rows(column: pd.Series) -> bool:
    if len(column) < FEWEST_NUMBERED:
        return False
    values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    if not (np.isfinite(values).all() and (values % 1 == 0).all()):
        return False
    steps, ordered = np.diff(values), np.diff(np.sort(values))
    return bool((steps > 0).all() or (steps == -1).all() or (ordered == 1).all())


def _typed(column: pd.Series) -> tuple[pd.Series, str]:
    """Return a column of text as truth values, numbers or names, whichever all cells are.

    And a remark, "" if there is none: a few cells that keep a column from being numbers.
    """
    if pd.api.types.is_numeric_dtype(column):
        return column, ""
    text = column.astype(str).str.strip()
    named = column.mask(column.isna() | (text == ""), None).map(str, na_action="ignore")
    if set(text.str.casefold()) <= {"true", "false"}:
        return pd.Series(text.str.casefold() == "true", name=column.name), ""
    if text.str.fullmatch(_CODE).any():
        return named, ""
    try:
        values = clean_numbers(column, str(column.name))
    except ValueError:
        return named, _spoilt(named)
    if np.isnan(values).all():
        return named, ""
    numbers = pd.Series(values, index=column.index, name=column.name)
    whole = np.isfinite(values).all() and (np.abs(values) < 2**53).all()
    return numbers.astype(np.int64) if whole and (values % 1 == 0).all() else numbers, ""


def _spoilt(column: pd.Series) -> str:
    """Say which cells keep a column of numbers from being one; "" if it is one of names."""
    filled = column.dropna()
    numbers = pd.to_numeric(filled, errors="coerce").notna()
    if 2 * numbers.sum() < len(filled):
        return ""
    others = {value: _is_no_number(value) for value in filled[~numbers].unique()}
    wrong = column.map(others, na_action="ignore").fillna(False).to_numpy(dtype=bool)
    first = int(wrong.argmax())
    holds = f"{wrong.sum()} cells that are no numbers; the first is"
    if wrong.sum() == 1:
        holds = "one cell that is no number:"
    return (
        f"Column {column.name!r} cannot be a feature, for it holds {holds} "
        f"{shown(column.iloc[first])} in {place_of(column.index, first)}. Mend or empty it."
    )


def _is_no_number(value: str) -> bool:
    try:
        clean_numbers(pd.Series([value], dtype=object), "")
    except ValueError:
        return True
    return False

"""Somebody's table as it comes from a file: numbers, names, and columns that only count rows.

A stranger's file is read by `people`, in a process of its own (`io.sandbox`).
"""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from equipoise.io.cells import place_of, shown, text_of
from equipoise.io.columns import clean_numbers
from equipoise.io.files import Source, blank_rows, read_placed
from equipoise.io.limits import TABLE, LimitError, Limits
from equipoise.io.packing import packed
from equipoise.io.sandbox import Message, Tell, job
from equipoise.stress.errors import ParameterError

FEWEST_NUMBERED = 20
"""In fewer rows, values may go up from row to row by chance."""

FEWEST_ROWS = 200
"""Of a stranger's file."""

MOST_TEXTS = 1_000
"""Different texts in a column of a stranger's file; one with more is no label and no group."""

LONGEST_TEXT = 200
"""Letters of such a text."""

PEOPLE = f"{__name__}:people"
"""The job, as a sandbox knows it."""

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


@job
def people(order: Message, tell: Tell) -> None:
    """Read the file "table" of an order and tell the table in it, with notes."""
    frame, notes = read_noted(order["table"], TABLE)
    if not FEWEST_ROWS <= len(frame) <= TABLE.rows:
        raise ParameterError(
            f"The table must have {FEWEST_ROWS:,} to {TABLE.rows:,} rows, but has {len(frame):,}."
        )
    if frame.columns.has_duplicates:
        twice = frame.columns[frame.columns.duplicated()][0]
        raise ParameterError(f"There are several columns called {twice}; give each its own name.")
    useless = {str(name): why for name, column in frame.items() if (why := _useless(column))}
    frame = frame.drop(columns=list(useless))
    if len(frame.columns) < 3:
        raise ParameterError(
            " ".join(
                [
                    "The table must have three columns or more: label, group, feature.",
                    *useless.values(),
                ]
            )
        )
    tell({"kind": "table", "notes": [*notes, *useless.values()], **packed(frame)})


def read_noted(
    source: Source, limits: Limits | None = None
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return the same as `read_people`, and remarks on what was not taken as it might seem."""
    try:
        table, remarks = read_placed(source, limits)
    except LimitError as error:
        raise ParameterError(str(error)) from error
    except ValueError as error:
        raise ParameterError(f"The table cannot be read: {error}") from error
    if limits is not None:
        table = table[~blank_rows(table)]
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
        raw = table.iloc[:, place]
        if raw.dtype == object and any(isinstance(value, bytes) for value in raw):
            try:
                raw = raw.map(lambda value: text_of(value) if isinstance(value, bytes) else value)
            except ValueError:
                raise ParameterError(
                    f"Column {raw.name!r} holds bytes that are not UTF-8. Leave it out."
                ) from None
        column, note = _typed(raw)
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
        if pd.api.types.is_numeric_dtype(column)
        and column.dtype.kind not in "bc"
        and ((place == 0 and _NAMELESS.fullmatch(str(name))) or _goes_with_rows(column))
    )


def _useless(column: pd.Series) -> str:
    """Say why a column is neither a label, a group nor a feature; "" if it may be one."""
    if pd.api.types.is_numeric_dtype(column):
        return ""
    texts = column.dropna().unique()
    if len(texts) > MOST_TEXTS:
        return (
            f"Column {column.name!r} is left out: it holds {len(texts):,} different texts, too "
            "many for a label or a group."
        )
    longest = max(map(len, texts), default=0)
    if longest > LONGEST_TEXT:
        return (
            f"Column {column.name!r} is left out: it holds a text of {longest:,} letters, too "
            "long for the name of a label or a group."
        )
    return ""


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
    if all(str(one).casefold() in ("true", "false") for one in text.unique()):
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
    # From 2**53 on doubles leave out whole numbers: what was read need not be what was written.
    whole = np.isfinite(values).all() and (np.abs(values) < 2**53).all()
    return numbers.astype(np.int64) if whole and (values % 1 == 0).all() else numbers, ""


def _spoilt(column: pd.Series) -> str:
    """Say which cells keep a column of numbers from being one; "" if it is one of names."""
    filled = column.dropna()
    numbers = pd.to_numeric(filled, errors="coerce").notna()
    if 2 * numbers.sum() < len(filled):
        return ""
    others = dict.fromkeys(filled[~numbers].unique(), False)
    # Words for a missing value, such as NA, spoil no column of numbers.
    for value in others:
        try:
            clean_numbers(pd.Series([value], dtype=object), "")
        except ValueError:
            others[value] = True
    wrong = column.map(others, na_action="ignore").fillna(False).to_numpy(dtype=bool)
    first = int(wrong.argmax())
    holds = f"{wrong.sum()} cells that are no numbers; the first is"
    if wrong.sum() == 1:
        holds = "one cell that is no number:"
    return (
        f"Column {column.name!r} cannot be a feature, for it holds {holds} "
        f"{shown(column.iloc[first])} in {place_of(column.index, first)}. Mend or empty it."
    )

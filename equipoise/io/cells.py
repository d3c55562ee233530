"""Cells of a table: what one holds, which of a column are alike, and where in its file one stands.

A table that was read carries in its index where its rows stand: the labels count rows or
records, and the index's name is the wording that turns a label into words of somebody who
looks it up there.
"""

from __future__ import annotations

import math
import re
import reprlib
import unicodedata
from collections.abc import Callable, Hashable, Iterable
from numbers import Number
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.doubles import double

MISSING_WORDS = frozenset({"", "nan", "na", "n/a", "null", "none", "<na>"})
"""What programs write where there is nothing, in small letters."""

LARGEST_EXACT_INTEGER = 2**53
"""From here on, floating-point numbers pass over whole ones."""

_OUTER_BLANKS = re.compile(r"^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$")
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxlong = _SHORT.maxother = 120

_ALIKE_IF_EQUAL = frozenset({"string", "integer", "floating", "boolean", "empty"})
"""Kinds of objects, as pandas calls them, of which those that are equal are written alike."""

_MERGES_HALVES = len(pd.factorize(np.array(["\ud800", "\ud801"], dtype=object))[1]) == 1
"""Whether this pandas takes all texts with halves of surrogate pairs for one, as 3.0 does."""


def is_single(value: Any) -> bool:
    """Return whether a value is one value and no list, table or the like."""
    return isinstance(value, (str, bytes)) or not hasattr(value, "__iter__")


def is_missing(value: Any) -> bool:
    """Return whether a value stands for nothing: None, NA, a masked one or any kind of NaN."""
    if value is None or value is pd.NA or value is np.ma.masked:
        return True
    try:
        return is_single(value) and bool(value != value)
    except ArithmeticError:  # A signaling NaN refuses even to be compared.
        return True


def says_missing(value: Any) -> bool:
    """Return whether a value is a word for "missing"."""
    return text_of(value).casefold() in MISSING_WORDS


def text_of(value: Any) -> str:
    """Return a value as composed text without outer blanks, so that equal looks are equal.

    Raises
    ------
    ValueError
        If bytes are not UTF-8: whatever stood in for them could make two names one.
    """
    try:
        text = value.decode() if isinstance(value, bytes) else str(value)
    except UnicodeDecodeError:
        hint = "decode it first, as in value.decode('cp1252')"
        raise ValueError(f"{shown(value)} is not UTF-8; {hint}.") from None
    except ValueError:  # Python does not write out whole numbers of thousands of digits.
        raise ValueError(f"{shown(value)} cannot be a name.") from None
    return _OUTER_BLANKS.sub("", unicodedata.normalize("NFC", well_formed(text)))


def number_of(value: Any) -> float:
    """Return a value of any type as a float; NaN if it is not a number."""
    if isinstance(value, str) and "_" in value:  # float("1_0") is 10
        return math.nan
    try:
        return double(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError, ArithmeticError):
        return math.nan


def as_cells(values: Iterable[Any]) -> pd.Series:
    """Keep values as they are, where pandas would turn 1 beside null into 1.0.

    None stands for what is missing, and every text is one that can be written.
    """
    cells = [
        well_formed(value) if isinstance(value, str) else None if is_missing(value) else value
        for value in values
    ]
    return pd.Series(cells, dtype=object)


def well_formed(text: str) -> str:
    """Return text with U+FFFD for every half of a surrogate pair, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def shown(value: Any) -> str:
    """Return a value as a message shows it: in short, however long or deep it is."""
    try:
        return _SHORT.repr(value)
    except ValueError:  # as in text_of
        return "a number too long to be shown"


def some(values: Iterable[Any], most: int = 5) -> str:
    """Return values as a message lists them: the first few, and how many more there are."""
    listed = list(values)
    further = [f"and {len(listed) - most:,} more"] if len(listed) > most else []
    return ", ".join([*map(shown, listed[:most]), *further])


class Wording(str):
    """How to say where a row stands, with {} for its label; the name of an index."""


RECORD = Wording("record {}")
JOINED = Wording("id {!r}")


def headed(header: int = 1) -> Wording:
    """Return the wording for rows as a spreadsheet counts them, by where the header stands."""
    return Wording(f"row {{}} (the header is row {header})")


def own_name(column: pd.Series, otherwise: str) -> str:
    """Return what a column is called in its file, or another name where no file is known."""
    known = isinstance(column.index.name, Wording) and column.name is not None
    return str(column.name) if known else otherwise


def place_of(index: pd.Index, position: int) -> str:
    """Say where the row at a position stands; counted from 1 where no file is known."""
    if isinstance(index.name, Wording):
        return index.name.format(index[position])
    return f"row {position + 1}"


def distinct(column: pd.Series) -> tuple[NDArray[np.intp], list[Any]]:
    """Return each row's position among the distinct values (-1: missing), and these.

    Values are one only if they are written alike: True, 1 and 1.0 are equal, yet not one.
    """
    kind = pd.api.types.infer_dtype(column) if column.dtype == object else ""
    if not kind or (kind in _ALIKE_IF_EQUAL and not _would_merge(column, kind)):
        try:
            codes, values = pd.factorize(column)
            # As an index, pandas would widen 0.1 of 32 bits to 0.10000000149.
            return codes, list(values.to_numpy() if values.dtype.kind == "f" else values)
        except NotImplementedError:
            column = column.astype(object)  # a kind of Arrow's that pandas can but hold
    positions: dict[Hashable, int] = {}
    raw: list[Any] = []
    codes = np.full(len(column), -1, dtype=np.intp)
    for row, value in enumerate(column):
        if hasattr(value, "as_py"):  # Arrow's own scalar; its null is equal to itself
            value = value.as_py()
        if is_missing(value):
            continue
        codes[row] = positions.setdefault(_as_written(value), len(raw))
        if codes[row] == len(raw):
            raw.append(value)
    return codes, raw


def _would_merge(column: pd.Series, kind: str) -> bool:
    if kind != "string" or not _MERGES_HALVES:
        return False
    try:
        "".join(text for text in column if isinstance(text, str)).encode()
    except UnicodeEncodeError:
        return True
    return False


def first_nested(codes: NDArray[np.intp], raw: list[Any]) -> int | None:
    """Return the first row whose value among the distinct ones is no single one."""
    nested = [code for code, value in enumerate(raw) if not is_single(value)]
    return int(np.flatnonzero(np.isin(codes, nested))[0]) if nested else None


def single_values(column: pd.Series, name: str) -> tuple[NDArray[np.intp], list[Any]]:
    """Return the same as `distinct`; ValueError names the first row that holds a list."""
    codes, raw = distinct(column)
    row = first_nested(codes, raw)
    if row is not None:
        place, value = place_of(column.index, row), column.iloc[row]
        pair = np.shape(value) == (2,) and all(isinstance(part, Number) for part in value)
        hint = f"; of predict_proba's two columns, take the second: {name}[:, 1]" if pair else ""
        raise ValueError(f"{name}, {place}: {shown(value)} is not a single value{hint}.")
    return codes, raw


def read_each(
    read: Callable[[Any], Any],
    raw: list[Any],
    codes: NDArray[np.intp],
    column: pd.Series,
    name: str,
) -> list[Any]:
    """Read every distinct value; ValueError names the first row of one that cannot be read."""
    found = []
    for code, value in enumerate(raw):
        try:
            found.append(read(value))
        except ValueError as error:
            place = place_of(column.index, int(np.argmax(codes == code)))
            raise ValueError(f"{name}, {place}: {error}") from None
    return found


def _as_written(value: Any) -> Hashable:
    if type(value) is str:
        return value
    if isinstance(value, int):  # not as text, which thousands of digits have none of
        return type(value), value
    return (type(value), str(value)) if is_single(value) else id(value)

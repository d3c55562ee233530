"""The distinct values of a column, told apart by how they are written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from numbers import Number
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.cells import is_missing, is_single, shown
from equipoise.io.places import place_of

_ALIKE_IF_EQUAL = frozenset({"string", "integer", "floating", "boolean", "empty"})
"""Kinds of objects, as pandas calls them, of which those that are equal are written alike."""

_MERGES_HALVES = len(pd.factorize(np.array(["\ud800", "\ud801"], dtype=object))[1]) == 1
"""Whether this pandas takes all texts with halves of surrogate pairs for one, as 3.0 does."""


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

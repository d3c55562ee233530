"""The distinct values of a column, told apart by how they are written."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.cell import is_missing, is_single

_ALIKE_IF_EQUAL = frozenset({"string", "integer", "floating", "boolean", "empty"})
"""Kinds of objects, as pandas calls them, of which those that are equal are written alike."""


def distinct(column: pd.Series) -> tuple[NDArray[np.intp], list[Any]]:
    """Return each row's position among the distinct values (-1: missing), and these.

    Values are one only if they are written alike: True, 1 and 1.0 are equal, yet not one.
    """
    if column.dtype != object or pd.api.types.infer_dtype(column) in _ALIKE_IF_EQUAL:
        codes, values = pd.factorize(column)
        return codes, list(values)
    positions: dict[Hashable, int] = {}
    raw: list[Any] = []
    codes = np.full(len(column), -1, dtype=np.intp)
    for row, value in enumerate(column):
        if is_missing(value):
            continue
        codes[row] = positions.setdefault(_as_written(value), len(raw))
        if codes[row] == len(raw):
            raw.append(value)
    return codes, raw


def first_nested(codes: NDArray[np.intp], raw: list[Any]) -> int | None:
    """Return the first row whose value among the distinct ones is no single one."""
    nested = [code for code, value in enumerate(raw) if not is_single(value)]
    return int(np.flatnonzero(np.isin(codes, nested))[0]) if nested else None


def _as_written(value: Any) -> Hashable:
    if type(value) is str:
        return value
    return (type(value), str(value)) if is_single(value) else id(value)

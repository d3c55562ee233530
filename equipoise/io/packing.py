"""A table on its way out of a sandbox: numbers as they lie in memory, names once each.

Whoever unpacks takes nothing on trust: every size is asked for before it is used, and what
comes out is an array of numbers or a text, whatever was sent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.limits import Limits
from equipoise.io.sandbox import Message, SandboxError

_KINDS = {"truth": "|b1", "whole": "<i8", "number": "<f8", "text": "<i4"}
"""How each kind of column lies in memory; of text, the places among its distinct values."""

_MISSING = -1


def packed(frame: pd.DataFrame) -> Message:
    """Return a table as a message.

    Parameters
    ----------
    frame : DataFrame of shape (n, k)
        Columns of truth values, of numbers, or of texts and missing values.
    """
    described: list[dict[str, Any]] = []
    message: Message = {"rows": len(frame), "columns": described}
    for place, (name, column) in enumerate(frame.items()):
        texts: list[str] = []
        values: NDArray[Any]
        if pd.api.types.is_bool_dtype(column) and not column.isna().any():
            kind, values = "truth", column.to_numpy(dtype=bool)
        elif not pd.api.types.is_numeric_dtype(column):
            codes, found = pd.factorize(column.astype(object))
            kind, values, texts = "text", codes, [str(text) for text in found]
        elif column.dtype.kind == "i" and not column.isna().any():
            kind, values = "whole", column.to_numpy(dtype=np.int64)
        else:
            kind, values = "number", column.to_numpy(np.float64, na_value=np.nan)
        described.append({"name": str(name), "kind": kind, "texts": texts})
        message[_key(place)] = np.ascontiguousarray(values, dtype=_KINDS[kind]).tobytes()
    return message


def unpacked(message: Message, limits: Limits) -> pd.DataFrame:
    """Return the table of a message: bool, int64, float64, or object with None for missing.

    The message is used up, so that nothing stands in memory twice.

    Raises
    ------
    SandboxError
        If the message is not as `packed` makes it, or holds more than the limits let in.
    """
    try:
        rows, described = int(message["rows"]), list(message["columns"])
        names = [str(one["name"]) for one in described]
        limits.check_columns(len(described))
        limits.check_names(names)
        limits.check_rows(rows)
        limits.check_cells(rows * len(described))
        limits.check_letters(sum(len(text) for one in described for text in one["texts"]))
        columns = {}
        for place, one in enumerate(described):
            kind, texts = one["kind"], one["texts"]
            values = np.frombuffer(message.pop(_key(place)), dtype=_KINDS[kind])
            if len(values) != rows:
                raise ValueError("too few rows, or too many")
            if kind != "text":
                columns[place] = pd.Series(values.copy())
                continue
            if not all(isinstance(text, str) for text in texts):
                raise TypeError("a name that is none")
            if rows and (values.min() < _MISSING or values.max() >= len(texts)):
                raise ValueError("a place where nothing is")
            # None stands at the end, where the place of what is missing, -1, finds it.
            named = np.array([*texts, None], dtype=object)[values]
            columns[place] = pd.Series(named, dtype=object)
    except (LookupError, TypeError, ValueError) as error:
        raise SandboxError("What came of the file is no table.") from error
    frame = pd.DataFrame(columns, index=pd.RangeIndex(rows), copy=False)
    return frame.set_axis(names, axis=1)


def _key(place: int) -> str:
    return f"column {place}"

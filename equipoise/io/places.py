"""Where a row stands in its file, in the words of somebody who looks it up there.

A table that was read carries it in its index: the labels count rows or records, and the
index's name is the wording that turns a label into words.
"""

from __future__ import annotations

import pandas as pd


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

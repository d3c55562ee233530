"""Turn a file into a table of untouched cells, whatever kind of file it is.

Text files are read as text: "01" and "1" stay two groups, "NA" stays a name, and only
blank cells are missing. Every row keeps the number by which its place in the file is told.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import IO, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.arrow import ArrowTable, as_frame, is_arrow, read_parquet
from equipoise.io.cells import as_cells, distinct, headed, text_of, well_formed
from equipoise.io.delimited import read_delimited
from equipoise.io.json_tables import read_json
from equipoise.io.limits import Limits

Source = str | PathLike[str] | IO[bytes] | IO[str] | bytes | pd.DataFrame | ArrowTable

_BYTE_ORDER_MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    b"\xff\xfe\0\0": "utf-32",
    b"\0\0\xfe\xff": "utf-32",
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}


def read_table(source: Source) -> tuple[pd.DataFrame, list[str]]:
    """Return a table whose text cells are untouched text, and remarks on how it was read.

    Raises
    ------
    ValueError
        If the content is empty, or neither CSV, JSON nor Parquet.
    """
    table, notes = read_placed(source)
    return table.reset_index(drop=True), notes


def read_placed(source: Source, limits: Limits | None = None) -> tuple[pd.DataFrame, list[str]]:
    """Return the same as `read_table`, with an index that tells each row's place (`places`).

    With limits, ValueError also says what there is too much of, before it takes much memory.
    """
    if isinstance(source, pd.DataFrame):
        return _numbered(_sound(source)), []
    if is_arrow(source):
        return _numbered(_sound(as_frame(source))), []
    content = _content(source)
    if limits is not None:
        limits.check_bytes(len(content))
    if not content.strip():
        raise ValueError("The file is empty.")
    notes: list[str] = []
    # By content, never by name: a browser hands over whatever the file was called.
    if content.startswith(b"PAR1"):
        table = _numbered(read_parquet(content, limits))
    elif content.startswith((b"PK", b"\xd0\xcf\x11\xe0", b"\x1f\x8b")):
        raise ValueError("This is a spreadsheet or an archive; save the sheet as CSV first.")
    else:
        text, notes = _decoded(content)
        if not text.strip():
            raise ValueError("The file is empty.")
        is_json = text.lstrip().startswith(("{", "["))
        table, remarks = (read_json if is_json else read_delimited)(text, limits)
        notes += remarks
    if table.empty:
        raise ValueError("The file has no rows.")
    if limits is not None and len(table) > limits.rows:
        limits.check_rows(int((~blank_rows(table)).sum()))
    return table, notes


def blank_rows(table: pd.DataFrame) -> NDArray[np.bool_]:
    """Return which (n,) rows of a table hold nothing in any column."""
    blank = np.ones(len(table), dtype=bool)
    for place in range(table.shape[1]):
        column = table.iloc[blank, place]  # Few are left after the first column.
        codes, values = distinct(column)
        empty = [isinstance(value, (str, bytes)) and not text_of(value) for value in values]
        # At the end stands what is missing: its code is -1.
        blank[blank] = np.array([*empty, True])[codes]
    return blank


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
        raise ValueError(f"{source!r} is neither a path, content, a file object nor a table.")
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


def _numbered(table: pd.DataFrame) -> pd.DataFrame:
    """Give rows the numbers that a spreadsheet shows below a header."""
    return table.set_axis(pd.RangeIndex(2, len(table) + 2, name=headed()))


def _sound(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose columns of objects hold nothing that pandas fails at."""
    found = table.copy(deep=False)
    for place, (_, column) in enumerate(table.items()):
        if column.dtype == object:
            found.isetitem(place, as_cells(column).array)
    return found

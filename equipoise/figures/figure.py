"""A picture as a value: what is drawn, and every word that goes with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

Rows: TypeAlias = pd.DataFrame | pa.Table | Mapping[str, Any]
"""A table to draw from: a DataFrame, an Arrow table, or columns by name."""


@dataclass(frozen=True, eq=False)
class Figure:
    """A picture with its words and its numbers; a page, a report and a notebook show the same.

    Attributes
    ----------
    title : str
        What to see in it, as Markdown.
    takeaway : str
        What the present numbers say, in words of people, as Markdown.
    alt : str
        What the drawing shows and how, as its accessible name: text. It must stay the same
        while thresholds move: it is part of the drawing, which would have to be made anew.
    spec : mapping
        Built once by `theme.specification`; it is not changed. As long as it stays the same,
        only data travels and the drawing is not made anew.
    data : mapping from str to DataFrame, Arrow table or mapping of columns
        The tables the specification names; small ones.
    table : callable, optional
        Returns the numbers as they should be read, already turned into words. Cells are
        Markdown, names of rows and columns are text.
    table_title : str
        What the table is called when more than one is on the page.
    """

    title: str
    takeaway: str
    alt: str
    spec: Mapping[str, Any]
    data: Mapping[str, Rows]
    table: Callable[[], pd.DataFrame] | None = None
    table_title: str = "The same numbers as a table"

    def tables(self) -> dict[str, pd.DataFrame | pa.Table]:
        """Return the data ready to travel; plain columns skip the detour through a DataFrame."""
        return {
            name: part if isinstance(part, pd.DataFrame | pa.Table) else pa.table(dict(part))
            for name, part in self.data.items()
        }

    def vega_lite(self) -> dict[str, Any]:
        """Return the specification with its data in it, for whatever draws Vega-Lite."""
        return {**self.spec, "datasets": {name: _plain(t) for name, t in self.tables().items()}}

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Show itself in a notebook: the drawing, or its words where none can be drawn."""
        return {
            "application/vnd.vegalite.v6+json": self.vega_lite(),
            "text/plain": f"{self.title}\n{self.takeaway}",
        }


def _plain(table: pd.DataFrame | pa.Table) -> list[dict[str, Any]]:
    """Return a table's rows as JSON has them, where nothing stands for what has no value."""
    if isinstance(table, pd.DataFrame):
        table = pa.Table.from_pandas(table, preserve_index=False)
    return [
        # NaN alone is unequal to itself, and JSON has no NaN.
        {name: None if value != value else value for name, value in row.items()}
        for row in table.to_pylist()
    ]


def light(columns: pd.DataFrame | Mapping[str, Any]) -> pa.Table:
    """Return a table as small as it can travel, for one that goes along with every move.

    Whole numbers take no more bytes than they need, others four, which is finer than any
    drawing; and each name is sent once. What is written out as a number belongs in whole ones.
    """
    return pa.table({str(name): _light(np.asarray(part)) for name, part in columns.items()})


def _light(column: NDArray[Any]) -> pa.Array:
    if np.issubdtype(column.dtype, np.integer):
        ends = (column.min(), column.max()) if len(column) else (0, 0)
        return pa.array(column.astype(np.result_type(*map(np.min_scalar_type, ends))))
    if np.issubdtype(column.dtype, np.floating):
        return pa.array(column.astype(np.float32), from_pandas=True)
    names = pa.array(column, type=pa.string(), from_pandas=True).dictionary_encode()
    return names.cast(pa.dictionary(pa.int16(), pa.string()))

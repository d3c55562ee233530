"""Drawing a chart with its words and its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast

import pandas as pd
import streamlit as st
from streamlit.typing import VegaLiteState

from equipoise.figures.figure import Figure
from equipoise.foreign import plain, visible

_LONGEST_ALT = 2_000


def draw(
    figure: Figure,
    *,
    key: str,
    on_select: Literal["ignore", "rerun"] | Callable[[], None] = "ignore",
) -> VegaLiteState | None:
    """Draw a figure with its title, its takeaway above it, and its numbers folded below.

    Parameters
    ----------
    figure : Figure
    key : str
        Names the drawing on its page.
    on_select : {"ignore", "rerun"} or callable
        Whether choosing a mark runs the page again; a callable is called before it does.

    Returns
    -------
    VegaLiteState or None
        What is selected, unless `on_select` is "ignore".
    """
    # For those who see the drawing and for those who do not.
    st.markdown(f"**{figure.title}**\n\n{figure.takeaway}")
    # The specification is kept and shared: the data goes into a copy.
    picked = st.vega_lite_chart(
        spec={**figure.spec, "datasets": figure.tables()},
        width="stretch",
        alt=visible(figure.alt, _LONGEST_ALT),
        key=key,
        on_select=on_select,
    )
    if figure.table is not None:
        draw_table(figure.table, key=f"{key} table", title=figure.table_title)
    return cast(VegaLiteState, picked) if on_select == "rerun" else None


def draw_table(
    table: pd.DataFrame | Callable[[], pd.DataFrame],
    *,
    key: str,
    title: str = "The same numbers as a table",
) -> None:
    """Fold a table away under a title; it is a real table that can be read aloud and copied.

    Folded, it is not drawn at all: a table takes as long to update as two charts.
    """

    def named(label: Any) -> Any:
        return plain(label) if isinstance(label, str) else label

    folded = st.expander(title, icon=":material/table_rows:", key=key, on_change="rerun")
    if folded.open:
        with folded:
            rows = table() if callable(table) else table
            # The names of rows and columns are read as Markdown, which they are not.
            st.table(rows.rename(index=named, columns=named), border="horizontal")

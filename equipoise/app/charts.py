"""Drawing a chart with its words and its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import pandas as pd
import streamlit as st
from streamlit.typing import VegaLiteState


def draw_chart(
    spec: Mapping[str, Any],
    data: Mapping[str, pd.DataFrame],
    *,
    title: str,
    alt: str,
    takeaway: str,
    key: str,
    table: pd.DataFrame | None = None,
    table_title: str = "The same numbers as a table",
    on_select: Literal["ignore", "rerun"] = "ignore",
) -> VegaLiteState | None:
    """Draw a chart with its title, its takeaway in words, and its numbers as a table.

    Parameters
    ----------
    spec : mapping
        Built once by `charts.theme.specification`; it is not changed. As long as it stays
        the same, only data travels and the drawing is not made anew.
    data : mapping from str to DataFrame
        The tables the specification names; small ones.
    title : str
        What to see in it.
    alt : str
        What the drawing shows and how, as its accessible name. It must stay the same while
        thresholds move: it is part of the drawing, which would have to be made anew.
    takeaway : str
        What the present numbers say, in words of people. It is written below the drawing,
        for those who see it and for those who do not.
    key : str
        Names the chart on its page.
    table : DataFrame, optional
        The numbers as they should be read, already turned into words.
    table_title : str
        What the table is called when more than one is on the page.
    on_select : {"ignore", "rerun"}
        Whether choosing a mark runs the page again.

    Returns
    -------
    VegaLiteState or None
        What is selected, where `on_select` is "rerun".
    """
    st.markdown(f"**{title}**")
    state = st.vega_lite_chart(
        spec={**spec, "datasets": dict(data)},
        width="stretch",
        alt=alt,
        key=key,
        on_select=on_select,
    )
    st.caption(takeaway)
    if table is not None:
        draw_table(table, table_title)
    return None if on_select == "ignore" else state


def draw_table(table: pd.DataFrame, title: str = "The same numbers as a table") -> None:
    """Fold a table away under a title; it is a real table that can be read aloud and copied."""
    with st.expander(title, icon=":material/table_rows:"):
        st.table(table, border="horizontal")

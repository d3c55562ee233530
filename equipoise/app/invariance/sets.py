"""The six sets of texts of the paper, and how to bring one here."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from equipoise.app.draw import draw_table
from equipoise.app.invariance.choices import setting
from equipoise.invariance.tables.paper_sets import PAPER_SETS, PaperSet


def six_sets() -> None:
    """Draw one of the six sets at a time, the columns to prepare, a file to fill."""
    st.header("The six sets of the paper", anchor=False)
    st.markdown(
        "The paper tries its strategies on six sets of texts. They are not part of this project, "
        "but for a slice of the fourth. Whoever has one can bring it here: this is what to put "
        "into which column."
    )
    _one()
    draw_table(overview, key="six sets", title="All six side by side")


@st.fragment
def _one() -> None:
    names = {str(place): one.name for place, one in enumerate(PAPER_SETS, start=1)}
    chosen = st.selectbox(
        "Set",
        list(names),
        format_func=names.__getitem__,
        key=setting("set", list(names)),
        persist_state="session",
    )
    one = PAPER_SETS[int(chosen) - 1]
    columns = "\n".join(f"| `{column}` | {what} |" for column, what in one.prepare)
    st.markdown(
        f"""
**{one.question}** {one.options[0].capitalize()} counts as 1, {one.options[1]} as 0.

- *Text:* {one.text}
- *Context that should not matter, Z:* {one.z}
- *Compared within, S:* {one.s}
- *Label, Y:* {one.y or "none, so no F1"}
- *From:* {one.source}. {one.terms}

| column | what to put there |
|---|---|
| `id` | anything unique |
{columns}
"""
    )
    st.download_button(
        "Download a file to fill, with invented rows",
        lambda: template(one),
        file_name=f"items-{chosen}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="i set template",
    )


def template(one: PaperSet) -> str:
    """Return an items file to fill, with a set's invented rows, as CSV."""
    return str(one.table.to_csv(index=False))


def overview() -> pd.DataFrame:
    """Return the six sets, a row each."""
    return pd.DataFrame(
        [
            {"asked": one.question, "Z": one.z, "S": one.s, "Y": one.y or "none"}
            for one in PAPER_SETS
        ],
        index=pd.Index([one.name for one in PAPER_SETS], name="set"),
    )

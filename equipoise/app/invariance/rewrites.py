"""Did the rewrites do what they were asked for? A check by words, and the texts themselves."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw_table
from equipoise.datasets.discrim.artifact import Discrim
from equipoise.figures.invariance.copies import side_by_side
from equipoise.figures.invariance.words import called, named


def rewrites(known: Discrim) -> None:
    """Fold away the manipulation check of the language model's rewrites."""
    made = known.rewrites
    if made.empty:
        return
    failed = int((~made["passed"]).sum())
    folded = st.expander(
        f"Did the rewrites do as they were asked? {words.count(failed)} of "
        f"{words.count(len(made))} did not",
        icon=":material/rule:",
        key="model rewrites",
        on_change="rerun",
    )
    if not folded.open:
        return
    with folded:
        st.markdown(
            "A rewrite that was to hide the gender fails where a word of one is left; one that "
            "was to show a gender fails where words of another are left, or none of its own is "
            "there; a text that is no rewrite at all is not taken, and its vote is missing. Words "
            "are all that is looked at: a text that passes may still tell. Where rewriting fails, "
            "a way of asking that rests on it promises nothing."
        )
        draw_table(
            lambda: check_table(made), key="model rewrite counts", title="The check, counted"
        )
        numbers = made.reset_index(drop=True)
        told = [
            f"{one['id']}, {called(one['strategy'])}, {_aim(one['wanted'])}"
            for one in numbers.to_dict("records")
        ]
        failing = numbers.index[~numbers["passed"]].tolist()
        chosen = st.selectbox(
            "A rewrite that failed" if failing else "A rewrite",
            failing or numbers.index.tolist(),
            format_func=told.__getitem__,
            key="i.rewrite",
        )
        row = numbers.loc[chosen]
        texts = known.items.table.set_index("id")["text"]
        left = f"Left: {', '.join(dict.fromkeys(row['left']))}. " if row["left"] else ""
        shown = f"Shown: {', '.join(dict.fromkeys(row['shown']))}. " if row["shown"] else ""
        fault = f"Not taken: {row['fault']}." if row["fault"] else ""
        st.html(
            side_by_side(
                [
                    (f"The original: {row['z']}", texts[row["id"]], ""),
                    (f"Rewritten {_aim(row['wanted'])}", row["text"], left + shown + fault),
                ]
            )
        )


def check_table(made: pd.DataFrame) -> pd.DataFrame:
    """Return how many rewrites passed, by strategy and by what was wanted."""
    asked = named(made).assign(asked=made["wanted"].map(_aim))
    groups = asked.groupby(["strategy", "asked"], sort=False)["passed"]
    rows = [
        {
            "way of asking": name,
            "rewritten": aim,
            "passed": words.of(part.sum(), len(part), "rewrites"),
        }
        for (name, aim), part in groups
    ]
    return pd.DataFrame(rows).set_index("way of asking")


def _aim(wanted: str) -> str:
    return f"to show: {wanted}" if wanted else "to hide the gender"

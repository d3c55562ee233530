"""The reader's own predictions: uploaded, scored on the spot, kept for their session alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import streamlit as st

from equipoise import words
from equipoise.app.draw import draw, draw_table
from equipoise.app.invariance.lesson import lesson_or_stop
from equipoise.app.tasks import draw_task
from equipoise.app.uploads import Upload, upload
from equipoise.figures.invariance.results import Results, bands_figure, shares_figure
from equipoise.figures.invariance.words import lost_words
from equipoise.foreign import MESSAGE, harmless, plain
from equipoise.invariance.judging import (
    JUDGE,
    MOST_CONTEXTS,
    MOST_SHOWN_FLIPS,
    MOST_STRATEGIES,
)
from equipoise.invariance.lesson.live import lesson_answers
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.io import sandbox
from equipoise.io.limits import ANSWERS
from equipoise.keeping import kept
from equipoise.tasks.invariance import TELL_UNITS

SECONDS = 45.0
"""That reading and scoring may take."""

_JUDGED, _LACKED_UNITS = "i own judged", "i own lacked units"


@dataclass(frozen=True, eq=False)
class Judged:
    """What was found in files, and what is drawn of it: it goes when this goes.

    Attributes
    ----------
    found : dict
        What `judging.judge` tells, or "why" there is nothing.
    """

    found: dict[str, Any]

    @cached_property
    def results(self) -> Results:
        """The measures, where there are some."""
        return Results(
            pd.DataFrame(self.found["table"]),
            pd.DataFrame(self.found["cells"]),
            tuple(self.found["contexts"]),
        )


def own_predictions() -> None:
    """Take files, score them, show and hand back what was found."""
    st.header("Your own predictions", anchor=False)
    st.markdown(
        "Score what your own model answered, without sending it anywhere else: two tables, or "
        "one that holds both. They stay in this server's memory for this session, whatever page "
        "you look at, and are never written to its disk. At most "
        f"**{ANSWERS.megabytes} MB and {words.count(ANSWERS.rows)} rows** a file, "
        f"{MOST_CONTEXTS} contexts, "
        f"{MOST_STRATEGIES} ways of asking. Text with commas, semicolons or tabs (CSV, TSV), "
        "JSON, JSON Lines or Parquet."
    )
    with st.expander("Which columns, and files to start from", icon=":material/table_chart:"):
        st.markdown(
            """
**Items**, a row a text: `id` (unique) and `z` (the context that should not matter) are needed.
`y` is the label, 0 or 1. `s` is the stratum: texts are compared only with texts of the same one.
Leave it blank to take the label, write `all` to compare all texts. `unit` is the same for
counterfactual copies, that is one text in several contexts; CI probability needs it. `sample` is
`balanced`, or `population` for rows that only macro F1 is measured on. `text` may be left out.

**Predictions**, a row an answer: `id` and `pred` (0, 1, or blank where the model gave no readable
answer); `strategy` where the model was asked in several ways.
"""
        )
        with st.container(horizontal=True):
            for label, content in zip(
                ("Items", "Predictions"), example_files(lesson_or_stop()), strict=True
            ):
                name = f"{label.lower()}.csv"
                st.download_button(
                    label, content, file_name=name, mime="text/csv", icon=":material/download:",
                    on_click="ignore", key=f"i own {name}",
                )  # fmt: skip
        st.markdown("These are this page's comments and what its classifier answered to them.")
    with st.grid(2, min_column_width=280, gap=("xsmall", "medium")):
        items = upload("Items", limits=ANSWERS, key="i own items")
        answers = upload(
            "Predictions (leave out if the items hold them)", limits=ANSWERS, key="i own answers"
        )
    if items is not None:
        _show(_judged(items, answers))
        return
    # What was found goes with its file.
    st.session_state.pop(_JUDGED, None)
    st.session_state.pop(_LACKED_UNITS, None)
    if answers is not None:
        st.info("Now add the items that these predictions answer.", icon=":material/upload_file:")
        return
    if st.toggle(
        "Show me with the files to start from", key="i own example", persist_state="session"
    ):
        try:
            _show(example(lesson_or_stop()))
        except sandbox.SandboxError as error:
            _show(Judged({"why": str(error)}))


@kept()
def example_files(known: Lesson) -> tuple[str, str]:
    """Return items and predictions to start from, as CSV: the lesson's comments and answers."""
    items = known.items.table
    answers = lesson_answers(known, ("default", "ooc")).table[["id", "strategy", "pred"]]
    return items.assign(s="").to_csv(index=False), answers.to_csv(index=False)


def _judged(items: Upload, answers: Upload | None) -> Judged:
    """Return what was found in the files; they are read again only when they change."""
    digests = (items.digest, answers.digest if answers else "")
    known: tuple[tuple[str, str], Judged] | None = st.session_state.get(_JUDGED)
    # A server that was busy is asked again.
    if known is None or known[0] != digests or known[1].found.get("why") == sandbox.BUSY:
        with st.spinner("Reading and scoring ..."):
            found = judge(items.content, answers.content if answers else b"")
        known = st.session_state[_JUDGED] = (digests, Judged(found))
    return known[1]


@kept()
def example(known: Lesson) -> Judged:
    """Return what is found in the files to start from; what fails is not kept."""
    items, answers = example_files(known)
    with st.spinner("Reading and scoring ..."):
        return Judged(_scored(items.encode(), answers.encode()))


def judge(items: bytes, answers: bytes) -> dict[str, Any]:
    """Return what is found in two files, or "why" they can't be scored."""
    try:
        return _scored(items, answers)
    except sandbox.SandboxError as error:
        return {"why": str(error)}


def _scored(items: bytes, answers: bytes) -> dict[str, Any]:
    return sandbox.answer(JUDGE, {"items": items, "answers": answers}, seconds=SECONDS)


def _show(judged: Judged) -> None:
    found = judged.found
    if "why" in found:
        st.error(plain(found["why"], MESSAGE), icon=":material/error:")
        return
    notes = "\n".join(f"- {plain(note)}" for note in found["notes"])
    if found["kind"] == "items":
        st.info(
            f"{words.plural(found['n'], 'item')} read: "
            f"{words.plural(len(found['contexts']), 'context')}, "
            f"{words.plural(found['n_strata'], 'stratum', 'strata')}, "
            f"{words.plural(found['n_units'], 'unit')}. Now add the predictions, with the columns "
            "`id` and `pred`.",
            icon=":material/upload_file:",
        )
        if notes:
            st.markdown(notes)
        return
    draw_results(judged.results, key="own")
    if notes:
        st.markdown(notes)
    if lost := lost_words(found["counts"]):
        st.markdown(lost)
    has_units = bool(judged.results.measures["ci_probability"].notna().any())
    # It is set to those whose first file has no units, and stays when they have given some.
    if not has_units:
        st.session_state[_LACKED_UNITS] = True
    if st.session_state.get(_LACKED_UNITS):
        draw_task(TELL_UNITS, has_units)
    flips = {name: units for name, units in found["flips"].items() if units}
    if flips:
        draw_table(lambda: flips_table(flips), key="own flips", title="Units whose answers flip")


def flips_table(flips: dict[str, list[str]]) -> pd.DataFrame:
    """Return the units that flip, a row a strategy, at most so many."""
    return pd.DataFrame(
        {
            "units": [
                plain(", ".join(units), 2_000)
                + (" and more" if len(units) == MOST_SHOWN_FLIPS else "")
                for units in flips.values()
            ]
        },
        index=pd.Index(list(flips), name="way of asking"),
    )


def draw_results(results: Results, *, key: str) -> None:
    """Draw SI-bias over noise and shares by context, and offer the measures as a file.

    Parameters
    ----------
    results : Results
    key : str
        Names the drawings on the page.
    """
    draw(bands_figure(results), key=f"{key} bands")
    names = results.names
    chosen = names[0]
    if len(names) > 1:
        chosen = st.selectbox(
            "Shares under", names, key=f"i {key} shares of", persist_state="session"
        )
    if results.cells.empty:
        st.markdown("No balanced row has an answer, so there are no shares to compare.")
    else:
        draw(shares_figure(results, chosen), key=f"{key} shares")
    st.download_button(
        "Download the measures as CSV",
        lambda: harmless(results.measures).to_csv(index=False),
        file_name="invariance.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key=f"i {key} csv",
    )

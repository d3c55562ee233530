"""What an endpoint is asked: questions of the recorded slice, or texts of the reader's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from equipoise.app.invariance.predictions import SECONDS
from equipoise.app.invariance.recorded import recording
from equipoise.app.uploads import upload
from equipoise.datasets import ArtifactError
from equipoise.datasets.discrim.artifact import TASK
from equipoise.foreign import MESSAGE, plain
from equipoise.invariance import Items, Task, read_items
from equipoise.invariance.judging import ITEMS
from equipoise.io import sandbox
from equipoise.io.limits import QUESTIONS

UNITS = (5, 10, 20, 40)
SOURCES = {"discrim": "Questions of discrim-eval", "own": "Texts of your own"}
_KEPT = "i endpoint items"


@dataclass(frozen=True, eq=False)
class Questions:
    """Texts and the task they are put under."""

    items: Items
    task: Task

    def rows(self) -> list[dict[str, Any]]:
        """Return the texts as JSON can hold them, to be read as items again."""
        table = self.items.table
        plain_y = table["y"].astype(object).where(table["y"].notna(), None)
        full = table.assign(y=plain_y, s=table["s"].replace("", "all"))
        return [{str(name): row[name] for name in row} for row in full.to_dict("records")]


def ask_questions() -> Questions | None:
    """Let the reader choose what is asked; None while there is nothing."""
    source = st.segmented_control(
        "What it is asked",
        list(SOURCES),
        format_func=SOURCES.__getitem__,
        default="discrim",
        required=True,
        key="i endpoint source",
        persist_state="session",
    )
    if source == "own":
        return _brought()
    try:
        known = recording()
    except ArtifactError:
        st.markdown("These questions are not stored beside the app; bring texts of your own.")
        return None
    n = st.select_slider(
        "How many questions, the shortest first, each for every gender",
        UNITS,
        10,
        key="i endpoint units",
        persist_state="session",
    )
    table = known.items.table
    # The recording has them in that order.
    units = list(dict.fromkeys(table["unit"]))[: int(n)]
    return Questions(known.items.restricted(table.loc[table["unit"].isin(units), "id"]), TASK)


def _brought() -> Questions | None:
    """Let the reader bring texts and say what is asked of them."""
    file = upload(
        f"Items, at most {QUESTIONS.megabytes} MB and {QUESTIONS.rows} texts",
        limits=QUESTIONS,
        key="i endpoint file",
    )
    with st.grid(2, min_column_width=280, gap=("xsmall", "medium")):
        question = st.text_input(
            "Question",
            "Is the comment toxic?",
            max_chars=500,
            key="i endpoint question",
            persist_state="session",
        )
        attribute = st.text_input(
            "What must not matter",
            "religion",
            max_chars=100,
            key="i endpoint attribute",
            persist_state="session",
        )
        positive = st.text_input(
            "Answer that counts as 1",
            "toxic",
            max_chars=50,
            key="i endpoint 1",
            persist_state="session",
        )
        negative = st.text_input(
            "Answer that counts as 0",
            "non-toxic",
            max_chars=50,
            key="i endpoint 0",
            persist_state="session",
        )
    if file is None:
        return None
    # Read once for one file; what was found lives in this session alone.
    known: tuple[str, Items | str] | None = st.session_state.get(_KEPT)
    if known is None or known[0] != file.digest or known[1] == sandbox.BUSY:
        with st.spinner("Reading ..."):
            known = st.session_state[_KEPT] = (file.digest, read_apart(file.content))
    items = known[1]
    try:
        if isinstance(items, str):
            raise ValueError(items)
        return Questions(items, own_task(items, question, attribute, positive, negative))
    except ValueError as error:
        st.error(plain(error, MESSAGE), icon=":material/error:")
        return None


def own_task(items: Items, question: str, attribute: str, positive: str, negative: str) -> Task:
    """Return the task; where the stratum is the label, texts are described by the answers."""
    descriptions = {
        positive: f"a text to be answered with “{positive}”",
        negative: f"a text to be answered with “{negative}”",
    }
    return Task(
        question=question,
        options=(positive, negative),
        positive=positive,
        attribute=attribute,
        contexts=items.contexts,
        label_descriptions=descriptions if set(items.strata) <= {"0", "1"} else None,
    )


def read_apart(content: bytes) -> Items | str:
    """Return the texts in a file, read in a process of its own, or what is wrong with them."""
    try:
        message = sandbox.answer(ITEMS, {"items": content}, seconds=SECONDS)
    except sandbox.SandboxError as error:
        return str(error)
    rows = pd.DataFrame(message["rows"])
    return read_items(rows.assign(s=rows["s"].replace("", "all")))

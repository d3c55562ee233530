"""Worlds made of tables: the Adult survey, and a table the reader brings.

A reader's table is read in a process of its own, stays in the memory of the session, and is
neither stored nor shared.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

import pandas as pd
import streamlit as st

from equipoise import stress, words
from equipoise.app.uploads import hold, upload
from equipoise.foreign import MESSAGE, plain
from equipoise.io import sandbox
from equipoise.io.limits import TABLE, LimitError
from equipoise.io.packing import unpacked
from equipoise.keeping import kept
from equipoise.stress import Table
from equipoise.stress.bench import MADE_UP, MadeUp
from equipoise.stress.errors import ParameterError
from equipoise.stress.table_files import FEWEST_ROWS, PEOPLE
from equipoise.stress.tables import row_numbers

SECONDS = 45.0
"""That reading may take."""

MOST_BYTES_BACK = 80_000_000
"""Of a table as large as may be: its cells take eight bytes each, and its names the rest."""

MOST_FEATURES = 20
MOST_GROUPS = 10

_READ = "s own read"


@dataclass(frozen=True, eq=False)
class Read:
    """What was read in a file.

    Attributes
    ----------
    digest : str
        Tells the file from others.
    frame : DataFrame
        Empty where it could not be read.
    notes : tuple of str
        On how it was read.
    why : str
        It could not be read; "" if it was.
    """

    digest: str
    frame: pd.DataFrame = field(default_factory=pd.DataFrame, repr=False)
    notes: tuple[str, ...] = ()
    why: str = ""

    @cached_property
    def counting(self) -> tuple[str, ...]:
        """The columns that only number the rows; found once, for it takes a look at each cell."""
        return row_numbers(self.frame)

    @cached_property
    def likely(self) -> int:
        """The position of the last column with two values, or the first if there is none."""
        columns = enumerate(self.frame.items())
        return max((place for place, (_, one) in columns if one.nunique() == 2), default=0)


def world_of(name: str) -> Table | MadeUp | None:
    """Return a world by its name among `WORLDS`; None while there is no table."""
    if name == "sandbox":
        return MADE_UP
    if name == "own":
        return own_table()
    try:
        return _adult(name.removeprefix("adult-"))
    except (AttributeError, OSError, ValueError) as error:
        st.info(f"The Adult rows cannot be read: {plain(error)}", icon=":material/info:")
        return None


# Our own rows: nothing that a reader brings gets into what all sessions share.
@st.cache_resource(show_spinner="Reading the Adult rows ...")
def _adult(by: str) -> Table:
    made: Table = stress.adult(by)
    return made


def own_table() -> Table | None:
    """Let the reader bring a table and say which columns are which."""
    with st.container(border=True):
        st.markdown(
            "**Your own table as the world.** One row a person; a label with two values, a "
            "group, and numbers to learn from. Nobody knows the truth here. Accuracy and "
            "disparity are counted by *the labels of your table*; fidelity is agreement with *a "
            "model that learned from them before the bias*. Whether the labels were right is not "
            "measured. The table stays in memory, for this session only."
        )
        file = upload(
            f"CSV, JSON or Parquet, at most {TABLE.megabytes} MB, {words.count(TABLE.rows)} "
            f"rows, {TABLE.columns} columns and {words.count(TABLE.cells)} cells",
            limits=TABLE,
            key="s own file",
        )
        if file is None:
            st.session_state.pop(_READ, None)
            return None
        found: Read | None = st.session_state.get(_READ)
        # That others were being served is no fault of the file: it is read then after all.
        if found is None or found.digest != file.digest or found.why == sandbox.BUSY:
            st.session_state.pop(_READ, None)  # Two tables at a time are one too many.
            try:
                with st.spinner("Reading the table ..."):
                    frame, notes = read_table(file.content)
                found = Read(file.digest, frame, notes)
                hold(found, int(frame.memory_usage(index=False).sum()))
            except (ParameterError, LimitError) as error:
                found = Read(file.digest, why=str(error))
            st.session_state[_READ] = found
        if found.why:
            st.error(plain(found.why, MESSAGE), icon=":material/error:")
            return None
        return _described(found)


def read_table(content: bytes) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return the table in a file, and remarks on how it was read.

    Raises
    ------
    ParameterError
        If it cannot be read or is too small or too large; the message says which.
    """
    try:
        message = sandbox.answer(
            PEOPLE, {"table": content}, seconds=SECONDS, most_bytes=MOST_BYTES_BACK
        )
        return unpacked(message, TABLE), tuple(map(str, message["notes"]))
    except sandbox.SandboxError as error:
        raise ParameterError(str(error)) from None


def _described(found: Read) -> Table | None:
    """Ask which columns are which and return the world, or say what does not fit."""
    frame = found.frame
    columns = list(frame.columns)
    numeric = [c for c in columns if pd.api.types.is_numeric_dtype(frame[c])]
    with st.grid(2, min_column_width=240, gap=("xsmall", "medium")):
        label = st.selectbox("Label", columns, index=found.likely, key="s own label")
        group = st.selectbox(
            "Group", columns, index=None, placeholder="Choose a column", key="s own group"
        )
        values = sorted(frame[label].dropna().unique().tolist(), key=str)[:50]
        positive = st.selectbox(
            "Label that counts as positive",
            values,
            index=len(values) - 1 if values else None,
            key="s own positive",
        )
        offered = [c for c in numeric if c not in (label, group)]
        counting = [c for c in found.counting if c in offered]
        usual = [c for c in offered if c not in counting]
        # The digest is part of the key: another file begins with all of its own columns.
        features = st.multiselect(
            f"Features, at most {MOST_FEATURES}",
            offered,
            default=usual[:MOST_FEATURES],
            max_selections=MOST_FEATURES,
            key=f"s own features {found.digest} {label} {group}",
        )
    not_ticked = [
        f"Column {name!r} only numbers the rows: it is not ticked, for what a model learns from "
        "it says nothing about people."
        for name in counting
    ]
    if len(usual) > MOST_FEATURES:
        not_ticked.append(
            f"Of {len(usual)} columns of numbers the first {MOST_FEATURES} are ticked; untick "
            "some to make room for others."
        )
    for note in (*found.notes, *not_ticked):
        st.markdown(f":material/info: {plain(note)}")
    if group is None or not features:
        st.markdown("Choose a group and at least one feature.")
        return None
    try:
        world = table_of(found, label, group, positive, tuple(features))
    except ParameterError as error:
        st.error(plain(error, MESSAGE), icon=":material/error:")
        return None
    left_out = len(frame) - world.rows.n
    if left_out:
        rows = f"{words.count(left_out)} of {words.count(len(frame))} rows"
        st.caption(f"{rows} lack a value in one of these columns and are left out.")
    return world


@kept(maxsize=1)
def table_of(
    found: Read, label: str, group: str, positive: Hashable, features: tuple[str, ...]
) -> Table:
    """Return the world of a file's rows that lack nothing in the columns chosen.

    It is kept with the file, and whatever is computed of it with the world: all of that is
    this session's alone, and goes with the file or once the columns are others.

    Raises
    ------
    ParameterError
        If the columns do not fit.
    """
    usable = found.frame.dropna(subset=[label, group, *features])
    if label == group:
        raise ParameterError("Label and group must be two columns.")
    if len(usable) < FEWEST_ROWS:
        raise ParameterError(
            f"Only {words.count(len(usable))} rows have no missing value; at least "
            f"{FEWEST_ROWS} are needed. Leave out a feature that is often missing."
        )
    world = Table(usable, label, group, features=features, positive=positive)
    if len(world.rows.groups) > MOST_GROUPS:
        raise ParameterError(
            f"group: {group} has {len(world.rows.groups)} groups; {MOST_GROUPS} are shown."
        )
    return world

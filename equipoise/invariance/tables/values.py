"""Answers and names as the measures take them: 0, 1 or NaN, and text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.io.cells import distinct, first_nested, is_missing, is_single, shown, well_formed
from equipoise.io.columns import as_column, group_name

Place = Callable[[int], str]
"""Says where the value at a position stands, such as "row 3"."""

_MEANING = {  # of words, in small letters
    **dict.fromkeys(("1", "1.0", "true"), 1.0),
    **dict.fromkeys(("0", "0.0", "false"), 0.0),
    **dict.fromkeys(("", "nan", "na", "n/a", "null", "none", "<na>"), np.nan),
}


def row(position: int) -> str:
    """Return the place of a value in an array, counted from 1."""
    return f"row {position + 1}"


def binary(values: ArrayLike, name: str, place: Place = row) -> NDArray[np.float64]:
    """Return a column of yes/no values as (n,) floats: 1, 0, or NaN where missing.

    Parameters
    ----------
    values : (n,) array-like
        0, 1, booleans, the same as text, or missing; nothing is rounded or guessed.
    name : str
        What the message calls the column.
    place : callable
        Where a position stands, for the message.

    Raises
    ------
    ValueError
        If a value is anything else; its place and the value are named.
    """
    column = as_column(values, name).astype(object)
    codes, raw = _single_values(column, name, place)
    meanings = [meaning(value) for value in raw]
    wrong = [code for code, known in enumerate(meanings) if known is None]
    if wrong:
        first = int(np.flatnonzero(np.isin(codes, wrong))[0])
        raise ValueError(
            f"{place(first)}: {name} is {shown(column.iloc[first])}; it must be 0, 1 or blank."
        )
    # A code of -1, for what is missing, takes the last one.
    found: NDArray[np.float64] = np.array([*meanings, np.nan], dtype=np.float64)[codes]
    return found


def names(values: ArrayLike, name: str, place: Place = row) -> NDArray[np.object_]:
    """Return a column as (n,) texts without outer blanks, "" where missing.

    Raises
    ------
    ValueError
        If `values` is not a column, or a value is not a single one.
    """
    codes, raw = _single_values(as_column(values, name).astype(object), name, place)
    found: NDArray[np.object_] = np.array([*map(group_name, raw), ""], dtype=object)[codes]
    return found


def texts(values: ArrayLike, name: str, place: Place = row) -> NDArray[np.object_]:
    """Return a column of running text as (n,) texts as they are, "" where missing.

    Raises
    ------
    ValueError
        If `values` is not a column, or a value is a list or the like.
    """
    found = []
    for position, value in enumerate(as_column(values, name)):
        if not is_single(value):
            raise ValueError(f"{place(position)}: {name} is {shown(value)}; it must be a text.")
        if is_missing(value):
            found.append("")
        elif isinstance(value, bytes):
            found.append(value.decode(errors="replace"))
        else:
            found.append(well_formed(str(value)))
    return np.array(found, dtype=object)


def meaning(value: Any) -> float | None:
    """Return what one value says: 1, 0, NaN for missing; None for anything else."""
    return _MEANING.get(group_name(value).casefold())


def check_same_rows(**columns: Any) -> None:
    """Raise ValueError unless columns are equally long and their row labels, if any, agree.

    Parameters
    ----------
    **columns : array-like or None
        By the names that the message calls them. Of pandas Series the index is compared: two
        that are in another order would be paired by place, whoever the rows are about.
    """
    given = {name: values for name, values in columns.items() if values is not None}
    lengths = {name: len(as_column(values, name)) for name, values in given.items()}
    (first, n), *others = lengths.items()
    for name, length in others:
        if length != n:
            raise ValueError(f"{name} has {length} rows, {first} has {n}.")
    labelled = [(name, one.index) for name, one in given.items() if isinstance(one, pd.Series)]
    for name, index in labelled[1:]:
        if not index.equals(labelled[0][1]):
            raise ValueError(
                f"The indexes of {labelled[0][0]} and {name} differ: their rows carry other "
                "labels or stand in another order. Join them on an id first, or pass plain "
                "arrays (.to_numpy()) that line up."
            )


def lower(place: str) -> str:
    """Return a place as it is said within a sentence."""
    return place[:1].lower() + place[1:]


def _single_values(
    column: pd.Series, name: str, place: Place
) -> tuple[NDArray[np.intp], list[Any]]:
    codes, raw = distinct(column)
    first = first_nested(codes, raw)
    if first is not None:
        value = shown(column.iloc[first])
        raise ValueError(f"{place(first)}: {name} is {value}, not a single value.")
    return codes, raw

"""Answers to items: a file of one's own, or what the runner wrote."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.invariance.tables.files import Rows, read_rows, write_rows
from equipoise.invariance.tables.items import Items
from equipoise.invariance.tables.lookalikes import alike, first_alike, refuse_alike, told_apart
from equipoise.invariance.tables.values import binary, lower, names, texts
from equipoise.io.cells import is_missing, shown
from equipoise.io.files import Source
from equipoise.io.limits import Limits

COLUMNS = (
    *("id", "strategy", "pred", "raw", "votes"),
    *("s_lm", "status", "seed", "calls", "seconds"),
)
STATUSES = ("ok", "unreadable", "refused", "error", "missing")
"""What became of an answer; "missing": a blank that nothing more is known of."""

DEFAULT = "default"
"""The strategy of a file that names none."""

_LARGEST = 2**63 - 1


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers, checked.

    Attributes
    ----------
    table : (n rows) DataFrame
        id, strategy (text); pred (1, 0 or NaN); raw (text of the model); votes (tuple of 1, 0
        and None); s_lm (the stratum the model saw, "" if not asked); status (of `STATUSES`);
        seed, calls (Int64); seconds (float).
    notes : tuple of str
        Remarks on how the file was read.
    """

    table: pd.DataFrame
    notes: tuple[str, ...] = ()

    @property
    def strategies(self) -> tuple[str, ...]:
        """The strategies, in order of appearance."""
        return tuple(dict.fromkeys(self.table["strategy"]))

    def of(self, strategy: str) -> pd.DataFrame:
        """Return the rows of one strategy; KeyError if there are none."""
        rows = self.table[self.table["strategy"] == strategy]
        if rows.empty:
            raise KeyError(strategy)
        return rows.reset_index(drop=True)

    def common_ids(self) -> tuple[str, ...]:
        """Return the ids that every strategy was asked, in order of appearance."""
        n_asked = self.table.groupby("id", sort=False)["strategy"].nunique()
        return tuple(n_asked.index[n_asked == len(self.strategies)])


def read_answers(
    source: Source, items: Items | None = None, *, limits: Limits | None = None
) -> Answers:
    """Read answers from a file or table.

    Parameters
    ----------
    source : path, bytes, file object or DataFrame
        CSV, JSON, JSONL or Parquet with the columns id and pred (0, 1 or blank), and as far
        as there are any: strategy, raw, votes, s_lm, status, seed, calls, seconds.
    items : Items, optional
        What was asked: every id must be one of theirs. Items without an answer are fine.
    limits : Limits, optional
        How much it may hold.

    Returns
    -------
    Answers

    Raises
    ------
    ValueError
        If a column is absent, an answer is neither 0, 1 nor blank, an id is unknown, an id
        is answered twice under one strategy, two strategies differ by case, blanks or
        look-alikes alone, or a status contradicts its answer; the message names the row and
        says what to do.
    """
    rows = read_rows(source, required=("id", "pred"), what="answers", limits=limits)
    pred = binary(rows.column("pred"), "pred", rows.place)
    strategy = names(rows.column("strategy"), "strategy", rows.place)
    refuse_alike(strategy, "strategy", rows.place)
    s_lm = names(rows.column("s_lm"), "s_lm", rows.place)
    # Strata as a model wrote them: those that are nearly alike go by the first of them.
    first: dict[str, str] = {}
    table = pd.DataFrame(
        {
            "id": names(rows.column("id"), "id", rows.place),
            "strategy": np.where(strategy == "", DEFAULT, strategy),
            "pred": pred,
            "raw": texts(rows.column("raw"), "raw", rows.place),
            "votes": _each(rows, "votes", _votes, "a list such as [1, 0, null]"),
            "s_lm": [first.setdefault(alike(name), name) for name in s_lm],
            "status": _statuses(rows, pred),
            "seed": _each(rows, "seed", _whole, "a whole number").astype("Int64"),
            "calls": _each(rows, "calls", _whole, "a whole number").astype("Int64"),
            "seconds": _each(rows, "seconds", _seconds, "a number").astype("float64"),
        }
    )
    _check_ids(table, rows)
    if items is not None:
        _check_known(table["id"], items, rows)
    notes, found = list(rows.notes), first_alike(s_lm)
    if found is not None:
        said = told_apart(s_lm[found[1]], s_lm[found[0]])
        notes.append(f"s_lm holds {said}: such are counted as one stratum.")
    return Answers(table, tuple(notes))


def write_answers(answers: Answers, path: str | PathLike[str]) -> None:
    """Write answers as CSV, JSONL or Parquet, told by the suffix; never a part of them.

    Raises
    ------
    ValueError
        If the suffix is another.
    OSError
        If the file cannot be written; what was there before is then untouched.
    """
    write_rows(answers.table, path)


def _check_ids(table: pd.DataFrame, rows: Rows) -> None:
    blank = table.index[table["id"] == ""]
    if len(blank):
        raise ValueError(f"{rows.place(int(blank[0]))}: id is blank; name the item it answers.")
    keys = table["strategy"] + "\0" + table["id"].map(alike)
    doubled = keys.index[keys.duplicated()]
    if len(doubled):
        later = int(doubled[0])
        earlier = int(keys.index[keys == keys[later]][0])
        raise ValueError(
            f"{rows.place(later)}: the id {table['id'][later]!r} is answered already under the "
            f"strategy {table['strategy'][later]!r} in {lower(rows.place(earlier))} (as "
            f"{table['id'][earlier]!r}); keep one, or name different strategies."
        )


def _check_known(ids: pd.Series, items: Items, rows: Rows) -> None:
    unknown = ids[~ids.isin(items.table["id"])]
    if unknown.empty:
        return
    near = {alike(name): name for name in items.table["id"]}.get(alike(unknown.iloc[0]))
    hint = (
        f"write it as the items do, {near!a}: the two differ by case, blanks or look-alikes"
        if near is not None
        else "take the row out, or add the item"
    )
    raise ValueError(
        f"{rows.place(int(unknown.index[0]))}: no item has the id {unknown.iloc[0]!r} "
        f"({len(unknown)} such of {len(ids)} rows); {hint}."
    )


def _statuses(rows: Rows, pred: NDArray[np.float64]) -> list[str]:
    given = [name.casefold() for name in names(rows.column("status"), "status", rows.place)]
    found = []
    for position, (status, missing) in enumerate(zip(given, np.isnan(pred), strict=True)):
        if status not in ("", *STATUSES):
            raise ValueError(
                f"{rows.place(position)}: status is {status!r}; "
                f"it must be one of {', '.join(STATUSES)}, or blank."
            )
        if status and missing == (status == "ok"):
            said = "pred is blank" if missing else f"pred is {pred[position]:.0f}"
            raise ValueError(
                f"{rows.place(position)}: status is {status!r}, yet {said}; "
                f"an answer is either there, with the status ok, or not."
            )
        found.append(status or ("missing" if missing else "ok"))
    return found


def _each(rows: Rows, name: str, read: Callable[[Any], Any], expected: str) -> pd.Series:
    """Read a column cell by cell, blank cells included."""
    column, found = rows.column(name), []
    for position, value in enumerate(column):
        try:
            if isinstance(value, str):
                filled = value.strip() or None
            else:
                filled = None if is_missing(value) else value
            found.append(read(filled))
        except (ValueError, TypeError, ArithmeticError, RecursionError):
            # int() of infinity is an ArithmeticError; JSON nested too deeply, a RecursionError.
            place = rows.place(position)
            raise ValueError(
                f"{place}: {name} is {shown(value)}; it must be {expected}, or blank."
            ) from None
    # As objects: beside None, pandas makes floats of whole numbers, exact up to 2**53 only.
    return pd.Series(found, dtype=object, index=column.index)


def _votes(value: Any) -> tuple[int | None, ...]:
    if value is None:
        return ()
    votes = json.loads(value) if isinstance(value, str) else value
    if not isinstance(votes, (list, tuple, np.ndarray)):
        raise TypeError
    return tuple(None if np.isnan(v) else int(v) for v in binary(votes, "votes"))


def _whole(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, str):
        value = float(value) if "." in value else int(value)
    number = int(value)
    if number != value or abs(number) > _LARGEST:
        raise ValueError
    return number


def _seconds(value: Any) -> float | None:
    number = None if value is None else float(value)
    if number is not None and not 0 <= number < np.inf:
        raise ValueError
    return number

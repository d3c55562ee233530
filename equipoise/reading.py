"""Read somebody's own predictions from a file or table, changing nothing on the way."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import pandas as pd

from equipoise.io.cells import JOINED, place_of, shown
from equipoise.io.columns import group_name
from equipoise.io.delimited import LINE_END
from equipoise.io.files import Source, read_placed, read_table
from equipoise.predictions import Predictions

__all__ = ["Source", "read_predictions", "read_table"]

_MOST_LISTED = 30
_WEIGHT_NAMES = frozenset({"sample_weight", "weight", "weights"})


def read_predictions(
    source: Source,
    *,
    y_true: str,
    y_score: str,
    groups: str | Sequence[str],
    positive_label: Hashable | None = None,
    sample_weight: str | None = None,
    join: Source | None = None,
    on: str | None = None,
) -> Predictions:
    """Read labels, scores and groups from named columns.

    Parameters
    ----------
    source : path, bytes, file object or table
        CSV (comma, semicolon, tab or bar; UTF-8, UTF-16 or Windows-1252), JSON (a list of
        records, a record a line, or an object of columns) or Parquet, told by content; or a
        table of pandas, pyarrow or polars.
    y_true, y_score : str
        The columns of labels and of scores in [0, 1], which may be written in percent.
    groups : str or sequence of str
        The columns to audit by.
    positive_label : hashable, optional
        Needed when labels are not 0/1, -1/1 or false/true.
    sample_weight : str, optional
        The column of row weights.
    join : like source, optional
        A second table holding the columns that `source` lacks.
    on : str, optional
        The id column by which the two tables are joined. An id occurs once in a table, and
        whoever has a score in one must stand in the other; people without one are noted.

    Returns
    -------
    Predictions
        Its `notes` say what was set aside, clipped or looks doubtful.

    Raises
    ------
    ValueError
        If the file cannot be understood, a column is absent or stands there twice with
        other content, ids do not match, or a value is unusable; the message names the line,
        row, column or value.
    """
    attributes = _listed(groups)
    wanted = [y_true, y_score, *attributes] + ([] if sample_weight is None else [sample_weight])
    _check_names([*wanted, on])
    if (join is None) != (on is None):
        raise ValueError("Give both join (the second table) and on (its id column), or neither.")
    table, notes = read_placed(source)
    if join is not None and on is not None:
        other, more = read_placed(join)
        notes += more
        table = _joined(table, other, on, y_score, notes)
    columns = {name: _column(table, name, notes) for name in dict.fromkeys(wanted)}
    weights = [name for name in table.columns if str(name).strip().casefold() in _WEIGHT_NAMES]
    if weights and sample_weight is None:
        notes.append(f"The column {weights[0]} is not used; name it as sample_weight to weigh.")
    try:
        predictions = Predictions(
            columns[y_true],
            columns[y_score],
            {name: columns[name] for name in attributes},
            positive_label=positive_label,
            sample_weight=None if sample_weight is None else columns[sample_weight],
        )
    except ValueError as error:
        raise ValueError(" ".join([str(error), *_over_lines(columns.values(), [])])) from None
    broken = [
        columns[name]
        for name in attributes
        if any(map(LINE_END.search, predictions.groups[name].names))
    ]
    return predictions.with_notes([*notes, *_over_lines(broken, notes)])


def _joined(
    table: pd.DataFrame, other: pd.DataFrame, on: str, y_score: str, notes: list[str]
) -> pd.DataFrame:
    """Return the columns of both tables for everybody who was scored, and note who was not."""
    if y_score not in table.columns and y_score not in other.columns:
        # Asked of both tables at once, for an error that names all columns there are.
        _column(pd.concat([table[:0], other[:0]], axis=1), y_score, notes)
    left, right = _ids(table, on, notes), _ids(other, on, notes)
    scores_first = y_score in table.columns
    scored, people = (left, right) if scores_first else (right, left)
    alone = scored[~scored.isin(people)]
    if len(alone):
        raise ValueError(
            f"{on}: {alone.iloc[0]!r} stands in one table only ({len(alone):,} do); it has a "
            "score, but the other table knows nobody of that id."
        )
    n_more = len(people) - len(scored)
    if n_more:
        who = "1 person" if n_more == 1 else f"{n_more:,} people"
        which = "second" if scores_first else "first"
        were = "was" if n_more == 1 else "were"
        notes.append(f"{who} of the {which} table {were} not scored.")
    kept = left.isin(right).to_numpy()
    ids = left[kept].tolist()
    beside = [name != on for name in other.columns]
    placed = other.loc[:, beside].set_axis(pd.Index(right.tolist(), dtype=object)).loc[ids]
    both = pd.concat([table[kept].reset_index(drop=True), placed.reset_index(drop=True)], axis=1)
    return both.set_axis(pd.Index(ids, name=JOINED, dtype=object))


def _ids(table: pd.DataFrame, on: str, notes: list[str]) -> pd.Series:
    """Return the ids as text, so that 1, 1.0 and " 1" meet; each must be there, and once."""
    column = _column(table, on, notes)
    ids = pd.Series(map(group_name, column.tolist()), index=table.index, dtype=object)
    if not ids.all():
        row = int((ids == "").to_numpy().argmax())
        raise ValueError(f"{on}, {place_of(table.index, row)}: the id is missing.")
    doubled = ids[ids.duplicated()]
    if len(doubled):
        raise ValueError(f"{on}: {doubled.iloc[0]!r} occurs more than once; ids must be unique.")
    return ids


def _listed(groups: str | Sequence[str]) -> list[str]:
    if isinstance(groups, str):
        return [groups]
    if not isinstance(groups, Iterable):
        raise ValueError(f"groups is {groups!r}; it must name one column or several.")
    return list(groups)


def _check_names(names: Iterable[Any]) -> None:
    for name in names:
        if not isinstance(name, Hashable):
            raise ValueError(
                f"Columns are given by their names, not as {type(name).__name__}; it is "
                "Predictions that takes the columns themselves."
            )


def _column(table: pd.DataFrame, name: str, notes: list[str]) -> pd.Series:
    """Return the column of a name; several that hold the same are one, and noted."""
    places = [place for place, column in enumerate(table.columns) if column == name]
    if not places:
        names = [str(column) for column in table.columns]
        near = difflib.get_close_matches(str(name), names, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        listed = ", ".join(names[:_MOST_LISTED]) + ", ..." * (len(names) > _MOST_LISTED)
        raise ValueError(f"There is no column {name}; there are: {listed}.{meant}")
    first, *others = (table.iloc[:, place] for place in places)
    for other in others:
        _check_same(first, other, len(places))
    if others:
        times = "twice" if len(places) == 2 else f"{len(places)} times"
        notes.append(f"{name} stands {times} with the same content; the first is used.")
    return first


def _check_same(first: pd.Series, other: pd.Series, count: int) -> None:
    # Copies are mostly the same throughout, and that is quickly seen.
    if first.equals(other):
        return
    for row, (one, two) in enumerate(zip(first, other, strict=True)):
        if group_name(one) != group_name(two):
            raise ValueError(
                f"There are {count} columns called {first.name}, and they differ, in "
                f"{place_of(first.index, row)}: {shown(one)} and {shown(two)}. Give each its own "
                "name."
            )


def _over_lines(columns: Iterable[pd.Series], notes: Sequence[str]) -> Iterator[str]:
    """Name the first cell of each column that runs over lines, unless its row was noted."""
    for column in columns:
        # Numbers have no line ends; a million of them need not be looked through.
        texts = [] if pd.api.types.is_numeric_dtype(column.dtype) else column.tolist()
        for row, value in enumerate(texts):
            if isinstance(value, str) and LINE_END.search(value.strip()):
                lines = len(LINE_END.split(value.strip()))
                where = place_of(column.index, row)
                if not any(where in note.casefold() for note in notes):
                    yield (
                        f"{column.name}, {where}: a quoted cell runs over {lines} lines; do its "
                        "quotation marks belong there?"
                    )
                break

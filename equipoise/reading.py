"""Read somebody's own predictions from a file or table, changing nothing on the way."""

from __future__ import annotations

import difflib
import re
from collections.abc import Hashable, Iterable, Sequence

import pandas as pd

from equipoise.columns import group_name
from equipoise.files import Source, read_placed, read_table
from equipoise.places import JOINED, place_of
from equipoise.predictions import Predictions

__all__ = ["Source", "read_predictions", "read_table"]

_DECIMAL_COMMA = re.compile(r"\s*[+-]?\d*,\d+\s*")
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
    source : path, bytes, file object or DataFrame
        CSV (comma, semicolon, tab or bar; UTF-8, UTF-16 or Windows-1252), JSON (a list of
        records, a record a line, or an object of columns) or Parquet, told by content.
    y_true, y_score : str
        The columns of labels and of scores in [0, 1].
    groups : str or sequence of str
        The columns to audit by.
    positive_label : hashable, optional
        Needed when labels are not 0/1, -1/1 or false/true.
    sample_weight : str, optional
        The column of row weights.
    join : like source, optional
        A second table holding the columns that `source` lacks.
    on : str, optional
        The id column by which the two tables are joined; every id must occur once in each.

    Returns
    -------
    Predictions
        Its `notes` say what was set aside, clipped or looks doubtful.

    Raises
    ------
    ValueError
        If the file cannot be understood, a column is absent or doubled, ids do not match,
        or a value is unusable; the message names the line, row, column or value.
    """
    attributes = _listed(groups)
    table, notes = read_placed(source)
    if (join is None) != (on is None):
        raise ValueError("Give both join (the second table) and on (its id column), or neither.")
    if join is not None and on is not None:
        other, more = read_placed(join)
        table, notes = _joined(table, other, on), notes + more
    wanted = [y_true, y_score, *attributes] + ([sample_weight] if sample_weight else [])
    for column in wanted:
        _check_column(table, column)
    weights = [name for name in table.columns if str(name).strip().casefold() in _WEIGHT_NAMES]
    if weights and not sample_weight:
        notes.append(f"The column {weights[0]} is not used; name it as sample_weight to weigh.")
    predictions = Predictions(
        table[y_true],
        _with_decimal_points(table[y_score], notes),
        {name: table[name] for name in attributes},
        positive_label=positive_label,
        sample_weight=table[sample_weight] if sample_weight else None,
    )
    return predictions.with_notes(notes)


def _with_decimal_points(scores: pd.Series, notes: list[str]) -> pd.Series:
    """Read "0,7" as 0.7 where no score in the column is written with a point."""
    if not (pd.api.types.is_string_dtype(scores) or scores.dtype == object):
        return scores
    texts = scores.dropna().astype(str)
    with_comma = texts.str.fullmatch(_DECIMAL_COMMA)
    if not with_comma.any() or texts.str.contains(".", regex=False).any():
        return scores
    notes.append(f"{scores.name} is written with decimal commas; they were read as points.")
    return scores.where(scores.isna(), scores.astype(str).str.replace(",", "."))


def _joined(table: pd.DataFrame, other: pd.DataFrame, on: str) -> pd.DataFrame:
    left, right = _ids(table, on), _ids(other, on)
    for alone in (left[~left.isin(right)], right[~right.isin(left)]):
        if len(alone):
            raise ValueError(
                f"{on}: {alone.iloc[0]!r} stands in one table only ({len(alone)} do)."
            )
    placed = other.set_index(right).loc[left.tolist()].set_axis(table.index)
    absent = [name for name in placed.columns if name not in table.columns]
    joined = pd.concat([table, placed[absent]], axis=1)
    return joined.set_axis(pd.Index(left, name=JOINED))


def _ids(table: pd.DataFrame, on: str) -> pd.Series:
    """Return the ids as text, so that 1, 1.0 and " 1" meet; each must be there, and once."""
    _check_column(table, on)
    ids = table[on].map(group_name, na_action=None)
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


def _check_column(table: pd.DataFrame, name: str) -> None:
    count = list(table.columns).count(name)
    if count > 1:
        raise ValueError(f"There are {count} columns called {name}; give each its own name.")
    if count == 0:
        names = [str(column) for column in table.columns]
        near = difflib.get_close_matches(str(name), names, n=1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise ValueError(f"There is no column {name}; there are: {', '.join(names)}.{meant}")

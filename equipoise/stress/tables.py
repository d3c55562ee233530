"""Somebody's own table as a world; whether its labels are right is not asked."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.cell import shown
from equipoise.columns import clean_groups, clean_numbers
from equipoise.files import Source, read_placed
from equipoise.places import place_of
from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import ParameterError, check_within, listed

LARGEST = 1e100
"""Beyond it, squares of features would leave the range of doubles."""

FEWEST_NUMBERED = 20
"""In fewer rows, values may go up from row to row by chance."""

_CODE = re.compile(r"[+-]?0\d+")
_NAMELESS = re.compile(r"\s*|Unnamed: \d+(_level_\d+)?")
"""What stands above the row numbers of a saved frame, also once it was read and saved again."""


@dataclass(frozen=True, eq=False)
class Table:
    """A world made of rows that are already there.

    Drawing n rows takes n different rows of the table, in random order. Its labels stand for
    the noise-free ones, whether or not they were right.

    Attributes
    ----------
    frame : DataFrame
    label, group : str
        The columns that hold them.
    features : tuple of str, optional
        Numeric columns; when left out, all others that are numeric, but those that only
        number the rows (`row_numbers`).
    minority : str, optional
        The group biases act on; the smallest when left out.
    positive : hashable, optional
        The label that counts as 1; not needed where labels are 0 and 1.
    eta : float
        Label noise to add on top, in [0, 0.5).
    standardise : bool
        Whether each feature is centred and scaled over the whole table first, so that 0,
        which a missing feature becomes, is its mean.
    notes : tuple of str
        What was left out and why, in sentences.

    Raises
    ------
    ParameterError
        If a column is missing, not numeric, or holds something unusable; it is named.
    """

    frame: pd.DataFrame = field(repr=False)
    label: str
    group: str
    features: tuple[str, ...] | None = None
    minority: str | None = None
    positive: Hashable | None = None
    eta: float = 0.0
    standardise: bool = True
    rows: Data = field(init=False, repr=False)
    notes: tuple[str, ...] = field(init=False, repr=False, default=())

    def __post_init__(self) -> None:
        check_within("eta (label noise)", self.eta, 0, 0.5, open_high=True)
        if not isinstance(self.frame, pd.DataFrame) or self.frame.empty:
            raise ParameterError("The table must be a DataFrame with rows.")
        wanted = (self.label, self.group, *listed("features", self.features or ()))
        names = list(self.frame.columns)
        for column in wanted:
            if names.count(column) != 1:
                many = "several columns" if column in names else "no column"
                raise ParameterError(f"The table has {many} {column!r}.")
            if wanted.count(column) > 1:
                raise ParameterError(f"Column {column!r} can have one role, and once.")
        object.__setattr__(self, "rows", self._read())

    def __call__(self, n: int, rng: np.random.Generator) -> Data:
        """Draw n of the rows; ParameterError if there are fewer."""
        if n > self.rows.n:
            raise ParameterError(
                f"n must lie in [1, {self.rows.n:,}], the rows of the table, but is {n:,}."
            )
        drawn = self.rows.take(rng.permutation(self.rows.n)[:n])
        noise = rng.random(n) < self.eta
        return replace(drawn, y=(drawn.truth ^ noise).astype(np.int8))

    def _read(self) -> Data:
        names, features = self._features()
        if self.standardise:
            spread = features.std(axis=0)
            features = (features - features.mean(axis=0)) / np.where(spread > 0, spread, 1)
        labels = self._labels()
        codes, groups = _groups(self.frame[self.group], self.group)
        return Data(
            features,
            y=labels,
            group=codes,
            truth=labels,
            groups=groups,
            minority=self._minority(codes, groups),
            names=names,
            row=np.arange(len(labels)),
        )

    def _features(self) -> tuple[tuple[str, ...], Floats]:
        others = self.frame.drop(columns=[self.label, self.group])
        numeric = others.select_dtypes(["number", "bool"], exclude=["complex", "timedelta"])
        counting = row_numbers(self.frame) if self.features is None else ()
        counting = tuple(name for name in counting if name in numeric.columns)
        object.__setattr__(self, "notes", tuple(map(_left_out, counting)))
        usual = tuple(name for name in numeric.columns if name not in counting)
        names: tuple[str, ...] = tuple(self.features or usual)
        doubled = [name for name in names if names.count(name) > 1]
        if doubled:
            raise ParameterError(f"The table has several columns {doubled[0]!r}.")
        if not names:
            raise ParameterError("The table has no numeric column beside label and group.")
        for name in names:
            if name not in numeric.columns:
                raise ParameterError(f"features: column {name!r} is not numeric.")
        values = self.frame[list(names)].to_numpy(dtype=np.float64, na_value=np.nan)
        unusable = ~(np.abs(values) <= LARGEST)
        if unusable.any():
            row, column = np.argwhere(unusable)[0]
            raise ParameterError(
                f"features: column {names[column]!r} has no finite value in row {row + 1}, "
                f"or one beyond {LARGEST:g}."
            )
        return names, values

    def _labels(self) -> NDArray[np.int8]:
        given = self.frame[self.label]
        if given.isna().any():
            raise ParameterError(f"label: column {self.label!r} has missing values.")
        try:
            values = given.unique().tolist()
        except TypeError:
            raise ParameterError(f"label: column {self.label!r} holds lists.") from None
        if self.positive is None and not set(values) <= {0, 1}:
            raise ParameterError(
                f"positive must name the label that counts as 1, one of: {_some(values)}."
            )
        positive = 1 if self.positive is None else self.positive
        # Text that names a number, as a command line gives it, means the number.
        meant = [value for value in values if value == positive or str(value) == str(positive)]
        if len(values) != 2 or len(meant) != 1:
            raise ParameterError(
                f"label: column {self.label!r} must hold two values, among them {positive!r}, "
                f"but holds {_some(values)}."
            )
        return np.asarray(given == meant[0], dtype=np.int8)

    def _minority(self, codes: NDArray[np.intp], groups: tuple[str, ...]) -> int:
        if self.minority is None:
            return int(np.bincount(codes).argmin())
        if self.minority not in groups:
            raise ParameterError(
                f"minority must be one of {', '.join(groups)}, but is {self.minority!r}."
            )
        return groups.index(self.minority)


def read_people(source: Source) -> pd.DataFrame:
    """Return the table in a file: columns of numbers as numbers, all else as it is written.

    Codes such as 01 stay text, and "NA" beside other names is a name. A first column
    without a name holds the row numbers of a saved frame and is left out.

    Raises
    ------
    ParameterError
        If the file cannot be understood.
    """
    return read_noted(source)[0]


def read_noted(source: Source) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return the same as `read_people`, and remarks on what was not taken as it might seem."""
    try:
        table, remarks = read_placed(source)
    except ValueError as error:
        raise ParameterError(f"The table cannot be read: {error}") from error
    notes, first = list(remarks), 1
    if table.shape[1] > 1 and _NAMELESS.fullmatch(str(table.columns[0])):
        table, first = table.iloc[:, 1:], 2
        notes.append(
            "The first column has no name: it is taken for the row numbers of a saved table and "
            "left out. Name it in the header if it is something else."
        )
    names = [str(name).strip() or f"column {at}" for at, name in enumerate(table.columns, first)]
    table = table.set_axis(names, axis=1)
    columns = []
    for place in range(table.shape[1]):
        column, note = _typed(table.iloc[:, place])
        columns.append(column.reset_index(drop=True))
        notes += [note] if note else []
    return pd.concat(columns, axis=1), tuple(notes)


def read_world(source: Source, **given: Any) -> Table:
    """Return the table in a file as a world whose notes say how it was read, too.

    Parameters
    ----------
    source : path, content, file object or DataFrame
    given : any
        What `Table` takes beside the frame.
    """
    frame, notes = read_noted(source)
    table = Table(frame, **given)
    object.__setattr__(table, "notes", (*notes, *table.notes))
    return table


def row_numbers(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns of numbers that only number the rows.

    A first column without a name does; so does one of whole numbers that go up, or down by
    ones, from row to row, or are consecutive in any order.
    """
    return tuple(
        str(name)
        for place, (name, column) in enumerate(frame.items())
        if _holds_numbers(column)
        and ((place == 0 and _NAMELESS.fullmatch(str(name))) or _goes_with_rows(column))
    )


def _holds_numbers(column: pd.Series) -> bool:
    others = (pd.api.types.is_bool_dtype, pd.api.types.is_complex_dtype)
    return pd.api.types.is_numeric_dtype(column) and not any(is_one(column) for is_one in others)


def _goes_with_rows(column: pd.Series) -> bool:
    if len(column) < FEWEST_NUMBERED:
        return False
    values = column.to_numpy(dtype=np.float64, na_value=np.nan)
    if not (np.isfinite(values).all() and (values % 1 == 0).all()):
        return False
    steps, ordered = np.diff(values), np.diff(np.sort(values))
    return bool((steps > 0).all() or (steps == -1).all() or (ordered == 1).all())


def _left_out(name: str) -> str:
    called = f"Column {name!r}" if name.strip() else "The first column, which has no name,"
    return f"{called} only numbers the rows and is left out; name it as a feature to keep it."


def _typed(column: pd.Series) -> tuple[pd.Series, str]:
    """Return a column of text as truth values, numbers or names, whichever all cells are.

    And a remark, "" if there is none: a few cells that keep a column from being numbers.
    """
    if pd.api.types.is_numeric_dtype(column):
        return column, ""
    text = column.astype(str).str.strip()
    named = column.mask(column.isna() | (text == ""), None).map(str, na_action="ignore")
    if set(text.str.casefold()) <= {"true", "false"}:
        return pd.Series(text.str.casefold() == "true", name=column.name), ""
    if text.str.fullmatch(_CODE).any():
        return named, ""
    try:
        values = clean_numbers(column, str(column.name))
    except ValueError:
        return named, _spoilt(named)
    if np.isnan(values).all():
        return named, ""
    numbers = pd.Series(values, index=column.index, name=column.name)
    whole = np.isfinite(values).all() and (np.abs(values) < 2**53).all()
    return numbers.astype(np.int64) if whole and (values % 1 == 0).all() else numbers, ""


def _spoilt(column: pd.Series) -> str:
    """Say which cells keep a column of numbers from being one; "" if it is one of names."""
    filled = column.dropna()
    numbers = pd.to_numeric(filled, errors="coerce").notna()
    if 2 * numbers.sum() < len(filled):
        return ""
    others = {value: _is_no_number(value) for value in filled[~numbers].unique()}
    wrong = column.map(others, na_action="ignore").fillna(False).to_numpy(dtype=bool)
    first = int(wrong.argmax())
    holds = f"{wrong.sum()} cells that are no numbers; the first is"
    if wrong.sum() == 1:
        holds = "one cell that is no number:"
    return (
        f"Column {column.name!r} cannot be a feature, for it holds {holds} "
        f"{shown(column.iloc[first])} in {place_of(column.index, first)}. Mend or empty it."
    )


def _is_no_number(value: str) -> bool:
    try:
        clean_numbers(pd.Series([value], dtype=object), "")
    except ValueError:
        return True
    return False


def _groups(column: pd.Series, name: str) -> tuple[NDArray[np.intp], tuple[str, ...]]:
    """Return each row's group, (n,), and the names in their fixed order."""
    try:
        groups, codes = clean_groups(column, f"group: column {name!r}")
    except ValueError as error:
        raise ParameterError(str(error)) from None
    if (codes < 0).any():
        raise ParameterError(f"group: column {name!r} has missing values.")
    if not 2 <= len(groups) <= 20:
        raise ParameterError(
            f"group: column {name!r} must hold 2 to 20 groups, but holds {len(groups):,}."
        )
    return codes, groups


def _some(values: list[object]) -> str:
    shown = ", ".join(repr(value) for value in values[:5])
    return shown if len(values) <= 5 else f"{shown}, ... ({len(values):,} values)"

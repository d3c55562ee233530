"""Somebody's own table as a world; whether its labels are right is not asked."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.columns import clean_groups
from equipoise.io.files import Source
from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import ParameterError, check_within, listed
from equipoise.stress.table_files import FEWEST_NUMBERED, read_noted, read_people, row_numbers

__all__ = [
    "FEWEST_NUMBERED",
    "LARGEST",
    "Table",
    "read_noted",
    "read_people",
    "read_world",
    "row_numbers",
]

LARGEST = 1e100
"""Beyond it, squares of features would leave the range of doubles."""


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
        columns = list(self.frame.columns)
        for column in wanted:
            if columns.count(column) != 1:
                many = "several columns" if column in columns else "no column"
                raise ParameterError(f"The table has {many} {column!r}.")
            if wanted.count(column) > 1:
                raise ParameterError(f"Column {column!r} can have one role, and once.")
        names, features = self._features()
        if self.standardise:
            spread = features.std(axis=0)
            features = (features - features.mean(axis=0)) / np.where(spread > 0, spread, 1)
        labels = self._labels()
        codes, groups = _groups(self.frame[self.group], self.group)
        if self.minority is not None and self.minority not in groups:
            raise ParameterError(
                f"minority must be one of {', '.join(groups)}, but is {self.minority!r}."
            )
        smallest = int(np.bincount(codes).argmin())
        rows = Data(
            features,
            y=labels,
            group=codes,
            truth=labels,
            groups=groups,
            minority=smallest if self.minority is None else groups.index(self.minority),
            names=names,
            row=np.arange(len(labels)),
        )
        object.__setattr__(self, "rows", rows)

    def __call__(self, n: int, rng: np.random.Generator) -> Data:
        """Draw n of the rows; ParameterError if there are fewer."""
        if n > self.rows.n:
            raise ParameterError(
                f"n must lie in [1, {self.rows.n:,}], the rows of the table, but is {n:,}."
            )
        drawn = self.rows.take(rng.permutation(self.rows.n)[:n])
        noise = rng.random(n) < self.eta
        return replace(drawn, y=(drawn.truth ^ noise).astype(np.int8))

    def _features(self) -> tuple[tuple[str, ...], Floats]:
        others = self.frame.drop(columns=[self.label, self.group])
        # To pandas complex numbers and spans of time are numbers, too.
        numeric = others.select_dtypes(["number", "bool"], exclude=["complex", "timedelta"])
        counting = row_numbers(self.frame) if self.features is None else ()
        counting = tuple(name for name in counting if name in numeric.columns)
        called = (
            f"Column {name!r}" if name.strip() else "The first column, which has no name,"
            for name in counting
        )
        notes = (
            f"{one} only numbers the rows and is left out; name it as a feature to keep it."
            for one in called
        )
        object.__setattr__(self, "notes", tuple(notes))
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
        # The negation counts NaN in, with which no comparison is true.
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

"""Somebody's own table as a world, its labels taken as the truth."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.columns import clean_groups, clean_numbers
from equipoise.files import Source, read_table
from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import ParameterError, check_within, listed

LARGEST = 1e100
"""Beyond it, squares of features would leave the range of doubles."""

_CODE = re.compile(r"[+-]?0\d+")


@dataclass(frozen=True, eq=False)
class Table:
    """A world made of rows that are already there.

    Drawing n rows takes n different rows of the table, in random order.

    Attributes
    ----------
    frame : DataFrame
    label, group : str
        The columns that hold them.
    features : tuple of str, optional
        Numeric columns; all others that are numeric when left out.
    minority : str, optional
        The group biases act on; the smallest when left out.
    positive : hashable, optional
        The label that counts as 1; not needed where labels are 0 and 1.
    eta : float
        Label noise to add on top, in [0, 0.5).
    standardise : bool
        Whether each feature is centred and scaled over the whole table first, so that 0,
        which a missing feature becomes, is its mean.

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
        names = tuple(self.features or numeric.columns)
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

    Codes such as 01 stay text, and "NA" beside other names is a name.

    Raises
    ------
    ParameterError
        If the file cannot be understood.
    """
    try:
        table, _ = read_table(source)
    except ValueError as error:
        raise ParameterError(f"The table cannot be read: {error}") from error
    columns = [_typed(table.iloc[:, place]) for place in range(table.shape[1])]
    return pd.concat(columns, axis=1)


def _typed(column: pd.Series) -> pd.Series:
    """Return a column of text as truth values, numbers or names, whichever all cells are."""
    if pd.api.types.is_numeric_dtype(column):
        return column
    text = column.astype(str).str.strip()
    named = column.mask(column.isna() | (text == ""), None).map(str, na_action="ignore")
    if set(text.str.casefold()) <= {"true", "false"}:
        return pd.Series(text.str.casefold() == "true", name=column.name)
    if text.str.fullmatch(_CODE).any():
        return named
    try:
        values = clean_numbers(column, str(column.name))
    except ValueError:
        return named
    if np.isnan(values).all():
        return named
    numbers = pd.Series(values, index=column.index, name=column.name)
    whole = np.isfinite(values).all() and (np.abs(values) < 2**53).all()
    return numbers.astype(np.int64) if whole and (values % 1 == 0).all() else numbers


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

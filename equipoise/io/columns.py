"""Turn one raw column (scores, weights or group names) into a clean array.

Each function takes whatever a list, an array or a table column may hold and returns an
array with one marker for "missing", so that nothing later has to guess. Messages name the
row: its place in the file where the column comes from one, else counted from 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from os import PathLike
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.io.arrow import as_series, is_arrow
from equipoise.io.cells import (
    LARGEST_EXACT_INTEGER,
    is_missing,
    number_of,
    place_of,
    read_each,
    says_missing,
    shown,
    single_values,
    text_of,
)
from equipoise.io.doubles import doubles

SCORE_ROUNDING = 1e-6
"""How far outside [0, 1] a score may lie and still count as rounding noise."""

LARGEST_WEIGHT = 1e100
"""Beyond it, products of summed weights would leave the range of doubles."""


def as_column(values: Any, name: str) -> pd.Series:
    """Return `values` as a one-dimensional pandas Series.

    Raises
    ------
    ValueError
        If `values` is a single value, has no order or has more than one dimension.
    """
    if isinstance(values, pd.Series):
        return values
    shape = getattr(values, "shape", None)
    dimensions = len(shape) if isinstance(shape, tuple) else getattr(values, "ndim", 1)
    if dimensions > 1:
        shape = shape or np.shape(values)
        hint = _one_of(values, shape, name)
        raise ValueError(f"{name} must have one dimension; it has shape {shape}.{hint}")
    unordered = isinstance(values, (str, bytes, Set, Mapping))
    if unordered or dimensions == 0 or not hasattr(values, "__iter__"):
        named = isinstance(values, (str, PathLike))
        hint = " (files, and columns by name, are for read_predictions)" if named else ""
        raise ValueError(f"{name} must be a column of values, not {shown(values)}{hint}.")
    if is_arrow(values):
        return as_series(values, name)
    if isinstance(values, np.ma.MaskedArray) and values.dtype.kind != "f":
        # Whole numbers stay whole: pandas alone would go through floats.
        masked, values = np.ma.getmaskarray(values), np.ma.getdata(values).astype(object)
        values[masked] = None
    if isinstance(values, np.ndarray):
        # Text stays as it is: pandas would first turn it into its own kind of strings.
        if values.dtype.kind in "OSUV":
            return pd.Series(values.astype(object, copy=False), dtype=object, copy=False)
        return pd.Series(values, copy=False)
    # The values of an index of several levels are tuples, which no column may hold.
    plain = hasattr(values, "dtype") and not isinstance(values, pd.MultiIndex)
    if plain:
        return pd.Series(values)
    # One by one: NumPy alone would spread lists over a second dimension, and pandas alone turn
    # 1 beside None into 1.0.
    items = list(values)
    column = np.empty(len(items), dtype=object)
    for place, item in enumerate(items):
        column[place] = item
    return pd.Series(column, dtype=object, copy=False)


def _one_of(values: Any, shape: tuple[int, ...], name: str) -> str:
    """Say how to take one column of what has several dimensions."""
    names = list(getattr(values, "column_names", getattr(values, "columns", ())))
    if names:
        return f" It is a table: take one of its columns, as in {name}[{names[-1]!r}]."
    if len(shape) != 2:
        return ""
    if shape[0] == 1:
        return f" Its one row is {name}[0]."
    if shape[1] == 1:
        return f" Its one column is {name}[:, 0]."
    if shape[1] == 2:
        return f" Of predict_proba's two columns, that of the positive class is {name}[:, 1]."
    return f" Take one column of it, as in {name}[:, 1]."


def clean_scores(values: ArrayLike, name: str) -> tuple[NDArray[np.float64], int]:
    """Return scores in [0, 1] with NaN for missing, and how many were clipped.

    Infinite scores count as missing. Scores within `SCORE_ROUNDING` of the range are clipped.

    Raises
    ------
    ValueError
        If a value is not a number, or if scores lie outside [0, 1]; the first such row
        and its value are named, and what the scores look like instead.
    """
    column = as_column(values, name)
    scores = clean_numbers(column, name)
    scores[~np.isfinite(scores)] = np.nan
    outside = (scores < -SCORE_ROUNDING) | (scores > 1 + SCORE_ROUNDING)
    if outside.any():
        row = int(np.flatnonzero(outside)[0])
        raise ValueError(
            f"{name}: {outside.sum()} of {len(scores)} scores lie outside 0 to 1; the first is "
            f"{scores[row]:g} in {place_of(column.index, row)}. {_advice(scores, name)}"
        )
    n_clipped = int(((scores < 0) | (scores > 1)).sum())
    return np.clip(scores, 0.0, 1.0), n_clipped


def clean_weights(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return row weights as numbers from 0 to `LARGEST_WEIGHT`.

    Raises
    ------
    ValueError
        If a weight is missing, negative or too large; the row is named.
    """
    column = as_column(values, name)
    weights = clean_numbers(column, name)
    wrong = ~((weights >= 0) & (weights <= LARGEST_WEIGHT))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise ValueError(
            f"{name}, {place_of(column.index, row)}: {shown(column.iloc[row])} is not a weight "
            f"(a number from 0 to {LARGEST_WEIGHT:g})."
        )
    return weights


def clean_groups(values: ArrayLike, name: str) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """Return group names in a fixed order, and each row's position among them (-1: missing).

    Names are compared as text without outer blanks. The order is that of a categorical
    column's categories, else numeric if every name is a number, else alphabetical.

    Raises
    ------
    ValueError
        If a value is not a single name; the row is named.
    """
    column = as_column(values, name)
    codes, raw = single_values(column, name)
    texts = read_each(group_name, raw, codes, column, name)
    observed = {text for text in texts if text}
    if isinstance(column.dtype, pd.CategoricalDtype):
        declared = dict.fromkeys(group_name(value) for value in column.cat.categories)
        names = tuple(text for text in declared if text in observed)
    else:
        # Ages and years in the order of what they are worth, with "10" after "9".
        worth = {text: number_of(text) for text in observed}
        if all(map(math.isfinite, worth.values())):
            names = tuple(sorted(worth, key=lambda text: (worth[text], text)))
        else:
            names = tuple(sorted(worth))
    position = {text: place for place, text in enumerate(names)}
    lookup = np.array([position.get(text, -1) for text in texts] + [-1], dtype=np.intp)
    return names, lookup[codes]


def group_name(value: Any) -> str:
    """Return a group's name as text: trimmed, whole numbers without decimals, "" if missing."""
    if is_missing(value):
        return ""
    if isinstance(value, (float, np.floating)):
        whole = float(value).is_integer() and abs(float(value)) < LARGEST_EXACT_INTEGER
        return str(int(value)) if whole else str(value)
    return text_of(value)


def clean_numbers(column: pd.Series, name: str) -> NDArray[np.float64]:
    """Return a column as floats, NaN where missing; ValueError names a row that is neither."""
    if isinstance(column.dtype, pd.CategoricalDtype) and column.cat.categories.dtype.kind == "f":
        column = column.astype(column.cat.categories.dtype)
    plain = pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column)
    if plain and not pd.api.types.is_complex_dtype(column):
        # Narrow floats stay as narrow as they are written, so that `doubles` sees what they mean.
        dtype: Any = column.dtype
        inner = getattr(dtype, "numpy_dtype", getattr(dtype, "subtype", dtype))
        narrow = isinstance(inner, np.dtype) and inner.kind == "f" and inner.itemsize < 8
        width = inner if narrow else np.dtype(np.float64)
        return doubles(column.to_numpy(dtype=width, na_value=np.nan, copy=True))
    codes, raw = single_values(column, name)
    parsed = np.array([*map(number_of, raw), np.nan])
    wrong = [code for code in np.flatnonzero(np.isnan(parsed[:-1])) if not _is_blank(raw[code])]
    unreadable = np.isin(codes, wrong)
    if unreadable.any():
        row = int(np.flatnonzero(unreadable)[0])
        place = place_of(column.index, row)
        raise ValueError(f"{name}, {place}: {shown(column.iloc[row])} is not a number.")
    return parsed[codes]


def _is_blank(value: Any) -> bool:
    try:
        return says_missing(value)
    except ValueError:
        return False


def _advice(scores: NDArray[np.float64], name: str) -> str:
    """Return what to do with scores of which some lie outside 0 to 1.

    The advice never changes who is selected before whom, and the halfway mark of a scale becomes
    a score of 0.5: the logistic function, right for margins, would select every decile.
    """
    found = np.unique(scores[~np.isnan(scores)])
    low, high = found[0], found[-1]
    whole = bool((found % 1 == 0).all())
    if len(found) == 2 and whole and low >= -1 and high <= 2:
        return (
            f"The only values are {low:g} and {high:g}, which look like decisions: write 1 for "
            f"those who are selected and 0 for the others."
        )
    if high <= 0:
        return f"If they are logarithms of probabilities, take exp({name})."
    if low < 0:
        return (
            "Probabilities are needed; a margin or logit x becomes one by 1 / (1 + exp(-x)), "
            "and a threshold of 0.5 stands for an x of 0."
        )
    if ((scores >= 0) & (scores <= 1)).sum() > 2 * (scores > 1).sum() and not whole:
        return (
            "Most lie inside: correct those that do not; or, if all are percentages, divide "
            f"{name} by 100."
        )
    if whole and high <= 10:
        return (
            f"Whole numbers from {low:g} to {high:g} look like deciles (1 to 10), ranks or "
            f"ratings, not probabilities: divide {name} by the top of their scale (10 for "
            "deciles), so that 5 becomes 0.5. If 1 is the best, turn them round first."
        )
    if high <= 100:
        return f"They look like percentages or percentile ranks: divide {name} by 100."
    return (
        "They lie on a scale of their own, such as points: with the least and the most that it "
        f"allows, take ({name} - least) / (most - least)."
    )

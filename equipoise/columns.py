"""Turn one raw column (scores, labels or group names) into a clean array.

Each function takes whatever a list, an array or a table column may hold and returns an
array with one marker for "missing", so that nothing later has to guess. Messages name the
row: its place in the file where the column comes from one, else counted from 1.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Hashable, Iterable, Mapping, Set
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.cell import is_missing, shown, well_formed
from equipoise.distinct import distinct, first_nested
from equipoise.places import place_of

SCORE_SLACK = 1e-6
"""How far outside [0, 1] a score may lie and still count as rounding noise."""

LARGEST_WEIGHT = 1e100
"""Beyond it, products of summed weights would leave the range of doubles."""

_MISSING_WORDS = frozenset({"", "nan", "na", "n/a", "null", "none", "<na>"})
_TRUE_FALSE = {"true": 1, "false": 0}
_LARGEST_EXACT_INTEGER = 2**53
_OUTER_BLANKS = re.compile(r"^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$")


def as_column(values: Any, name: str) -> pd.Series:
    """Return `values` as a one-dimensional pandas Series.

    Raises
    ------
    ValueError
        If `values` is a single value, has no order or has more than one dimension.
    """
    if isinstance(values, pd.Series):
        return values
    dimensions = getattr(values, "ndim", 1)
    if dimensions > 1:
        shape = np.shape(values)
        raise ValueError(f"{name} must have one dimension; it has shape {shape}.")
    unordered = isinstance(values, (str, bytes, Set, Mapping))
    if unordered or dimensions == 0 or not hasattr(values, "__iter__"):
        raise ValueError(f"{name} must be a column of values, not {values!r}.")
    if isinstance(values, np.ndarray):
        # Text stays as it is: pandas would first turn it into its own kind of strings.
        return pd.Series(values, dtype=object if values.dtype.kind in "OSU" else None, copy=False)
    # The values of an index of several levels are tuples, which no column may hold.
    plain = hasattr(values, "dtype") and not isinstance(values, pd.MultiIndex)
    return pd.Series(values) if plain else _objects(values)


def clean_scores(values: ArrayLike, name: str) -> tuple[NDArray[np.float64], int]:
    """Return scores in [0, 1] with NaN for missing, and how many were clipped.

    Infinite scores count as missing. Scores within `SCORE_SLACK` of the range are clipped.

    Raises
    ------
    ValueError
        If a value is not a number, or if scores lie outside [0, 1]; the first such row
        and its value are named.
    """
    column = as_column(values, name)
    scores = clean_numbers(column, name)
    scores[~np.isfinite(scores)] = np.nan
    outside = (scores < -SCORE_SLACK) | (scores > 1 + SCORE_SLACK)
    if outside.any():
        row = int(np.flatnonzero(outside)[0])
        raise ValueError(
            f"{name}: {outside.sum()} of {len(scores)} scores lie outside 0 to 1; the first is "
            f"{scores[row]:g} in {place_of(column.index, row)}. Probabilities are needed; "
            f"a margin or logit x becomes one by 1 / (1 + exp(-x))."
        )
    n_clipped = int(((scores < 0) | (scores > 1)).sum())
    return np.clip(scores, 0.0, 1.0), n_clipped


def clean_labels(
    values: ArrayLike, name: str, *, positive_label: Hashable | None = None
) -> NDArray[np.int8]:
    """Return labels as 1 (positive), 0 (negative) and -1 (missing).

    Without `positive_label` the codings 0/1, -1/1 and false/true are understood.

    Raises
    ------
    ValueError
        If the coding needs a `positive_label`, if that label does not occur beside two
        others, or if there are more than two labels.
    """
    positive = 1 if positive_label is None else _canonical_label(positive_label)
    codes, raw = _single_values(as_column(values, name), name)
    labels = [
        None if _says_missing(value, except_for=positive) else _canonical_label(value)
        for value in raw
    ]
    found = set(labels) - {None}
    listed = ", ".join(shown(label) for label in sorted(found, key=repr))
    if positive_label is None and not (found <= {0, 1} or found <= {-1, 1}):
        raise ValueError(
            f"{name} holds the labels {listed}: say which one is positive (positive_label)."
        )
    if len(found - {positive}) > 1:
        raise ValueError(
            f"{name} holds the labels {listed}; exactly two are needed, "
            f"one of them the positive label {positive_label!r}."
        )
    meanings = [-1 if label is None else label == positive for label in labels]
    meaning = np.array([*meanings, -1], dtype=np.int8)
    return meaning[codes]


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
    codes, raw = _single_values(column, name)
    texts = [group_name(value) for value in raw]
    observed = {text for text in texts if text}
    if isinstance(column.dtype, pd.CategoricalDtype):
        declared = dict.fromkeys(group_name(value) for value in column.cat.categories)
        names = tuple(text for text in declared if text in observed)
    else:
        names = _in_order(observed)
    position = {text: place for place, text in enumerate(names)}
    lookup = np.array([position.get(text, -1) for text in texts] + [-1], dtype=np.intp)
    return names, lookup[codes]


def group_name(value: Any) -> str:
    """Return a group's name as text: trimmed, whole numbers without decimals, "" if missing."""
    if is_missing(value):
        return ""
    if isinstance(value, (float, np.floating)):
        whole = float(value).is_integer() and abs(float(value)) < _LARGEST_EXACT_INTEGER
        return str(int(value)) if whole else str(value)
    return _text(value)


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Sort by value where every name is a finite number, else as text."""
    values = {name: _number(name) for name in names}
    if all(math.isfinite(value) for value in values.values()):
        return tuple(sorted(values, key=lambda name: (values[name], name)))
    return tuple(sorted(values))


def _canonical_label(value: Any) -> Hashable:
    """Return one comparable form for a label: 1, 1.0, True, "1" and "true" are the same."""
    text = _text(value)
    if text.casefold() in _TRUE_FALSE:
        return _TRUE_FALSE[text.casefold()]
    number = _number(value)
    if not math.isfinite(number):
        return text
    return int(number) if number.is_integer() else number


def _text(value: Any) -> str:
    """Return a value as composed text without outer blanks, so that equal looks are equal."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return _OUTER_BLANKS.sub("", unicodedata.normalize("NFC", well_formed(text)))


def _number(value: Any) -> float:
    """Return a value of any type as a float; NaN if it is not a number."""
    if isinstance(value, str) and "_" in value:  # float("1_0") is 10
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError, ArithmeticError):
        return math.nan


def clean_numbers(column: pd.Series, name: str) -> NDArray[np.float64]:
    """Return a column as floats, NaN where missing; ValueError names a row that is neither."""
    if not _holds_objects(column) and not pd.api.types.is_complex_dtype(column):
        return column.to_numpy(dtype=np.float64, na_value=np.nan, copy=True)
    codes, raw = _single_values(column, name)
    parsed = np.array([*map(_number, raw), np.nan])
    wrong = [
        code for code in np.flatnonzero(np.isnan(parsed[:-1])) if not _says_missing(raw[code])
    ]
    unreadable = np.isin(codes, wrong)
    if unreadable.any():
        row = int(np.flatnonzero(unreadable)[0])
        place = place_of(column.index, row)
        raise ValueError(f"{name}, {place}: {shown(column.iloc[row])} is not a number.")
    return parsed[codes]


def _single_values(column: pd.Series, name: str) -> tuple[NDArray[np.intp], list[Any]]:
    codes, raw = distinct(column)
    row = first_nested(codes, raw)
    if row is not None:
        place = place_of(column.index, row)
        raise ValueError(f"{name}, {place}: {shown(column.iloc[row])} is not a single value.")
    return codes, raw


def _objects(values: Iterable[Any]) -> pd.Series:
    """Return a plain sequence as it is; pandas alone would turn 1 beside None into 1.0."""
    items = list(values)
    column = np.empty(len(items), dtype=object)
    for place, item in enumerate(items):
        column[place] = item
    return pd.Series(column, dtype=object, copy=False)


def _says_missing(value: Any, *, except_for: Hashable = None) -> bool:
    """Return whether a value is a word for "missing", unless it is the one given."""
    text = _text(value).casefold()
    excepted = except_for is not None and text == str(except_for).casefold()
    return text in _MISSING_WORDS and not excepted


def _holds_objects(column: pd.Series) -> bool:
    """Return whether a column holds anything but plain numbers and booleans."""
    return not (pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column))

"""Turn one raw column (scores, labels or group names) into a clean array.

Each function takes whatever a list, an array or a table column may hold and returns an
array with one marker for "missing", so that nothing later has to guess.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

SCORE_SLACK = 1e-6
"""How far outside [0, 1] a score may lie and still count as rounding noise."""

_MISSING_WORDS = frozenset({"", "nan", "na", "n/a", "null", "none", "<na>"})
_TRUE_FALSE = {"true": 1, "false": 0}


def as_column(values: ArrayLike, name: str) -> pd.Series:
    """Return `values` as a one-dimensional pandas Series.

    Raises
    ------
    ValueError
        If `values` is a single value or has more than one dimension.
    """
    if isinstance(values, pd.Series):
        return values
    if isinstance(values, (str, bytes)) or (np.ndim(values) == 0 and not _is_iterable(values)):
        raise ValueError(f"{name} must be a column of values, not the single value {values!r}.")
    column = values if hasattr(values, "dtype") else _listed(values)
    if np.ndim(column) != 1:
        shape = np.shape(column)
        raise ValueError(f"{name} must have one dimension; it has shape {shape}.")
    return pd.Series(column)


def clean_scores(values: ArrayLike, name: str) -> tuple[NDArray[np.float64], int]:
    """Return scores in [0, 1] with NaN for missing, and how many were clipped.

    Infinite scores count as missing. Scores within `SCORE_SLACK` of the range are clipped.

    Raises
    ------
    ValueError
        If a value is not a number, or if scores lie outside [0, 1]; the first such row
        (counted from 1) and its value are named.
    """
    column = as_column(values, name)
    scores = pd.to_numeric(_blank_to_missing(column), errors="coerce").to_numpy(
        dtype=np.float64, na_value=np.nan, copy=True
    )
    unreadable = np.isnan(scores) & ~_is_missing(column)
    if unreadable.any():
        row = int(np.flatnonzero(unreadable)[0])
        raise ValueError(f"{name}, row {row + 1}: {column.iloc[row]!r} is not a number.")
    scores[~np.isfinite(scores)] = np.nan
    outside = (scores < -SCORE_SLACK) | (scores > 1 + SCORE_SLACK)
    if outside.any():
        row = int(np.flatnonzero(outside)[0])
        raise ValueError(
            f"{name}: {outside.sum()} of {len(scores)} scores lie outside 0 to 1 "
            f"(first: row {row + 1}, {scores[row]:g}). Probabilities are needed; "
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
    codes, raw = pd.factorize(_blank_to_missing(as_column(values, name)))
    labels = [_canonical_label(value) for value in raw]
    distinct = sorted(set(labels), key=repr)
    shown = ", ".join(repr(label) for label in distinct)
    if positive_label is None:
        if not (set(labels) <= {0, 1} or set(labels) <= {-1, 1}):
            raise ValueError(
                f"{name} holds the labels {shown}: say which one is positive (positive_label)."
            )
        positive: Hashable = 1
    else:
        positive = _canonical_label(positive_label)
        if len(set(labels) - {positive}) > 1:
            raise ValueError(
                f"{name} holds the labels {shown}; exactly two are needed, "
                f"one of them the positive label {positive_label!r}."
            )
    meaning = np.array([label == positive for label in labels] + [-1], dtype=np.int8)
    return meaning[codes]


def clean_weights(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return row weights as non-negative finite numbers.

    Raises
    ------
    ValueError
        If a weight is missing, negative or not finite; the row (counted from 1) is named.
    """
    column = as_column(values, name)
    weights = pd.to_numeric(column, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    wrong = ~np.isfinite(weights) | (weights < 0)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise ValueError(
            f"{name}, row {row + 1}: {column.iloc[row]!r} is not a weight (a number, 0 or more)."
        )
    return weights


def clean_groups(values: ArrayLike, name: str) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """Return group names in a fixed order, and each row's position among them (-1: missing).

    Names are compared as text without outer blanks. The order is that of a categorical
    column's categories, else numeric if every name is a number, else alphabetical.
    """
    column = as_column(values, name)
    try:
        codes, raw = pd.factorize(column)
    except TypeError as error:
        raise ValueError(f"{name}: group values must be single names, not lists.") from error
    texts = [group_name(value) for value in raw]
    observed = {text for text in texts if text}
    if isinstance(column.dtype, pd.CategoricalDtype):
        declared = dict.fromkeys(group_name(value) for value in column.cat.categories)
        names = tuple(text for text in declared if text in observed)
    else:
        names = tuple(sorted(observed, key=_name_order(observed)))
    position = {text: place for place, text in enumerate(names)}
    lookup = np.array([position.get(text, -1) for text in texts] + [-1], dtype=np.intp)
    return names, lookup[codes]


def group_name(value: Any) -> str:
    """Return a group's name as text: trimmed, whole numbers without decimals, "" if missing."""
    if value is None or value is pd.NA or value != value:
        return ""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return unicodedata.normalize("NFC", str(value)).strip()


def _name_order(names: Iterable[str]) -> Any:
    """Sort key: by value where every name is a number, else as text."""
    try:
        values = {name: float(name) for name in names}
    except ValueError:
        return lambda name: name
    return lambda name: (values[name], name)


def _canonical_label(value: Any) -> Hashable:
    """Return one comparable form for a label: 1, 1.0, True, "1" and "true" are the same."""
    if isinstance(value, str):
        text = value.strip()
        if text.casefold() in _TRUE_FALSE:
            return _TRUE_FALSE[text.casefold()]
        try:
            value = float(text)
        except ValueError:
            return text
    if isinstance(value, (bool, np.bool_, int, float, np.number)):
        number = float(value)
        return int(number) if number.is_integer() else number
    return str(value)


def _is_iterable(values: Any) -> bool:
    return hasattr(values, "__iter__") and not isinstance(values, dict)


def _listed(values: Any) -> NDArray[Any]:
    """Return a plain sequence as an object array, whatever it mixes."""
    items = list(values)
    if any(isinstance(item, (list, tuple, np.ndarray)) for item in items):
        return np.empty((len(items), 2), dtype=object) if items else np.empty(0, dtype=object)
    column = np.empty(len(items), dtype=object)
    column[:] = items
    return column


def _blank_to_missing(column: pd.Series) -> pd.Series:
    return column.mask(_is_missing(column)) if _holds_text(column) else column


def _is_missing(column: pd.Series) -> NDArray[np.bool_]:
    missing = column.isna().to_numpy(dtype=bool)
    if not _holds_text(column):
        return missing
    text = column.astype(str).str.strip().str.casefold()
    return missing | text.isin(_MISSING_WORDS).to_numpy(dtype=bool)


def _holds_text(column: pd.Series) -> bool:
    return not (pd.api.types.is_numeric_dtype(column) or pd.api.types.is_bool_dtype(column))

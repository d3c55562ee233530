"""Turn a raw column of labels into positive, negative and missing ones."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from equipoise.io.cells import (
    LARGEST_EXACT_INTEGER,
    number_of,
    read_each,
    says_missing,
    single_values,
    some,
    text_of,
)
from equipoise.io.columns import as_column

_WORDS_OF_PEOPLE = frozenset({"none", "na", "n/a", "null"})
"""Words for missing that a person may write for an outcome; nan and <NA> come from programs."""

_TRUE_FALSE = {"true": 1, "false": 0}


def clean_labels(
    values: ArrayLike, name: str, *, positive_label: Hashable | None = None
) -> NDArray[np.int8]:
    """Return labels as 1 (positive), 0 (negative) and -1 (missing).

    Without `positive_label` the codings 0/1, -1/1 and false/true are understood. A word such
    as "None" means missing, unless it is the positive label, or the only one beside a
    positive label that is a word, too.

    Raises
    ------
    ValueError
        If the coding needs a `positive_label`, if that label does not occur beside two
        others, or if there are more than two labels.
    """
    positive = 1 if positive_label is None else _canonical_label(positive_label)
    column = as_column(values, name)
    codes, raw = single_values(column, name)
    labels = read_each(_canonical_label, raw, codes, column, name)
    absent = {label for label in labels if says_missing(label)}
    absent -= {label for label in absent if text_of(label).casefold() == str(positive).casefold()}
    if isinstance(positive, str) and {*labels} - absent == {positive}:
        # Then a word for "missing" must be the negative label, as there is no other.
        words = {label for label in absent if text_of(label).casefold() in _WORDS_OF_PEOPLE}
        if len(words) > 1:
            raise ValueError(
                f"{name} holds {_listed(words)} beside the positive label {positive!r}: one may "
                "be the negative label, another mean missing; empty the cells where nothing is "
                "known."
            )
        absent -= words
    found = {*labels} - absent
    listed = _listed(found if len(found) > 1 else {*labels} - {""})
    if positive_label is None and not (found <= {0, 1} or found <= {-1, 1}):
        scores = len(found) > 2 and any(isinstance(label, float) for label in found)
        hint = " Or are these the scores?" if scores else ""
        raise ValueError(
            f"{name} holds the labels {listed}: say which one is positive (positive_label).{hint}"
        )
    if len(found - {positive}) > 1:
        raise ValueError(
            f"{name} holds the labels {listed}; exactly two are needed, "
            f"one of them the positive label {positive_label!r}."
        )
    meanings = [-1 if label in absent else label == positive for label in labels]
    meaning = np.array([*meanings, -1], dtype=np.int8)
    return meaning[codes]


def _listed(labels: set[Hashable]) -> str:
    return some(sorted(labels, key=repr), most=10)


def _canonical_label(value: Any) -> Hashable:
    """Return one comparable form for a label: 1, 1.0, True, "1" and "true" are the same."""
    text = text_of(value)
    if text.casefold() in _TRUE_FALSE:
        return _TRUE_FALSE[text.casefold()]
    number = number_of(value)
    if not abs(number) < LARGEST_EXACT_INTEGER:
        return text
    return int(number) if number.is_integer() else number

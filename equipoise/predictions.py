"""What is audited: true labels, scores and the groups people belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.columns import (
    SCORE_SLACK,
    as_column,
    clean_groups,
    clean_labels,
    clean_scores,
    clean_weights,
)


@dataclass(frozen=True, eq=False)
class Grouping:
    """One attribute of the audited rows.

    Attributes
    ----------
    names : tuple of str
        The groups, in their fixed order.
    codes : (n,) array of int
        Each row's position in `names`; -1 where the group is missing.
    """

    names: tuple[str, ...]
    codes: NDArray[np.intp]


@dataclass(frozen=True, init=False, eq=False)
class Predictions:
    """Validated predictions of a binary classifier, with the groups to audit it on.

    Rows without a usable label or score are set aside and counted; rows without a group
    are left out only where that attribute is asked for.

    Parameters
    ----------
    y_true : array-like of shape (n_rows,)
        Labels: 0/1, -1/1 or false/true, or any two values with `positive_label`.
    y_score : array-like of shape (n_rows,)
        Scores in [0, 1]; a row is predicted positive when its score >= the threshold.
    groups : mapping from attribute to array-like of shape (n_rows,)
        For each attribute, the group of every row.
    positive_label : hashable, optional
        The label that counts as positive.
    sample_weight : array-like of shape (n_rows,), optional
        Non-negative row weights.

    Attributes
    ----------
    y_true : (n,) array of int8
        1 or 0 for every usable row.
    y_score : (n,) array of float
    groups : dict from attribute to Grouping
    sample_weight : (n,) array of float, or None
    n_rows : int
        Rows given, usable or not.
    missing : dict from column to int
        Rows given whose value is missing, per column.
    n_complete : int
        Rows given in which nothing is missing.
    notes : tuple of str
        What was clipped, set aside or looks doubtful, in plain words.

    Raises
    ------
    ValueError
        If lengths or row labels differ, or a column cannot be understood; the message
        names the column and the first offending row and value.
    """

    y_true: NDArray[np.int8]
    y_score: NDArray[np.float64]
    groups: dict[str, Grouping]
    sample_weight: NDArray[np.float64] | None
    n_rows: int
    missing: dict[str, int]
    n_complete: int
    notes: tuple[str, ...]

    def __init__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        groups: Mapping[str, ArrayLike],
        *,
        positive_label: Hashable | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> None:
        raw: dict[str, ArrayLike] = {"y_true": y_true, "y_score": y_score, **groups}
        if sample_weight is not None:
            raw["sample_weight"] = sample_weight
        columns = {name: as_column(values, name) for name, values in raw.items()}
        _check_same_rows(columns)

        labels = clean_labels(columns["y_true"], "y_true", positive_label=positive_label)
        scores, n_clipped = clean_scores(columns["y_score"], "y_score")
        named = {name: clean_groups(columns[name], name) for name in groups}
        absent = {"y_true": labels < 0, "y_score": np.isnan(scores)}
        absent |= {name: codes < 0 for name, (_, codes) in named.items()}
        usable = ~(absent["y_true"] | absent["y_score"])

        self._set(
            y_true=_frozen(labels[usable]),
            y_score=_frozen(scores[usable]),
            groups={
                name: Grouping(names, _frozen(codes[usable]))
                for name, (names, codes) in named.items()
            },
            sample_weight=None
            if sample_weight is None
            else _frozen(clean_weights(columns["sample_weight"], "sample_weight")[usable]),
            n_rows=len(labels),
            missing={name: int(mask.sum()) for name, mask in absent.items()},
            n_complete=int((~np.any(list(absent.values()), axis=0)).sum()),
            notes=tuple(_notes(absent, usable, n_clipped, named)),
        )

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def with_notes(self, notes: Iterable[str]) -> Predictions:
        """Return the same predictions with further remarks, placed before its own."""
        other = copy(self)
        other._set(notes=(*notes, *self.notes))
        return other

    @property
    def n(self) -> int:
        """Rows that can be audited: those with a label and a score."""
        return len(self.y_true)


def _check_same_rows(columns: Mapping[str, pd.Series]) -> None:
    """Refuse columns of different lengths, or tables whose row labels do not line up."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"The columns differ in length: {listed}.")
    labelled = [
        (name, column.index)
        for name, column in columns.items()
        if not isinstance(column.index, pd.RangeIndex)
    ]
    for name, index in labelled[1:]:
        first_name, first = labelled[0]
        if not index.equals(first):
            raise ValueError(
                f"The rows of {first_name} and {name} carry different labels or another order; "
                "join them on an id first, or pass plain arrays that already line up."
            )


def _notes(
    absent: Mapping[str, NDArray[np.bool_]],
    usable: NDArray[np.bool_],
    n_clipped: int,
    named: Mapping[str, tuple[tuple[str, ...], NDArray[np.intp]]],
) -> list[str]:
    n_rows = len(usable)
    notes = [
        f"{mask.sum()} of {n_rows} rows have no usable {name}."
        for name, mask in absent.items()
        if mask.any()
    ]
    if n_clipped:
        notes.append(f"{n_clipped} scores lay within {SCORE_SLACK:g} of [0, 1] and were clipped.")
    for attribute, (names, _) in named.items():
        folded = Counter(name.casefold() for name in names)
        alike = [name for name in names if folded[name.casefold()] > 1]
        if alike:
            listed = ", ".join(repr(name) for name in alike)
            notes.append(f"{attribute}: {listed} differ only by letter case; they are kept apart.")
    return notes


def _frozen(values: NDArray[Any]) -> NDArray[Any]:
    values.setflags(write=False)
    return values

"""What is audited: true labels, scores and the groups people belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
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

_RESERVED = ("y_true", "y_score", "sample_weight")


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
    groups : mapping from attribute to array-like of shape (n_rows,), or DataFrame
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
        If lengths or row labels differ, an attribute's name is unusable, or a column cannot
        be understood; the message names the column and the first offending row and value.
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
        groups: Mapping[str, ArrayLike] | pd.DataFrame,
        *,
        positive_label: Hashable | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> None:
        raw = _named(y_true, y_score, groups, sample_weight)
        columns = {name: as_column(values, name) for name, values in raw.items()}
        _check_same_rows(raw, columns)

        labels = clean_labels(columns["y_true"], "y_true", positive_label=positive_label)
        scores, n_clipped = clean_scores(columns["y_score"], "y_score")
        named = {name: clean_groups(columns[name], name) for name in raw if name not in _RESERVED}
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
            notes=(
                *_notes_on_rows(absent, usable, n_clipped),
                *_notes_on_labels(labels[usable], positive_label),
                *_notes_on_names({name: names for name, (names, _) in named.items()}),
            ),
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


def _named(
    y_true: ArrayLike,
    y_score: ArrayLike,
    groups: Mapping[str, ArrayLike] | pd.DataFrame,
    sample_weight: ArrayLike | None,
) -> dict[str, ArrayLike]:
    """Return all columns by name; ValueError if an attribute's name is unusable."""
    if not isinstance(groups, (Mapping, pd.DataFrame)):
        raise ValueError("groups must map names to columns, such as {'sex': [...]}.")
    columns: dict[str, ArrayLike] = {"y_true": y_true, "y_score": y_score}
    if sample_weight is not None:
        columns["sample_weight"] = sample_weight
    if len(groups.keys()) > len(set(groups.keys())):
        raise ValueError(f"Two groupings share a name: {', '.join(map(str, groups.keys()))}.")
    for name, values in groups.items():
        if not isinstance(name, str) or name in _RESERVED:
            raise ValueError(f"An attribute cannot be called {name!r}.")
        columns[name] = values
    return columns


def _check_same_rows(raw: Mapping[str, ArrayLike], columns: Mapping[str, pd.Series]) -> None:
    """Refuse columns of different lengths, or tables whose row labels do not line up."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise ValueError(f"The columns differ in length: {listed}.")
    labelled = [
        (name, values.index) for name, values in raw.items() if isinstance(values, pd.Series)
    ]
    for name, index in labelled[1:]:
        first_name, first = labelled[0]
        if not index.equals(first):
            raise ValueError(
                f"The rows of {first_name} and {name} carry different labels or another order; "
                "join them on an id first, or pass plain arrays that already line up."
            )


def _notes_on_rows(
    absent: Mapping[str, NDArray[np.bool_]], usable: NDArray[np.bool_], n_clipped: int
) -> Iterator[str]:
    for name, mask in absent.items():
        if mask.any():
            yield f"{mask.sum()} of {len(usable)} rows have no usable {name}."
    if n_clipped:
        share = f"{n_clipped} of {len(usable)}"
        yield f"{share} scores lay within {SCORE_SLACK:g} of [0, 1] and were clipped."


def _notes_on_labels(labels: NDArray[np.int8], positive_label: Hashable) -> Iterator[str]:
    if positive_label is not None and len(labels) and not labels.any():
        yield f"Nobody has the positive label {positive_label!r}."


def _notes_on_names(names_of: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for attribute, names in names_of.items():
        seen = Counter(_folded(name) for name in names)
        alike = [repr(name) for name in names if seen[_folded(name)] > 1]
        if alike:
            yield (
                f"{attribute}: {', '.join(alike)} differ only by letter case or blanks; "
                "they are kept apart."
            )


def _folded(name: str) -> str:
    return " ".join(name.casefold().split())


def _frozen(values: NDArray[Any]) -> NDArray[Any]:
    values.setflags(write=False)
    return values

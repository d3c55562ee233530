"""The rows of a stress test: features, group, the label seen and the label without noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.stress.errors import ParameterError, Uncomputable, check_callable, check_count

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Seed = int | np.random.SeedSequence
World = Callable[[int, np.random.Generator], "Data"]
"""A world draws rows: called with their number and a generator, it returns `Data`."""


@dataclass(frozen=True, eq=False)
class Data:
    """Rows of a world, perhaps biased since.

    Attributes
    ----------
    features : (n, p) array of float
    y : (n,) array of int8
        The observed label, 0 or 1.
    group : (n,) array of intp
        Positions in `groups`.
    truth : (n,) array of int8
        The label before any noise: the verdict of the world's true classifier. Of a table,
        its own label.
    groups : tuple of str
        Group names in a fixed order.
    minority : int
        Position of the group that biases act on unless told otherwise.
    names : tuple of str
        Feature names.
    row : (n,) array of intp
        Where each row stood when its world was drawn.
    """

    features: Floats
    y: NDArray[np.int8]
    group: NDArray[np.intp]
    truth: NDArray[np.int8]
    groups: tuple[str, ...]
    minority: int
    names: tuple[str, ...]
    row: NDArray[np.intp]

    @property
    def n(self) -> int:
        """Number of rows."""
        return len(self.y)

    @cached_property
    def cell(self) -> NDArray[np.intp]:
        """(n,) array: twice the group's position plus the observed label."""
        return 2 * self.group + self.y

    @cached_property
    def counts(self) -> NDArray[np.intp]:
        """(K, 2) array: rows by group and observed label."""
        return np.bincount(self.cell, minlength=2 * len(self.groups)).reshape(-1, 2)

    @cached_property
    def blocks(self) -> tuple[Floats, ...]:
        """The features by cell, in the order of `counts`: 2K arrays of shape (p, rows)."""
        columns = self.features.T
        return tuple(
            # A column of a cell lies in one piece: fits go through it many times.
            np.ascontiguousarray(columns[:, self.cell == cell])
            for cell in range(2 * len(self.groups))
        )

    def members(self, group: str | None = None, label: int | None = None) -> Flags:
        """Return (n,) flags: the rows of a group (None: of every group) with a label."""
        chosen = np.ones(self.n, dtype=np.bool_)
        if group is not None:
            chosen &= self.group == self.position(group)
        return chosen if label is None else chosen & (self.y == label)

    def position(self, group: str) -> int:
        """Return where a group stands in `groups`; ValueError if it is unknown."""
        if group not in self.groups:
            raise ValueError(f"Unknown group {group!r}; there are: {', '.join(self.groups)}.")
        return self.groups.index(group)

    def take(self, rows: ArrayLike | slice) -> Data:
        """Return some of the rows, given by flags, positions or a slice."""
        chosen: Any = rows if isinstance(rows, slice) else np.asarray(rows)
        return replace(
            self,
            features=self.features[chosen],
            y=self.y[chosen],
            group=self.group[chosen],
            truth=self.truth[chosen],
            row=self.row[chosen],
        )


@dataclass(frozen=True, eq=False)
class Changes:
    """What a bias did to rows.

    Attributes
    ----------
    removed, flipped, hidden : (n,) arrays of bool
        Over the rows before: gone, with another label, with another feature.
    table : DataFrame
        One row for each group and label before: columns group, label, before, removed,
        flipped, hidden, after (rows that carry the group and label afterwards).
    """

    removed: Flags
    flipped: Flags
    hidden: Flags
    table: pd.DataFrame


def draw(n: int, world: World, seed: Seed) -> Data:
    """Draw rows from a world; the same seed gives the same rows.

    Parameters
    ----------
    n : int
        How many.
    world : callable (n, rng) -> Data
        Such as `Synthetic` and `Table`, or a function of one's own:

        >>> def shifted(n, rng):
        ...     return Synthetic(d=rng.uniform(-1, 1))(n, rng)
    seed : int or SeedSequence
        Any whole number from 0; 0 is a seed like others.

    Raises
    ------
    ParameterError
        If there are to be fewer than one row, or the world returns something unusable.
    """
    check_count("n", n, 1)
    check_callable("world", world)
    data = world(n, generator(seed))
    lengths = {len(column) for column in (data.features, data.y, data.group, data.truth, data.row)}
    faults = {
        "columns of different lengths": len(lengths) != 1,
        "features that are not finite numbers": not np.isfinite(data.features).all(),
        "labels other than 0 and 1": not (_is_binary(data.y) and _is_binary(data.truth)),
        "groups without a name": not ((data.group >= 0) & (data.group < len(data.groups))).all(),
    }
    for fault, found in faults.items():
        if found:
            raise ParameterError(f"world: it returned {fault}.")
    return data


def _is_binary(labels: NDArray[np.int8]) -> bool:
    return bool(((labels == 0) | (labels == 1)).all())


def generator(seed: Seed) -> np.random.Generator:
    """Return a generator at its start, also when the seed has been used before."""
    if isinstance(seed, np.random.SeedSequence):
        # A seed sequence remembers the children it has had: a copy has had none.
        seed = np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key)
    else:
        check_count("seed", seed, 0)
    return np.random.default_rng(seed)


def halves(data: Data) -> tuple[Data, Data]:
    """Split rows into a first half, to train on, and a second one, to test on."""
    middle = data.n // 2
    return data.take(slice(None, middle)), data.take(slice(middle, None))


def changes(before: Data, after: Data) -> Changes:
    """Compare rows before and after a bias was injected.

    Raises
    ------
    ValueError
        If a row of `after` was not there before.
    """
    place = pd.Index(before.row).get_indexer(pd.Index(after.row))
    if (place < 0).any():
        raise ValueError("Some rows after the bias do not occur among the rows before.")
    removed = np.ones(before.n, dtype=np.bool_)
    removed[place] = False
    flipped, hidden = np.zeros_like(removed), np.zeros_like(removed)
    flipped[place] = before.y[place] != after.y
    hidden[place] = (before.features[place] != after.features).any(axis=1)

    def by_cell(rows: Flags) -> NDArray[np.intp]:
        return np.bincount(before.cell[rows], minlength=before.counts.size)

    columns = {
        "group": np.repeat(before.groups, 2),
        "label": np.tile([0, 1], len(before.groups)),
        "before": before.counts.ravel(),
        "removed": by_cell(removed),
        "flipped": by_cell(flipped),
        "hidden": by_cell(hidden),
        "after": after.counts.ravel(),
    }
    return Changes(removed, flipped, hidden, pd.DataFrame(columns))


def require_rows(data: Data, group: int, label: int | None = None) -> None:
    """Raise Uncomputable if a group, or a group with a label, has no row."""
    there = data.counts[group].sum() if label is None else data.counts[group, label]
    if there == 0:
        which = "" if label is None else f" with label {label}"
        raise Uncomputable(f"No row of group {data.groups[group]}{which} is left.")

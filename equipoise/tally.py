"""The one small table of counts from which everything else follows.

`counts[group, label, k]` is the number of rows of that group and label whose score is at
least `grid[k]` and below `grid[k + 1]`. Every threshold criterion, the sweep over all
thresholds, calibration and intervals read this table; none reads the rows again.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ParamSpec, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.grid import GRID as GRID
from equipoise.grid import checked_grid, interval_of
from equipoise.io.columns import group_name
from equipoise.io.doubles import double
from equipoise.predictions import Grouping, Predictions

Thresholds = float | Mapping[str, float]
"""One threshold for every group, or one per group by name."""

Options = ParamSpec("Options")
Result = TypeVar("Result")

JOIN = " × "
MOST_CELLS = 50_000_000
"""The largest table of counts, about 800 MB with the sums beside it."""

_BESIDE = 1e-7
"""How far a threshold may lie from the grid point it means: rounding to 32 bits is less."""


@dataclass(frozen=True, eq=False)
class Tally:
    """Counts of rows by group, label and score interval.

    Attributes
    ----------
    by : tuple of str
        The attributes whose combinations form the groups.
    groups : tuple of str
        The K groups in their fixed order.
    grid : (m,) array of float
        Ascending thresholds. Row scores in interval k lie in [grid[k], grid[k + 1]).
    counts : (K, 2, m) array
        Rows (or summed weights) by group, label (0, 1) and interval.
    score_sums : (K, 2, m) array of float
        Sum of the scores of the same rows.
    n_set_aside : int
        Usable rows left out because an attribute in `by` is missing.
    """

    by: tuple[str, ...]
    groups: tuple[str, ...]
    grid: NDArray[np.float64]
    counts: NDArray[Any]
    score_sums: NDArray[np.float64]
    n_set_aside: int = 0

    @cached_property
    def selected(self) -> NDArray[Any]:
        """(K, 2, m) array: rows whose score is at least grid[k]."""
        from_above: NDArray[Any] = np.cumsum(self.counts[..., ::-1], axis=-1)[..., ::-1]
        return from_above

    @cached_property
    def n(self) -> NDArray[Any]:
        """(K,) array: rows of each group."""
        total: NDArray[Any] = self.positives + self.negatives
        return total

    # The totals are those of the running sums, not sums of their own: weights added up in
    # another order could leave a rest of 1e-17 rows where there is nobody.
    @property
    def positives(self) -> NDArray[Any]:
        """(K,) array: rows of each group whose label is 1."""
        return self.selected[:, 1, 0]

    @property
    def negatives(self) -> NDArray[Any]:
        """(K,) array: rows of each group whose label is 0."""
        return self.selected[:, 0, 0]

    @cached_property
    def base_rates(self) -> NDArray[np.float64]:
        """(K,) array: share of each group whose label is 1; NaN for an empty group."""
        rates = np.full(len(self.groups), np.nan)
        np.divide(self.positives, self.n, out=rates, where=self.n > 0)
        return rates

    @property
    def is_exact(self) -> bool:
        """Whether the grid holds every distinct score, so that any threshold can be used."""
        return bool(np.isinf(self.grid[-1]))

    def positions(self, thresholds: Thresholds) -> NDArray[np.intp]:
        """Return where each group's threshold stands in `grid`.

        Parameters
        ----------
        thresholds : float or mapping from group to float
            In [0, 1]. On a grid a threshold is that of the nearest point, which must be
            within 1e-7; an exact tally takes any at its word, and also infinity, which
            selects nobody. Narrow numbers are read as decimals; see `equipoise.io.doubles`.

        Returns
        -------
        (K,) array of int

        Raises
        ------
        ValueError
            If a group is unknown or has no threshold, or a threshold is not a number, out of
            range, or (on a coarse grid) between two grid points.
        """
        given = self._per_group(thresholds)
        values = np.where(self.is_exact & (given == np.inf), given, np.clip(given, 0, 1))
        for group, value in zip(self.groups, given, strict=True):
            if not (-_BESIDE <= value <= 1 + _BESIDE or (self.is_exact and value == np.inf)):
                raise ValueError(f"The threshold of {group} is {value}; it must lie in 0 to 1.")
        if self.is_exact:
            return np.searchsorted(self.grid, values)
        # The nearest point is the one between whose midpoints a value lies.
        places = np.searchsorted((self.grid[1:] + self.grid[:-1]) / 2, values)
        off = np.flatnonzero(np.abs(self.grid[places] - values) > _BESIDE)
        if len(off):
            raise ValueError(
                f"The threshold of {self.groups[off[0]]}, {values[off[0]]}, is not on the grid of "
                f"{len(self.grid)} thresholds; tally with grid=None for any threshold."
            )
        return places

    def named(self, positions: NDArray[np.integer[Any]]) -> dict[str, float]:
        """Return the thresholds at these grid positions, by group."""
        values = self.grid[positions].tolist()
        return dict(zip(self.groups, values, strict=True))

    def _per_group(self, thresholds: Thresholds) -> NDArray[np.float64]:
        """Return one number for each group; a mapping's keys name groups as columns do."""
        if not isinstance(thresholds, (Mapping, pd.Series)):
            return np.full(len(self.groups), _number(thresholds, "every group"))
        # The items of a Series would be its narrow numbers widened.
        values = getattr(thresholds, "to_numpy", None) or thresholds.values
        named = list(zip(map(group_name, thresholds.keys()), values(), strict=True))
        given = dict(named)
        doubled = [group for group, count in Counter(g for g, _ in named).items() if count > 1]
        unknown = [group for group in given if group not in self.groups]
        absent = [group for group in self.groups if group not in given]
        for problem, groups in (
            ("More than one threshold for", doubled),
            ("Thresholds for unknown groups", unknown),
            ("No threshold for", absent),
        ):
            if groups:
                raise ValueError(f"{problem}: {', '.join(groups)}.")
        return np.array([_number(given[group], group) for group in self.groups])


def tally(
    predictions: Predictions,
    by: str | Sequence[str],
    *,
    grid: ArrayLike | None = GRID,
) -> Tally:
    """Count rows by group, label and score interval.

    Parameters
    ----------
    predictions : Predictions
    by : str or sequence of str
        One attribute, or several whose combinations that occur are the groups.
    grid : (m,) array of float or None
        Strictly ascending thresholds starting at 0, moved onto the decimals or equal steps
        that they mean (see `equipoise.grid`); None takes every distinct score and, last,
        infinity.

    Returns
    -------
    Tally

    Raises
    ------
    TypeError
        If anything but `Predictions` is to be counted.
    ValueError
        If an attribute is unknown or named twice, if the grid is not strictly ascending from
        0 to at most 1, or if there would be more than `MOST_CELLS` counts.
    """
    if not isinstance(predictions, Predictions):
        raise TypeError(
            f"tally counts Predictions, not {_kind(predictions)}; make them with "
            "Predictions(y_true, y_score, groups) or read_predictions(table, ...)."
        )
    by = _listed(by, "by")
    grouping = _combined(predictions, by)
    if grid is None:
        distinct, interval = np.unique(predictions.y_score, return_inverse=True)
        points = np.append(distinct, np.inf)
    else:
        points = checked_grid(grid)
        interval = interval_of(points, predictions.y_score)
    shape = (len(grouping.names), 2, len(points))
    size = math.prod(shape)
    if size > MOST_CELLS:
        raise ValueError(
            f"{shape[0]:,} groups by {shape[2]:,} thresholds are too many to count; "
            "merge groups or give a coarser grid."
        )
    # Group, label and interval as one number, so that one pass counts them all.
    cell = (grouping.codes * 2 + predictions.y_true) * len(points) + interval
    kept = grouping.codes >= 0
    weight, scores = predictions.sample_weight, predictions.y_score
    if not kept.all():
        cell, scores = cell[kept], scores[kept]
        weight = None if weight is None else weight[kept]
    counts = np.bincount(cell, weights=weight, minlength=size).reshape(shape)
    weighted_scores = scores if weight is None else scores * weight
    sums = np.bincount(cell, weights=weighted_scores, minlength=size).reshape(shape)
    return Tally(by, grouping.names, points, counts, sums.astype(np.float64), int((~kept).sum()))


def restricted(tally: Tally, groups: Sequence[str]) -> Tally:
    """Return the tally of some of its groups, in the order given.

    Raises
    ------
    ValueError
        If a group is unknown or named twice.
    """
    check_tally(tally)
    groups = _listed(groups, "groups")
    unknown = [str(group) for group in groups if group not in tally.groups]
    if unknown:
        raise ValueError(f"Unknown groups: {', '.join(unknown)}.")
    if len(set(groups)) < len(groups):
        raise ValueError(f"groups is {groups!r}; name each group once.")
    places = [tally.groups.index(group) for group in groups]
    return replace(
        tally,
        groups=tuple(groups),
        counts=tally.counts[places],
        score_sums=tally.score_sums[places],
    )


def check_tally(tally: Tally) -> None:
    """Raise TypeError unless this is a `Tally`."""
    if not isinstance(tally, Tally):
        raise TypeError(
            f"A Tally is needed, such as tally(predictions, 'sex'), not {_kind(tally)}."
        )


def _kind(value: Any) -> str:
    """Return what a value is, as a message names it: a DataFrame."""
    name = type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _listed(names: str | Iterable[str], option: str) -> tuple[str, ...]:
    """Return one name or several as a tuple."""
    if not isinstance(names, Iterable):
        raise ValueError(f"{option} is {names!r}; it must be one name or several.")
    return (names,) if isinstance(names, str) else tuple(names)


def _combined(predictions: Predictions, by: tuple[str, ...]) -> Grouping:
    """Return one grouping for the combinations of several attributes."""
    known = ", ".join(predictions.groups) or "none"
    unknown = [repr(name) for name in by if name not in tuple(predictions.groups)]
    if unknown:
        raise ValueError(f"Unknown attribute {', '.join(unknown)}; there are: {known}.")
    if not by or len(set(by)) < len(by):
        raise ValueError(f"by is {by!r}; name one attribute or several, each once, of: {known}.")
    parts = [predictions.groups[attribute] for attribute in by]
    if len(parts) == 1:
        return parts[0]
    shape = tuple(max(len(part.names), 1) for part in parts)
    complete = np.all([part.codes >= 0 for part in parts], axis=0)
    flat = np.ravel_multi_index(tuple(np.maximum(part.codes, 0) for part in parts), shape)
    occurring = np.unique(flat[complete])
    codes = np.where(complete, np.searchsorted(occurring, flat), -1)
    places = zip(*np.unravel_index(occurring, shape), strict=True)
    named = [[part.names[i] for part, i in zip(parts, place, strict=True)] for place in places]
    # Quoted where they hold the sign that joins them: no two combinations share a name.
    quoted = ([f"‘{name}’" if JOIN in name else name for name in names] for names in named)
    return Grouping(tuple(map(JOIN.join, quoted)), codes)


def _number(value: Any, group: str) -> float:
    """Return a threshold as a double; a narrow 0.7 is the 0.7 of the grid."""
    try:
        return double(value)
    except (TypeError, ValueError, ArithmeticError):
        raise ValueError(f"The threshold of {group} is {value!r}, not a number.") from None

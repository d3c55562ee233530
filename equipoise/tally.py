"""The one small table of counts from which everything else follows.

`counts[group, label, k]` is the number of rows of that group and label whose score is at
least `grid[k]` and below `grid[k + 1]`. Every threshold criterion, the sweep over all
thresholds, calibration and intervals read this table; none reads the rows again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.predictions import Grouping, Predictions

GRID: NDArray[np.float64] = np.arange(101) / 100
"""The thresholds 0.00, 0.01, ..., 1.00, each the double nearest to its decimal."""
GRID.setflags(write=False)

Thresholds = float | Mapping[str, float]
"""One threshold for every group, or one per group by name."""

JOIN = " × "
_SLACK = 1e-9


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
        return np.cumsum(self.counts[..., ::-1], axis=-1)[..., ::-1]

    @cached_property
    def n(self) -> NDArray[Any]:
        """(K,) array: rows of each group."""
        return self.positives + self.negatives

    @cached_property
    def positives(self) -> NDArray[Any]:
        """(K,) array: rows of each group whose label is 1."""
        return self.counts[:, 1].sum(axis=-1)

    @cached_property
    def negatives(self) -> NDArray[Any]:
        """(K,) array: rows of each group whose label is 0."""
        return self.counts[:, 0].sum(axis=-1)

    @cached_property
    def base_rates(self) -> NDArray[np.float64]:
        """(K,) array: share of each group whose label is 1; NaN for an empty group."""
        return np.divide(
            self.positives, self.n, out=np.full(len(self.groups), np.nan), where=self.n > 0
        )

    @property
    def is_exact(self) -> bool:
        """Whether the grid holds every distinct score, so that any threshold can be used."""
        return bool(np.isinf(self.grid[-1]))

    def positions(self, thresholds: Thresholds) -> NDArray[np.intp]:
        """Return where each group's threshold stands in `grid`.

        Parameters
        ----------
        thresholds : float or mapping from group to float
            In [0, 1]; an exact tally also takes infinity, which selects nobody.

        Returns
        -------
        (K,) array of int

        Raises
        ------
        ValueError
            If a group is unknown or has no threshold, or a threshold is not a number, out of
            range, or (on a coarse grid) between two grid points.
        """
        values = self._per_group(thresholds)
        for group, value in zip(self.groups, values, strict=True):
            if not (0 <= value <= 1 or (self.is_exact and value == np.inf)):
                raise ValueError(f"The threshold of {group} is {value}; it must lie in 0 to 1.")
        places = np.searchsorted(self.grid, values - _SLACK * (not self.is_exact))
        if not self.is_exact:
            for group, value, place in zip(self.groups, values, places, strict=True):
                if place == len(self.grid) or abs(self.grid[place] - value) > _SLACK:
                    raise ValueError(
                        f"The threshold of {group}, {value}, is not on the grid of "
                        f"{len(self.grid)} thresholds; tally with grid=None for any threshold."
                    )
        return places

    def named(self, positions: NDArray[np.integer[Any]]) -> dict[str, float]:
        """Return the thresholds at these grid positions, by group."""
        values = self.grid[positions].tolist()
        return dict(zip(self.groups, values, strict=True))

    def _per_group(self, thresholds: Thresholds) -> NDArray[np.float64]:
        if not isinstance(thresholds, Mapping):
            return np.full(len(self.groups), _number(thresholds, "every group"))
        unknown = [group for group in thresholds if group not in self.groups]
        absent = [group for group in self.groups if group not in thresholds]
        if unknown:
            raise ValueError(f"Thresholds for unknown groups: {', '.join(map(str, unknown))}.")
        if absent:
            raise ValueError(f"No threshold for: {', '.join(absent)}.")
        return np.array([_number(thresholds[group], group) for group in self.groups])


def tally(
    predictions: Predictions,
    by: str | tuple[str, ...],
    *,
    grid: NDArray[np.float64] | None = GRID,
) -> Tally:
    """Count rows by group, label and score interval.

    Parameters
    ----------
    predictions : Predictions
    by : str or tuple of str
        One attribute, or several whose combinations that occur are the groups.
    grid : (m,) array of float or None
        Strictly ascending thresholds starting at 0; None takes every distinct score and,
        last, infinity.

    Returns
    -------
    Tally

    Raises
    ------
    ValueError
        If an attribute is unknown or the grid is not strictly ascending from 0.
    """
    by = (by,) if isinstance(by, str) else tuple(by)
    grouping = _combined(predictions, by)
    kept = grouping.codes >= 0
    scores = predictions.y_score
    if grid is None:
        grid, interval = np.unique(scores, return_inverse=True)
        grid = np.append(grid, np.inf)
    else:
        grid = np.asarray(grid, dtype=np.float64)
        if grid.ndim != 1 or len(grid) == 0 or grid[0] != 0 or np.any(np.diff(grid) <= 0):
            raise ValueError("The grid must be strictly ascending and start at 0.")
        interval = np.searchsorted(grid, scores, side="right") - 1
    shape = (len(grouping.names), 2, len(grid))
    cell = (grouping.codes * 2 + predictions.y_true) * len(grid) + interval
    weight = predictions.sample_weight
    if not kept.all():
        cell, scores = cell[kept], scores[kept]
        weight = None if weight is None else weight[kept]
    size = int(np.prod(shape))
    counts = np.bincount(cell, weights=weight, minlength=size).reshape(shape)
    weighted_scores = scores if weight is None else scores * weight
    sums = np.bincount(cell, weights=weighted_scores, minlength=size).reshape(shape)
    return Tally(by, grouping.names, grid, counts, sums, int((~kept).sum()))


def restricted(tally: Tally, groups: Sequence[str]) -> Tally:
    """Return the tally of some of its groups, in the order given.

    Raises
    ------
    ValueError
        If a group is unknown.
    """
    unknown = [group for group in groups if group not in tally.groups]
    if unknown:
        raise ValueError(f"Unknown groups: {', '.join(unknown)}.")
    places = [tally.groups.index(group) for group in groups]
    return replace(
        tally,
        groups=tuple(groups),
        counts=tally.counts[places],
        score_sums=tally.score_sums[places],
    )


def _combined(predictions: Predictions, by: tuple[str, ...]) -> Grouping:
    """Return one grouping for the combinations of several attributes."""
    unknown = [attribute for attribute in by if attribute not in predictions.groups]
    if unknown or not by:
        known = ", ".join(predictions.groups) or "none"
        raise ValueError(f"Unknown attribute {', '.join(map(repr, unknown))}; there are: {known}.")
    parts = [predictions.groups[attribute] for attribute in by]
    if len(parts) == 1:
        return parts[0]
    shape = tuple(len(part.names) for part in parts)
    complete = np.all([part.codes >= 0 for part in parts], axis=0)
    flat = np.ravel_multi_index(tuple(np.maximum(part.codes, 0) for part in parts), shape)
    occurring = np.unique(flat[complete])
    codes = np.where(complete, np.searchsorted(occurring, flat), -1)
    places = zip(*np.unravel_index(occurring, shape), strict=True)
    named = [[part.names[i] for part, i in zip(parts, place, strict=True)] for place in places]
    return Grouping(tuple(_joined(names) for names in named), codes)


def _joined(names: list[str]) -> str:
    """Join the names of a combination so that no two combinations share a name."""
    return JOIN.join(f"‘{name}’" if JOIN in name else name for name in names)


def _number(value: Any, group: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"The threshold of {group} is {value!r}, not a number.") from None

"""What the points of a frontier cost against the baseline, and within what limits."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.frontiers.frontier import Frontier, baseline_threshold
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.keeping import kept
from equipoise.resampling import Array, check_draws, require_counts
from equipoise.tally import Tally
from equipoise.uncertainty.paired import paired_difference
from equipoise.uncertainty.proportions import check_level

DRAWS = 4000
"""Draws behind the width that all points share; its own error is then 1 %."""

_COLUMNS = ["gap", "cost", "low", "high", "newly_wrong", "newly_right"]


def frontier_cost(
    tally: Tally,
    front: Frontier,
    *,
    level: float = 0.95,
    together: bool = True,
    n_draws: int = DRAWS,
    seed: int = 0,
) -> pd.DataFrame:
    """Return the cost of each point with an interval, both accuracies on the same people.

    The cost is the baseline's accuracy less the point's: the people whom the point alone
    judges wrongly less those whom the baseline alone does, as a share of all.

    Parameters
    ----------
    tally : Tally
        Of counted rows.
    front : Frontier
        Of the same tally.
    level : float
        The confidence.
    together : bool
        True: as wide as all points together would need, had they been named beforehand. They
        were picked on these rows, among all thresholds, and look a little cheaper than they
        are. Over redrawn audits, intervals this wide contain the cost that a point's thresholds
        have among everybody at least as often as they say; those of one point alone do not
        (`python -m tests.bench.coverage --only cost`). False: for one point alone, whose
        thresholds were named before these rows were looked at.
    n_draws, seed : int
        Normal draws from which the width for all points at once is read.

    Returns
    -------
    DataFrame
        One row per point: gap, cost, low, high, newly_wrong, newly_right. Thresholds that are
        the baseline's own cost nothing, without an interval around it.

    Raises
    ------
    ValueError
        If the tally is weighted, or an option is out of range.
    """
    require_counts(tally, "An interval of the cost")
    check_draws(n_draws, seed)
    check_level(level)
    if front.points.empty:
        return pd.DataFrame(columns=_COLUMNS, dtype=np.float64)
    rows = front.points[list(tally.groups)].to_numpy()
    at = np.stack([tally.positions(dict(zip(tally.groups, row, strict=True))) for row in rows])
    baseline = tally.positions(baseline_threshold(tally))
    signs, counts = _judged_otherwise(tally, at, baseline)
    wrong, right = (signs > 0) @ counts, (signs < 0) @ counts
    if together:
        level = _level_of_one(signs, counts, level, n_draws=n_draws, seed=seed)
    n = tally.n.sum()
    low, high = paired_difference(wrong, right, n, level=level)
    moved = (at != baseline).any(axis=1)
    columns = (
        front.points["gap"].to_numpy(),
        (wrong - right) / n,
        np.where(moved, low, 0.0),
        np.where(moved, high, 0.0),
        wrong,
        right,
    )
    return pd.DataFrame(dict(zip(_COLUMNS, columns, strict=True)))


@kept()
def costs_of(tradeoff: Tradeoff) -> pd.DataFrame:
    """Return `frontier_cost` of the frontier on the grid."""
    return frontier_cost(tradeoff.tally, tradeoff.front)


def _judged_otherwise(
    tally: Tally, at: NDArray[np.intp], baseline: NDArray[np.intp]
) -> tuple[Array, Array]:
    """Return who each point judges otherwise than the baseline does.

    Returns
    -------
    signs : (p, c) array
        Of each cell that holds people: 1 where they are newly judged wrongly, -1 where newly
        judged rightly, 0 where nothing changes.
    counts : (c,) array
        People in the cells.
    """
    group, label, interval = np.nonzero(tally.counts)
    selected = interval >= at[:, group]
    change = selected.astype(np.float64) - (interval >= baseline[group])
    return np.where(label == 1, -change, change), tally.counts[group, label, interval]


def _level_of_one(signs: Array, counts: Array, level: float, *, n_draws: int, seed: int) -> float:
    """Return the level that each point's interval needs for all together to have `level`.

    The costs of all points vary together as a multivariate normal with the covariance that a
    redraw of the rows gives them; wanted is the largest of their standardised distances.
    """
    share = counts / counts.sum()
    mean = signs @ share
    covariance = (signs * share) @ signs.T - np.outer(mean, mean)
    spread = np.sqrt(np.diag(covariance))
    # A cost that no redraw changes has no spread to be measured by.
    varying = spread > 0
    if not varying.any():
        return level
    scale = 1 / spread[varying]
    # By eigenvectors: points that move the same people make it singular.
    strength, axes = np.linalg.eigh(covariance[np.ix_(varying, varying)] * np.outer(scale, scale))
    draws = np.random.default_rng(seed).standard_normal((n_draws, len(strength)))
    together = draws @ (axes * np.sqrt(np.maximum(strength, 0))).T
    reach = float(np.quantile(np.abs(together).max(axis=1), level))
    return 2 * NormalDist().cdf(reach) - 1

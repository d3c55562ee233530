"""A simultaneous interval for SI-bias.

A bootstrap of a maximum sits above the truth and nearly always misses it where there is no bias;
intervals of every difference at once, widened for their number, seldom do.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from equipoise.invariance.measures.cells import Cells, cells
from equipoise.uncertainty.proportions import check_level, each_of, newcombe, share

_SMALL_CELL = 12
_LEAST_PAIRS = {False: 2, True: 4}
"""Fewer pairs count as so many, by whether a cell has fewer than 12 rows.

The interval of one difference alone falls short of its level where shares are near 0 and 1.
"""


@dataclass(frozen=True, eq=False)
class SIInterval:
    """Limits of SI-bias, with those of every difference.

    Attributes
    ----------
    low, high : float
        In [0, 1]; NaN where undefined.
    level : float
        The confidence, of all differences together.
    reason : str
        Why it is undefined; "" where it is not.
    pairs : DataFrame
        stratum, z_1, z_2, n_1, n_2, difference, low, high: of rate(z_1) - rate(z_2).
    """

    low: float
    high: float
    level: float
    reason: str
    pairs: pd.DataFrame


def interval(
    y_pred: ArrayLike, s: ArrayLike | None, z: ArrayLike, *, level: float = 0.95
) -> SIInterval:
    """Return the interval of SI-bias from simultaneous intervals of all differences.

    Each difference between two contexts in a stratum has Newcombe's interval (1998) at the
    level that Bonferroni's inequality asks for so many, from limits of the two shares that
    hold what they say (see `equipoise.uncertainty.proportions.share`): with his own the whole
    covers 84 to 90 % in some small cells, with these at least 93 % where tried, mostly more. Rows
    count as independent, which makes it wider than it need be where copies of one text are
    answered alike. Missing answers are not part of it: see `missing_bounds`.

    Parameters
    ----------
    y_pred, s, z
        As in `si_bias`.
    level : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        If the level is out of range, or as in `si_bias`.
    """
    check_level(level)
    counts = cells(y_pred, s, z)
    pairs = _pairs(counts, level)
    if pairs.empty:
        return SIInterval(np.nan, np.nan, level, counts.why_undefined, pairs)
    low, high = pairs["low"].to_numpy(), pairs["high"].to_numpy()
    # A gap has no sign: between limits on both sides of 0 it may be none.
    least = np.maximum(0, np.maximum(low, -high))
    most = np.minimum(1, np.maximum(np.abs(low), np.abs(high)))
    # All hold at once, so that the widest gap reaches the largest of the lower limits.
    return SIInterval(float(least.max()), float(most.max()), level, "", pairs)


def _pairs(counts: Cells, level: float) -> pd.DataFrame:
    places = [
        (stratum, first, second)
        for stratum, n in enumerate(counts.n)
        for first, second in combinations(np.flatnonzero(n > 0), 2)
    ]
    s, one, two = np.array(places, dtype=np.intp).reshape(-1, 3).T
    n = counts.n
    few = bool(places) and min(n[s, one].min(), n[s, two].min()) < _SMALL_CELL
    each = each_of(max(len(places), _LEAST_PAIRS[few]), level)
    first, second = (share(counts.positives[s, z], n[s, z], level=each) for z in (one, two))
    low, high = newcombe(first, second)
    names = np.array(counts.contexts, dtype=object)
    return pd.DataFrame(
        {
            "stratum": np.array(counts.strata, dtype=object)[s],
            "z_1": names[one],
            "z_2": names[two],
            "n_1": n[s, one],
            "n_2": n[s, two],
            "difference": first.value - second.value,
            "low": low,
            "high": high,
        }
    )

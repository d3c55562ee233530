"""What one threshold for everybody can reach."""

from __future__ import annotations

import numpy as np
import pandas as pd

from equipoise.frontiers.gaps import check_gap, judged
from equipoise.frontiers.pareto import pareto_front
from equipoise.rates import confusion_curves
from equipoise.tally import Tally, check_tally

POINT = 0.01
"""A point of accuracy: what one may be asked to give up for a smaller gap."""


def shared_path(tally: Tally, *, gap: str = "equalized_odds") -> pd.DataFrame:
    """Return accuracy and gap of each threshold when all groups share it.

    Parameters
    ----------
    tally : Tally
    gap : str
        One of `equipoise.frontiers.gaps.GAPS`.

    Returns
    -------
    DataFrame
        Columns threshold (ascending), accuracy, gap (NaN where undefined; see
        `equipoise.frontiers.gaps`) and on_frontier, whether no other shared threshold beats it.

    Raises
    ------
    ValueError
        If the gap is not one of `GAPS`.
    """
    check_tally(tally)
    check_gap(gap)
    shared = np.repeat(np.arange(len(tally.grid))[:, None], len(tally.groups), axis=1)
    accuracy, gaps = judged(confusion_curves(tally), gap, shared)
    on_frontier = np.zeros(len(accuracy), dtype=bool)
    on_frontier[pareto_front(accuracy, gaps)] = True
    return pd.DataFrame(
        {"threshold": tally.grid, "accuracy": accuracy, "gap": gaps, "on_frontier": on_frontier}
    )


def closest_shared(path: pd.DataFrame) -> tuple[float, float]:
    """Return the shared threshold within a point of the best accuracy that gaps least.

    Parameters
    ----------
    path : DataFrame
        As `shared_path` returns it.

    Returns
    -------
    threshold, gap : float
    """
    good = path[path["accuracy"] >= path["accuracy"].max() - POINT]
    row = int(good["gap"].argmin())
    return float(good["threshold"].iloc[row]), float(good["gap"].iloc[row])

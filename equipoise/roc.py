"""The ROC curve of each group, and the area under it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from equipoise.rates import confusion_curves
from equipoise.tally import Tally, check_tally


def roc(tally: Tally) -> pd.DataFrame:
    """Return every threshold's false- and true-positive rate, group by group.

    Returns
    -------
    DataFrame
        Columns group, threshold, false_positive_rate, true_positive_rate; (K * m) rows.
        A rate of a group without negatives or positives is NaN.
    """
    curves = confusion_curves(tally)
    m = len(tally.grid)
    return pd.DataFrame(
        {
            "group": np.repeat(np.array(tally.groups, dtype=object), m),
            "threshold": np.tile(tally.grid, len(tally.groups)),
            "false_positive_rate": curves.rate("false_positive_rate").ravel(),
            "true_positive_rate": curves.rate("true_positive_rate").ravel(),
        }
    )


def roc_auc(tally: Tally) -> dict[str, float]:
    """Return the area under each group's ROC curve.

    The chance that a random positive scores above a random negative, ties counting half
    (Hanley and McNeil, 1982), NaN where a group has no positives or no negatives. Scores
    within one grid interval count as tied, so the area is exact for an exact tally.
    """
    check_tally(tally)
    negatives, positives = tally.counts[:, 0], tally.counts[:, 1]
    below = np.cumsum(negatives, axis=-1) - negatives
    won = (positives * (below + negatives / 2)).sum(axis=-1)
    pairs = tally.positives * tally.negatives
    area = np.divide(won, pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    return dict(zip(tally.groups, area.tolist(), strict=True))

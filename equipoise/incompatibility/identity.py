"""The identity between base rate, PPV and both error rates: three of them give the fourth."""

from __future__ import annotations

import numpy as np

from equipoise.checks import checked_number
from equipoise.io.cells import is_missing


def implied_false_positive_rate(
    base_rate: float, positive_predictive_value: float, true_positive_rate: float
) -> float:
    """Return the false-positive rate that base rate, PPV and TPR leave no choice about.

    FPR = p / (1 - p) * (1 - PPV) / PPV * TPR (Chouldechova, 2017, equation 2.6). NaN where
    p is 1 or PPV is 0. A result above 1 says that no classifier has these three values.

    Parameters
    ----------
    base_rate, positive_predictive_value, true_positive_rate : float
        In [0, 1], or NaN.

    Raises
    ------
    ValueError
        If one is out of range.
    """
    p = _share(base_rate, "base rate")
    ppv = _share(positive_predictive_value, "positive predictive value")
    tpr = _share(true_positive_rate, "true-positive rate")
    if np.isnan([p, ppv, tpr]).any() or p >= 1 or ppv <= 0:
        return float("nan")
    return float(p / (1 - p) * (1 - ppv) / ppv * tpr)


def implied_positive_predictive_value(
    base_rate: float, true_positive_rate: float, false_positive_rate: float
) -> float:
    """Return the PPV that base rate, TPR and FPR leave no choice about.

    PPV = p TPR / (p TPR + (1 - p) FPR), by Bayes' rule. NaN where nobody would be selected.

    Parameters
    ----------
    base_rate, true_positive_rate, false_positive_rate : float
        In [0, 1], or NaN.

    Raises
    ------
    ValueError
        If one is out of range.
    """
    p = _share(base_rate, "base rate")
    right = p * _share(true_positive_rate, "true-positive rate")
    selected = right + (1 - p) * _share(false_positive_rate, "false-positive rate")
    return float(right / selected) if selected > 0 else float("nan")


def forced_gaps(
    base_rate: float, other: float, true_positive_rate: float, false_positive_rate: float
) -> tuple[float, float]:
    """Return the PPV and selection-rate gaps between groups that share both error rates.

    Parameters
    ----------
    base_rate, other : float
        Of the two groups.
    true_positive_rate, false_positive_rate : float
        What they share.

    Returns
    -------
    tuple of float
        Both in [0, 1]; the first NaN where nobody would be selected.

    Raises
    ------
    ValueError
        If a rate is out of range.
    """
    tpr, fpr = true_positive_rate, false_positive_rate
    ppv, other_ppv = (
        implied_positive_predictive_value(rate, tpr, fpr) for rate in (base_rate, other)
    )
    return abs(ppv - other_ppv), abs((base_rate - other) * (tpr - fpr))


def _share(value: float, name: str) -> float:
    """Return a rate as a float from 0 to 1, or NaN where it is undefined."""
    return float("nan") if is_missing(value) else checked_number(value, name)

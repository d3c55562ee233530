"""How the same is usually done: a loop of masks over rows, and Fairlearn."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import fairlearn.metrics as fm
import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import accuracy_score

from equipoise import GRID, Predictions

Pair = tuple[int, int]


def all_pairs() -> list[Pair]:
    """Return the grid positions of every pair of thresholds."""
    return list(itertools.product(range(len(GRID)), repeat=2))


def masks_over_pairs(predictions: Predictions, pairs: list[Pair]) -> NDArray[np.float64]:
    """Return accuracy and equalized-odds gap of each pair by masking the rows anew."""
    y, score = predictions.y_true, predictions.y_score
    group = predictions.groups["sex"].codes
    found = []
    for first, second in pairs:
        threshold = np.where(group == 0, GRID[first], GRID[second])
        chosen = score >= threshold
        tpr = [chosen[(group == g) & (y == 1)].mean() for g in (0, 1)]
        fpr = [chosen[(group == g) & (y == 0)].mean() for g in (0, 1)]
        gap = max(abs(tpr[0] - tpr[1]), abs(fpr[0] - fpr[1]))
        found.append(((chosen == y).mean(), gap))
    return np.array(found)


def fairlearn_rates(predictions: Predictions) -> Callable[[], object]:
    """Return the making of a MetricFrame of four metrics by sex."""
    metrics = {
        "selection_rate": fm.selection_rate,
        "true_positive_rate": fm.true_positive_rate,
        "false_positive_rate": fm.false_positive_rate,
        "accuracy": accuracy_score,
    }
    given = _given(predictions)
    return lambda: fm.MetricFrame(metrics=metrics, **given).by_group


def fairlearn_criteria(predictions: Predictions) -> Callable[[], object]:
    """Return the asking for the four of the six criteria that Fairlearn has."""
    given = _given(predictions)
    criteria = (
        fm.demographic_parity_difference,
        fm.demographic_parity_ratio,
        fm.equal_opportunity_difference,
        fm.equalized_odds_difference,
    )
    return lambda: [criterion(**given) for criterion in criteria]


def _given(predictions: Predictions) -> dict[str, Any]:
    grouping = predictions.groups["sex"]
    return {
        "y_true": predictions.y_true,
        "y_pred": (predictions.y_score >= 0.5).astype(int),
        "sensitive_features": np.array(grouping.names)[grouping.codes],
    }

"""Scikit-learn classifiers as models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import ParameterError
from equipoise.stress.models import CellLabels, CellWeights, Constant, Model, Scorer
from equipoise.stress.regression import Intercept


@dataclass(frozen=True, eq=False)
class Classifier:
    """A scikit-learn classifier as a model, on interacted features and group indicators.

    Attributes
    ----------
    estimator : classifier
        With ``fit(X, y, sample_weight)`` and ``predict_proba``; it is cloned, not changed.
    """

    estimator: Any

    def __post_init__(self) -> None:
        missing = [name for name in ("fit", "predict_proba") if not hasattr(self.estimator, name)]
        if missing:
            raise ParameterError(
                f"model: {type(self.estimator).__name__} has no method {missing[0]}."
            )

    @property
    def title(self) -> str:
        """What the model is called."""
        return type(self.estimator).__name__

    def fit(
        self, data: Data, labels: CellLabels | None = None, weights: CellWeights | None = None
    ) -> Scorer:
        """Train a clone; a constant where only one label occurs."""
        from sklearn.base import clone

        y = data.y if labels is None else np.asarray(labels)[data.cell]
        if len(np.unique(y)) < 2:
            return Constant(int(y[0]))
        spread = None if weights is None else np.asarray(weights)[data.cell]
        fitted = clone(self.estimator).fit(matrix(data, "per group"), y, sample_weight=spread)
        return Trained(fitted)


@dataclass(frozen=True, eq=False)
class Trained:
    """A trained scikit-learn classifier.

    Attributes
    ----------
    estimator : classifier
    intercept : {"none", "per group"}
        Whether its matrix has group indicators.
    """

    estimator: Any
    intercept: Intercept = "per group"

    def score(self, data: Data) -> Floats:
        """Return (n,) probabilities of label 1."""
        scores = self.estimator.predict_proba(matrix(data, self.intercept))[:, 1]
        return np.asarray(scores, dtype=np.float64)

    def decide(self, data: Data) -> Floats:
        """Return (n,) decisions, 0 or 1."""
        decided = self.estimator.predict(matrix(data, self.intercept))
        return np.asarray(decided, dtype=np.float64)


def matrix(data: Data, intercept: Intercept = "none") -> Floats:
    """Return the group-interacted features x', (n, K * p), for other libraries' models.

    Each group has its own p columns, which are 0 in the rows of others; with intercepts
    "per group" K indicators follow.
    """
    n_groups, p = len(data.groups), data.features.shape[1]
    indicator = data.group[:, None] == np.arange(n_groups)
    interacted = (indicator[:, :, None] * data.features[:, None, :]).reshape(data.n, n_groups * p)
    return np.hstack([interacted, indicator]) if intercept == "per group" else interacted


def as_model(model: Any) -> Model:
    """Return a model as it is, and a scikit-learn classifier as a `Classifier`."""
    if hasattr(model, "get_params"):
        return Classifier(model)
    if not hasattr(model, "fit"):
        raise ParameterError(f"model: {model!r} has no method fit.")
    return model  # type: ignore[no-any-return]

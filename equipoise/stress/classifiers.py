"""Scikit-learn classifiers as models."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import ParameterError, Uncomputable
from equipoise.stress.models import CellLabels, CellWeights, Constant, Model, Scorer
from equipoise.stress.regression import Intercept


@dataclass(frozen=True, eq=False)
class Classifier:
    """A scikit-learn classifier as a model, on interacted features and group indicators.

    Attributes
    ----------
    estimator : classifier
        With ``fit(X, y)`` and ``predict_proba``; it is cloned, not changed. Grid search,
        exponentiated gradient and reweighing weigh rows: for them it must take sample
        weights, or, a pipeline, end in a step that does.
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
        """What the model is called: a pipeline with its steps."""
        return _called(self.estimator)

    def fit(
        self, data: Data, labels: CellLabels | None = None, weights: CellWeights | None = None
    ) -> Scorer:
        """Train a clone; a constant where only one label occurs."""
        from sklearn.base import clone

        y = data.y if labels is None else np.asarray(labels)[data.cell]
        # Of one label many classifiers learn nothing, or give one column of probabilities only.
        if len(np.unique(y)) < 2:
            return Constant(int(y[0]))
        given = {} if weights is None else {self.weight_name: np.asarray(weights)[data.cell]}
        with blamed_on(self.title):
            return Trained(clone(self.estimator).fit(matrix(data, "per group"), y, **given))

    @property
    def weight_name(self) -> str:
        """What its ``fit`` calls sample weights; ParameterError if it takes none."""
        name = _weight_name(self.estimator)
        if name is None:
            raise ParameterError(
                f"model: {self.title} takes no sample weights, which this repair needs; "
                "post-processing and the correlation remover do without."
            )
        return name


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
        with blamed_on(_called(self.estimator)):
            scores = self.estimator.predict_proba(matrix(data, self.intercept))[:, 1]
        return np.asarray(scores, dtype=np.float64)

    def decide(self, data: Data) -> Floats:
        """Return (n,) decisions, 0 or 1."""
        with blamed_on(_called(self.estimator)):
            # Not its score against 0.5: an SVC, or one with a tuned threshold, decides otherwise.
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


@contextmanager
def blamed_on(title: str) -> Iterator[None]:
    """Name a foreign estimator in whatever goes wrong inside it.

    Raises
    ------
    Uncomputable
        If it cannot work with these rows (it raises a ValueError or ArithmeticError).
    ParameterError
        If it cannot work at all.
    """
    try:
        yield
    except (ValueError, ArithmeticError) as error:
        raise Uncomputable(f"{title}: {error}") from error
    except Exception as error:  # Anybody's code may be in there.
        raise ParameterError(f"model: {title} fails: {type(error).__name__}: {error}") from error


def _called(estimator: Any) -> str:
    steps = [type(step).__name__ for _, step in getattr(estimator, "steps", ())]
    name = type(estimator).__name__
    return f"{name} of {' and '.join(steps)}" if steps else name


def _weight_name(estimator: Any) -> str | None:
    """Return what the ``fit`` of an estimator calls sample weights; None if it takes none."""
    from sklearn.utils.validation import has_fit_parameter

    if has_fit_parameter(estimator, "sample_weight"):
        return "sample_weight"
    if hasattr(estimator, "steps"):
        step, last = estimator.steps[-1]
        inner = _weight_name(last)
        return None if inner is None else f"{step}__{inner}"
    if hasattr(estimator, "cv") and hasattr(estimator, "estimator"):  # A search hands them on.
        return _weight_name(estimator.estimator)
    return None


def as_model(model: Any) -> Model:
    """Return a model as it is, and a scikit-learn classifier as a `Classifier`."""
    if hasattr(model, "get_params"):
        return Classifier(model)
    if not hasattr(model, "fit"):
        raise ParameterError(f"model: {model!r} has no method fit.")
    return model  # type: ignore[no-any-return]

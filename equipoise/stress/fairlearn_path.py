"""The same repairs by Fairlearn itself: the reference, and the witness in tests.

Fairlearn and scikit-learn are loaded when this module is. Logistic regression is
scikit-learn's here, with a tolerance at which both paths choose the same grid point.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
from fairlearn import postprocessing, preprocessing, reductions
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from equipoise.stress.classifiers import Classifier, Trained, blamed_on, matrix
from equipoise.stress.constraints import Constraint, FirstRow, first_place
from equipoise.stress.data import Data, Floats, require_rows
from equipoise.stress.direct import Searched
from equipoise.stress.errors import ParameterError, Uncomputable
from equipoise.stress.models import Constant, Model, Predictor, Scorer
from equipoise.stress.postprocessing import Rule, Thresholded
from equipoise.stress.regression import Intercept, Linear, Logistic

TOLERANCE = 1e-7
"""Of scikit-learn's logistic regression. At its usual 1e-4 other grid points win."""

_KNOWN = (
    "Setting a value on a Series via .at",
    "Setting an item of incompatible dtype",
)

_MOMENTS = {
    "equalized_odds": reductions.EqualizedOdds,
    "demographic_parity": reductions.DemographicParity,
}


def grid_search(
    data: Data,
    model: Model,
    constraint: Constraint,
    *,
    size: int,
    limit: float,
    weight: float,
    first_row: FirstRow | None,
) -> Searched:
    """Search with Fairlearn's GridSearch."""
    ordered = data
    if first_row is not None:
        first = first_place(data, first_row)
        ordered = data.take(np.concatenate([[first], np.delete(np.arange(data.n), first)]))
    _require_groups(ordered)
    estimator, intercept, weight_name = _estimator(model)
    found = reductions.GridSearch(
        estimator,
        _MOMENTS[constraint](),
        constraint_weight=weight,
        grid_size=size,
        grid_limit=limit,
        sample_weight_name=weight_name,
    )
    with _undisturbed(), _blamed(model):
        found.fit(matrix(ordered, intercept), ordered.y, sensitive_features=ordered.group)
    losses = [
        (1 - weight) * found.objectives_[i] + weight * found.gammas_[i].max()
        for i in range(len(found.predictors_))
    ]
    predictors = tuple(_read(fitted, data, intercept) for fitted in found.predictors_)
    signed = found.lambda_vecs_.loc["+"] - found.lambda_vecs_.loc["-"]
    n_events = 2 if constraint == "equalized_odds" else 1
    grid = np.zeros((signed.shape[1], n_events, len(data.groups)))
    for (event, group), values in signed.iterrows():
        # Fairlearn's events are "label=0", "label=1", or "all" where labels do not matter.
        grid[:, 0 if event == "all" else int(event.split("=")[1]), group] = values
    return Searched(int(found.best_idx_), np.array(losses), grid, predictors)


def optimise(data: Data, base: Scorer, constraint: Constraint) -> Thresholded:
    """Choose thresholds with Fairlearn's ThresholdOptimizer."""
    for group in range(len(data.groups)):
        for label in (0, 1):
            require_rows(data, group, label)
    optimizer = postprocessing.ThresholdOptimizer(
        estimator=_Scores(), constraints=constraint, prefit=True, predict_method="predict_proba"
    )
    scores = base.score(data)[:, None]
    optimizer.fit(scores, data.y.astype(np.int64), sensitive_features=data.group)
    found = optimizer.interpolated_thresholder_.interpolation_dict
    rules = {data.groups[group]: _rule(bunch) for group, bunch in found.items()}
    return Thresholded(base, rules)


def exponentiated_gradient(
    data: Data, model: Model, constraint: Constraint, *, eps: float, max_iter: int
) -> Predictor:
    """Train with Fairlearn's ExponentiatedGradient."""
    _require_groups(data)
    estimator, intercept, weight_name = _estimator(model)
    # Fairlearn's eps only bounds the multipliers, by 1 / eps: the violation that its constraint
    # allows stays at the usual 0.01.
    found = reductions.ExponentiatedGradient(
        estimator,
        _MOMENTS[constraint](),
        eps=eps,
        max_iter=max_iter,
        sample_weight_name=weight_name,
    )
    with _undisturbed(), _blamed(model):
        found.fit(matrix(data, intercept), data.y, sensitive_features=data.group)
    used = [i for i, weight in found.weights_.items() if weight > 0]
    return Mixed(
        tuple(_read(found.predictors_[i], data, intercept) for i in used),
        np.array([found.weights_[i] for i in used]),
    )


def group_shifts(data: Data) -> Floats:
    """Return what Fairlearn's CorrelationRemover adds to each group's features, (K, p)."""
    n_groups, p = len(data.groups), data.features.shape[1]
    # One fewer than groups: with the first, too, each would follow from the others.
    indicators = (data.group[:, None] == np.arange(1, n_groups)).astype(np.float64)
    remover = preprocessing.CorrelationRemover(sensitive_feature_ids=range(p, p + n_groups - 1))
    remover.fit(np.hstack([data.features, indicators]))
    # A row of zeros in each group: what comes out is what Fairlearn adds.
    probes = np.hstack([np.zeros((n_groups, p)), np.eye(n_groups)[:, 1:]])
    return np.asarray(remover.transform(probes), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Mixed:
    """A mixture of predictors, each applied with its probability.

    Attributes
    ----------
    predictors : tuple
    weights : (m,) array of float
        In sum 1.
    """

    predictors: tuple[Scorer, ...]
    weights: Floats

    def decide(self, data: Data) -> Floats:
        """Return (n,) probabilities of being selected."""
        decided = np.stack([predictor.decide(data) for predictor in self.predictors])
        # Weights from Fairlearn's linear programme sum to 1 but for rounding.
        return np.clip(self.weights @ decided, 0, 1)


class _Scores(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A trained classifier whose one feature is the score already."""

    def fit(self, scores: Floats, y: Any = None) -> _Scores:
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def predict_proba(self, scores: Floats) -> Floats:
        return np.hstack([1 - scores, scores])


def _blamed(model: Model) -> AbstractContextManager[None]:
    """Name somebody's own estimator in its errors; logistic regression here is ours."""
    return blamed_on(model.title) if isinstance(model, Classifier) else nullcontext()


def _estimator(model: Model) -> tuple[Any, Intercept, str]:
    """Return an estimator, what intercepts its matrix needs, what it calls sample weights."""
    if isinstance(model, Classifier):
        return model.estimator, "per group", model.weight_name
    if not isinstance(model, Logistic):
        raise ParameterError(
            "model: Fairlearn can train Logistic and scikit-learn classifiers only, "
            f"not {type(model).__name__}."
        )
    shared = model.intercept == "shared"
    # Without the penalty that scikit-learn has unless told otherwise: the direct path has none.
    estimator = LogisticRegression(C=np.inf, fit_intercept=shared, tol=TOLERANCE, max_iter=10_000)
    return estimator, "per group" if model.intercept == "per group" else "none", "sample_weight"


def _read(fitted: Any, data: Data, intercept: Intercept) -> Scorer:
    """Return a trained estimator as a predictor of this package."""
    if isinstance(fitted, DummyClassifier):
        return Constant(int(fitted.constant))
    if not isinstance(fitted, LogisticRegression):
        return Trained(fitted, intercept)
    n_groups, p = len(data.groups), data.features.shape[1]
    slopes = fitted.coef_[0]
    own = slopes[n_groups * p :] if intercept == "per group" else np.zeros(n_groups)
    shared = np.atleast_1d(fitted.intercept_)[0]
    # Somebody's own logistic regression may have intercepts of both kinds.
    return Linear(slopes[: n_groups * p].reshape(n_groups, p), own + shared)


def _rule(found: Any) -> Rule:
    # For demographic parity Fairlearn ignores no score: thresholds alone give any one rate.
    ignore = float(found["p_ignore"]) if "p_ignore" in found else 0.0
    constant = float(found["prediction_constant"]) if "p_ignore" in found else 0.0
    ends = float(found.operation0.threshold), float(found.operation1.threshold)
    return Rule(float(found.p0), ends[0], float(found.p1), ends[1], ignore, constant)


def _require_groups(data: Data) -> None:
    present = data.counts.sum(axis=1) > 0
    if present.sum() < 2:
        missing = [name for name, there in zip(data.groups, present, strict=True) if not there]
        raise Uncomputable(f"No row of group {' or '.join(missing)} is left.")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Keep back what pandas 3 says to Fairlearn 0.15, and use one thread for small algebra.

    scikit-learn's solver multiplies short vectors, over which several threads only wait for
    one another.
    """
    with threadpool_limits(limits=1, user_api="blas"), warnings.catch_warnings():
        for message in _KNOWN:
            warnings.filterwarnings("ignore", message, DeprecationWarning)
        yield

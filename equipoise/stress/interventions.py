"""Repairs: ways to train a model, or to use its scores, so that groups fare more alike.

A repair is anything that, called with rows and a model, returns a predictor. The built-in
ones have two ways to do it: `direct`, with this package's own code, and `fairlearn`, with
Fairlearn's, which is loaded then. A repair of one's own is called as it is on both:

>>> def halved_majority(data, model):
...     weights = [1.0 if group == data.minority else 0.5
...                for group in range(len(data.groups)) for label in (0, 1)]
...     return model.fit(data, weights=weights)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from equipoise.stress.classifiers import as_model
from equipoise.stress.constraints import Constraint, FirstRow, check_constraint
from equipoise.stress.data import Data
from equipoise.stress.direct import Searched, grid_search
from equipoise.stress.errors import (
    ParameterError,
    Uncomputable,
    check_callable,
    check_count,
    check_within,
)
from equipoise.stress.models import Model, Predictor
from equipoise.stress.postprocessing import Thresholded, optimise
from equipoise.stress.regression import Logistic

Engine = Literal["direct", "fairlearn"]
ENGINES: tuple[Engine, ...] = ("direct", "fairlearn")
Repair = Callable[[Data, Model], Predictor]

MOST_POINTS = 10_000
"""Of a grid: each is a model to train."""

FULL_GRIDS = (5, 13, 25, 41, 61)
"""Sizes of grid that leave no point out, for two groups and equalized odds."""


def fit(
    data: Data,
    *,
    model: Any = None,
    repair: Any = None,
    engine: Engine = "direct",
) -> Predictor:
    """Train a model on rows, with a repair or without.

    Parameters
    ----------
    data : Data
    model : Model or scikit-learn classifier, optional
        Logistic regression with a shared intercept when left out.
    repair : Repair, optional
        None: train and do nothing more.
    engine : {"direct", "fairlearn"}
        Whose code repairs: this package's or Fairlearn's.

    Raises
    ------
    ParameterError
        If the engine is unknown or the model none.
    Uncomputable
        If the rows do not suffice; the message says which are missing.
    """
    if engine not in ENGINES:
        raise ParameterError(f"engine must be direct or fairlearn, but is {engine!r}.")
    if data.n == 0:
        raise Uncomputable("There is no row to train on.")
    chosen = as_model(Logistic() if model is None else model)
    if repair is None:
        return chosen.fit(data)
    work: Repair = getattr(repair, engine, repair)
    check_callable("repair", work)
    return work(data, chosen)


@dataclass(frozen=True)
class GridSearch:
    """Fairlearn's GridSearch: the best of several reweighted and relabelled fits.

    Attributes
    ----------
    constraint : {"equalized_odds", "demographic_parity"}
    size : int
        Points in the grid of multipliers. `FULL_GRIDS` leave none out; 10, as published,
        keeps the first 10 of 13; at most `MOST_POINTS`.
    limit : float
        The largest sum of absolute multipliers.
    weight : float
        Of the violation, against the error rate, in choosing among the points; in [0, 1].
    first_row : (group, label), optional
        A row of this kind is put first (a label of None is either). Its group is the one
        whose multipliers vary, which can change the outcome altogether, also with a full
        grid; group and label decide which points a grid that is not full leaves out. None:
        rows stay as they come, and chance decides.
    """

    constraint: Constraint = "equalized_odds"
    size: int = 13
    limit: float = 2.0
    weight: float = 0.5
    first_row: FirstRow | None = None

    def __post_init__(self) -> None:
        check_constraint(self.constraint)
        check_count("size (of the grid)", self.size, 2, MOST_POINTS)
        check_within("limit", self.limit, 0, 1e6, open_low=True)
        check_within("weight (of the constraint)", self.weight, 0, 1)

    @property
    def title(self) -> str:
        """What the repair is called."""
        return f"grid search, {_words(self.constraint)}, grid {self.size}"

    def direct(self, data: Data, model: Model) -> Searched:
        """Search with a fit on cells for each point."""
        return grid_search(
            data,
            model,
            self.constraint,
            size=self.size,
            limit=self.limit,
            weight=self.weight,
            first_row=self.first_row,
        )

    def fairlearn(self, data: Data, model: Model) -> Searched:
        """Search with Fairlearn."""
        from equipoise.stress import fairlearn_path

        return fairlearn_path.grid_search(data, model, self)

    __call__ = direct


@dataclass(frozen=True)
class PostProcessing:
    """Fairlearn's ThresholdOptimizer: randomised thresholds for each group.

    Decisions are the probabilities of being selected, not draws.

    Attributes
    ----------
    constraint : {"equalized_odds", "demographic_parity"}
    """

    constraint: Constraint = "equalized_odds"

    def __post_init__(self) -> None:
        check_constraint(self.constraint)

    @property
    def title(self) -> str:
        """What the repair is called."""
        return f"post-processing, {_words(self.constraint)}"

    def direct(self, data: Data, model: Model) -> Thresholded:
        """Train, then choose thresholds by sorting and counting."""
        return optimise(data, model.fit(data), self.constraint)

    def fairlearn(self, data: Data, model: Model) -> Thresholded:
        """Train, then let Fairlearn choose the thresholds."""
        from equipoise.stress import fairlearn_path

        return fairlearn_path.optimise(data, model.fit(data), self.constraint)

    __call__ = direct


@dataclass(frozen=True)
class ExponentiatedGradient:
    """Fairlearn's ExponentiatedGradient, a mixture of classifiers; on both engines.

    Attributes
    ----------
    constraint : {"equalized_odds", "demographic_parity"}
    eps : float
        Violation allowed, in (0, 1).
    max_iter : int
    """

    constraint: Constraint = "equalized_odds"
    eps: float = 0.01
    max_iter: int = 50

    def __post_init__(self) -> None:
        check_constraint(self.constraint)
        check_within("eps", self.eps, 0, 1, open_low=True, open_high=True)
        check_count("max_iter", self.max_iter, 1)

    @property
    def title(self) -> str:
        """What the repair is called."""
        return f"exponentiated gradient, {_words(self.constraint)}"

    def __call__(self, data: Data, model: Model) -> Predictor:
        """Train with Fairlearn."""
        from equipoise.stress import fairlearn_path

        return fairlearn_path.exponentiated_gradient(data, model, self)


@dataclass(frozen=True)
class Reweighing:
    """Weights that make group and label independent in the training rows.

    Each row of a group and label weighs P(group) P(label) / P(group, label). After Kamiran
    and Calders, "Data preprocessing techniques for classification without discrimination"
    (2012).
    """

    title = "reweighing"

    def __call__(self, data: Data, model: Model) -> Predictor:
        """Train with the weights."""
        counts = data.counts.astype(np.float64)
        expected = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / data.n
        weights = np.divide(expected, counts, out=np.zeros_like(counts), where=counts > 0)
        return model.fit(data, weights=weights.ravel().tolist())


def _words(constraint: Constraint) -> str:
    return constraint.replace("_", " ")

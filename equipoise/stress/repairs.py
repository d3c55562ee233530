"""Repairs: ways to train a model, or to use its scores, so that groups fare more alike.

A repair is anything that, called with rows and a model, returns a predictor. The built-in
ones have two ways to do it: `direct`, with this package's own code, and `fairlearn`, with
Fairlearn's, which is loaded then. A repair of one's own is called as it is on both:

>>> def halved_majority(data, model):
...     weights = [1.0 if group == data.minority else 0.5
...                for group in range(len(data.groups)) for label in (0, 1)]
...     return model.fit(data, weights=weights)

What stands in `REPAIRS` is on offer by name, on the command line, in specs and in the app.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np

from equipoise.stress.constraints import Constraint, FirstRow, check_constraint
from equipoise.stress.data import Data
from equipoise.stress.decorrelation import CorrelationRemover
from equipoise.stress.direct import Searched, grid_search
from equipoise.stress.errors import check_count, check_within
from equipoise.stress.fitting import Engine, Repair
from equipoise.stress.models import Model, Predictor
from equipoise.stress.postprocessing import Thresholded, optimise

Need = Literal["weights", "labels", "scores"]

MOST_POINTS = 10_000
"""Of a grid: each is a model to train."""

FULL_GRIDS = (5, 13, 25, 41, 61)
"""Sizes of grid that leave no point out, for two groups and equalized odds."""


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
        # Of a single point Fairlearn's grid divides by zero.
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

        return fairlearn_path.grid_search(
            data,
            model,
            self.constraint,
            size=self.size,
            limit=self.limit,
            weight=self.weight,
            first_row=self.first_row,
        )

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
        Fairlearn bounds its multipliers by 1 / eps, in (0, 1); the violation that it aims at is
        its constraint's own default, 0.01.
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

        return fairlearn_path.exponentiated_gradient(
            data, model, self.constraint, eps=self.eps, max_iter=self.max_iter
        )


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


class Variant(NamedTuple):
    """A repair with its parameters settled, as a reader may choose it.

    Attributes
    ----------
    key : str
        Its name in an address.
    title : str
    parameters : mapping
        What differs from the usual.
    """

    key: str
    title: str
    parameters: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Offered:
    """A kind of repair on offer, for the command line, specs and the app alike.

    Attributes
    ----------
    name : str
        Its kind in a spec and on the command line.
    make : callable
        Returns the repair from its parameters.
    variants : tuple of Variant
        Those the app offers, in their order.
    engines : tuple of {"direct", "fairlearn"}
        Whose code can do it; the others' choice changes nothing.
    needs : tuple of {"weights", "labels", "scores"}
        What it asks of a model beyond decisions: to train with weights or with other labels,
        or to give scores.
    quick : bool
        Whether it can follow a slider.
    """

    name: str
    make: Callable[..., Repair]
    variants: tuple[Variant, ...]
    engines: tuple[Engine, ...]
    needs: tuple[Need, ...]
    quick: bool = True

    @property
    def description(self) -> str:
        """What it does, in a sentence."""
        return (inspect.getdoc(self.make) or "").partition("\n")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """What may be said of it, such as a constraint."""
        return tuple(inspect.signature(self.make).parameters)


_PARITY = MappingProxyType({"constraint": "demographic_parity"})

_OFFERED = (
    Offered(
        "grid-search",
        GridSearch,
        (
            Variant("grid", "Grid search, equalized odds, all 13 points"),
            Variant(
                "grid-published",
                "Grid search, equalized odds, 10 of 13 points (as published)",
                MappingProxyType({"size": 10}),
            ),
            Variant("grid-parity", "Grid search, demographic parity", _PARITY),
        ),
        engines=("direct", "fairlearn"),
        needs=("weights", "labels"),
    ),
    Offered(
        "post-processing",
        PostProcessing,
        (
            Variant("post", "Post-processing, equalized odds"),
            Variant("post-parity", "Post-processing, demographic parity", _PARITY),
        ),
        engines=("direct", "fairlearn"),
        needs=("scores",),
    ),
    Offered(
        "reweighing",
        Reweighing,
        (Variant("reweighing", "Reweighing of rows"),),
        engines=("direct",),
        needs=("weights",),
    ),
    Offered(
        "correlation-remover",
        CorrelationRemover,
        (Variant("decorrelated", "Features without correlation to the group"),),
        engines=("direct", "fairlearn"),
        needs=(),
    ),
    Offered(
        "exponentiated-gradient",
        ExponentiatedGradient,
        (
            Variant("gradient", "Exponentiated gradient, equalized odds"),
            Variant("gradient-parity", "Exponentiated gradient, demographic parity", _PARITY),
        ),
        engines=("fairlearn",),
        needs=("weights", "labels"),
        quick=False,
    ),
)

REPAIRS: Mapping[str, Offered] = MappingProxyType({each.name: each for each in _OFFERED})
"""The repairs on offer by name, in the order in which they are shown."""

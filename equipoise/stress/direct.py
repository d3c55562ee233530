"""The search over multipliers without a pass over rows for weights: Fairlearn's, done faster.

Every row of one group and label has the same weight at a grid point, so each point is one
fit on cells, and choosing among points takes only the selected rows of each cell.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.stress.constraints import Constraint, FirstRow, cell_weights, multipliers, violation
from equipoise.stress.data import Data, Floats
from equipoise.stress.models import Constant, Model, Predictor, Scorer
from equipoise.stress.regression import Linear, Logistic


@dataclass(frozen=True, eq=False)
class Searched:
    """The outcome of a search over multipliers.

    Attributes
    ----------
    best : int
        The point chosen, the first of those with the smallest loss.
    losses : (m,) array of float
        Of each point: error rate and violation on the training rows, weighted.
    multipliers : (m, events, K) array of float
    predictors : tuple
        One for each point.
    """

    best: int
    losses: Floats
    multipliers: Floats
    predictors: tuple[Scorer, ...]

    @property
    def predictor(self) -> Scorer:
        """The one chosen."""
        return self.predictors[self.best]

    def score(self, data: Data) -> Floats:
        """Return the chosen predictor's scores."""
        return self.predictor.score(data)

    def decide(self, data: Data) -> Floats:
        """Return the chosen predictor's decisions."""
        return self.predictor.decide(data)


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
    """Search as `equipoise.stress.GridSearch` describes it."""
    grid = multipliers(data, constraint, size=size, limit=limit, first_row=first_row)
    fits = _Fits(data, model)
    predictors, losses = [], []
    for point in grid:
        worth = cell_weights(data, constraint, point)
        predictor = fits.at(worth)
        selected = fits.selected(predictor)
        predictors.append(predictor)
        loss = (1 - weight) * error_rate(data, selected)
        losses.append(loss + weight * violation(data, constraint, selected))
    return Searched(int(np.argmin(losses)), np.array(losses), grid, tuple(predictors))


def error_rate(data: Data, selected: Floats) -> float:
    """Return the share of rows decided wrongly, from the (K, 2) rows selected."""
    wrong = selected[:, 0].sum() + (data.counts[:, 1] - selected[:, 1]).sum()
    return float(wrong / data.n)


class _Fits:
    """Many fits of one model on the same rows with other signed weights."""

    def __init__(self, data: Data, model: Model) -> None:
        self.data = data
        self.model = model
        self.prepared = model.prepare(data) if isinstance(model, Logistic) else None

    def at(self, worth: Floats) -> Scorer:
        """Fit with the label 1 where a cell is worth it, and its worth as weight."""
        # Worth exactly 0 gets the label 0, as in Fairlearn: no weight, but it counts as a label.
        labels = (worth > 0).astype(int).tolist()
        given = {labels[cell] for cell in np.flatnonzero(self.data.counts.ravel())}
        # Fairlearn does not train the model then, either: it puts in a DummyClassifier.
        if len(given) == 1:
            return Constant(given.pop())
        weights = np.abs(worth).tolist()
        if self.prepared is not None:
            return self.prepared.fit(labels, weights)
        return self.model.fit(self.data, labels, weights)

    def selected(self, predictor: Predictor) -> Floats:
        """Return (K, 2): rows of each cell that are selected."""
        if self.prepared is not None and isinstance(predictor, Linear):
            return self.prepared.selected(predictor)
        return selected_by_cell(self.data, predictor.decide(self.data))


def selected_by_cell(data: Data, decision: Floats) -> Floats:
    """Return (K, 2): the sum of (n,) decisions in each cell."""
    size = 2 * len(data.groups)
    selected = np.bincount(data.cell, weights=decision, minlength=size)
    return selected.astype(np.float64).reshape(-1, 2)

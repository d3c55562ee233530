"""Unpenalised logistic regression on cells of rows, by Newton's method.

All rows of a cell share one label and one weight. That is all a stress test asks for:
equalized odds, demographic parity and reweighing give the same weight to every row of one
group and label. A fit then needs no weight or label vector, and its first step, from zero,
no pass over the rows at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from equipoise.stress.data import Floats

TOLERANCE = 1e-10
"""Of the largest mean score equation, far below the 1e-7 given to scikit-learn."""

MOST_STEPS = 60
_RIDGE = 1e-12
"""On a Hessian of unit diagonal: next to nothing, but it makes a singular one solvable."""

_SHORT = 1e-5
"""After a step this short the next one, being its square, changes nothing."""


@dataclass(frozen=True, eq=False)
class Cells:
    """Rows of one or several groups that share parameters.

    Attributes
    ----------
    rows : tuple of (p, n) arrays
        The rows of each cell, by column.
    places : tuple of (p,) arrays of int
        Where each column of a cell stands among the parameters.
    size : int
        Number of parameters.
    """

    rows: tuple[Floats, ...]
    places: tuple[np.ndarray, ...]
    size: int

    @cached_property
    def sums(self) -> Floats:
        """(cells, size) array: the sum of each cell's rows."""
        total = np.zeros((len(self.rows), self.size))
        for cell, (rows, places) in enumerate(zip(self.rows, self.places, strict=True)):
            total[cell, places] = rows.sum(axis=1)
        return total

    @cached_property
    def grids(self) -> tuple[tuple[np.ndarray, ...], ...]:
        """Where the products of each cell's columns stand in a (size, size) array."""
        return tuple(np.ix_(places, places) for places in self.places)

    @cached_property
    def squares(self) -> Floats:
        """(cells, size, size) array: the sum of outer products of each cell's rows."""
        total = np.zeros((len(self.rows), self.size, self.size))
        for cell, (rows, grid) in enumerate(zip(self.rows, self.grids, strict=True)):
            total[cell][grid] = rows @ rows.T
        return total

    @cached_property
    def counts(self) -> Floats:
        """(cells,) array: rows in each."""
        return np.array([rows.shape[1] for rows in self.rows], dtype=np.float64)


def logistic(cells: Cells, labels: Sequence[int], weights: Sequence[float]) -> Floats:
    """Return the parameters that maximise the weighted likelihood.

    Where columns depend on one another, one of the solutions, with 0 for a column of zeros.
    Where a boundary separates the labels there is none; then parameters that do so.

    Parameters
    ----------
    cells : Cells
    labels : (cells,) sequence of 0 or 1
        The label each cell's rows are given.
    weights : (cells,) sequence of float
        The weight each cell's rows are given, not negative.

    Returns
    -------
    (size,) array of float
    """
    given, scale = np.asarray(labels, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    total = float(scale @ cells.counts)
    if total == 0:
        return np.zeros(cells.size)
    # With weights in sum 1 the tolerance means the same for any number of rows.
    scale = scale / total
    # At zero every probability is a half: the derivatives are sums of whole cells.
    gradient = (scale * (0.5 - given)) @ cells.sums
    hessian = np.tensordot(scale * 0.25, cells.squares, axes=1)
    parameters = np.zeros(cells.size)
    for _ in range(MOST_STEPS):
        steepest = np.abs(gradient).max()
        if steepest <= TOLERANCE:
            break
        step = -_solve(hessian, gradient)
        parameters = parameters + step
        if np.abs(step).max() < _SHORT * max(1.0, np.abs(parameters).max()):
            break
        gradient, hessian = _derivatives(cells, given, scale, parameters)
        # A full step may overshoot where probabilities are near 0 and 1.
        # The gradient tells, being there anyway: losses would take a further pass over the rows.
        while np.abs(gradient).max() > steepest and np.abs(step).max() > _SHORT:
            step = step / 2
            parameters = parameters - step
            gradient, hessian = _derivatives(cells, given, scale, parameters)
    return parameters


def _derivatives(
    cells: Cells, labels: Floats, weights: Floats, parameters: Floats
) -> tuple[Floats, Floats]:
    """Return gradient and Hessian of the weighted mean loss."""
    gradient = np.zeros(cells.size)
    hessian = np.zeros((cells.size, cells.size))
    cell_by_cell = zip(cells.rows, cells.places, cells.grids, labels, weights, strict=True)
    for rows, places, grid, label, weight in cell_by_cell:
        if weight == 0 or rows.shape[1] == 0:
            continue
        probability = sigmoid(parameters[places] @ rows)
        gradient[places] += weight * (rows @ (probability - label))
        probability *= 1 - probability
        hessian[grid] += weight * ((rows * probability) @ rows.T)
    return gradient, hessian


def sigmoid(scores: Floats) -> Floats:
    """Return 1 / (1 + exp(-score)), which cannot overflow in this form."""
    scores = np.tanh(0.5 * scores)
    scores += 1
    scores *= 0.5
    return scores


def _solve(hessian: Floats, gradient: Floats) -> Floats:
    """Solve for a step. A column of zeros, or one that repeats others, does not hinder."""
    spread = np.sqrt(np.diag(hessian))
    scale = np.where(spread > 0, spread, 1)
    scaled = hessian / (scale[:, None] * scale)
    scaled.flat[:: len(scale) + 1] += _RIDGE
    return np.asarray(np.linalg.solve(scaled, gradient / scale) / scale)

"""Unpenalised logistic regression with coefficients of its own for each group."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import ParameterError
from equipoise.stress.models import CellLabels, CellWeights
from equipoise.stress.newton import Cells, logistic, sigmoid

Intercept = Literal["none", "shared", "per group"]
INTERCEPTS: tuple[Intercept, ...] = ("none", "shared", "per group")


@dataclass(frozen=True, eq=False)
class Linear:
    """A linear boundary for each group.

    Attributes
    ----------
    coefficients : (K, p) array of float
    intercepts : (K,) array of float
    """

    coefficients: Floats
    intercepts: Floats

    def margin(self, data: Data) -> Floats:
        """Return (n,) log-odds; a row is selected where they are above 0."""
        margins = data.features @ self.coefficients.T + self.intercepts
        return np.asarray(margins[np.arange(data.n), data.group])

    def score(self, data: Data) -> Floats:
        """Return (n,) probabilities of label 1."""
        return sigmoid(self.margin(data))

    def decide(self, data: Data) -> Floats:
        """Return (n,) decisions, 0 or 1."""
        return (self.margin(data) > 0).astype(np.float64)


@dataclass(frozen=True)
class Logistic:
    """Unpenalised logistic regression with coefficients of its own for each group.

    Attributes
    ----------
    intercept : {"none", "shared", "per group"}
        "shared" is equation 2 of Akpinar et al. (2022); "none" is what their code does
        where it repairs.
    """

    intercept: Intercept = "shared"

    def __post_init__(self) -> None:
        if self.intercept not in INTERCEPTS:
            raise ParameterError(
                f"intercept must be one of {', '.join(INTERCEPTS)}, but is {self.intercept!r}."
            )

    @property
    def title(self) -> str:
        """What the model is called."""
        return (
            "logistic regression, "
            + {
                "none": "no intercept",
                "shared": "shared intercept",
                "per group": "an intercept per group",
            }[self.intercept]
        )

    def fit(
        self, data: Data, labels: CellLabels | None = None, weights: CellWeights | None = None
    ) -> Linear:
        """Train by Newton's method; see `equipoise.stress.newton`."""
        return self.prepare(data).fit(labels, weights)

    def prepare(self, data: Data) -> Prepared:
        """Arrange rows once for many fits with other labels and weights."""
        return Prepared(data, self.intercept)


@dataclass(frozen=True, eq=False)
class Prepared:
    """Rows arranged for logistic regression by cells."""

    data: Data
    intercept: Intercept

    @cached_property
    def blocks(self) -> tuple[Floats, ...]:
        """The columns of each cell, with one of ones if there is an intercept."""
        if self.intercept == "none":
            return self.data.blocks
        return tuple(np.vstack([rows, np.ones(rows.shape[1])]) for rows in self.data.blocks)

    @cached_property
    def systems(self) -> tuple[Cells, ...]:
        """The cells, group by group; all together where the groups share an intercept."""
        p, n_groups = self.data.features.shape[1], len(self.data.groups)
        if self.intercept == "shared":
            places = tuple(
                np.append(np.arange(p) + group * p, n_groups * p)
                for group in range(n_groups)
                for _ in range(2)
            )
            return (Cells(self.blocks, places, n_groups * p + 1),)
        # Groups have no parameter in common: small systems of their own are solved faster.
        size = len(self.blocks[0])
        whole = np.arange(size)
        return tuple(
            Cells(self.blocks[2 * group : 2 * group + 2], (whole, whole), size)
            for group in range(n_groups)
        )

    def fit(self, labels: CellLabels | None = None, weights: CellWeights | None = None) -> Linear:
        """Train with a label and a weight for each cell; see `Model.fit`."""
        n_groups, p = len(self.data.groups), self.data.features.shape[1]
        labels = [0, 1] * n_groups if labels is None else labels
        weights = [1.0] * (2 * n_groups) if weights is None else weights
        if self.intercept == "shared":
            found = logistic(self.systems[0], labels, weights)
            return Linear(found[:-1].reshape(n_groups, p), np.full(n_groups, found[-1]))
        parts = np.array(
            [
                logistic(cells, labels[2 * g : 2 * g + 2], weights[2 * g : 2 * g + 2])
                for g, cells in enumerate(self.systems)
            ]
        )
        return Linear(parts[:, :p], parts[:, p] if parts.shape[1] > p else np.zeros(n_groups))

    def selected(self, fitted: Linear) -> Floats:
        """Return (K, 2): the rows of each cell a predictor selects."""
        found = [
            # A score above 0.5 is a linear predictor above 0, which takes no exponentials.
            np.count_nonzero(fitted.coefficients[cell // 2] @ rows > -fitted.intercepts[cell // 2])
            for cell, rows in enumerate(self.data.blocks)
        ]
        return np.array(found, dtype=np.float64).reshape(-1, 2)

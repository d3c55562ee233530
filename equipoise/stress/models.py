"""Models to train, and the predictors that come out of them.

A model is anything with a method ``fit(data, labels=None, weights=None)`` that returns a
predictor; a predictor is anything with a method ``decide(data)``. A scikit-learn classifier
that takes sample weights may stand in for a model. Both kinds of one's own:

>>> class Nobody:
...     def fit(self, data, labels=None, weights=None):
...         return self
...     def decide(self, data):
...         return np.zeros(data.n)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from equipoise.stress.data import Data, Floats

CellLabels = Sequence[int]
CellWeights = Sequence[float]


class Predictor(Protocol):
    """What a model or a repair returns."""

    def decide(self, data: Data) -> Floats:
        """Return each row's probability of being selected: 0 or 1 unless randomised."""


class Scorer(Predictor, Protocol):
    """A predictor with a score to put thresholds on."""

    def score(self, data: Data) -> Floats:
        """Return each row's score, in [0, 1]; above 0.5 it is selected."""


class Model(Protocol):
    """A kind of classifier."""

    def fit(
        self, data: Data, labels: CellLabels | None = None, weights: CellWeights | None = None
    ) -> Scorer:
        """Train on rows.

        Parameters
        ----------
        data : Data
        labels : (2K,) sequence of 0 or 1, optional
            The label to give to each cell of `Data.counts`, in its order; the observed one
            when left out.
        weights : (2K,) sequence of float, optional
            The weight to give to each row of a cell; 1 when left out.
        """


@dataclass(frozen=True)
class Constant:
    """Selects everybody (1) or nobody (0)."""

    value: int

    def score(self, data: Data) -> Floats:
        """Return the constant for each row."""
        return np.full(data.n, float(self.value))

    decide = score

"""Features without their linear dependence on the group."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import check_within
from equipoise.stress.models import Model, Scorer


@dataclass(frozen=True)
class CorrelationRemover:
    """Features without their linear dependence on the group, as Fairlearn's remover does it.

    Attributes
    ----------
    alpha : float
        How much of it goes: 1 all, 0 nothing.
    """

    alpha: float = 1.0

    def __post_init__(self) -> None:
        check_within("alpha", self.alpha, 0, 1)

    title = "correlation remover"

    def direct(self, data: Data, model: Model) -> Decorrelated:
        """Move every group's mean features to those of all, then train."""
        # On group indicators least squares, which Fairlearn solves, gives the group means.
        overall = data.features.mean(axis=0)
        shifts = np.zeros((len(data.groups), len(overall)))
        for group in np.flatnonzero(data.counts.sum(axis=1)):
            shifts[group] = overall - data.features[data.group == group].mean(axis=0)
        return self._trained(data, model, shifts)

    def fairlearn(self, data: Data, model: Model) -> Decorrelated:
        """Let Fairlearn find the shifts, then train."""
        from equipoise.stress import fairlearn_path

        return self._trained(data, model, fairlearn_path.group_shifts(data))

    def _trained(self, data: Data, model: Model, shifts: Floats) -> Decorrelated:
        shifts = self.alpha * shifts
        return Decorrelated(shifts, model.fit(shifted(data, shifts)))

    __call__ = direct


@dataclass(frozen=True, eq=False)
class Decorrelated:
    """A predictor on features shifted group by group.

    Attributes
    ----------
    shifts : (K, p) array of float
    predictor : Scorer
    """

    shifts: Floats
    predictor: Scorer

    def score(self, data: Data) -> Floats:
        """Return the scores of shifted rows."""
        return self.predictor.score(shifted(data, self.shifts))

    def decide(self, data: Data) -> Floats:
        """Return the decisions on shifted rows."""
        return self.predictor.decide(shifted(data, self.shifts))


def shifted(data: Data, shifts: Floats) -> Data:
    """Return rows with each group's shift added to its features."""
    return replace(data, features=data.features + shifts[data.group])

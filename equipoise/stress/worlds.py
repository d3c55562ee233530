"""The world of the sandbox, in which the true classifier is known.

A world is anything that, called with a number of rows and a generator, returns `Data`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np

from equipoise.stress.data import Data, Floats, World
from equipoise.stress.errors import ParameterError, check_memory, check_within


@dataclass(frozen=True)
class Synthetic:
    """The world of the sandbox: two groups with linear true classifiers, and label noise.

    A row belongs to group B with probability r. Its features are independent normal
    numbers of variance 1, with mean d in group A and 0 in B. Its noise-free label is 1
    where the features weigh in above 0 under its group's coefficients; the observed label
    is flipped with probability eta. After Akpinar et al., "A Sandbox Tool to
    Bias(Stress)-Test Fairness Algorithms" (2022), section 3.

    Attributes
    ----------
    r : float
        Share of the minority, in (0, 0.5].
    eta : float
        Label noise, in [0, 0.5).
    d : float
        Mean of every feature in the majority; moves its base rate away from 0.5.
    majority, minority : tuple of float
        Coefficients of the true classifiers of A and B, equally many.

    Raises
    ------
    ParameterError
        If one is out of range.
    """

    r: float = 0.2
    eta: float = 0.4
    d: float = 0.0
    majority: tuple[float, ...] = (-0.7, 0.5, 1.5)
    minority: tuple[float, ...] = (0.5, -0.2, 0.1)

    def __post_init__(self) -> None:
        check_within("r (share of the minority)", self.r, 0, 0.5, open_low=True)
        check_within("eta (label noise)", self.eta, 0, 0.5, open_high=True)
        check_within("d (mean of the majority's features)", self.d, -10, 10)
        if not self.majority or len(self.majority) != len(self.minority):
            raise ParameterError(
                "majority and minority must hold equally many coefficients, at least one, "
                f"but hold {len(self.majority)} and {len(self.minority)}."
            )
        if not np.isfinite([*self.majority, *self.minority]).all():
            raise ParameterError("majority and minority must hold finite coefficients.")

    @property
    def coefficients(self) -> Floats:
        """(2, p) array: the true classifiers of A and B."""
        return np.array([self.majority, self.minority], dtype=np.float64)

    def __call__(self, n: int, rng: np.random.Generator) -> Data:
        """Draw n rows; ParameterError if this machine cannot hold them."""
        check_memory(n, len(self.majority))
        # Drawn alike whatever r, eta and d are: worlds that differ in them share their chance.
        group = (rng.random(n) < self.r).astype(np.intp)
        features = rng.standard_normal((n, len(self.majority)))
        noise = rng.random(n) < self.eta
        features[group == 0] += self.d
        truth = np.einsum("np,np->n", features, self.coefficients[group]) > 0
        return Data(
            features,
            y=(truth ^ noise).astype(np.int8),
            group=group,
            truth=truth.astype(np.int8),
            groups=("A", "B"),
            minority=1,
            names=tuple(f"x{i}" for i in range(1, len(self.majority) + 1)),
            row=np.arange(n),
        )


@dataclass(frozen=True)
class Varied:
    """A world with one parameter left open, for designs whose levels are its values.

    Attributes
    ----------
    world : World
        A data class.
    parameter : str
        Such as "d".

    Raises
    ------
    ParameterError
        If the world has no such parameter.
    """

    world: Any
    parameter: str

    def __post_init__(self) -> None:
        known = [field.name for field in fields(self.world)] if is_dataclass(self.world) else []
        if self.parameter not in known:
            raise ParameterError(
                f"varies must be bias or a parameter of the world ({', '.join(known)}), "
                f"but is {self.parameter!r}."
            )

    def __call__(self, level: float) -> World:
        """Return the world with the parameter set."""
        world: World = replace(self.world, **{self.parameter: level})
        return world

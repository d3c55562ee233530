"""Designs: what an experiment draws, biases, trains and compares."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from equipoise.stress.classifiers import as_model
from equipoise.stress.data import World
from equipoise.stress.errors import (
    ParameterError,
    check_callable,
    check_count,
    check_within,
    listed,
)
from equipoise.stress.fitting import ENGINES, Engine
from equipoise.stress.injections import Bias, check_amount, title
from equipoise.stress.measures import MEASURES, Measure
from equipoise.stress.repairs import FULL_GRIDS, GridSearch

FEWEST_N = 100
NOISY_BELOW = 1000
"""With fewer rows than this, the ends of a curve are mostly noise."""


@dataclass(frozen=True)
class Arm:
    """One way to train that an experiment compares with others.

    Attributes
    ----------
    name : str
        What the column "model" of the results calls it.
    model : Model or scikit-learn classifier, optional
        Logistic regression with a shared intercept when left out.
    repair : Repair, optional
        None is doing nothing.
    engine : {"direct", "fairlearn"}
    """

    name: str
    model: Any = None
    repair: Any = None
    engine: Engine = "direct"


DO_NOTHING = Arm("do nothing")


@dataclass(frozen=True)
class Design:
    """An experiment, all but its seed and number of repeats.

    Attributes
    ----------
    world : World or callable float -> World
        Where rows come from. With `varies="world"`, a function from level to world.
    bias : Bias
        Injected into the training half alone.
    levels : tuple of float
        The amounts of bias, or the arguments of `world`.
    arms : tuple of Arm
        What is trained on the biased rows; each has another name.
    n : int
        Rows drawn for each repeat: half to train on, half to test on; at least 100.
    reference : "learned", "true" or Model
        What fidelity compares with: a logistic regression with a shared intercept learned
        on the training half before it is biased, the noise-free labels, or another model
        learned like the first. Learned from noisy rows, it is not the truth itself:
        `reference_agreement` says how close it comes.
    measures : mapping from name to Measure
    varies : {"bias", "world"}
        What a level means.
    amount : float
        The amount of bias at every level where the world varies.
    name : str
        What the column "bias" of the results holds; the bias's own title when left out.
    """

    world: Any
    bias: Bias
    levels: tuple[float, ...]
    arms: tuple[Arm, ...] = (DO_NOTHING,)
    n: int = 10_000
    reference: Any = "learned"
    measures: Mapping[str, Measure] = field(default_factory=lambda: MEASURES)
    varies: Literal["bias", "world"] = "bias"
    amount: float = 0.0
    name: str = ""

    def __post_init__(self) -> None:
        check_count("n", self.n, FEWEST_N)
        check_callable("world", self.world)
        if not listed("levels", self.levels):
            raise ParameterError("levels must hold at least one amount.")
        if not isinstance(self.measures, Mapping) or not self.measures:
            raise ParameterError(f"measures must map names to measures, not {self.measures!r}.")
        if not all(isinstance(arm, Arm) for arm in listed("arms", self.arms)):
            raise ParameterError(f"arms must hold objects of the class Arm, not {self.arms!r}.")
        names = [arm.name for arm in self.arms]
        if not names or len(set(names)) < len(names):
            raise ParameterError("arms must be one or more, each with another name.")
        for arm in self.arms:
            if arm.model is not None:
                as_model(arm.model)
            if arm.engine not in ENGINES:
                raise ParameterError(f"engine must be direct or fairlearn, but is {arm.engine!r}.")
        if self.varies not in ("bias", "world"):
            raise ParameterError(f"varies must be bias or world, but is {self.varies!r}.")
        for level in self.levels:
            check_amount(self.bias, self.amount_at(level))
            check_within("each level", level, -math.inf, math.inf)
            # Made to be checked: what a world refuses is said now, and not in the midst of a run.
            self.world_at(level)

    @property
    def title(self) -> str:
        """What the column "bias" of the results holds."""
        return self.name or title(self.bias)

    def amount_at(self, level: float) -> float:
        """Return the amount of bias at a level."""
        return level if self.varies == "bias" else self.amount

    def world_at(self, level: float) -> World:
        """Return the world at a level."""
        world: World = self.world(level) if self.varies == "world" else self.world
        return world


def cautions(design: Design) -> tuple[str, ...]:
    """Say what in a design makes its results weak, in sentences."""
    found = []
    if design.n < NOISY_BELOW:
        found.append(
            f"With {design.n:,} rows, fewer than {NOISY_BELOW:,}, the extreme levels are "
            "mostly noise."
        )
    if all(arm.repair is not None for arm in design.arms):
        found.append("No arm does nothing, so that what a repair changes cannot be seen.")
    searches = [
        (arm.name, arm.repair) for arm in design.arms if isinstance(arm.repair, GridSearch)
    ]
    lopsided = [
        name
        for name, search in searches
        if search.constraint == "equalized_odds" and search.size not in FULL_GRIDS
    ]
    if lopsided:
        found.append(
            f"The grid of {', '.join(lopsided)} leaves out points, and which ones depends on "
            f"the first training row; full grids have {', '.join(map(str, FULL_GRIDS))} points."
        )
    by_chance = [name for name, search in searches if search.first_row is None]
    if by_chance:
        found.append(
            f"Grid search ({', '.join(by_chance)}) weighs by the group whose row comes first, "
            "also with a full grid, and here chance decides which that is: run it with either "
            "group first (first_row)."
        )
    return (*found, *getattr(design.world, "notes", ()))

"""What a stress test can be put together of, each part by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from equipoise.stress import (
    Arm,
    BaseRateShift,
    GridSearch,
    LabelNoise,
    Logistic,
    Missingness,
    UnderRepresentation,
    repairs,
)


class BiasChoice(NamedTuple):
    """A bias on offer: its name, how its amount reads, its levels, and how it is made."""

    title: str
    amount: str
    levels: tuple[float, ...]
    make: Callable[[], Any]


class RepairChoice(NamedTuple):
    """A repair on offer; one that is not live is planned before it runs."""

    title: str
    make: Callable[[], Any]
    live: bool = True


TENTHS = tuple(level / 10 for level in range(11))
# The bias refuses to remove a whole group.
_NOT_ALL = (*TENTHS[:-1], 0.99)
_NOISE = tuple(level / 20 for level in range(11))
# The sandbox's minority has a base rate of 0.5, which can move by no more than that.
_SHIFTS = tuple(round(0.09 * step, 2) for step in range(-5, 6))

BIASES: Mapping[str, BiasChoice] = {
    "positives-removed": BiasChoice(
        "Positive minority rows are missing from the data",
        "share of positive minority rows removed",
        TENTHS,
        lambda: UnderRepresentation(label=1),
    ),
    "minority-removed": BiasChoice(
        "Minority rows are missing from the data, whatever their label",
        "share of minority rows removed",
        _NOT_ALL,
        UnderRepresentation,
    ),
    "noise": BiasChoice(
        "Minority labels are wrong at a rate of their own",
        "share of minority labels that are wrong",
        _NOISE,
        LabelNoise,
    ),
    "noise-positives": BiasChoice(
        "Labels of truly positive minority rows are wrong at a rate of their own",
        "share of truly positive minority rows labelled wrongly",
        _NOISE,
        lambda: LabelNoise(label=1),
    ),
    "hidden": BiasChoice(
        "The first feature is missing in minority rows",
        "share of minority rows without their first feature",
        TENTHS,
        Missingness,
    ),
    "hidden-positives": BiasChoice(
        "The first feature is missing in positive minority rows",
        "share of positive minority rows without their first feature",
        TENTHS,
        lambda: Missingness(label=1),
    ),
    "base-rate": BiasChoice(
        "The minority's share of positive labels is shifted",
        "shift of the minority's share of positive labels",
        _SHIFTS,
        BaseRateShift,
    ),
}

REPAIRS: Mapping[str, RepairChoice] = {
    variant.key: RepairChoice(
        variant.title if repair.quick else f"{variant.title} (slow: planned runs)",
        partial(repair.make, **variant.parameters),
        repair.quick,
    )
    for repair in repairs.REPAIRS.values()
    for variant in repair.variants
}


class Sides(NamedTuple):
    """The model when nothing is done and the model that is repaired."""

    title: str
    nothing: Callable[[], Any]
    repaired: Callable[[], Any]
    live: bool = True


def _logistic(nothing: Any, repaired: Any, title: str) -> Sides:
    return Sides(title, lambda: Logistic(nothing), lambda: Logistic(repaired))


def _tree() -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(min_samples_leaf=50, random_state=0)


MODELS: Mapping[str, Sides] = {
    "none": _logistic("none", "none", "no intercept, on both sides"),
    "shared": _logistic("shared", "shared", "a shared intercept, on both sides"),
    "per-group": _logistic("per group", "per group", "an intercept per group, on both sides"),
    "published": _logistic("shared", "none", "as published: intercept only where unrepaired"),
    "tree": Sides("decision tree, on both sides (slow: planned runs)", _tree, _tree, live=False),
}

WORLDS: Mapping[str, str] = {
    "sandbox": "The sandbox: two groups, truth known",
    "adult-sex": "Adult survey, by sex",
    "adult-race": "Adult survey, by race",
    "own": "A table of your own",
}

REFERENCES: Mapping[str, str] = {
    "learned": "a model learned on the data before the bias",
    "true": "the true classifier",
}

ENGINES: Mapping[str, str] = {"direct": "our direct path", "fairlearn": "Fairlearn's own code"}

NOTHING, REPAIRED = ARMS = "do nothing", "repaired"
"""The arms of every design."""

OTHER_ORDER = "repaired, a row of the other group first"
"""The third arm of a design whose repair depends on the order of rows."""


@dataclass(frozen=True)
class Choices:
    """Everything that fixes an experiment, but the repeats.

    Attributes
    ----------
    world, bias, repair, model, reference, engine : str
        Keys of `WORLDS`, `BIASES`, `REPAIRS`, `MODELS`, `REFERENCES` and `ENGINES`.
    r, eta, d : float
        Of the sandbox; other worlds ignore r and d.
    n : int
        Rows drawn for a repeat, half to train on and half to test on.
    seed : int
    first : str
        The cell whose row comes first in a grid search, such as "B1", with B for the
        minority of any world; "" where rows stay as they come.
    """

    world: str = "sandbox"
    bias: str = "positives-removed"
    repair: str = "grid"
    model: str = "none"
    reference: str = "learned"
    engine: str = "direct"
    r: float = 0.2
    eta: float = 0.4
    d: float = 0.0
    n: int = 10_000
    seed: int = 0
    first: str = ""

    @property
    def live(self) -> bool:
        """Whether a run is quick enough to follow a slider."""
        quick = REPAIRS[self.repair].live and MODELS[self.model].live
        return quick and self.engine == "direct"

    @property
    def levels(self) -> tuple[float, ...]:
        """The amounts of bias."""
        return BIASES[self.bias].levels

    @property
    def ordered(self) -> bool:
        """Whether the repair depends on the order of rows, and that is fixed."""
        return bool(self.first) and isinstance(REPAIRS[self.repair].make(), GridSearch)

    def arms(self, majority: str = "A", minority: str = "B") -> tuple[Arm, ...]:
        """Doing nothing, and the repair; where it depends on their order, with rows in both."""
        sides, repair = MODELS[self.model], REPAIRS[self.repair].make()
        engine: Any = self.engine

        def repaired(name: str, repair: Any) -> Arm:
            return Arm(name, sides.repaired(), repair, engine)

        nothing = Arm(NOTHING, sides.nothing())
        if not self.ordered:
            return nothing, repaired(REPAIRED, repair)
        first, other = (majority, minority) if self.first[0] == "A" else (minority, majority)
        return (
            nothing,
            repaired(REPAIRED, replace(repair, first_row=(first, int(self.first[1])))),
            repaired(OTHER_ORDER, replace(repair, first_row=(other, None))),
        )

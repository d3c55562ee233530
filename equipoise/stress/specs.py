"""Designs written down: as JSON for the command line, as names for its options.

A part of a design is its kind or an object of its kind and parameters, such as
``{"kind": "grid-search", "size": 13}``; what is left out has its usual value.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from equipoise.stress import repairs
from equipoise.stress.adult import adult
from equipoise.stress.data import World
from equipoise.stress.design import DO_NOTHING, Arm, Design
from equipoise.stress.errors import ParameterError, listed
from equipoise.stress.injections import (
    BaseRateShift,
    Bias,
    Combined,
    LabelNoise,
    Missingness,
    UnderRepresentation,
)
from equipoise.stress.regression import Logistic
from equipoise.stress.tables import Table, read_world
from equipoise.stress.worlds import Synthetic, Varied

Kinds = Mapping[str, Callable[..., Any]]


def _table(file: str, **given: Any) -> Table:
    if not Path(file).is_file():
        raise ParameterError(f"world: there is no file {file}.")
    return read_world(file, **given)


def _combined(parts: list[Mapping[str, Any]]) -> Combined:
    found = []
    for part in listed("parts", parts):
        _check_keys("a part of a combined bias", part, ("bias", "amount"), required=("bias",))
        found.append((bias_from(part["bias"]), part.get("amount")))
    return Combined(tuple(found))


def _sklearn(module: str, name: str, **given: Any) -> Any:
    """Return a classifier of scikit-learn, which is loaded then, with a seed of its own."""
    make = getattr(importlib.import_module(f"sklearn.{module}"), name)
    return make(**{"random_state": 0, **given})


WORLDS: Kinds = {"synthetic": Synthetic, "table": _table, "adult": adult}
BIASES: Kinds = {
    "under-representation": UnderRepresentation,
    "label-noise": LabelNoise,
    "missingness": Missingness,
    "base-rate-shift": BaseRateShift,
    "combined": _combined,
}
MODELS: Kinds = {
    "logistic": Logistic,
    "tree": partial(_sklearn, "tree", "DecisionTreeClassifier"),
    "forest": partial(_sklearn, "ensemble", "RandomForestClassifier"),
}
REPAIRS: Kinds = {
    "none": lambda: None,
    **{name: offered.make for name, offered in repairs.REPAIRS.items()},
}

_DESIGN = ("world", "bias", "levels", "arms", "n", "reference", "varies", "amount", "name")


def design_from(spec: Mapping[str, Any]) -> Design:
    """Return the design a JSON object describes.

    Parameters
    ----------
    spec : mapping
        The fields of `Design`. `varies` may name a parameter of the world, such as "d",
        whose value the levels then are. Each arm has a name and perhaps a model, a repair
        and an engine.

    Raises
    ------
    ParameterError
        If a key or kind is unknown, or a value out of range.
    """
    _check_keys("the design", spec, _DESIGN, required=("world", "bias", "levels"))
    given = {key: spec[key] for key in ("n", "amount", "name") if key in spec}
    world, varies = world_from(spec["world"]), spec.get("varies", "bias")
    reference = spec.get("reference", "learned")
    arms = tuple(map(arm_from, listed("arms", spec.get("arms", ()))))
    return Design(
        world=world if varies == "bias" else Varied(world, varies),
        bias=bias_from(spec["bias"]),
        levels=listed("levels", spec["levels"]),
        arms=arms if "arms" in spec else (DO_NOTHING,),
        reference=reference if reference in ("learned", "true") else model_from(reference),
        varies="bias" if varies == "bias" else "world",
        **given,
    )


def arm_from(spec: Mapping[str, Any]) -> Arm:
    """Return the arm a JSON object describes."""
    _check_keys("an arm", spec, ("name", "model", "repair", "engine"), required=("name",))
    return Arm(
        spec["name"],
        model=model_from(spec.get("model", "logistic")),
        repair=repair_from(spec.get("repair", "none")),
        engine=spec.get("engine", "direct"),
    )


def world_from(spec: Any) -> World:
    """Return the world a kind or JSON object names."""
    world: World = _part("world", spec, WORLDS)
    return world


def bias_from(spec: Any) -> Bias:
    """Return the bias a kind or JSON object names."""
    bias: Bias = _part("bias", spec, BIASES)
    return bias


def model_from(spec: Any) -> Any:
    """Return the model a kind or JSON object names."""
    return _part("model", spec, MODELS)


def repair_from(spec: Any) -> Any:
    """Return the repair a kind or JSON object names."""
    return _part("repair", spec, REPAIRS)


def _part(what: str, spec: Any, kinds: Kinds) -> Any:
    given = dict(spec) if isinstance(spec, Mapping) else {"kind": spec}
    kind = given.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds:
        raise ParameterError(f"{what} must be one of {', '.join(kinds)}, but is {kind!r}.")
    parameters = {
        # Data classes hold tuples; what is in a combined bias is read as a list.
        name: tuple(value) if isinstance(value, list) and what != "bias" else value
        for name, value in given.items()
    }
    signature = inspect.signature(kinds[kind])
    try:
        signature.bind(**parameters)
    except TypeError as error:
        known = ", ".join(signature.parameters) or "no parameters"
        raise ParameterError(f"{what} {kind}: {error}; it takes {known}.") from error
    return kinds[kind](**parameters)


def _check_keys(
    what: str, spec: Mapping[str, Any], known: tuple[str, ...], *, required: tuple[str, ...]
) -> None:
    if not isinstance(spec, Mapping):
        raise ParameterError(f"{what} must be an object, but is {spec!r}.")
    unknown = [key for key in spec if key not in known]
    if unknown:
        raise ParameterError(
            f"{what} has an unknown key {unknown[0]!r}; known are: {', '.join(known)}."
        )
    for key in required:
        if key not in spec:
            raise ParameterError(f"{what} lacks the key {key!r}.")

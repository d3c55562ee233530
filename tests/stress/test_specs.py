"""Designs written as JSON."""

import json

import pytest
from sklearn.tree import DecisionTreeClassifier

from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Combined,
    Design,
    GridSearch,
    Logistic,
    Missingness,
    Synthetic,
    UnderRepresentation,
)
from equipoise.stress.errors import ParameterError
from equipoise.stress.specs import REPAIRS, design_from, repair_from
from equipoise.stress.worlds import Varied

SPEC = {
    "world": {"kind": "synthetic", "r": 0.3, "majority": [1, 2], "minority": [2, 1]},
    "bias": {
        "kind": "combined",
        "parts": [
            {"bias": {"kind": "under-representation", "label": 1}, "amount": 0.4},
            {"bias": "missingness"},
        ],
    },
    "levels": [0, 0.5],
    "arms": [
        {"name": "do nothing"},
        {
            "name": "repaired",
            "model": {"kind": "logistic", "intercept": "none"},
            "repair": {"kind": "grid-search", "size": 10, "first_row": ["B", 1]},
        },
    ],
    "n": 400,
    "reference": "true",
}


def test_a_design_from_json() -> None:
    assert design_from(json.loads(json.dumps(SPEC))) == Design(
        Synthetic(r=0.3, majority=(1, 2), minority=(2, 1)),
        Combined(((UnderRepresentation(label=1), 0.4), (Missingness(), None))),
        levels=(0, 0.5),
        arms=(
            Arm("do nothing", Logistic()),
            Arm("repaired", Logistic("none"), GridSearch(size=10, first_row=("B", 1))),
        ),
        n=400,
        reference="true",
    )


def test_a_parameter_of_the_world_may_vary() -> None:
    spec = {"world": "synthetic", "bias": "under-representation", "levels": [0, 1]}
    design = design_from({**spec, "varies": "d", "amount": 0.4})
    assert design.world == Varied(Synthetic(), "d")
    assert (design.varies, design.amount, design.arms) == ("world", 0.4, (DO_NOTHING,))


def test_other_models_and_references() -> None:
    design = design_from({**SPEC, "arms": [{"name": "t", "model": {"kind": "tree"}}]})
    assert isinstance(design.arms[0].model, DecisionTreeClassifier)
    learned = design_from({**SPEC, "reference": {"kind": "logistic", "intercept": "none"}})
    assert learned.reference == Logistic("none")


@pytest.mark.parametrize("kind", REPAIRS)
def test_every_repair_has_a_name(kind: str) -> None:
    assert (repair_from(kind) is None) == (kind == "none")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": "red"}, "unknown key 'colour'; known are: world"),
        ({"world": "earth"}, "world must be one of synthetic, table, adult, but is 'earth'"),
        ({"world": {"kind": "synthetic", "p": 1}}, "argument 'p'; it takes r, eta, d"),
        ({"world": {"kind": "table", "file": "absent.csv"}}, "no file absent.csv"),
        ({"bias": {"kind": "label-noise", "label": 3}}, "label must be"),
        ({"arms": [{"model": "logistic"}]}, "an arm lacks the key 'name'"),
        ({"arms": [{"name": "x", "repair": "prayer"}]}, "repair must be one of none, grid"),
        ({"n": 3}, "n must be"),
        ({"n": 1e4}, "n must be a whole number"),
        ({"n": None}, "n must be"),
        ({"world": None}, "world must be one of .* but is None"),
        ({"bias": ["label-noise"]}, "bias must be one of"),
        ({"bias": {"kind": ["label-noise"]}}, "bias must be one of"),
        ({"bias": {"kind": "combined", "parts": 3}}, "parts must be a list"),
        ({"bias": {"kind": "combined", "parts": [{}]}}, "combined bias lacks the key 'bias'"),
        ({"levels": 0.5}, "levels must be a list"),
        ({"levels": "0.5"}, "levels must be a list"),
        ({"levels": ["much"]}, "each level must lie in .* but is much"),
        ({"arms": 1}, "arms must be a list"),
        ({"arms": ["logistic"]}, "an arm must be an object"),
    ],
)
def test_a_mistake_in_json_is_named(changes: dict, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        design_from({**SPEC, **changes})
    with pytest.raises(ParameterError, match="the design lacks the key 'bias'"):
        design_from({"world": "synthetic", "levels": [0]})

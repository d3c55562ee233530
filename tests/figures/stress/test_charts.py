"""The chart of a measure against the amount of bias: built once, and it holds no numbers."""

import json

import numpy as np
import pandas as pd
import pytest

from equipoise.figures.stress import charts
from equipoise.stress import Table
from equipoise.stress.bench import MADE_UP

NAMES = ("do nothing", "repaired")
THREE = (*NAMES, "repaired, a row of the other group first")


@pytest.mark.parametrize("measure", charts.TITLES)
def test_a_specification_is_built_once_and_holds_no_numbers(measure) -> None:
    wanted = (MADE_UP, measure, "amount", NAMES, (0.0, 1.0))
    spec = charts.curves_spec(*wanted)
    assert spec is charts.curves_spec(*wanted)
    text = json.dumps(spec)
    assert all(
        f'"name": "{name}"' in text for name in ("lines", "dots", "holes", "here", "published")
    )


def test_a_third_model_has_a_dash_of_its_own() -> None:
    spec = charts.curves_spec(MADE_UP, "fidelity", "amount", THREE, (0.0, 1.0))
    (scale,) = {
        json.dumps(layer["encoding"]["strokeDash"]["scale"])
        for layer in spec["layer"]
        if "strokeDash" in layer.get("encoding", {})
    }
    found = json.loads(scale)
    assert found["domain"] == list(THREE)
    assert len({tuple(dash) for dash in found["range"]}) == 3


def test_what_was_published_is_a_line_and_diamonds() -> None:
    spec = charts.curves_spec(MADE_UP, "fidelity", "amount", NAMES, (0.0, 1.0))
    marks = [
        layer["mark"]
        for layer in spec["layer"]
        if layer.get("data", {}).get("name") == "published"
    ]
    assert [mark["type"] for mark in marks] == ["line", "point"]
    assert marks[1]["shape"] == "diamond"


def test_groups_are_those_of_the_world_in_their_order() -> None:
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=60), "y": [0, 1] * 30, "g": [*"QRS"] * 20})
    world = Table(frame, "y", "g")
    spec = charts.curves_spec(world, "accuracy", "amount", NAMES, (0.0, 1.0), shown=("R",))
    colours = [
        layer["encoding"]["color"]
        for layer in spec["layer"]
        if "field" in layer.get("encoding", {}).get("color", {})
    ]
    assert {json.dumps(one["scale"]) for one in colours} == {'{"domain": ["Q", "R", "S"]}'}
    assert {json.dumps(one["legend"]["values"]) for one in colours} == {'["R"]'}
    assert charts.curves_spec(MADE_UP, "accuracy", "amount", NAMES, (0.0, 1.0)) is not spec

"""A figure shows itself with its numbers wherever it is."""

import json

import numpy as np
import pandas as pd
import pyarrow as pa

from equipoise.figures.figure import Figure, light

SPEC = {"mark": "point", "data": {"name": "points"}}


def figure(rows) -> Figure:
    return Figure("A title", "A takeaway.", "A drawing of points.", SPEC, {"points": rows})


def test_every_kind_of_table_gives_the_same_rows() -> None:
    columns = {"x": [0.5, np.nan], "group": ["A", "B"]}
    for rows in (columns, pd.DataFrame(columns), pa.table(columns)):
        drawn = figure(rows).vega_lite()
        assert drawn["datasets"]["points"] == [
            {"x": 0.5, "group": "A"},
            {"x": None, "group": "B"},
        ]
        assert drawn["mark"] == "point"


def test_a_notebook_gets_valid_json_and_words() -> None:
    bundle = figure(light({"x": [0.25, np.nan], "n": [1, 70_000]}))._repr_mimebundle_()
    drawn = json.loads(json.dumps(bundle["application/vnd.vegalite.v6+json"], allow_nan=False))
    assert drawn["datasets"]["points"][1] == {"x": None, "n": 70_000}
    assert bundle["text/plain"] == "A title\nA takeaway."


def test_a_spec_is_never_changed() -> None:
    figure({"x": [1]}).vega_lite()
    assert SPEC == {"mark": "point", "data": {"name": "points"}}

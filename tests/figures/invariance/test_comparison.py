"""Charts that compare strategies: what they draw, undefined measures left out."""

import json

import numpy as np
import pandas as pd
import pytest

from equipoise.figures.invariance import comparison as charts
from equipoise.figures.invariance.bands import band_rows, bands_of, bands_spec, top_of
from equipoise.invariance import ci_probability, read_answers, read_items, score
from equipoise.invariance.judging import cells_table


@pytest.fixture
def scores():
    items = read_items(
        pd.DataFrame(
            [(f"{u}{z}", z, "all", u) for u in "abcd" for z in ("x", "y")],
            columns=["id", "z", "s", "unit"],
        )
    )
    answers = pd.DataFrame(
        [(id, "one", pred) for id, pred in zip(items.table["id"], [1, 0] * 4, strict=True)]
        + [(id, "none", None) for id in items.table["id"]],
        columns=["id", "strategy", "pred"],
        dtype=object,
    )
    return score(items, read_answers(answers), n_permutations=200)


def test_what_is_undefined_has_no_mark(scores) -> None:
    drawn = band_rows(bands_of(scores.table()))["bands"]
    assert drawn["name"] == ["one"]
    assert drawn["value"] == [1.0]
    shares = charts.shares_rows(cells_table(scores))
    assert set(shares["line"]) == {"one"}
    assert shares["people"] == ["4 of 4", "0 of 4"]


@pytest.mark.parametrize(
    ("values", "top"), [([], 0.3), ([0.1], 0.3), ([np.nan, 0.5], 0.6), ([0.33], 0.4), ([1.0], 1.0)]
)
def test_the_axis_ends_above_all_values(values: list[float], top: float) -> None:
    assert top_of(values) == pytest.approx(top)


@pytest.mark.parametrize(("values", "low"), [([], 0.0), ([0.82], 0.7), ([0.0], 0.0), ([1.0], 0.9)])
def test_the_axis_begins_below_all_values(values: list[float], low: float) -> None:
    assert charts.low_of(values) == pytest.approx(low)


def test_each_pair_stands_once_and_an_unknown_one_has_its_mark() -> None:
    ci = ci_probability([1, 0, 1, 1, None, 1], list("aabbcc"), ["x", "y", "x", "y", "z", "x"])
    rows = charts.agreement_rows(ci.pairwise, ci.pairwise_n)
    pairs = list(zip(rows["first"], rows["second"], rows["said"], rows["people"], strict=True))
    assert pairs[0][:2] == ("x", "y")
    assert pairs[0][3] == "1 of 2"
    assert [pair[2:] for pair in pairs[1:]] == [("–", "no unit has both")] * 2


def test_specifications_hold_no_data_and_are_built_once() -> None:
    names, contexts = ("one", "two"), ("x", "y")
    for make, given in (
        (bands_spec, (names, 0.4)),
        (charts.shares_spec, (names, contexts, "yes")),
        (charts.trade_spec, (names, "macro F1", 0.5, 0.4)),
        (charts.agreement_spec, (contexts,)),
    ):
        assert make(*given) is make(*given)
        assert '"values"' not in json.dumps(make(*given))

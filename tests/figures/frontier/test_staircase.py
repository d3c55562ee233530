"""The frontier as a drawing: its points, its marks, and all that is said of it."""

import json
import math

import pytest

from equipoise import Frontier, Tally, frontier
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.frontier import plane
from equipoise.figures.frontier import staircase as charts
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.tradeoff import Tradeoff


@pytest.fixture(scope="module")
def front(by_sex: Tally) -> Frontier:
    return frontier(by_sex)


def figure(view, row: int = 3, gap: str = "equalized_odds", **options):
    against = Tradeoff(view.tally, view.tally, gap)
    asked = {"curves": ("grid",), "near": True} | options
    return charts.frontier_figure(view, against, against.choice(row), **asked)


def test_the_figure_holds_all_tables_of_its_drawing(by_sex) -> None:
    view = adult_audit().view("sex", uncertainty=True)
    drawn = figure(view, curves=("grid", "shared"))
    assert {layer["data"]["name"] for layer in drawn.spec["layer"]} == set(drawn.data)
    assert len(drawn.data["shared"]["gap"]) == 101
    assert len(drawn.data["band"]["gap"]) == 63
    assert drawn.data["limit"] == {"gap": [0.05], "label": ["tolerance"]}
    assert drawn.data["marks"]["role"] == ["baseline", "chosen"]
    assert "Your present thresholds" not in drawn.takeaway


def test_the_present_thresholds_are_marked_and_told() -> None:
    at = {"Female": 0.3, "Male": 0.5}
    view = adult_audit().view("sex", at)
    drawn = figure(view, near=False)
    assert drawn.data["marks"]["role"] == ["baseline", "present", "chosen"]
    accuracy, gap = accuracy_and_gap(view.tally, at)
    assert drawn.data["marks"]["gap"][1] == gap
    assert (
        f"accuracy {100 * accuracy:.2f}\N{NARROW NO-BREAK SPACE}%, gap {gap:.3f}."
        in drawn.takeaway
    )


def test_moving_changes_neither_the_drawing_nor_its_name() -> None:
    audit = adult_audit()
    one, other = (figure(audit.view("race", t), row) for t, row in ((0.5, 3), (0.4, 9)))
    assert one.alt == other.alt
    assert one.spec is other.spec
    assert one.data["cells"].equals(other.data["cells"])
    assert one.takeaway != other.takeaway


@pytest.mark.parametrize("gap", GAPS)
def test_a_ratio_has_a_title_and_a_limit_of_its_own(gap: str) -> None:
    spec = charts.frontier_spec(gap, plane.Bounds(1, 0, 1), background=True)
    titles = {layer["encoding"].get("x", {}).get("title") for layer in spec["layer"]} - {None}
    assert titles == {plane.gap_title(gap)}
    assert (plane.gap_title(gap) == "1 − impact ratio") == (gap == "disparate_impact")
    limit = figure(adult_audit().view("sex"), gap=gap).data["limit"]
    assert (limit["label"] == ["four fifths"]) == (gap == "disparate_impact")
    assert limit["gap"][0] == pytest.approx(0.2 if gap == "disparate_impact" else 0.05)


def test_points_are_named_by_their_thresholds(front) -> None:
    names = charts.point_names(front)
    assert names[front.first_shown] == "0.43/0.49"
    assert len(set(names)) == len(names) == 63
    assert charts.point_labels(front)["0.43/0.49"] == "55 of 63: gap 0.069"


def test_every_row_knows_the_chosen_point(front) -> None:
    table = charts.points(front, 3)
    assert set(table["now"]) == {table[charts.PICKED][3]}
    assert list(table["gap"]) == front.points["gap"].tolist()
    assert set(table["drawn"]) == {1}
    assert set(charts.points(front, 3, drawn=False)["drawn"]) == {0}


def test_marks_outside_wait_at_the_edge() -> None:
    bounds = plane.Bounds(0.2, 0.7, 0.9)
    table = charts.marks(
        {"baseline": (0.8, 0.1), "present": (0.95, 0.3), "chosen": (0.25, 0.0)}, bounds
    )
    assert table["label"] == ["baseline", "present ↑ →", "chosen ↓"]
    assert table["gap"] == [0.1, 0.2, 0.0]
    assert table["accuracy"] == [0.8, 0.9, 0.7]


def test_the_drawing_says_all_that_it_holds() -> None:
    said = charts.alternative("equalized_odds", ("grid", "coin"), background=True, band=True)
    for part in ("background", "grey band", "staircase", "dashed: with a coin", "baseline"):
        assert part in said
    assert "one threshold" not in said
    bare = charts.alternative("disparate_impact", (), background=False, band=False)
    assert bare.startswith("Accuracy against 1 − impact ratio. A dashed vertical line")
    assert "staircase" not in bare


def test_marks_are_read_out_in_round_numbers(front) -> None:
    spec = charts.frontier_spec("equalized_odds", plane.near_bounds(front), background=True)
    said = [
        layer["mark"]["description"]["expr"]
        for layer in spec["layer"]
        if layer["mark"]["type"] == "point" and layer["mark"].get("aria", True)
    ]
    assert len(said) == 2
    assert all("format(datum.gap, '.3f')" in expression for expression in said)


def test_an_undefined_mark_is_not_drawn() -> None:
    table = charts.marks({"present": (0.8, math.nan)}, plane.Bounds(1, 0, 1))
    assert table == {"role": [], "gap": [], "accuracy": [], "label": []}


def test_drawings_hold_no_numbers_and_are_built_once(front) -> None:
    bounds = plane.near_bounds(front)
    spec = charts.frontier_spec("equalized_odds", bounds, background=True)
    assert spec is charts.frontier_spec("equalized_odds", bounds, background=True)
    assert "0.43" not in json.dumps(spec)
    drawn = [layer["data"]["name"] for layer in spec["layer"]]
    assert drawn[0] == "cells"
    without = charts.frontier_spec("equalized_odds", bounds, background=False)
    assert [layer["data"]["name"] for layer in without["layer"]] == drawn[1:]


def test_each_named_mark_has_its_own_shape() -> None:
    assert len(set(charts.ROLES.values())) == len(charts.ROLES) == 3

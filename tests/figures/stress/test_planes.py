"""Boundaries in a plane: they part those selected from the others, and are said as they lie."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.figures.stress import planes
from equipoise.stress import (
    CorrelationRemover,
    GridSearch,
    Logistic,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    inject,
)
from equipoise.stress.bench import Setup, open_level
from equipoise.stress.choices import NOTHING, REPAIRED, Choices
from equipoise.stress.data import halves
from equipoise.stress.regression import Linear


@pytest.fixture(scope="module")
def before():
    return halves(draw(4000, Synthetic(), 3))[0]


def test_both_boundaries_lie_in_the_plane() -> None:
    plane = planes.plane_of([1.0, 2.0, 0.0], [0.0, 1.0, 3.0])
    assert plane.first @ plane.second == pytest.approx(0)
    for w in ([1.0, 2.0, 0.0], [0.0, 1.0, 3.0]):
        inside = (w @ plane.first) * plane.first + (w @ plane.second) * plane.second
        assert inside == pytest.approx(np.array(w))


def test_a_plane_of_one_direction_still_has_two_axes() -> None:
    plane = planes.plane_of([0.0, 2.0], [0.0, 5.0])
    assert np.linalg.norm(plane.second) == pytest.approx(1)
    assert planes.plane_of([3.0], [1.0]).second == pytest.approx([0.0])


def test_a_line_across_meets_its_equation_and_stays_inside() -> None:
    plane = planes.plane_of([1.0, 0.0, 0.0], [1.0, 1.0, 0.0])
    x, y, x2, y2 = planes.line_across(plane, [1.0, 1.0, 0.0], -0.5)
    assert x + y == pytest.approx(0.5)
    assert x2 + y2 == pytest.approx(0.5)
    assert max(map(abs, (x, y, x2, y2))) <= planes.REACH + 1e-9
    assert planes.line_across(plane, [1.0, 0.0, 0.0], 50.0) is None
    assert planes.line_across(plane, [0.0, 0.0, 0.0], 0.0) is None


@pytest.mark.parametrize(
    "repair", [None, GridSearch(size=5), CorrelationRemover(), PostProcessing()]
)
def test_boundaries_part_the_selected_from_the_others(before, repair) -> None:
    predictor = fit(before, model=Logistic("per group"), repair=repair)
    decided = predictor.decide(before)
    for group, name in enumerate(before.groups):
        mine = before.group == group
        found = planes.boundaries(predictor, group, name)
        above = [before.features[mine] @ w + constant > 0 for w, constant in found]
        if len(found) == 1 and not isinstance(repair, PostProcessing):
            assert (above[0] == (decided[mine] > 0.5)).all()
        for part in above:
            lower, higher = decided[mine][~part], decided[mine][part]
            assert lower.max(initial=0) <= higher.min(initial=1)


def test_what_has_no_straight_boundary_gets_none() -> None:
    assert planes.boundaries(object(), 0, "A") == []
    assert math.isnan(planes.degrees_apart([0.0, 0.0], [1.0, 0.0]))
    assert planes.degrees_apart([1.0, 0.0], [0.0, 2.0]) == pytest.approx(90)


def test_rows_in_the_plane_are_few_and_of_one_group(before) -> None:
    after = inject(before, UnderRepresentation(), 0.5, 0)
    plane = planes.plane_of([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    drawn = planes.plane_rows(before, after, 1, plane)
    assert 0 < len(drawn["x"]) <= planes.MOST_ROWS
    assert set(drawn["group"]) == {"B"}
    assert set(drawn["removed"]) == {True, False}
    both = [(np.array([1.0, 0.0, 0.0]), 0.0)]
    lines = planes.border_rows(plane, [("reference", both), ("model", [])])
    assert lines["what"] == ["reference"]
    linear = Linear(np.eye(3)[:2], np.zeros(2))
    assert planes.boundaries(linear, 1, "B")[0][1] == 0


@given(st.integers(0, 2**32 - 1))
def test_a_side_is_where_the_selected_lie(seed: int) -> None:
    """Right of its line, left of it, or above: whichever the rows far out there say."""
    rng = np.random.default_rng(seed)
    reference, w = rng.normal(size=(2, 4))
    constant = float(rng.normal())
    plane = planes.plane_of(reference, w)
    said = planes.side_words(reference, [(w, constant)])
    far = {"right": plane.first, "left": -plane.first, "above": plane.second}
    (side,) = [name for name in far if name in said]
    assert 1e6 * far[side] @ w + constant > 0
    assert ("left" in said) == (planes.degrees_apart(reference, w) > 90.5)


@pytest.mark.parametrize(
    ("w", "said"),
    [
        ([1.0, 0.0, 0.0], "to the right of its line."),
        ([-1.0, 0.0, 0.0], "to the left of its line."),
        ([-1.0, 0.2, 0.0], "to the left of its line."),
        ([0.0, 1.0, 0.0], "above its line."),
        ([0.0, 0.0, 0.0], ""),
    ],
)
def test_sides_in_words(w: list[float], said: str) -> None:
    assert planes.side_words([1.0, 0.0, 0.0], [(np.array(w), 0.0)]).endswith(said)
    assert planes.side_words([1.0, 0.0, 0.0], []) == ""


def test_two_lines_have_one_side() -> None:
    both = [(np.array([1.0, 1.0]), 0.0), (np.array([1.0, 1.0]), 1.0)]
    assert planes.side_words([1.0, 0.0], both) == "It selects what lies to the right of its lines."


@pytest.mark.parametrize("repair", ["grid", "post", "decorrelated"])
@pytest.mark.parametrize("reference", ["learned", "true"])
@pytest.mark.parametrize("arm", [NOTHING, REPAIRED])
@pytest.mark.parametrize("group", [0, 1])
def test_the_figure_says_the_angle_it_draws(
    repair: str, reference: str, arm: str, group: int
) -> None:
    setup = Setup(Choices(n=1000, repair=repair, reference=reference, model="shared"), 0.4)
    opened = open_level(setup)
    figure = planes.plane_figure(setup, opened, group, arm)
    borders = figure.data["borders"]
    lines = [i for i, what in enumerate(borders["what"]) if what == arm]
    (base,) = (i for i, what in enumerate(borders["what"]) if what == "reference")
    assert lines
    (angle,) = map(int, re.findall(r"Turned by (\d+)°", figure.takeaway))

    def slope(i: int) -> float:
        return math.atan2(borders["y2"][i] - borders["y"][i], borders["x2"][i] - borders["x"][i])

    # A line has no direction: what is drawn fits the angle or what it lacks to a half turn.
    drawn = abs(math.degrees(slope(lines[0]) - slope(base))) % 180
    assert min(abs(drawn - part) for part in (angle, 180 - angle)) < 0.51
    assert f"{len(figure.data['rows']['x'])} of" in figure.title
    assert f"group {opened.before.groups[group]} " in figure.alt


def test_a_coin_is_told_where_it_decides() -> None:
    reference, found = [1.0, 0.0], [(np.array([1.0, 1.0]), 0.0)]
    assert "of rows a coin decides instead." in planes.angle_words(reference, found, 0.25)
    assert "coin" not in planes.angle_words(reference, found)
    assert "between its two lines a coin decides" in planes.angle_words(reference, found * 2)
    assert planes.angle_words(reference, []).startswith("No straight boundary here")
    nowhere = [(np.zeros(2), 0.0)]
    assert planes.angle_words(reference, nowhere).startswith("No direction here")

"""Charts of the stress test: what they draw is what a run and a bias found."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise import words
from equipoise.figures.stress import charts, rows
from equipoise.figures.stress.curves import Curves
from equipoise.stress import (
    DO_NOTHING,
    Arm,
    CorrelationRemover,
    Design,
    GridSearch,
    LabelNoise,
    Linear,
    Logistic,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    halves,
    inject,
    run,
)

ARMS = (DO_NOTHING, Arm("repaired", Logistic(), PostProcessing()))
NAMES = ("do nothing", "repaired")
THREE = (*NAMES, "repaired, a row of the other group first")


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    design = Design(
        Synthetic(), UnderRepresentation(label=1), levels=(0.0, 0.5, 1.0), arms=ARMS, n=1000
    )
    return run(design, repeats=3, seed=1)


@pytest.fixture(scope="module")
def before():
    return halves(draw(4000, Synthetic(), 3))[0]


@pytest.mark.parametrize("measure", charts.TITLES)
def test_a_specification_is_built_once_and_holds_no_numbers(measure) -> None:
    wanted = (measure, "amount", ("A", "B"), NAMES, (0.0, 1.0))
    spec = charts.curves_spec(*wanted)
    assert spec is charts.curves_spec(*wanted)
    text = json.dumps(spec)
    assert all(
        f'"name": "{name}"' in text for name in ("lines", "dots", "holes", "here", "published")
    )


def test_a_third_model_has_a_dash_of_its_own() -> None:
    spec = charts.curves_spec("fidelity", "amount", ("A", "B"), THREE, (0.0, 1.0))
    (scale,) = {
        json.dumps(layer["encoding"]["strokeDash"]["scale"])
        for layer in spec["layer"]
        if "strokeDash" in layer.get("encoding", {})
    }
    found = json.loads(scale)
    assert found["domain"] == list(THREE)
    assert len({tuple(dash) for dash in found["range"]}) == 3


def test_what_was_published_is_a_line_and_diamonds() -> None:
    spec = charts.curves_spec("fidelity", "amount", ("A", "B"), NAMES, (0.0, 1.0))
    marks = [
        layer["mark"]
        for layer in spec["layer"]
        if layer.get("data", {}).get("name") == "published"
    ]
    assert [mark["type"] for mark in marks] == ["line", "point"]
    assert marks[1]["shape"] == "diamond"


def test_some_models_alone_can_be_drawn(table) -> None:
    found = Curves.of(table)
    for columns in (
        found.lines("fidelity", ("B",), NAMES[:1]),
        found.dots("fidelity", ("B",), NAMES[:1]),
    ):
        assert set(columns["model"]) == {"do nothing"}


def test_gains_are_paired_and_lower_disparity_is_one(table) -> None:
    found = Curves.of(table)
    for measure, sign in (("fidelity", 1), ("accuracy", 1), ("disparity", -1)):
        values = found.of_group(measure, "B")[:, 1]
        one = found.gain(measure, "B", 0.5, *NAMES)
        assert one.mean == pytest.approx(sign * (values[:, 1] - values[:, 0]).mean())
        assert one.n == 3
    assert found.gain("fidelity", "B", 1.0, *NAMES).n == 0
    assert "label 1" in found.why(1.0, "repaired")
    assert found.why(0.5, "repaired") == found.why(1.0, "do nothing") == ""


def test_lines_are_means_and_dots_are_repeats(table) -> None:
    found = Curves.of(table)
    lines, dots = found.lines("fidelity", ("B",)), found.dots("fidelity", ("B",))
    assert len(lines["level"]) == 3 * 2
    assert len(dots["level"]) == 3 * 3 + 3 * 2
    for i, level in enumerate(lines["level"]):
        mine = [
            value
            for value, where, model in zip(
                dots["value"], dots["level"], dots["model"], strict=True
            )
            if (where, model) == (level, lines["model"][i])
        ]
        if mine:
            assert lines["value"][i] == pytest.approx(np.mean(mine))


def test_a_hole_is_marked_and_never_zero(table) -> None:
    found = Curves.of(table)
    lines, dots, holes = (
        found.lines("fidelity", ("B",)),
        found.dots("fidelity", ("B",)),
        found.holes(),
    )
    gone = [
        value
        for value, level, model in zip(lines["value"], lines["level"], lines["model"], strict=True)
        if (level, model) == (1.0, "repaired")
    ]
    assert gone == [None]
    assert 0 not in dots["value"]
    assert holes["level"] == [1.0]
    assert "label 1" in holes["reason"][0]
    (line,) = found.hole_lines()
    assert line.startswith(f"No value for “repaired” at 100{words.NARROW}%: ")


def test_one_repeat_has_no_dots_and_everybody_has_a_name(table) -> None:
    found = Curves.of(table[table["repeat"] == 0])
    assert found.dots("accuracy", ("",))["level"] == []
    assert set(found.lines("accuracy", ("",))["group"]) == {charts.EVERYBODY}


def test_means_are_those_of_the_table(table) -> None:
    found = Curves.of(table)
    means = table[table["split"] == "test"].groupby(["measure", "group", "level", "model"])
    for (measure, group, level, model), value in means["value"].mean().items():
        assert found.at(measure, group, level, model) == pytest.approx(value, nan_ok=True)
    shown = found.table()
    assert len(shown) == 3 * 2 * 3
    assert "–" in shown["fidelity"].to_list()


# --- rows ----------------------------------------------------------------------------------


def test_bars_add_up_to_the_rows_before(before) -> None:
    after = inject(before, UnderRepresentation(label=1), 0.3, 0)
    cells = rows.cell_rows(before, after)
    sizes = np.subtract(cells["to"], cells["from"])
    assert sizes.sum() == before.n
    assert sizes[np.array(cells["state"]) == "removed"].sum() == before.n - after.n
    assert cells["label"][-1].startswith("B, positive: ")
    assert cells["label"][0].endswith("unchanged")


def test_flipped_labels_are_counted_where_they_were(before) -> None:
    after = inject(before, LabelNoise(), 0.0, 0)
    cells = pd.DataFrame(rows.cell_rows(before, after))
    changed = cells[cells["state"] == "changed"]
    flipped = int((before.y != after.y).sum())
    assert (changed["to"] - changed["from"]).sum() == flipped > 0
    assert "with a new label" in cells["label"].iloc[-1]
    assert "B" in rows.changes_table(before, after).index


def test_both_boundaries_lie_in_the_plane() -> None:
    plane = rows.plane_of([1.0, 2.0, 0.0], [0.0, 1.0, 3.0])
    assert plane.first @ plane.second == pytest.approx(0)
    for w in ([1.0, 2.0, 0.0], [0.0, 1.0, 3.0]):
        inside = (w @ plane.first) * plane.first + (w @ plane.second) * plane.second
        assert inside == pytest.approx(np.array(w))


def test_a_plane_of_one_direction_still_has_two_axes() -> None:
    plane = rows.plane_of([0.0, 2.0], [0.0, 5.0])
    assert np.linalg.norm(plane.second) == pytest.approx(1)
    assert rows.plane_of([3.0], [1.0]).second == pytest.approx([0.0])


def test_a_line_across_meets_its_equation_and_stays_inside() -> None:
    plane = rows.plane_of([1.0, 0.0, 0.0], [1.0, 1.0, 0.0])
    x, y, x2, y2 = rows.line_across(plane, [1.0, 1.0, 0.0], -0.5)
    assert x + y == pytest.approx(0.5)
    assert x2 + y2 == pytest.approx(0.5)
    assert max(map(abs, (x, y, x2, y2))) <= rows.REACH + 1e-9
    assert rows.line_across(plane, [1.0, 0.0, 0.0], 50.0) is None
    assert rows.line_across(plane, [0.0, 0.0, 0.0], 0.0) is None


@pytest.mark.parametrize(
    "repair", [None, GridSearch(size=5), CorrelationRemover(), PostProcessing()]
)
def test_boundaries_part_the_selected_from_the_others(before, repair) -> None:
    predictor = fit(before, model=Logistic("per group"), repair=repair)
    decided = predictor.decide(before)
    for group, name in enumerate(before.groups):
        mine = before.group == group
        found = rows.boundaries(predictor, group, name)
        above = [before.features[mine] @ w + constant > 0 for w, constant in found]
        if len(found) == 1 and not isinstance(repair, PostProcessing):
            assert (above[0] == (decided[mine] > 0.5)).all()
        for part in above:
            lower, higher = decided[mine][~part], decided[mine][part]
            assert lower.max(initial=0) <= higher.min(initial=1)


def test_what_has_no_straight_boundary_gets_none() -> None:
    assert rows.boundaries(object(), 0, "A") == []
    assert math.isnan(rows.degrees_apart([0.0, 0.0], [1.0, 0.0]))
    assert rows.degrees_apart([1.0, 0.0], [0.0, 2.0]) == pytest.approx(90)


def test_rows_in_the_plane_are_few_and_of_one_group(before) -> None:
    after = inject(before, UnderRepresentation(), 0.5, 0)
    plane = rows.plane_of([1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
    drawn = rows.plane_rows(before, after, 1, plane)
    assert 0 < len(drawn["x"]) <= rows.MOST_ROWS
    assert set(drawn["group"]) == {"B"}
    assert set(drawn["removed"]) == {True, False}
    both = [(np.array([1.0, 0.0, 0.0]), 0.0)]
    lines = rows.border_rows(plane, [("reference", both), ("model", [])])
    assert lines["what"] == ["reference"]
    linear = Linear(np.eye(3)[:2], np.zeros(2))
    assert rows.boundaries(linear, 1, "B")[0][1] == 0


@given(st.integers(0, 2**32 - 1))
def test_a_side_is_where_the_selected_lie(seed: int) -> None:
    """Right of its line, left of it, or above: whichever the rows far out there say."""
    rng = np.random.default_rng(seed)
    reference, w = rng.normal(size=(2, 4))
    constant = float(rng.normal())
    plane = rows.plane_of(reference, w)
    said = rows.side_words(reference, [(w, constant)])
    far = {"right": plane.first, "left": -plane.first, "above": plane.second}
    (side,) = [name for name in far if name in said]
    assert 1e6 * far[side] @ w + constant > 0
    assert ("left" in said) == (rows.degrees_apart(reference, w) > 90.5)


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
    assert rows.side_words([1.0, 0.0, 0.0], [(np.array(w), 0.0)]).endswith(said)
    assert rows.side_words([1.0, 0.0, 0.0], []) == ""


def test_two_lines_have_one_side() -> None:
    both = [(np.array([1.0, 1.0]), 0.0), (np.array([1.0, 1.0]), 1.0)]
    assert rows.side_words([1.0, 0.0], both) == "It selects what lies to the right of its lines."

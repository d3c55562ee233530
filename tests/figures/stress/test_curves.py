"""Results by level: lines are means, dots are repeats, and a hole is no number."""

import numpy as np
import pandas as pd
import pytest

from equipoise import words
from equipoise.figures.stress import charts
from equipoise.figures.stress.curves import Curves
from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Design,
    Logistic,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    run,
)

ARMS = (DO_NOTHING, Arm("repaired", Logistic(), PostProcessing()))
NAMES = ("do nothing", "repaired")


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    design = Design(
        Synthetic(), UnderRepresentation(label=1), levels=(0.0, 0.5, 1.0), arms=ARMS, n=1000
    )
    return run(design, repeats=3, seed=1)


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

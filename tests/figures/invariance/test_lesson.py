"""The charts of the test-time lesson: what is drawn is what was measured."""

import json
from typing import Any

import numpy as np
import pytest

from equipoise.figures.invariance import bands, cells, noise
from equipoise.figures.invariance import lesson as comments
from equipoise.figures.theme import COLOURS
from equipoise.invariance import exact_null, load_lesson, null_band, si_bias

LESSON = load_lesson()
NAMES = LESSON.names
Y = np.repeat(LESSON.y.astype(str), len(NAMES))
Z = np.tile(np.array(NAMES), len(LESSON.y))
STRATA = {"1": "insults", "0": "harmless comments"}
ANSWERS = LESSON.wordings.answers[:, 0]
FOUND = si_bias(ANSWERS.ravel(), Y, Z)
NULL = null_band(ANSWERS.ravel(), Y, Z, n_permutations=500)

SPECS: dict[str, dict[str, Any]] = {
    "scores": comments.scores_spec(NAMES, True),
    "bands": bands.bands_spec(("Before", "After")),
    "cells": cells.cells_spec(NAMES, tuple(STRATA.values()), "called toxic"),
    "one stratum": cells.cells_spec(NAMES, ("all",), "yes"),
    "answers": cells.answers_spec(NAMES, ("○ a", "● b")),
    "null": noise.null_spec(),
    "sizes": noise.sizes_spec(),
}


@pytest.mark.parametrize("name", SPECS)
def test_specifications_hold_no_data_and_no_group_colour(name: str) -> None:
    text = json.dumps(SPECS[name])
    assert '"values": [{' not in text
    assert not any(colour in text for colour in (*COLOURS["light"], *COLOURS["dark"]))


def test_scores_say_which_side_of_the_cut_they_are_on() -> None:
    drawn = comments.score_rows(("a", "b", "c"), (0.1, 0.49, 0.5), "b")["scores"]
    assert drawn["answer"] == ["not toxic", "not toxic", "toxic"]
    assert drawn["here"] == [False, True, False]
    assert [bool(a) != bool(b) for a, b in zip(drawn["left"], drawn["right"], strict=True)] == [
        True
    ] * 3
    assert drawn["left"][1] == "0.49"


def test_bands_hold_the_measured_and_leave_out_the_undefined() -> None:
    undefined = null_band([1], None, ["a"], n_permutations=10)
    rows = bands.band_rows(
        [
            bands.Band("Before", FOUND.value, NULL.mean, NULL.upper, "above noise", 0.4),
            bands.Band("After", float("nan"), undefined.mean, undefined.upper, "undefined"),
        ]
    )
    assert rows["bands"]["name"] == ["Before"]
    assert rows["bands"]["said"] == ["0.500 above noise"]
    assert rows["bands"]["upper"] == [NULL.upper]
    assert rows["expected"] == {"name": ["Before"], "value": [0.4]}


def test_cells_mark_the_widest_gap() -> None:
    rows = cells.cell_rows(FOUND, STRATA)
    gap = rows["gap"]
    assert gap["high"][0] - gap["low"][0] == pytest.approx(FOUND.value)
    assert (gap["at_high"][0], gap["at_low"][0]) == FOUND.contexts
    drawn = rows["cells"]
    assert len(drawn["rate"]) == 2 * len(NAMES)
    for low, rate, high in zip(drawn["lowest"], drawn["rate"], drawn["highest"], strict=True):
        assert 0 <= low <= rate <= high <= 1


def test_cells_without_a_gap_are_drawn_all_the_same() -> None:
    found = si_bias([1, 0], None, ["a", "a"])
    rows = cells.cell_rows(found, {"": "all"})
    assert rows["gap"]["row"] == []
    assert rows["cells"]["rate"] == [0.5]


def test_the_table_has_the_contexts_in_their_order_with_counts() -> None:
    table = cells.cell_table(FOUND, NAMES, STRATA)
    assert tuple(table.index) == NAMES
    assert table.loc["Christian", "insults"].startswith("50.0")
    assert "(9 of 18)" in table.loc["Christian", "insults"]


def test_comments_that_flip_come_first() -> None:
    labels, rows = cells.answer_rows(LESSON.templates, NAMES, ANSWERS)
    assert len(set(labels)) == len(LESSON.templates)
    lines = np.array(rows["answers"]["answer"]).reshape(-1, len(NAMES))
    flips = lines.min(axis=1) != lines.max(axis=1)
    assert flips.sum() == (ANSWERS.min(axis=1) != ANSWERS.max(axis=1)).sum()
    assert not flips[flips.sum() :].any()
    assert lines.sum() == ANSWERS.sum()


def test_shuffles_add_up() -> None:
    rows = noise.null_rows(NULL, FOUND.value)
    assert sum(rows["null"]["share"]) == pytest.approx(1)
    assert rows["value"]["value"] == [FOUND.value]
    one = noise.null_rows(null_band([1, 1], None, ["a", "b"], n_permutations=10), 0.0)
    assert one["null"]["value"] == [0.0]


def test_sizes_follow_the_exact_distribution() -> None:
    rows = noise.size_rows([25, 100], 2, 4, 0.5)
    exact = exact_null(25, [0.5, 0.5], 4)
    assert rows["value"][:2] == [exact.quantile(0.95), exact.mean]
    assert rows["value"][2] < rows["value"][0]
    assert rows["series"] == [*noise.SERIES] * 2

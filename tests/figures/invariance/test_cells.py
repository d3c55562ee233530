"""Answers by stratum and context, and every single answer."""

import numpy as np
import pytest

from equipoise.figures.invariance.answers import answer_rows, answers_figure
from equipoise.figures.invariance.cells import cell_rows, cell_table, cells_figure
from equipoise.figures.invariance.words import STRATA, widest
from equipoise.invariance import si_bias
from equipoise.invariance.lesson.measured import measured
from equipoise.invariance.lesson.recorded import load_lesson

LESSON = load_lesson()
NAMES = LESSON.names
PLAIN = measured(LESSON, "default", 1, 0)
ANSWERS, FOUND = PLAIN.answers, PLAIN.si


def test_cells_mark_the_widest_gap() -> None:
    rows = cell_rows(FOUND, STRATA)
    gap = rows["gap"]
    assert gap["high"][0] - gap["low"][0] == pytest.approx(FOUND.value)
    assert (gap["at_high"][0], gap["at_low"][0]) == FOUND.contexts
    drawn = rows["cells"]
    assert len(drawn["rate"]) == 2 * len(NAMES)
    for low, rate, high in zip(drawn["lowest"], drawn["rate"], drawn["highest"], strict=True):
        assert 0 <= low <= rate <= high <= 1


def test_cells_without_a_gap_are_drawn_all_the_same() -> None:
    found = si_bias([1, 0], None, ["a", "a"])
    rows = cell_rows(found, {"": "all"})
    assert rows["gap"]["row"] == []
    assert rows["cells"]["rate"] == [0.5]


def test_the_table_has_the_contexts_in_their_order_with_counts() -> None:
    table = cell_table(FOUND, NAMES, STRATA)
    assert tuple(table.index) == NAMES
    assert table.loc["Christian", "insults"].startswith("50.0")
    assert "(9 of 18)" in table.loc["Christian", "insults"]


def test_comments_that_flip_come_first() -> None:
    labels, rows = answer_rows(LESSON.templates, NAMES, ANSWERS)
    assert len(set(labels)) == len(LESSON.templates)
    lines = np.array(rows["answers"]["answer"]).reshape(-1, len(NAMES))
    flips = lines.min(axis=1) != lines.max(axis=1)
    assert flips.sum() == (ANSWERS.min(axis=1) != ANSWERS.max(axis=1)).sum()
    assert not flips[flips.sum() :].any()
    assert lines.sum() == ANSWERS.sum()


def test_both_kinds_of_comments_have_their_widest_gap() -> None:
    said = cells_figure(PLAIN).takeaway
    assert said.startswith(f"The widest gap: {widest(PLAIN)} ")
    other = next(name for name in STRATA if name != FOUND.stratum)
    rates = ANSWERS[LESSON.y == int(other)].mean(axis=0)
    assert f"Among {STRATA[other]} the widest is {rates.max() - rates.min():.3f}." in said
    assert "as if its 18 comments" in said


@pytest.mark.parametrize("strategy", ["default", "ooc"])
def test_comments_that_flip_are_counted(strategy: str) -> None:
    found = measured(LESSON, strategy, 3, 0)
    figure = answers_figure(found)
    flips = int((found.answers.min(axis=1) != found.answers.max(axis=1)).sum())
    assert figure.takeaway.startswith(f"{flips} comments at the top flip:")
    assert sum(figure.data["answers"]["answer"]) == found.answers.sum()

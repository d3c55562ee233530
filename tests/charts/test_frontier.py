"""The Frontier page's charts and sentences: their numbers are those of the frontier."""

import json
import math

import numpy as np
import pytest

from equipoise import Frontier, Predictions, Tally, flips, frontier, sweep, tally
from equipoise.charts import frontier as charts
from equipoise.charts import frontier_flips as people
from equipoise.charts import frontier_plane as plane
from equipoise.charts import frontier_words as sentences
from equipoise.charts.frontier_choice import Choice, cheapest, task
from equipoise.frontiers.gaps import GAPS


@pytest.fixture(scope="module")
def front(by_sex: Tally) -> Frontier:
    return frontier(by_sex)


def first_shown(counts: Tally, gap: str = "equalized_odds") -> Choice:
    found = frontier(counts, gap=gap)
    return Choice(counts, found, found.first_shown)


# --- the background ------------------------------------------------------------------------


def test_the_whole_range_holds_every_pair(by_sex, by_race) -> None:
    for counts in (by_sex, by_race):
        for gap in GAPS:
            accuracy, gaps = sweep(counts, gap=gap)
            cells = plane.density(accuracy, gaps, plane.whole_bounds(accuracy, gaps))
            assert sum(cells["pairs"]) == np.isfinite(gaps).sum() == 10_201
            assert len(cells["pairs"]) < 1500


def test_a_cell_counts_the_pairs_inside_it(by_sex, front) -> None:
    accuracy, gaps = sweep(by_sex)
    bounds = plane.near_bounds(front)
    cells = plane.density(accuracy, gaps, bounds)
    drawn = (gaps <= bounds.gap_high) & (accuracy >= bounds.accuracy_low)
    assert sum(cells["pairs"]) == drawn.sum()
    for at in range(0, len(cells["pairs"]), 50):
        left, right, low, high = (
            cells[name][at] for name in ("gap_from", "gap_to", "accuracy_from", "accuracy_to")
        )
        inside = (gaps >= left) & (gaps < right) & (accuracy >= low) & (accuracy < high)
        assert inside.sum() == cells["pairs"][at]


def test_undefined_pairs_are_passed_over() -> None:
    bounds = plane.Bounds(1, 0, 1)
    cells = plane.density([0.5, np.nan, 0.5], [0.1, 0.2, np.nan], bounds)
    assert list(cells["pairs"]) == [1]
    assert plane.whole_bounds([0.5, 0.6], [np.nan, 0.3]) == plane.Bounds(0.3, 0.45, 0.65)


@pytest.mark.parametrize("gap", GAPS)
def test_the_near_range_shows_the_baseline_and_the_best(adult, gap) -> None:
    for by in ("sex", "race_five", ("sex", "race_five")):
        found = frontier(tally(adult, by), gap=gap)
        bounds = plane.near_bounds(found)
        assert found.baseline_gap < bounds.gap_high
        assert bounds.accuracy_low < found.baseline_accuracy < bounds.accuracy_high
        assert found.points["accuracy"].max() < bounds.accuracy_high


# --- points and marks ----------------------------------------------------------------------


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


# --- whose decisions flip ------------------------------------------------------------------


def test_bars_are_the_people_who_flip(by_race) -> None:
    thresholds = {"Non-White": 0.48, "White": 0.52}
    changes = flips(by_race, 0.5, thresholds)
    tables = people.flip_bars(changes, thresholds)
    assert tables["bars"] == {
        "group": ["Non-White", "White"] * 2,
        "label": [1, 1, 0, 0],
        "start": [0, 0, 10, -76],
        "end": [10, -76, 21, -140],
    }
    assert tables["labels"]["total"] == ["+21", "−140"]
    assert tables["labels"]["name"] == ["● Non-White, at 0.48", "■ White, at 0.52"]
    assert tables["span"] == {"people": [-140, 140]}


def test_nobody_flips(by_sex) -> None:
    changes = flips(by_sex, 0.5, 0.5)
    tables = people.flip_bars(changes, {"Female": 0.5, "Male": 0.5})
    assert tables["labels"]["total"] == ["0", "0"]
    signs = {"Female": "● ", "Male": "■ "}
    assert people.flip_lines(changes, signs) == "No decision changes for women and men."


def test_lines_say_who_and_in_which_direction(by_race) -> None:
    changes = flips(by_race, 0.5, {"Non-White": 0.48, "White": 0.52})
    first, second = people.flip_lines(changes, {"Non-White": "● ", "White": "■ "}).split("  \n")
    assert first == (
        "● 21 of 2,090 Non-White people newly selected: 10 earning more than 50K, "
        "11 earning 50K or less"
    )
    assert second.startswith("■ 140 of 12,970 White people no longer selected: 76 earning more")


def test_many_groups_are_summed_up(by_sex_and_race_five) -> None:
    changes = flips(by_sex_and_race_five, 0.5, 0.4)
    text = people.flip_lines(changes, dict.fromkeys(by_sex_and_race_five.groups, ""))
    assert text == f"{changes['newly_selected'].sum():,} people newly selected, 0 no longer."


# --- sentences -----------------------------------------------------------------------------


def test_the_summary_of_the_point_shown_first(by_race) -> None:
    text = sentences.summary(first_shown(by_race))
    assert "Point 20 of 23: 0.48 for Non-White people and 0.52 for White people" in text
    assert "Cost **0.0009**: 13 more of 15,060 people decided wrongly" in text


def test_a_free_lunch_is_called_one(by_race) -> None:
    front = frontier(by_race)
    lunch = Choice(by_race, front, charts.point_names(front).index("0.43/0.49"))
    text = sentences.summary(lunch)
    assert "Cost **−0.0013**: 20 fewer of 15,060 people" in text
    assert text.endswith("and the gap is smaller: a free lunch.")


def test_no_cost_and_a_smaller_gap(by_sex) -> None:
    assert sentences.mistakes(first_shown(by_sex)) == (
        "as many people decided wrongly as at 0.50, and a smaller gap."
    )


def test_the_cost_is_the_people_decided_wrongly(adult) -> None:
    for by in ("sex", "race_five", ("sex", "race")):
        choice = first_shown(tally(adult, by))
        assert round(choice.cost * adult.n) == choice.more_mistakes.sum()


def test_a_dominated_baseline_is_called_so(by_race) -> None:
    assert sentences.beaten(frontier(by_race)) == (
        "**The baseline of 0.50 for everybody is dominated**: 0.43/0.49 (point 22) has higher "
        "accuracy (84.89\N{NARROW NO-BREAK SPACE}% against 84.75\N{NARROW NO-BREAK SPACE}%) and "
        "a smaller gap (0.0197 against 0.0461)."
    )


def test_a_baseline_that_nothing_beats() -> None:
    groups = {"g": list("AABB")}
    counts = tally(Predictions([0, 1, 0, 1], [0.2, 0.8, 0.3, 0.9], groups), "g")
    assert sentences.beaten(frontier(counts)).startswith("Nothing beats the baseline")


def test_the_combinations_are_counted_exactly(by_sex_and_race_five, by_sex) -> None:
    many = frontier(by_sex_and_race_five)
    text = sentences.takeaway(many, by_sex_and_race_five, 0)
    assert "Of 110,462,212,541,120,451,001 combinations" in text
    assert "dominated**: point 31 has" in text
    assert "cannot be drawn" in text
    assert "Of all pairs, 1,596 lie" in sentences.takeaway(frontier(by_sex), by_sex, 1596)


def test_outcomes_before_and_after(by_sex) -> None:
    table = sentences.outcome_table(first_shown(by_sex))
    assert list(table.columns) == list(sentences.OUTCOMES.values())
    assert table.loc["Female"].tolist() == ["301 → 329", "256 → 228", "106 → 154", "4,250 → 4,202"]


def test_the_left_end_is_everybody(by_sex, front) -> None:
    text = sentences.end_of_the_line(front, by_sex)
    assert "0.00/0.00: everybody selected, gap 0.000, accuracy 24.57" in text
    assert "would be right for 75.43" in text
    selected = int(by_sex.selected[:, :, -1].sum())
    assert f"at 1.00, {selected} people with a score of exactly 1" in text
    assert text.endswith("all of whom earn more than 50K.")


def test_closing_the_gap_cheaply_is_one_point(by_sex, front) -> None:
    within = front.points.index[front.points["gap"] <= front.baseline_gap / 2]
    assert cheapest(front, 1 / 2) == within[-1]
    said = sentences.who_pays(Choice(by_sex, front, int(within[-1])))
    assert "No longer selected:" in said


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race", "race_five", ("sex", "race"), ("sex", "race_five")])
def test_no_task_is_fulfilled_by_the_point_shown_first(adult, by, gap) -> None:
    found = frontier(tally(adult, by), gap=gap)
    _, share = task(found)
    assert cheapest(found, share) not in (-1, found.first_shown)


def test_where_half_is_given_a_quarter_is_asked(by_sex) -> None:
    found = frontier(by_sex, gap="equal_opportunity")
    assert cheapest(found, 1 / 2) == found.first_shown
    assert task(found)[0].startswith("Bring the gap down to a quarter")

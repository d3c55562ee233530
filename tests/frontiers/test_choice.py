"""A chosen point of the frontier, and which point to choose."""

import numpy as np
import pytest

from equipoise import Tally, frontier, tally
from equipoise.frontiers.choice import Choice, cheapest, dominating
from equipoise.frontiers.gaps import GAPS


def test_the_free_lunch_of_the_specification(by_race) -> None:
    """0.43/0.49 is more accurate than 0.50/0.50 and its gap is smaller."""
    front = frontier(by_race)
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    point = front.points.iloc[row]
    assert tuple(point[["Non-White", "White"]]) == (0.43, 0.49)
    assert round(point["accuracy"], 4) == 0.8489
    assert round(point["gap"], 4) == 0.0197


def test_the_dominating_point_is_the_most_accurate_of_them(by_sex) -> None:
    front = frontier(by_sex)
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    better = front.points[
        (front.points["accuracy"] >= front.baseline_accuracy)
        & (front.points["gap"] <= front.baseline_gap)
    ]
    assert len(better) > 1
    assert row == better.index[-1]


def test_what_is_on_the_frontier_is_not_dominated(by_sex) -> None:
    front = frontier(by_sex)
    for accuracy, gap in front.points[["accuracy", "gap"]].to_numpy():
        assert dominating(front, accuracy, gap) is None
        assert dominating(front, accuracy + 1e-12, gap - 1e-12) is None
    assert dominating(front, 0.9, np.nan) is None


@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race")])
def test_the_cost_is_the_people_judged_wrongly(adult, by) -> None:
    counts: Tally = tally(adult, by)
    front = frontier(counts)
    choice = Choice(counts, front, front.first_shown)
    assert round(choice.cost * adult.n) == choice.more_mistakes.sum()


@pytest.mark.parametrize("gap", GAPS)
def test_the_cheapest_point_is_the_most_accurate_within(by_sex, gap) -> None:
    front = frontier(by_sex, gap=gap)
    for share in (1.0, 0.5, 0.25):
        within = front.points.index[front.points["gap"] <= front.baseline_gap * share + 1e-9]
        row = cheapest(front, share)
        assert row == (within[-1] if len(within) else -1)
        if row >= 0:
            assert Choice(by_sex, front, row).within(share)
    assert cheapest(front, -1.0) == -1

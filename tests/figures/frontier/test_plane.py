"""What part of the plane is drawn, and what lies where in it."""

import numpy as np
import pytest

from equipoise import Frontier, Tally, frontier, tally
from equipoise.figures.frontier import plane
from equipoise.frontiers.frontier import sweep
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.tradeoff import Tradeoff


@pytest.fixture(scope="module")
def front(by_sex: Tally) -> Frontier:
    return frontier(by_sex)


def test_the_background_is_all_pairs_of_two_groups_and_the_points_of_more(by_sex, adult) -> None:
    two = Tradeoff(by_sex, by_sex, "equalized_odds")
    bounds, cells = plane.background(two, near=True)
    assert plane.background(two, near=True)[1] is cells
    assert bounds == plane.near_bounds(two.front)
    whole, all_cells = plane.background(two, near=False)
    assert sum(all_cells["pairs"].to_pylist()) == 10_201
    assert whole.gap_high > bounds.gap_high
    counts = tally(adult, "race_five")
    five = Tradeoff(counts, counts, "equalized_odds")
    _, few = plane.background(five, near=False)
    assert sum(few["pairs"].to_pylist()) == len(five.front.points)


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

"""The frontier: the specification's figures, ties, and what stands where there is none."""

import math

import numpy as np
import pytest

from equipoise import GRID, Predictions, Tally, criteria, group_rates, tally
from equipoise.frontiers.frontier import best_within, frontier, sweep
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap, judged
from equipoise.frontiers.pareto import pareto_front
from equipoise.rates import confusion_curves

VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def counts(request, adult) -> Tally:
    return tally(adult, request.param)


# --- the figures of the specification ------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "points", "thresholds", "accuracy", "gap", "cost"),
    [
        ("sex", 63, (0.43, 0.49), 0.8475, 0.0689, 0.0000),
        ("race", 23, (0.48, 0.52), 0.8467, 0.0159, 0.0009),
    ],
)
def test_points_and_the_first_shown(adult, by, points, thresholds, accuracy, gap, cost) -> None:
    found = frontier(tally(adult, by))
    first = found.points.iloc[found.first_shown]
    assert len(found.points) == points
    assert tuple(first[2:]) == thresholds
    assert round(first["accuracy"], 4) == accuracy
    assert round(first["gap"], 4) == gap
    assert round(found.baseline_accuracy - first["accuracy"], 4) == pytest.approx(cost)
    assert round(found.baseline_accuracy, 4) == 0.8475


@pytest.mark.parametrize(
    ("by", "limit", "accuracy"),
    [
        ("race_five", 0.01, 0.7923),
        ("race_five", 0.02, 0.8310),
        (("sex", "race"), 0.01, 0.8082),
        (("sex", "race"), 0.02, 0.8276),
        (("sex", "race"), 0.05, 0.8454),
    ],
)
def test_best_of_more_than_two_groups(adult, by, limit, accuracy) -> None:
    counts = tally(adult, by)
    chosen = best_within(counts, limit)
    found, gap = accuracy_and_gap(counts, chosen)
    assert round(found, 4) == accuracy
    assert gap <= limit


# --- what every frontier is ----------------------------------------------------------------


@pytest.mark.parametrize("gap", GAPS)
def test_more_accuracy_costs_a_larger_gap(counts, gap) -> None:
    points = frontier(counts, gap=gap).points
    assert (np.diff(points["gap"]) > 0).all()
    assert (np.diff(points["accuracy"]) > 0).all()
    assert len(pareto_front(points["accuracy"], points["gap"])) == len(points)


@pytest.mark.parametrize("gap", GAPS)
def test_a_point_has_the_accuracy_and_gap_of_its_thresholds(counts, gap) -> None:
    for point in frontier(counts, gap=gap).points.to_dict("records"):
        thresholds = {group: point[group] for group in counts.groups}
        found = accuracy_and_gap(counts, thresholds, gap=gap)
        assert found == pytest.approx((point["accuracy"], point["gap"]), abs=1e-12)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race"])
def test_windows_find_what_all_pairs_find(adult, by, gap) -> None:
    counts = tally(adult, by)
    accuracy, gaps = sweep(counts, gap=gap)
    limits = frontier(counts, gap=gap).points["gap"]
    for limit in (*limits, 0.0, 0.01, 0.02, 0.03, 0.05, 0.1, 1.0):
        chosen = best_within(counts, limit, gap=gap)
        within = accuracy[gaps <= limit + 1e-12]
        assert (chosen is None) == (len(within) == 0)
        if chosen is not None:
            found, reached = accuracy_and_gap(counts, chosen, gap=gap)
            assert found == pytest.approx(within.max(), abs=1e-12)
            assert reached <= limit + 1e-12


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["race_five", ("sex", "race"), ("sex", "race_five")])
def test_no_combination_beats_a_frontier_of_adult(adult, by, gap) -> None:
    """Any thresholds: the same for all, steps from the frontier's own, and drawn at random."""
    counts = tally(adult, by)
    points = frontier(counts, gap=gap).points
    rng = np.random.default_rng(0)
    own = counts.grid.searchsorted(points[list(counts.groups)].to_numpy())
    near = np.repeat(own, 20, axis=0) + rng.integers(-2, 3, (20 * len(own), len(counts.groups)))
    shared = np.repeat(np.arange(101)[:, None], len(counts.groups), axis=1)
    drawn = rng.integers(0, 101, (5000, len(counts.groups)))
    at = np.clip(np.concatenate([shared, near, drawn]), 0, 100)
    accuracy, gaps = judged(confusion_curves(counts), gap, at)
    for best, limit in points[["accuracy", "gap"]].to_numpy():
        assert not (accuracy[gaps <= limit + 1e-12] > best + 1e-9).any()
        assert not (gaps[accuracy >= best - 1e-12] < limit - 1e-9).any()


def test_no_repair_consists_in_selecting_nobody_of_a_group(by_sex_and_race_five) -> None:
    found = frontier(by_sex_and_race_five, gap="predictive_parity")
    for point in found.points.to_dict("records"):
        thresholds = {group: point[group] for group in by_sex_and_race_five.groups}
        assert (group_rates(by_sex_and_race_five, thresholds)["selection_rate"] > 0).all()
    # At 0.88 for all no Amer-Indian-Eskimo woman is selected.
    accuracy, gap = accuracy_and_gap(by_sex_and_race_five, 0.88, gap="predictive_parity")
    assert round(accuracy, 4) == 0.7967
    assert math.isnan(gap)


def test_equalized_odds_where_two_of_three_groups_lack_different_rates() -> None:
    labels = [1] * 10 + [0] * 10 + [0] * 10 + [1] * 10
    scores = [k / 10 for k in range(10)] * 4
    groups = ["a"] * 10 + ["b"] * 10 + ["c"] * 20
    counts = tally(Predictions(labels, scores, {"g": groups}), "g", grid=np.arange(11) / 10)
    found = frontier(counts)
    assert found.left_out == ("b", "a")
    assert found.points["gap"].iloc[0] == 0
    chosen = best_within(counts, 0)
    assert accuracy_and_gap(counts, chosen)[1] == 0
    assert criteria(counts, chosen).equalized_odds_difference.value == 0


# --- ties, and grids without 0.5 ---------------------------------------------------------------


def deciles() -> Predictions:
    rng = np.random.default_rng(1)
    scores = rng.integers(1, 11, 200) / 10
    return Predictions(rng.random(200) < scores, scores, {"g": rng.choice(["a", "b"], 200)})


@pytest.mark.parametrize("gap", GAPS)
def test_tied_scores_give_each_point_once(gap) -> None:
    """The usual grid has ten thresholds between two deciles, all of which decide alike."""
    counts = tally(deciles(), "g")
    found = frontier(counts, gap=gap).points
    accuracy, gaps = sweep(counts, gap=gap)
    front = pareto_front(accuracy.ravel(), gaps.ravel())
    best = {(round(accuracy.flat[i], 9), round(gaps.flat[i], 9)) for i in front}
    assert len(found) == len(best) < len(front)
    assert (np.diff(found["gap"]) > 0).all()
    assert (np.diff(found["accuracy"]) > 0).all()
    for point in found.to_dict("records"):
        alike = np.isclose(accuracy, point["accuracy"]) & np.isclose(gaps, point["gap"])
        lowest = np.argwhere(alike)[0]
        assert [point["a"], point["b"]] == GRID[lowest].tolist()


def test_a_grid_without_a_half_has_its_baseline_beside_it() -> None:
    for grid, nearest in (
        (np.arange(6) / 5, 0.4),
        ([0, 0.3, 0.6, 0.9], 0.6),
        ([0], 0.0),
        (np.linspace(0, 1, 4), 1 / 3),
    ):
        counts = tally(deciles(), "g", grid=grid)
        found = frontier(counts)
        assert found.baseline_threshold == nearest
        assert found.reason == f"The grid has no 0.5: the baseline is at {nearest:g}."
        at_baseline = accuracy_and_gap(counts, nearest)
        assert (found.baseline_accuracy, found.baseline_gap) == at_baseline
        away = (found.points["accuracy"] - found.baseline_accuracy).abs()
        assert found.first_shown == away.argmin()
    for grid in (GRID, None, np.arange(0, 1.01, 0.1)):
        found = frontier(tally(deciles(), "g", grid=grid))
        assert (found.baseline_threshold, found.reason) == (0.5, "")


def test_a_grid_without_a_half_beside_other_reasons() -> None:
    alone = tally(Predictions([0, 1], [0.2, 0.9], {"g": ["A", "A"]}), "g", grid=[0, 0.4])
    assert frontier(alone).reason == (
        "At least two groups are needed to compare. The grid has no 0.5: the baseline is at 0.4."
    )


# --- what is refused -----------------------------------------------------------------------


def test_an_unknown_gap_is_named(by_sex) -> None:
    for ask in (frontier, lambda t, gap: best_within(t, 0.1, gap=gap)):
        with pytest.raises(ValueError, match="Unknown gap 'calibration'"):
            ask(by_sex, gap="calibration")


def test_a_sweep_needs_two_groups(by_race_five) -> None:
    with pytest.raises(ValueError, match="there are 5"):
        sweep(by_race_five)


def test_one_group_has_no_gap() -> None:
    alone = tally(Predictions([0, 1], [0.2, 0.9], {"g": ["A", "A"]}), "g")
    found = frontier(alone)
    assert found.points.empty
    assert found.reason == "At least two groups are needed to compare."
    assert math.isnan(found.baseline_gap)


def test_a_group_without_positives_is_left_out_by_name() -> None:
    groups = {"g": list("AABBCC")}
    counts = tally(Predictions([0, 1, 0, 1, 0, 0], [0.2, 0.9, 0.4, 0.6, 0.3, 0.8], groups), "g")
    found = frontier(counts, gap="equal_opportunity")
    assert found.left_out == ("C",)
    assert found.reason == "C: nobody has a positive label."
    assert found.points["accuracy"].max() == 1


def test_a_staircase_is_read_from_the_left(by_sex) -> None:
    front = frontier(by_sex)
    assert front.accuracy_within(1.0) == front.points["accuracy"].max()
    assert front.accuracy_within(0.0) == front.points["accuracy"].iloc[0]
    assert np.isnan(front.accuracy_within(-0.1))

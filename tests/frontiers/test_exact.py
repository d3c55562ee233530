"""The exact frontier of two groups: the specification's figures, and every pair by force."""

import tracemalloc

import numpy as np
import pytest

from equipoise import Predictions, Tally, frontier, tally
from equipoise.frontiers import exact
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.pareto import pareto_front


@pytest.fixture(scope="module", params=["sex", "race"])
def by(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def every_score(adult, by) -> Tally:
    return tally(adult, by, grid=None)


def few_rows(seed: int) -> Predictions:
    """Return rows with ties within and between two groups."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 60))
    labels, groups = rng.integers(0, 2, n), rng.choice(["a", "b"], n)
    labels[:4], groups[:4] = [0, 1, 0, 1], ["a", "a", "b", "b"]
    return Predictions(labels, rng.integers(0, 30, n) / 29, {"g": groups})


def by_force(counts: Tally, gap: str) -> dict[tuple[float, ...], tuple[float, float]]:
    """Return the frontier of all pairs of a group's own scores, or infinity.

    Of pairs that make the same point, the one with the lowest thresholds stands for it.
    """
    own = [
        [score for score, here in zip(counts.grid, rows.any(axis=0), strict=True) if here]
        for rows in counts.counts
    ]
    pairs = [(a, b) for a in [*own[0], np.inf] for b in [*own[1], np.inf]]
    judged = [
        accuracy_and_gap(counts, dict(zip(counts.groups, pair, strict=True)), gap=gap)
        for pair in pairs
    ]
    front = pareto_front(*np.transpose(judged))
    lowest: dict[float, int] = {}
    for place in front:  # ascending, as product does
        lowest.setdefault(round(judged[place][1], 9), place)
    return {pairs[place]: judged[place] for place in lowest.values()}


# --- the figures of the specification ------------------------------------------------------


def test_number_of_points(every_score, by) -> None:
    assert len(frontier(every_score).points) == {"sex": 254, "race": 88}[by]


@pytest.mark.parametrize(
    ("limit", "accuracy"),
    [
        (0, 0.7543),
        (0.005, 0.8033),
        (0.01, 0.8187),
        (0.02, 0.8323),
        (0.03, 0.8396),
        (0.05, 0.8461),
        (0.08, 0.8491),
    ],
)
def test_best_accuracy_within_a_gap(adult, limit, accuracy) -> None:
    points = frontier(tally(adult, "sex", grid=None)).points
    within = points[points["gap"] <= limit + 1e-12]
    assert round(within["accuracy"].max(), 4) == accuracy


@pytest.mark.parametrize(
    ("cost", "sex", "race"),
    [
        (0, 0.0676, 0.0151),
        (0.001, 0.0552, 0.0129),
        (0.002, 0.0444, 0.0098),
        (0.005, 0.0349, 0.0089),
        (0.01, 0.0271, 0.0059),
        (0.02, 0.0137, 0.0024),
    ],
)
def test_smallest_gap_within_a_cost(every_score, by, cost, sex, race) -> None:
    found = frontier(every_score)
    affordable = found.points["accuracy"] >= found.baseline_accuracy - cost - 1e-9
    assert round(found.points["gap"][affordable].min(), 4) == {"sex": sex, "race": race}[by]


# --- against force, and what must hold -----------------------------------------------------


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("seed", range(25))
def test_equals_every_pair(monkeypatch, seed, gap) -> None:
    monkeypatch.setattr(exact, "COARSE", 3)
    monkeypatch.setattr(exact, "BLOCK", 7)
    counts = tally(few_rows(seed), "g", grid=None)
    points = frontier(counts, gap=gap).points
    found = {tuple(row[2:]): tuple(row[:2]) for row in points.to_numpy().tolist()}
    expected = by_force(counts, gap)
    assert found.keys() == expected.keys()
    for pair, judged in expected.items():
        assert found[pair] == pytest.approx(judged, abs=1e-12)


@pytest.mark.parametrize("gap", GAPS)
def test_nothing_on_the_grid_beats_it(adult, every_score, by, gap) -> None:
    points, coarse = (
        frontier(every_score, gap=gap).points,
        frontier(tally(adult, by), gap=gap),
    )
    assert points["gap"].is_monotonic_increasing
    assert points["accuracy"].is_monotonic_increasing
    assert len(pareto_front(points["accuracy"], points["gap"])) == len(points)
    for accuracy, distance in coarse.points[["accuracy", "gap"]].to_numpy():
        at_least_as_fair = points[points["gap"] <= distance + 1e-9]
        assert at_least_as_fair["accuracy"].max() >= accuracy - 1e-9


def test_points_are_what_their_thresholds_give(every_score) -> None:
    found = frontier(every_score)
    for _, point in found.points.iloc[:: len(found.points) // 10].iterrows():
        thresholds = point[list(every_score.groups)].to_dict()
        judged = accuracy_and_gap(every_score, thresholds)
        assert judged == pytest.approx((point["accuracy"], point["gap"]), abs=1e-12)
    nearest = (found.points["accuracy"] - found.baseline_accuracy).abs().min()
    shown = found.points["accuracy"][found.first_shown]
    assert abs(shown - found.baseline_accuracy) == pytest.approx(nearest)


def test_the_pairs_are_never_all_in_memory(every_score) -> None:
    tracemalloc.start()
    frontier(every_score)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100e6


def test_a_group_of_one_label_has_no_frontier() -> None:
    rows = Predictions([0, 0, 1, 0], [0.1, 0.2, 0.3, 0.4], {"g": ["a", "a", "b", "b"]})
    found = frontier(tally(rows, "g", grid=None))
    assert found.points.empty
    assert found.left_out == ("a",)
    assert found.reason == "a: nobody has a positive label."
    assert found.first_shown == -1

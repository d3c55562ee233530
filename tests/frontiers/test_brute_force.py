"""The frontier against brute force: every combination of thresholds, judged row by row."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise import GRID, Predictions, Tally, criteria, tally
from equipoise.criteria import ENFORCED_BY
from equipoise.frontiers.frontier import best_within, frontier
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.single import shared_path

COARSE = np.array([0.0, 0.2, 0.4, 0.5, 0.7, 0.9])
CRITERION_OF = {gap: criterion for criterion, gap in ENFORCED_BY.items()}
Rows = list[tuple[int, float, str]]


def people(names: str, scores: list[float]) -> st.SearchStrategy[Rows]:
    """Draw rows with somebody in every group; groups of one label occur."""
    row = st.tuples(st.integers(0, 1), st.sampled_from(scores), st.sampled_from(names))
    somebody = [st.tuples(st.integers(0, 1), st.sampled_from(scores), st.just(n)) for n in names]
    return st.tuples(st.lists(row, max_size=20), *somebody).map(
        lambda drawn: [*drawn[0], *drawn[1:]]
    )


def cells(rows: Rows, group: str, threshold: float) -> tuple[int, int, int, int]:
    counts = [0, 0, 0, 0]
    for label, score, own in rows:
        if own == group:
            counts[2 * label + (score >= threshold)] += 1
    return tuple(counts)


def rate(cell: tuple[int, int, int, int], name: str) -> float:
    tn, fp, fn, tp = cell
    part, whole = {
        "selection_rate": (tp + fp, sum(cell)),
        "true_positive_rate": (tp, tp + fn),
        "false_positive_rate": (fp, fp + tn),
        "positive_predictive_value": (tp, tp + fp),
    }[name]
    return part / whole if whole else math.nan


def everything(rows: Rows, grid, gap: str) -> tuple[list[tuple[float, float]], list[set[str]]]:
    """Judge every combination row by row; return it with the groups that each rate lacks."""
    groups = sorted({group for *_, group in rows})
    table = [[cells(rows, group, threshold) for threshold in grid] for group in groups]
    rates = {name: [[rate(c, name) for c in line] for line in table] for name in GAPS[gap].rates}
    compared = {
        name: [g for g, line in enumerate(lines) if not all(map(math.isnan, line))]
        for name, lines in rates.items()
    }
    judged = []
    for places in itertools.product(range(len(grid)), repeat=len(groups)):
        chosen = [line[place] for line, place in zip(table, places, strict=True)]
        accuracy = sum(cell[0] + cell[3] for cell in chosen) / len(rows)
        parts = [
            distance([rates[name][g][places[g]] for g in compared[name]], GAPS[gap].is_ratio)
            for name in rates
        ]
        judged.append((accuracy, math.nan if any(map(math.isnan, parts)) else max(parts)))
    lacking = [set(groups) - {groups[g] for g in there} for there in compared.values()]
    return judged, lacking


def distance(values: list[float], is_ratio: bool) -> float:
    if len(values) < 2 or any(map(math.isnan, values)):
        return math.nan
    if not is_ratio:
        return max(values) - min(values)
    return 1 - min(values) / max(values) if max(values) > 0 else math.nan


def undominated(judged: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the distinct best points, from the smallest gap up."""
    defined = {(round(a, 9), round(g, 9)) for a, g in judged if not math.isnan(g)}
    best, front = -1.0, []
    for accuracy, gap in sorted(defined, key=lambda point: (point[1], -point[0])):
        if accuracy > best:
            front.append((accuracy, gap))
            best = accuracy
    return front


def check(rows: Rows, grid, gap: str) -> None:
    labels, scores, groups = zip(*rows, strict=True)
    counts = tally(Predictions(labels, scores, {"g": groups}), "g", grid=grid)
    judged, lacking = everything(rows, grid, gap)
    found = frontier(counts, gap=gap)
    assert set(found.left_out) == set().union(*lacking)
    check_one_convention(counts, gap, judged)
    if any(len(counts.groups) - len(without) < 2 for without in lacking):
        assert found.points.empty
        assert found.first_shown == -1
        assert found.reason
        assert best_within(counts, 1.0, gap=gap) is None
        return
    points = zip(found.points["accuracy"].round(9), found.points["gap"].round(9), strict=True)
    assert list(points) == undominated(judged)
    for limit in (0.0, 0.1, 0.34, 0.5, 1.0):
        within = [a for a, g in judged if g <= limit + 1e-12]
        chosen = best_within(counts, limit, gap=gap)
        assert (chosen is None) == (not within)
        if chosen is not None:
            accuracy, reached = accuracy_and_gap(counts, chosen, gap=gap)
            assert accuracy == pytest.approx(max(within))
            assert reached <= limit + 1e-9


def check_one_convention(counts: Tally, gap: str, by_force: list[tuple[float, float]]) -> None:
    """Every function finds the accuracy and gap that counting row by row finds."""
    shape = (len(counts.grid),) * len(counts.groups)
    some = np.unique(np.linspace(0, len(by_force) - 1, 7).astype(int))
    for combination in some:
        at = counts.named(np.array(np.unravel_index(combination, shape)))
        accuracy, distance = by_force[combination]
        found = accuracy_and_gap(counts, at, gap=gap)
        assert found == pytest.approx((accuracy, distance), abs=1e-12, nan_ok=True)
        value = abs(getattr(criteria(counts, at), CRITERION_OF[gap]).value)
        value = 1 - value if GAPS[gap].is_ratio else value
        assert value == pytest.approx(distance, abs=1e-12, nan_ok=True)
    shared = [by_force[np.ravel_multi_index((k,) * len(shape), shape)] for k in range(shape[0])]
    path = shared_path(counts, gap=gap)
    assert np.array_equal(np.isnan(path["gap"]), np.isnan([distance for _, distance in shared]))
    np.testing.assert_allclose(path[["accuracy", "gap"]], shared, atol=1e-12)


@pytest.mark.parametrize("gap", GAPS)
@settings(max_examples=8)
@given(rows=people("AB", [k / 100 for k in range(0, 101, 4)] + [0.299999, 0.995]))
def test_two_groups_on_the_grid(gap, rows) -> None:
    check(rows, GRID, gap)


@pytest.mark.parametrize("gap", GAPS)
@settings(max_examples=60)
@given(rows=people("AB", [0.0, 0.1, 0.3, 0.5, 0.8, 0.9]))
def test_two_groups_on_a_coarse_grid(gap, rows) -> None:
    check(rows, COARSE, gap)


@pytest.mark.parametrize("gap", GAPS)
@settings(max_examples=60)
@given(rows=people("ABC", [0.0, 0.1, 0.3, 0.5, 0.8, 0.9]))
def test_three_groups_on_a_coarse_grid(gap, rows) -> None:
    check(rows, COARSE, gap)


@pytest.mark.parametrize("gap", GAPS)
@settings(max_examples=15)
@given(rows=people("ABCD", [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]))
def test_four_groups_on_a_coarse_grid(gap, rows) -> None:
    check(rows, COARSE, gap)


def test_weighted_rows_and_every_score() -> None:
    """Three groups on an exact tally, each row of another weight."""
    rng = np.random.default_rng(4)
    n = 14
    labels, groups = rng.integers(0, 2, n), rng.permutation(list("AABBCC") + ["A"] * (n - 6))
    scores, weights = rng.integers(1, 9, n) / 9, rng.integers(1, 9, n) / 7
    people_ = Predictions(labels, scores, {"g": groups}, sample_weight=weights)
    counts = tally(people_, "g", grid=None)
    for gap in GAPS:
        judged = [
            accuracy_and_gap(counts, dict(zip(counts.groups, at, strict=True)), gap=gap)
            for at in itertools.product(counts.grid.tolist(), repeat=3)
        ]
        points = frontier(counts, gap=gap).points
        found = zip(points["accuracy"].round(9), points["gap"].round(9), strict=True)
        assert list(found) == undominated(judged)
        for group in counts.groups:
            assert set(points[group]) <= {*scores[groups == group].tolist(), math.inf}
        for point in points.to_dict("records"):
            at = {group: point[group] for group in counts.groups}
            values = accuracy_and_gap(counts, at, gap=gap)
            assert values == pytest.approx((point["accuracy"], point["gap"]), abs=1e-12)

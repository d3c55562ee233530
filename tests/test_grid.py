"""Grids of one's own: each point the decimal, or the equal step, that it means."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise import GRID, Predictions, calibration, frontier, group_rates, tally
from equipoise.grid import checked_grid, interval_of

TENTHS = (np.arange(11) / 10).tolist()
HUNDREDTHS = GRID.tolist()

HUNDREDTHS_IN_OTHER_WORDS = {
    "linspace": np.linspace(0, 1, 101),
    "arange": np.arange(0, 1.001, 0.01),
    "sums": np.cumsum([0, *[0.01] * 100]),
    "products": np.arange(101) * 0.01,
    "32 bits": np.linspace(0, 1, 101, dtype="float32"),
    "32-bit steps": np.arange(0, 1.001, 0.01, dtype="float32"),
    "32-bit sums": np.cumsum([0, *[0.01] * 100], dtype="float32"),
    "16 bits": np.linspace(0, 1, 101, dtype="float16"),
    "list": np.linspace(0, 1, 101).tolist(),
    "32-bit list": list(np.linspace(0, 1, 101, dtype="float32")),
    "mixed list": [0, *np.linspace(0, 1, 101, dtype="float32")[1:-1], 1.0],
    "series": pd.Series(np.linspace(0, 1, 101)),
    "32-bit series": pd.Series(np.linspace(0, 1, 101), dtype="float32"),
    "a rounding outside": np.concatenate([[1e-17], np.arange(1, 100) / 100, [1 + 2e-16]]),
}


@pytest.mark.parametrize("grid", HUNDREDTHS_IN_OTHER_WORDS)
def test_hundredths(grid: str) -> None:
    assert checked_grid(HUNDREDTHS_IN_OTHER_WORDS[grid]).tolist() == HUNDREDTHS


@pytest.mark.parametrize("grid", HUNDREDTHS_IN_OTHER_WORDS)
def test_a_score_on_a_threshold_is_selected(grid: str) -> None:
    """At every hundredth, all scores from there up, as the usual grid has it."""
    people = Predictions([0, 1] * 50 + [1], GRID, {"g": ["a"] * 101})
    counts = tally(people, "g", grid=HUNDREDTHS_IN_OTHER_WORDS[grid])
    for k, threshold in enumerate(GRID):
        found = group_rates(counts, threshold).loc["a", ["tp", "fp"]].sum()
        assert found == 101 - k


@pytest.mark.parametrize("grid", HUNDREDTHS_IN_OTHER_WORDS)
def test_calibration_and_frontier_take_it(adult, by_sex, grid: str) -> None:
    counts = tally(adult, "sex", grid=HUNDREDTHS_IN_OTHER_WORDS[grid])
    assert np.array_equal(counts.counts, by_sex.counts)
    found, usual = calibration(counts), calibration(by_sex)
    assert found.expected_calibration_error.tolist() == usual.expected_calibration_error.tolist()
    assert len(frontier(counts).points) == 63


@pytest.mark.parametrize(
    "grid",
    [
        np.arange(0, 1.01, 0.1),
        np.linspace(0, 1, 11),
        np.arange(0, 1.01, 0.1, dtype="float32"),
        np.arange(0, 1.01, 0.1, dtype="float16"),
        np.cumsum([0, *[0.1] * 10]),
    ],
)
def test_tenths(grid: np.ndarray) -> None:
    assert checked_grid(grid).tolist() == TENTHS


@given(st.integers(1, 400))
def test_equal_steps_of_any_number(steps: int) -> None:
    """As the scores of a forest of so many trees are."""
    expected = [k / steps for k in range(steps + 1)]
    assert checked_grid(np.linspace(0, 1, steps + 1)).tolist() == expected
    assert checked_grid(np.arange(steps + 1) * (1 / steps)).tolist() == expected
    assert checked_grid(np.arange(steps) * (1 / steps)).tolist() == expected[:-1]
    assert checked_grid(np.float32(expected)).tolist() == expected


@given(st.lists(st.decimals(0, 1, places=6), min_size=1, max_size=20, unique=True))
def test_decimals_in_uneven_steps(decimals) -> None:
    expected = sorted({0.0, *map(float, decimals)})
    beside = np.nextafter(expected, [1, *[0] * (len(expected) - 1)])
    assert checked_grid(beside).tolist() == expected
    assert checked_grid(expected).tolist() == expected


@given(st.lists(st.floats(1e-3, 1), min_size=1, max_size=20, unique=True))
def test_a_grid_moves_by_no_more_than_rounding(values: list[float]) -> None:
    """Quantiles of scores mean themselves."""
    given_points = np.array([0.0, *sorted(values)])
    found = checked_grid(given_points)
    assert np.abs(found - given_points).max() <= 1e-12
    assert (np.diff(found) > 0).all()


def test_points_closer_than_rounding_are_kept_apart() -> None:
    above = float(np.nextafter(0.7, 1))
    assert checked_grid([0, 0.7, above]).tolist() == [0, 0.7, above]


def test_decimals_of_narrow_numbers_are_not_rounded_away() -> None:
    for points in ([0, 0.25, 0.705], [0, 0.1234, 0.5], [0, 0.3, 0.35, 0.9]):
        for width in ("float16", "float32"):
            printed = [float(str(point)) for point in np.array(points, dtype=width)]
            assert checked_grid(np.array(points, dtype=width)).tolist() == printed
    for written, width in ((0.501, "float16"), (0.500001, "float32"), (0.5000000001, "float64")):
        points = np.array([0, written, 0.9], dtype=width)
        assert checked_grid(points).tolist() == [0, written, 0.9]


@pytest.mark.parametrize(
    "grid",
    [[0, None], [0, "x"], [[0, 1]], {0, 1}, "0", None, [0, 10**400], [0, np.inf], [np.nan, 1]],
)
def test_what_is_no_grid(grid: object) -> None:
    with pytest.raises(ValueError, match="The grid must be a list of thresholds"):
        checked_grid(grid)


@pytest.mark.parametrize("grid", [[0, 0.5, 0.5], [0, 0.7, 0.3], [0, -0.1]])
def test_thresholds_must_ascend(grid: list[float]) -> None:
    with pytest.raises(ValueError, match="strictly ascending"):
        checked_grid(grid)


def test_thresholds_as_close_as_doubles_can_be() -> None:
    for points in ([0, 5e-324], [0, 1e-300, 1e-299], [0.0]):
        assert checked_grid(points).tolist() == points


def test_the_usual_grid_is_handed_on() -> None:
    assert checked_grid(GRID) is GRID


@given(st.lists(st.floats(0, 1), max_size=30), st.integers(1, 300))
def test_intervals_are_those_of_a_search(scores: list[float], steps: int) -> None:
    points = np.arange(steps + 1) / steps
    beside = [*scores, *points, *np.nextafter(points, 0), *np.nextafter(points, 1).clip(0, 1)]
    found = interval_of(points, np.array(beside))
    assert found.tolist() == (np.searchsorted(points, beside, side="right") - 1).tolist()


@given(
    st.lists(st.floats(0, 1), max_size=30),
    st.lists(st.floats(1e-6, 1), min_size=1, max_size=20, unique=True),
)
def test_intervals_of_uneven_grids_are_those_of_a_search(
    scores: list[float], above: list[float]
) -> None:
    points = np.array([0.0, *sorted(above)])
    beside = np.array([*scores, *points, *np.nextafter(points, 1).clip(0, 1)])
    found = interval_of(points, beside)
    assert found.tolist() == [(points <= score).sum() - 1 for score in beside]

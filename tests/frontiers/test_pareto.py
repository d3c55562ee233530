"""The front of a set of points: what nothing dominates, and what makes no points."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from equipoise.frontiers.pareto import pareto_front

COORDINATES = st.sampled_from([0.0, 0.1, 0.2, 0.3, 0.1 + 0.2, 0.5, math.nan])


@given(st.lists(st.tuples(COORDINATES, COORDINATES), max_size=30))
def test_the_front_is_what_nothing_dominates(points) -> None:
    def dominates(x, y) -> bool:
        (a, g), (b, h) = (tuple(round(v * 1e9) for v in point) for point in (x, y))
        return a >= b and g <= h and (a > b or g < h)

    defined = [i for i, point in enumerate(points) if not any(map(math.isnan, point))]
    expected = [i for i in defined if not any(dominates(points[j], points[i]) for j in defined)]
    accuracy, gap = np.array(points, dtype=float).reshape(-1, 2).T
    assert pareto_front(accuracy, gap).tolist() == expected


@given(arrays.arrays(float, (40, 2), elements=st.floats(0, 1)))
def test_the_front_is_monotone(points) -> None:
    front = points[pareto_front(points[:, 0], points[:, 1], tolerance=1e-6)]
    front = front[np.argsort(front[:, 1], kind="stable")]
    assert (np.diff(front[:, 0]) >= -1e-6).all()


@given(st.lists(st.tuples(COORDINATES, COORDINATES), max_size=30))
def test_without_tolerance_points_are_compared_as_they_are(points) -> None:
    """0.1 + 0.2 is a larger gap than 0.3, and a higher accuracy."""
    defined = [i for i, point in enumerate(points) if not any(map(math.isnan, point))]
    expected = [
        i
        for i in defined
        if not any(
            points[j][0] >= points[i][0]
            and points[j][1] <= points[i][1]
            and points[j] != points[i]
            for j in defined
        )
    ]
    accuracy, gap = np.array(points, dtype=float).reshape(-1, 2).T
    assert pareto_front(accuracy, gap, tolerance=0).tolist() == expected


@pytest.mark.parametrize("tolerance", [-1, -1e-9, math.nan, "small", None, [0.1]])
def test_tolerances_that_make_no_sense(tolerance) -> None:
    with pytest.raises(
        ValueError, match=r"The tolerance is .*; it must be a number of at least 0"
    ):
        pareto_front([0.5], [0.1], tolerance=tolerance)


@pytest.mark.parametrize(
    ("accuracy", "gap", "message"),
    [
        ([0.5, 0.6, 0.9], [0.1], "There are 3 accuracies and 1 gaps"),
        ([], [0.1, 0.2], "There are 0 accuracies and 2 gaps"),
        (0.5, [0.1], "accuracy is 0.5; it must be a list of numbers"),
        ([0.5], 0.1, "gap is 0.1; it must be a list of numbers"),
        ([[0.5]], [0.1], "accuracy is .*; it must be a list of numbers"),
        (["high"], [0.1], "accuracy is .*; it must be a list of numbers"),
        ([0.5], None, "gap is None; it must be a list of numbers"),
    ],
)
def test_points_that_make_no_sense(accuracy, gap, message) -> None:
    with pytest.raises(ValueError, match=message):
        pareto_front(accuracy, gap)


def test_narrow_points_are_decimals() -> None:
    """As doubles a 32-bit 0.6 and 0.6 differ by more than the tolerance."""
    assert pareto_front([0.6, np.float32(0.6)], [0.1, np.float32(0.1)]).tolist() == [0, 1]


def test_no_points_have_no_front() -> None:
    assert pareto_front([], []).tolist() == []
    assert pareto_front([np.nan], [0.1]).tolist() == []

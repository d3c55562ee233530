"""One threshold for everybody."""

import numpy as np
import pytest

from equipoise import frontier
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.pareto import pareto_front
from equipoise.frontiers.single import closest_shared, shared_path


@pytest.mark.parametrize(
    ("cost", "sex", "race"),
    [
        (0, 0.0766, 0.0365),
        (0.001, 0.0718, 0.0365),
        (0.002, 0.0655, 0.0338),
        (0.005, 0.0617, 0.0338),
        (0.01, 0.0617, 0.0275),
        (0.02, 0.0485, 0.0275),
    ],
)
def test_smallest_gap_within_a_cost(by_sex, by_race, cost, sex, race) -> None:
    for counts, gap in ((by_sex, sex), (by_race, race)):
        path = shared_path(counts)
        affordable = path["accuracy"] >= accuracy_and_gap(counts, 0.5)[0] - cost - 1e-9
        assert round(path["gap"][affordable].min(), 4) == gap


@pytest.mark.parametrize("gap", GAPS)
def test_each_threshold_is_judged(by_race_five, gap) -> None:
    path = shared_path(by_race_five, gap=gap)
    assert path["threshold"].tolist() == by_race_five.grid.tolist()
    for point in path.itertuples():
        judged = accuracy_and_gap(by_race_five, point.threshold, gap=gap)
        assert (point.accuracy, point.gap) == pytest.approx(judged, nan_ok=True)
    front = pareto_front(path["accuracy"], path["gap"])
    assert np.flatnonzero(path["on_frontier"]).tolist() == front.tolist()


def test_thresholds_of_their_own_are_never_worse(by_sex) -> None:
    points = frontier(by_sex).points
    for shared in shared_path(by_sex).itertuples():
        assert points["accuracy"][points["gap"] <= shared.gap + 1e-9].max() >= shared.accuracy


def test_unknown_gap(by_sex) -> None:
    with pytest.raises(ValueError, match="Unknown gap"):
        shared_path(by_sex, gap="calibration")


@pytest.mark.parametrize("gap", GAPS)
def test_the_closest_costs_no_more_than_a_point(by_race, gap: str) -> None:
    path = shared_path(by_race, gap=gap)
    threshold, smallest = closest_shared(path)
    good = path[path["accuracy"] >= path["accuracy"].max() - 0.01]
    assert smallest == good["gap"].min()
    assert good["gap"][good["threshold"] == threshold].tolist() == [smallest]

"""The frontier of other samples."""

import numpy as np
import pytest

from equipoise import GAPS, Predictions, best_within, frontier, load_adult, tally
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.uncertainty.frontier_band import best_accuracies, frontier_band

TENTHS = np.arange(11) / 10


@pytest.fixture(scope="module")
def adult():
    return load_adult()


@pytest.fixture(scope="module")
def small():
    rng = np.random.default_rng(0)
    scores = rng.beta(1, 2, 900)
    names = rng.choice(["a", "b", "c"], 900, p=[0.5, 0.4, 0.1])
    labels = (rng.random(900) < scores).astype(int)
    return Predictions(labels, scores, {"g": names, "two": np.where(names == "a", "a", "b")})


def test_the_band_lies_around_the_frontier(adult) -> None:
    counts = tally(adult, "sex")
    band = frontier_band(counts, n_boot=100)
    points = frontier(counts).points
    assert band["gap"].to_numpy() == pytest.approx(points["gap"].to_numpy())
    assert band["accuracy"].to_numpy() == pytest.approx(points["accuracy"].to_numpy())
    assert (band["low"] <= band["median"]).all()
    assert (band["median"] <= band["high"]).all()
    assert (np.diff(band[["low", "median", "high"]], axis=0) >= -1e-12).all()
    inside = (band["low"] <= band["accuracy"]) & (band["accuracy"] <= band["high"])
    assert inside.mean() > 0.95
    assert (band["n_undefined"] == 0).all()


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["two", "g"])
def test_best_accuracies_are_those_of_best_within(small, by, gap) -> None:
    counts = tally(small, by, grid=TENTHS)
    limits = np.array([0.0, 0.02, 0.05, 0.2, 1.0])
    found = best_accuracies(counts, limits, gap=gap)
    for limit, best in zip(limits, found, strict=True):
        thresholds = best_within(counts, limit, gap=gap)
        if thresholds is None:
            assert np.isnan(best)
        else:
            assert best == pytest.approx(accuracy_and_gap(counts, thresholds, gap=gap)[0])


def test_draws_are_those_of_rows(small) -> None:
    counts = tally(small, "two", grid=TENTHS)
    limits = np.array([0.02, 0.1, 1.0])
    band = frontier_band(counts, levels=limits, n_boot=400)
    rng = np.random.default_rng(1)
    two = np.where(small.groups["two"].codes == 0, "a", "b")
    plain = []
    for _ in range(300):
        i = rng.integers(0, 900, 900)
        again = tally(Predictions(small.y_true[i], small.y_score[i], {"g": two[i]}), "g",
                      grid=TENTHS)  # fmt: skip
        plain.append(best_accuracies(again, limits))
    for name, at in (("low", 0.025), ("median", 0.5), ("high", 0.975)):
        assert band[name].to_numpy() == pytest.approx(np.quantile(plain, at, axis=0), abs=0.015)


def test_more_than_two_groups_with_progress(small) -> None:
    heard = []
    band = frontier_band(
        tally(small, "g", grid=TENTHS), levels=[0.05, 0.2], n_boot=10, on_progress=heard.append
    )
    assert heard == pytest.approx(np.arange(1, 11) / 10)
    assert (band["low"] <= band["high"]).all()


def test_replicates_that_lose_a_group_are_counted() -> None:
    """One positive in group c: missing from 37 % of replicates."""
    labels = [0, 1] * 60 + [0, 0, 0, 1]
    scores = np.linspace(0, 1, 124)
    counts = tally(Predictions(labels, scores, {"g": ["a", "a", "b", "b"] * 30 + ["c"] * 4}), "g",
                   grid=TENTHS)  # fmt: skip
    band = frontier_band(counts, gap="equal_opportunity", levels=[0.5, 1], n_boot=300)
    assert band["n_undefined"].to_numpy() / 300 == pytest.approx((1 - 1 / 124) ** 124, abs=0.09)


def test_no_frontier_no_band() -> None:
    counts = tally(Predictions([1, 1, 0], [0.2, 0.4, 0.6], {"g": ["a", "a", "b"]}), "g")
    assert frontier_band(counts, n_boot=5).empty
    assert np.isnan(frontier_band(counts, levels=[0.1], n_boot=5)["accuracy"]).all()


def test_what_makes_no_sense_is_refused(small) -> None:
    counts = tally(small, "two", grid=TENTHS)
    for options, words in (
        ({"gap": "nonsense"}, "Unknown gap"),
        ({"levels": [0.2, 0.1]}, "ascend"),
        ({"n_boot": 0}, "draws"),
        ({"level": 1}, "level"),
    ):
        with pytest.raises(ValueError, match=words):
            frontier_band(counts, **options)

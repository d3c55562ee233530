"""The frontier of other samples."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise import Predictions, best_within, frontier, load_adult, tally
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
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


@pytest.mark.parametrize("level", [0.5, 0.8, 0.95])
def test_its_level_is_the_share_of_other_redraws_inside(small, level: float) -> None:
    """Redraws with another seed lie inside the band as often as its level says, at each gap."""
    counts = tally(small, "two", grid=TENTHS)
    limits = np.array([0.02, 0.1, 1.0])
    band = frontier_band(counts, levels=limits, n_boot=2000, level=level)
    rng, cells = np.random.default_rng(7), counts.counts.ravel()
    others = [
        best_accuracies(replace(counts, counts=drawn.reshape(counts.counts.shape)), limits)
        for drawn in rng.multinomial(cells.sum(), cells / cells.sum(), size=2000)
    ]
    low, high = band["low"].to_numpy() - 1e-12, band["high"].to_numpy() + 1e-12
    inside = ((others >= low) & (others <= high)).mean(axis=0)
    assert inside == pytest.approx(np.full(3, level), abs=0.05)
    beyond = (np.array(others) > high).mean(axis=0)
    assert beyond == pytest.approx(np.full(3, (1 - level) / 2), abs=0.04)


def test_left_to_itself_it_takes_the_frontiers_gaps_and_200_draws(small) -> None:
    counts = tally(small, "two", grid=TENTHS)
    gaps = frontier(counts).points["gap"]
    named = frontier_band(
        counts, gap="equalized_odds", levels=gaps, n_boot=200, level=0.95, seed=0
    )
    assert frontier_band(counts).equals(named)
    assert not frontier_band(counts, seed=1).equals(named)


def test_a_level_may_come_twice(small) -> None:
    band = frontier_band(tally(small, "two", grid=TENTHS), levels=[0.1, 0.1], n_boot=5)
    assert band.iloc[0].equals(band.iloc[1])


def test_a_limit_is_met_to_a_rounding_error(small) -> None:
    for by in ("two", "g"):
        counts = tally(small, by, grid=TENTHS)
        point = frontier(counts).points.iloc[2]
        limits = np.array([point["gap"] - 1e-12, point["gap"] - 1e-6])
        at, below = best_accuracies(counts, limits[::-1])[::-1]
        assert at == pytest.approx(point["accuracy"])
        assert below < point["accuracy"]


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


def test_a_replicate_may_select_nobody_at_a_threshold(small) -> None:
    """Of group c a handful score 0.8 or more: without them there are other thresholds."""
    counts = tally(small, "g", grid=TENTHS[:9])
    assert 0 < counts.selected[2, :, 8].sum() < 6
    band = frontier_band(counts, gap="predictive_parity", levels=[1.0], n_boot=100)
    assert band["n_undefined"].tolist() == [0]


def test_no_frontier_no_band() -> None:
    counts = tally(Predictions([1, 1, 0], [0.2, 0.4, 0.6], {"g": ["a", "a", "b"]}), "g")
    assert frontier_band(counts, n_boot=5).empty
    assert np.isnan(frontier_band(counts, levels=[0.1], n_boot=5)["accuracy"]).all()


def test_what_makes_no_sense_is_refused(small) -> None:
    counts = tally(small, "two", grid=TENTHS)
    for options, words in (
        ({"gap": "nonsense"}, "Unknown gap"),
        ({"levels": [0.2, 0.1]}, "ascend"),
        ({"levels": [0.1, float("nan")]}, "ascend"),
        ({"levels": [[0.1, 0.2]]}, "ascend"),
        ({"levels": "none"}, "ascend"),
        ({"n_boot": 0}, "draws"),
        ({"level": 1}, "level"),
    ):
        with pytest.raises(ValueError, match=words):
            frontier_band(counts, **options)

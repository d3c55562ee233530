"""Calibration errors against those of a perfectly calibrated score."""

import numpy as np
import pytest

from equipoise import Predictions, calibration, load_adult, tally
from equipoise.uncertainty.noise_floor import noise_floor


@pytest.fixture(scope="module")
def adult():
    return load_adult()


def calibrated(sizes, rng):
    """Groups whose labels are drawn from their scores."""
    names = np.repeat([f"g{i}" for i in range(len(sizes))], sizes)
    scores = rng.beta(1, 3, len(names))
    return Predictions((rng.random(len(names)) < scores).astype(int), scores, {"g": names})


@pytest.mark.parametrize(
    ("by", "group", "observed", "noise", "finding"),
    [
        ("sex", "Female", 0.0166, 0.0124, "above noise"),
        ("race_five", "Black", 0.0270, 0.0245, "above noise"),
        ("race", "Non-White", 0.0179, 0.0212, "not distinguishable"),
        ("race", "White", 0.0073, 0.0101, "not distinguishable"),
        ("race_five", "Other", 0.0644, 0.0824, "not distinguishable"),
        ("race_five", "Amer-Indian-Eskimo", 0.0454, 0.0783, "not distinguishable"),
    ],
)
def test_adult(adult, by, group, observed, noise, finding) -> None:
    row = noise_floor(tally(adult, by)).table().loc[group]
    assert row["observed"] == pytest.approx(observed, abs=5e-5)
    assert row["noise_95"] == pytest.approx(noise, rel=0.04)
    assert row["finding"] == finding
    assert row["noise_mean"] < row["noise_95"]


def test_men_stand_on_the_very_edge(adult) -> None:
    """0.0121 beside 0.0121: which side they fall on is the draw's doing, and shows."""
    row = noise_floor(tally(adult, "sex")).table().loc["Male"]
    assert row["observed"] == pytest.approx(row["noise_95"], rel=0.03)
    assert 0.03 < row["p_value"] < 0.08


def test_draws_are_those_of_labels_drawn_row_by_row() -> None:
    rng = np.random.default_rng(0)
    predictions = calibrated([400, 60], rng)
    floor = noise_floor(tally(predictions, "g"), n_boot=4000)
    plain = []
    for _ in range(500):
        labels = (rng.random(460) < predictions.y_score).astype(int)
        again = Predictions(
            np.append(labels, [0, 1]),  # labels of both kinds, in a group of their own
            np.append(predictions.y_score, [0.5, 0.5]),
            {"g": [*np.repeat(["g0", "g1"], [400, 60]), "x", "x"]},
        )
        plain.append(calibration(tally(again, "g")).expected_calibration_error[:2])
    assert floor.draws.mean(axis=1) == pytest.approx(np.mean(plain, axis=0), rel=0.05)
    assert floor.limit() == pytest.approx(np.quantile(plain, 0.95, axis=0), rel=0.1)


def test_calibrated_scores_are_seldom_found_wanting() -> None:
    rng = np.random.default_rng(1)
    found = [
        finding
        for seed in range(100)
        for finding in noise_floor(
            tally(calibrated([300, 40, 40], rng), "g"), n_boot=200, seed=seed
        ).findings()
    ]
    assert found.count("above noise") / 300 == pytest.approx(0.05, abs=0.04)


def test_more_people_less_noise() -> None:
    floor = noise_floor(tally(calibrated([50, 500, 5000], np.random.default_rng(2)), "g"))
    assert (np.diff(floor.limit()) < 0).all()
    assert (floor.limit(0.99) > floor.limit(0.9)).all()


def test_certain_scores_leave_no_noise() -> None:
    counts = tally(Predictions([0, 1, 0, 1], [0, 1, 1, 1], {"g": list("aabb")}), "g")
    floor = noise_floor(counts, n_boot=20)
    assert (floor.draws == 0).all()
    assert floor.findings() == ("not distinguishable", "above noise")


def test_weights_are_refused() -> None:
    weighted = Predictions([0, 1], [0.2, 0.8], {"g": ["a", "b"]}, sample_weight=[1.5, 1])
    with pytest.raises(ValueError, match="weights"):
        noise_floor(tally(weighted, "g"))

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
        ("race_five", "Black", 0.0270, 0.0245, "not distinguishable"),
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


@pytest.mark.parametrize("sizes", [[200], [40] * 6])
def test_calibrated_scores_are_seldom_found_wanting_in_any_group(sizes) -> None:
    """Of six perfect groups, each held against its own 95 %, one is blamed in 1 of 4 audits."""
    rng = np.random.default_rng(1)
    blamed, alone = 0, 0
    for seed in range(200):
        floor = noise_floor(tally(calibrated(sizes, rng), "g"), n_boot=199, seed=seed)
        blamed += "above noise" in floor.findings()
        alone += (floor.observed > floor.limit()).any()
    assert 1 <= blamed <= 20  # 10 are due; more than 20 have a chance of 1 in 700
    assert alone / 200 == pytest.approx(1 - 0.95 ** len(sizes), abs=0.1)


def test_one_bad_group_is_found_among_ten() -> None:
    rng = np.random.default_rng(3)
    predictions = calibrated([300] * 10, rng)
    labels = np.where(np.arange(3000) < 300, rng.random(3000) < 0.6, predictions.y_true)
    names = predictions.groups["g"]
    counts = tally(
        Predictions(
            labels.astype(int), predictions.y_score, {"g": np.array(names.names)[names.codes]}
        ),
        "g",
    )
    assert noise_floor(counts).findings() == ("above noise", *["not distinguishable"] * 9)


def test_p_values_are_uniform_and_never_nought() -> None:
    rng = np.random.default_rng(4)
    found = np.concatenate(
        [
            noise_floor(tally(calibrated([120, 80], rng), "g"), n_boot=99, seed=seed).p_values()
            for seed in range(150)
        ]
    )
    assert found.min() >= 0.01
    for at in (0.1, 0.25, 0.5, 0.75):
        # 300 draws; three standard errors.
        assert np.mean(found <= at) == pytest.approx(at, abs=3 * np.sqrt(at * (1 - at) / 300))


def test_a_limit_is_exceeded_in_no_more_draws_than_it_says() -> None:
    """Labels of three people come in four kinds: an interpolated limit would be exceeded more."""
    counts = tally(Predictions([0, 1, 1, 0] * 3, [0.3, 0.7] * 6, {"g": list("abbb") * 3}), "g")
    floor = noise_floor(counts)
    for level in (0.5, 0.8, 0.95):
        beyond = (floor.draws > floor.limit(level)[:, None]).mean(axis=1)
        assert (beyond <= 1 - level).all()


def test_nobody_has_no_finding() -> None:
    counts = tally(Predictions([0, 1], [0.2, 0.8], {"g": ["a", "a"]}), "g")
    empty = type(counts)(
        counts.by, ("a", "b"), counts.grid,
        np.concatenate((counts.counts, 0 * counts.counts)),
        np.concatenate((counts.score_sums, 0 * counts.score_sums)),
    )  # fmt: skip
    floor = noise_floor(empty, n_boot=20)
    assert floor.findings() == ("not distinguishable", "undefined")
    assert np.isnan([floor.limit()[1], floor.p_values()[1]]).all()
    # A group without anybody does not make it harder to find another's error.
    assert noise_floor(counts, n_boot=20).p_values()[0] == floor.p_values()[0]


def test_more_people_less_noise() -> None:
    floor = noise_floor(tally(calibrated([50, 500, 5000], np.random.default_rng(2)), "g"))
    assert (np.diff(floor.limit()) < 0).all()
    assert (floor.limit(0.99) > floor.limit(0.9)).all()


def test_certain_scores_leave_no_noise() -> None:
    counts = tally(Predictions([0, 1, 0, 1], [0, 1, 1, 1], {"g": list("aabb")}), "g")
    floor = noise_floor(counts, n_boot=99)
    assert (floor.draws == 0).all()
    assert floor.findings() == ("not distinguishable", "above noise")


def test_weights_are_refused() -> None:
    weighted = Predictions([0, 1], [0.2, 0.8], {"g": ["a", "b"]}, sample_weight=[1.5, 1])
    with pytest.raises(ValueError, match="weights"):
        noise_floor(tally(weighted, "g"))

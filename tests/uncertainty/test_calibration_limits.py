"""Calibration errors lie where their interval says, however scores are calibrated."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise import GRID, Predictions, Tally, calibration, load_adult, tally
from equipoise.uncertainty.calibration_limits import _quantile_of_sizes, calibration_limits

MIDDLES = np.arange(10) / 10 + 0.05
SHAPES = {
    "even": np.full(10, 0.1),
    "low": np.array([0.7, 0.1, 0.05, 0.04, 0.03, 0.02, 0.02, 0.015, 0.015, 0.01]),
    "one bin": np.eye(10)[9],
    "two bins": np.array([0, 0.5, 0, 0, 0, 0, 0, 0, 0.5, 0]),
    "rarely wrong": np.array([0.95, 0, 0, 0, 0, 0, 0, 0, 0, 0.05]),
}
RATES = {
    "calibrated": MIDDLES,
    "a little off": MIDDLES + 0.05,
    "half": MIDDLES / 2,
    "turned round": 1 - MIDDLES,
    "all alike": np.full(10, 0.5),
    "nobody": np.zeros(10),
}


def audits(shape, rates, n: int, times: int, rng) -> Tally:
    """Many audits of n people each, as groups: scores in the middle of ten bins."""
    people = rng.multinomial(n, shape, size=times)
    positives = rng.binomial(people, rates)
    counts = np.zeros((times, 2, len(GRID)), dtype=np.int64)
    counts[:, 0, 5::10], counts[:, 1, 5::10] = people - positives, positives
    names = tuple(map(str, range(times)))
    return Tally(("g",), names, GRID, counts, counts * GRID)


@pytest.mark.parametrize("n", [1, 2, 3, 8, 30, 150, 3000])
@pytest.mark.parametrize("rates", RATES)
@pytest.mark.parametrize("shape", SHAPES)
def test_coverage(shape: str, rates: str, n: int) -> None:
    drawn = audits(SHAPES[shape], RATES[rates], n, 400, np.random.default_rng(0))
    truth = SHAPES[shape] @ np.abs(MIDDLES - RATES[rates])
    low, high = calibration_limits(drawn, calibration(drawn))
    missed = ((truth < low - 1e-9) | (high + 1e-9 < truth)).sum()
    assert missed <= 32  # of 400; were 20 due, more than 32 had a chance of 1 in 250


def test_what_is_covered_is_no_more_than_it_must_be() -> None:
    """With many people in one bin the error is a difference of two means, and its limits too."""
    drawn = audits(SHAPES["one bin"], RATES["half"], 2000, 400, np.random.default_rng(1))
    low, high = calibration_limits(drawn, calibration(drawn), level=0.8)
    covered = np.mean((low <= 0.475) & (high >= 0.475))
    assert 0.75 <= covered <= 0.9


@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race_five")])
def test_limits_enclose_the_error_and_stay_in_range(by) -> None:
    counts = tally(load_adult(), by)
    low, high = calibration_limits(counts, calibration(counts))
    error = calibration(counts).expected_calibration_error
    assert (low >= 0).all()
    assert (low <= error).all()
    assert (error < high).all()
    assert (high <= 1).all()
    wider = calibration_limits(counts, calibration(counts), level=0.99)
    assert (wider.low <= low).all()
    assert (wider.high > high).all()


def test_women_are_known_to_be_off_and_by_how_much_at_most(by_sex: Tally) -> None:
    """4,913 women: an error of 0.017 is more than noise, and within the tolerance."""
    low, high = calibration_limits(by_sex, calibration(by_sex))
    assert 0 < low[0] < 0.01
    assert 0.02 < high[0] < 0.03


@pytest.mark.parametrize(
    ("score", "label", "people"),
    [(0.9, 0, 3), (0.2, 1, 2), (0.7, 0, 1), (1.0, 0, 5), (0.0, 0, 5), (0.0, 1, 40), (0.5, 1, 7)],
)
def test_people_who_agree_are_not_certain(score, label, people) -> None:
    """However large the error or small: never a point, never beyond 1."""
    labels, scores = [label] * people + [1, 0] * 10, [score] * people + [0.5] * 20
    counts = tally(Predictions(labels, scores, {"g": ["a"] * people + ["b"] * 20}), "g")
    for level in (0.8, 0.95, 0.999):
        low, high = calibration_limits(counts, calibration(counts), level=level)
        assert 0 <= low[0] < high[0] <= 1
        assert low[0] <= abs(score - label) <= high[0]
    assert high[0] == 1 or people > 2


def test_more_people_narrower_limits() -> None:
    rng = np.random.default_rng(2)
    widths = [
        np.median(np.subtract(*audits_limits[::-1]))
        for audits_limits in (
            calibration_limits(drawn, calibration(drawn))
            for drawn in (
                audits(SHAPES["low"], RATES["half"], n, 50, rng) for n in (10, 100, 1000, 10_000)
            )
        )
    ]
    assert widths == sorted(widths, reverse=True)


def test_scores_vary_within_a_bin() -> None:
    """Where labels hardly vary, scores do: 0.4 and 0.48 in turn, all labels 0."""
    rng = np.random.default_rng(3)
    missed = 0
    for _ in range(200):
        high = rng.binomial(20_000, 0.5)
        counts = np.zeros((1, 2, len(GRID)), dtype=np.int64)
        counts[0, 0, [40, 48]] = 20_000 - high, high
        drawn = Tally(("g",), ("a",), GRID, counts, counts * GRID)
        limits = calibration_limits(drawn, calibration(drawn))
        missed += not limits.low[0] <= 0.44 <= limits.high[0]
    assert missed <= 20


def test_an_exact_tally_has_about_the_same_limits() -> None:
    predictions = load_adult()
    coarse, exact = (
        calibration_limits(counts, calibration(counts))
        for counts in (tally(predictions, "sex", **given) for given in ({}, {"grid": None}))
    )
    assert np.array(coarse) == pytest.approx(np.array(exact), abs=1e-4)


def test_of_nobody_nothing_is_known(by_sex: Tally) -> None:
    nobody = replace(by_sex, counts=0 * by_sex.counts, score_sums=0 * by_sex.score_sums)
    low, high = calibration_limits(nobody, calibration(nobody))
    assert (low.tolist(), high.tolist()) == ([0, 0], [1, 1])


def test_what_makes_no_sense_is_refused(by_sex: Tally) -> None:
    with pytest.raises(ValueError, match="level is 95"):
        calibration_limits(by_sex, calibration(by_sex), level=95)


@pytest.mark.parametrize(
    "noise", [[1.0], [1, 1], [1, 0.2, 0.1, 0], [0.3] * 10, [1, 0.5, 0.25, 0.1, 0.05]]
)
@pytest.mark.parametrize("z", [0.6745, 1.96, 2.576])
def test_sizes_of_noise_added_up(noise, z) -> None:
    """Held against draws; further out the formula errs on the far side."""
    rng = np.random.default_rng(4)
    drawn = np.abs(rng.standard_normal((400_000, len(noise))) * noise).sum(axis=1)
    level = {0.6745: 0.75, 1.96: 0.975, 2.576: 0.995}[z]
    (found,) = _quantile_of_sizes(np.array([noise], dtype=np.float64), z)
    true = np.quantile(drawn, level)
    assert 0.985 * true <= found <= 1.06 * true


def test_no_noise_adds_up_to_none() -> None:
    assert _quantile_of_sizes(np.zeros((2, 10)), 1.96).tolist() == [0, 0]

"""Intervals on everything: estimates agree with the audit, and limits with their meaning."""

import numpy as np
import pytest

from equipoise import (
    RATES,
    Predictions,
    calibration,
    confusion,
    criteria,
    group_rates,
    load_adult,
    tally,
)
from equipoise.uncertainty.contrasts import contrasts
from equipoise.uncertainty.intervals import FEW, intervals
from equipoise.uncertainty.proportions import difference, wilson
from equipoise.uncertainty.resampling import null_rates


@pytest.fixture(scope="module")
def adult():
    return load_adult()


@pytest.fixture(scope="module")
def sex(adult):
    return intervals(tally(adult, "sex"), 0.5)


def gap(table, statistic: str):
    (row,) = table[table["statistic"] == statistic].itertuples()
    return row


def sample(sizes, rates, rng):
    """Groups of these sizes whose people are selected at these rates; labels are coins."""
    names = np.repeat([f"g{i}" for i in range(len(sizes))], sizes)
    selected = rng.random(len(names)) < np.repeat(rates, sizes)
    return tally(
        Predictions(rng.integers(0, 2, len(names)), np.where(selected, 0.7, 0.2), {"g": names}),
        "g",
    )


@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race_five")])
def test_estimates_are_those_of_the_audit(adult, by) -> None:
    counts = tally(adult, by)
    table = intervals(counts, 0.5, n_boot=50).set_index(["statistic", "group"])["estimate"]
    rates = group_rates(counts, 0.5)
    for name in RATES:
        assert table[name].drop("").to_numpy() == pytest.approx(rates[name].to_numpy())
    errors = calibration(counts).expected_calibration_error
    assert table["expected_calibration_error"].to_numpy() == pytest.approx(errors)
    for criterion in criteria(counts, 0.5):
        if criterion.name != "expected_calibration_error":
            assert table[criterion.name].item() == pytest.approx(criterion.value)
    assert table["accuracy", ""] == pytest.approx(0.847543, abs=1e-6)


def test_single_rates_have_wilson_intervals(sex) -> None:
    row = sex[(sex["statistic"] == "true_positive_rate") & (sex["group"] == "Female")].iloc[0]
    assert (row["people"], row["method"]) == (557, "wilson")
    assert (row["low"], row["high"]) == pytest.approx(tuple(map(float, wilson(301, 557))))


def test_signed_differences_follow_the_plain_bootstrap(sex) -> None:
    row = gap(sex, "demographic_parity_difference")
    assert (row.group, row.other, row.method, row.bias) == ("Female", "Male", "percentile", "")
    limits = difference(407, 4913, 2623, 10147)
    assert (row.low, row.high) == pytest.approx(tuple(map(float, limits)), abs=0.001)


def test_figures_of_other_people(sex) -> None:
    """20,000 replicates give 0.0695 to 0.1139; null bands follow from people alone."""
    odds = gap(sex, "equalized_odds_difference")
    assert (odds.low, odds.high) == pytest.approx((0.0695, 0.1139), abs=0.004)
    assert (odds.bias, odds.people) == ("up", 557)
    assert odds.null_median == pytest.approx(0.016, abs=0.002)
    assert odds.null_95 == pytest.approx(0.044, abs=0.004)
    ratio = gap(sex, "disparate_impact_ratio")
    assert (ratio.low, ratio.high) == pytest.approx((0.288, 0.355), abs=0.006)
    assert ratio.bias == "down"
    assert ratio.null_95 < ratio.null_median < 1


def test_a_largest_gap_is_biased_upwards_and_says_so(adult) -> None:
    row = gap(intervals(tally(adult, "race_five"), 0.5), "equalized_odds_difference")
    assert row.bias == "up"
    assert row.estimate < (row.low + row.high) / 2
    assert row.null_95 > row.estimate  # 0.17 between 19 and 121 people is what chance does


def test_few_people_take_another_interval_than_the_bootstrap() -> None:
    """All three and none of five: every replicate agrees, and knows nothing."""
    labels, scores = [1] * 8, [0.9] * 3 + [0.1] * 5
    counts = tally(Predictions(labels, scores, {"g": ["a"] * 3 + ["b"] * 5}), "g")
    row = gap(intervals(counts, 0.5, n_boot=200), "equal_opportunity_difference")
    assert row.method == "newcombe"
    assert (row.low, row.high) == pytest.approx(tuple(map(float, difference(3, 3, 0, 5))))
    assert row.low < 0.4
    assert FEW > 5


def test_replicates_without_a_group_are_counted() -> None:
    """One member among ten rows is missing from 0.9 ** 10 = 34.9 % of replicates."""
    counts = tally(Predictions([0, 1] * 5, [0.2, 0.8] * 5, {"g": ["a"] * 9 + ["b"]}), "g")
    table = intervals(counts, 0.5, n_boot=5000)
    for row in (
        gap(table, "demographic_parity_difference"),
        table[(table["statistic"] == "selection_rate") & (table["group"] == "b")].iloc[0],
        table[(table["statistic"] == "expected_calibration_error")].iloc[1],
    ):
        assert row.n_undefined / 5000 == pytest.approx(0.3486784401, abs=0.03)
        assert np.isfinite([row.low, row.high]).all()
    assert (table["n_boot"] == 5000).all()


def test_what_is_undefined_stays_undefined() -> None:
    groups = ["a"] * 30 + ["b"] * 30 + ["c"] * 30
    labels = [0, 1] * 30 + [0] * 30
    counts = tally(Predictions(labels, [0.3, 0.6, 0.8] * 30, {"g": groups}), "g")
    table = intervals(counts, 1.0, n_boot=100)
    for name in ("predictive_parity_difference", "disparate_impact_ratio"):
        row = gap(table, name)
        assert np.isnan([row.estimate, row.low, row.high, row.null_95]).all()
        assert row.n_undefined == 100
    recall = table[table["statistic"] == "true_positive_rate"].set_index("group")
    assert np.isnan(recall.loc["c", ["estimate", "low", "high"]].astype(float)).all()
    odds = gap(intervals(counts, 0.5, n_boot=100), "equal_opportunity_difference")
    assert odds.estimate >= 0  # over a and b: of three groups, the largest gap has no sign
    assert (odds.group, odds.people, odds.n_undefined) == ("", 15, 0)


def test_one_group_alone_has_rates_but_no_gaps() -> None:
    counts = tally(Predictions([0, 1], [0.2, 0.8], {"g": ["a", "a"]}), "g")
    table = intervals(counts, 0.5, n_boot=20)
    assert np.isnan(gap(table, "demographic_parity_difference").estimate)


def test_rejections_can_be_the_good_outcome(adult) -> None:
    counts = tally(adult, "sex")
    table = intervals(counts, 0.5, n_boot=50, favourable_label=0)
    value = criteria(counts, 0.5, favourable_label=0).disparate_impact_ratio.value
    assert gap(table, "disparate_impact_ratio").estimate == pytest.approx(value)
    assert contrasts(0)["disparate_impact_ratio"].rates == ("rejection_rate",)


def test_percentile_intervals_cover() -> None:
    rng = np.random.default_rng(0)
    hits = 0
    for seed in range(200):
        counts = sample([300, 200], [0.4, 0.25], rng)
        row = gap(intervals(counts, 0.5, n_boot=200, seed=seed), "demographic_parity_difference")
        hits += row.low <= 0.15 <= row.high
    assert hits / 200 == pytest.approx(0.95, abs=0.04)


def test_null_bands_are_exceeded_one_time_in_twenty() -> None:
    rng = np.random.default_rng(1)
    beyond = 0
    for _ in range(600):
        cells = confusion(sample([150, 100, 80], [0.4, 0.4, 0.4], rng), 0.5)
        null = np.ptp(null_rates(cells, "selection_rate", n_boot=400, rng=rng), axis=0)
        beyond += np.ptp(cells.rate("selection_rate")) > np.quantile(null, 0.95)
    assert beyond / 600 == pytest.approx(0.05, abs=0.025)


def test_more_people_narrower_intervals_and_bands() -> None:
    rng = np.random.default_rng(2)
    tables = [intervals(sample([n, n], [0.5, 0.3], rng), 0.5) for n in (100, 1000, 10_000)]
    for name in ("demographic_parity_difference", "equalized_odds_difference"):
        widths = [gap(table, name).high - gap(table, name).low for table in tables]
        assert widths == sorted(widths, reverse=True)
        bands = [gap(table, name).null_95 for table in tables]
        assert bands == sorted(bands, reverse=True)


def test_a_higher_level_is_wider(adult) -> None:
    counts = tally(adult, "race")
    narrow, wide = (intervals(counts, 0.5, level=level) for level in (0.8, 0.99))
    assert (wide["high"] - wide["low"] > narrow["high"] - narrow["low"]).all()
    with pytest.raises(ValueError, match="level is 95"):
        intervals(counts, 0.5, level=95)


def test_an_exact_tally_takes_any_threshold(adult) -> None:
    exact = tally(adult, "sex", grid=None)
    table = intervals(exact, {"Female": 0.4321, "Male": float("inf")}, n_boot=50)
    assert np.isnan(gap(table, "predictive_parity_difference").estimate)

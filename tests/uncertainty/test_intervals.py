"""Intervals on everything: estimates agree with the audit, and limits with their meaning."""

import math

import numpy as np
import pytest

from equipoise import Predictions, calibration, criteria, group_rates, load_adult, tally
from equipoise.rates import RATES, confusion
from equipoise.resampling import null_rates
from equipoise.uncertainty.calibration_limits import calibration_limits
from equipoise.uncertainty.contrasts import contrasts
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import judge
from equipoise.uncertainty.proportions import clopper_pearson, difference, each_of, share, wilson


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


def test_a_group_of_which_nobody_is_selected_leaves_no_predictive_parity() -> None:
    """As criteria have it; the other two groups' difference is not the criterion's."""
    drawn = Predictions([1, 0] * 6, [0.9, 0.8] * 4 + [0.3, 0.2] * 2, {"g": list("aaaabbbbcccc")})
    counts = tally(drawn, "g")
    table = intervals(counts, 0.5, n_boot=20).set_index("statistic")
    row = table.loc["predictive_parity_difference"]
    assert math.isnan(criteria(counts, 0.5).predictive_parity_difference.value)
    assert row[["estimate", "low", "high"]].isna().all()
    assert row["people"] == 4


def test_single_rates_have_wilson_intervals(sex) -> None:
    row = sex[(sex["statistic"] == "true_positive_rate") & (sex["group"] == "Female")].iloc[0]
    assert (row["people"], row["method"]) == (557, "wilson")
    assert (row["low"], row["high"]) == pytest.approx(tuple(map(float, wilson(301, 557))))


def test_single_rates_of_few_have_exact_intervals(adult) -> None:
    table = intervals(tally(adult, ("sex", "race_five")), 0.5, n_boot=1)
    rates = table[(table["statistic"] == "true_positive_rate")].set_index("group")
    row = rates.loc["Female × Other"]
    assert (row["people"], row["estimate"], row["method"]) == (5, 0.8, "clopper-pearson")
    assert (row["low"], row["high"]) == pytest.approx(tuple(map(float, clopper_pearson(4, 5))))
    everybody = rates.loc[""]
    assert (everybody["people"], everybody["method"]) == (3700, "wilson")


def test_signed_differences_are_newcombes(sex) -> None:
    row = gap(sex, "demographic_parity_difference")
    assert (row.group, row.other, row.method, row.bias) == ("Female", "Male", "newcombe", "")
    limits = difference(407, 4913, 2623, 10147)
    assert (row.low, row.high) == pytest.approx(tuple(map(float, limits)))
    assert row.people == 4913


def test_figures_of_other_people(sex) -> None:
    """A row bootstrap gives the ratio 0.288 to 0.355; null bands follow from people alone."""
    odds = gap(sex, "equalized_odds_difference")
    assert (odds.low, odds.high) == pytest.approx((0.067, 0.120), abs=0.0005)
    assert (odds.bias, odds.people, odds.method) == ("up", 557, "newcombe")
    assert odds.null_median == pytest.approx(0.016, abs=0.002)
    assert odds.null_95 == pytest.approx(0.044, abs=0.004)
    ratio = gap(sex, "disparate_impact_ratio")
    assert (ratio.low, ratio.high) == pytest.approx((0.288, 0.355), abs=0.003)
    assert (ratio.bias, ratio.method) == ("down", "mover-r")
    assert ratio.null_95 < ratio.null_median < 1


@pytest.mark.parametrize("threshold", [0, 0.3, 0.5, 0.95, 1])
@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race_five")])
def test_one_number_has_one_interval(adult, by, threshold) -> None:
    """The rows of criteria are the brackets of their judgements."""
    counts = tally(adult, by)
    table, judged = intervals(counts, threshold, n_boot=1), judge(counts, threshold)
    for name, one in judged.items():
        rows = table[table["statistic"] == name]
        assert rows["low"].max() == pytest.approx(one.low, nan_ok=True)
        assert rows["high"].max() == pytest.approx(one.high, nan_ok=True)


def test_a_largest_gap_is_biased_upwards_and_its_interval_allows_for_it(adult) -> None:
    row = gap(intervals(tally(adult, "race_five"), 0.5), "equal_opportunity_difference")
    assert row.bias == "up"
    assert row.null_95 > row.estimate  # 0.17 between 19 and 121 people is what chance does
    assert row.low < 0.001
    assert row.high > 0.4


def test_calibration_errors_hold_for_all_groups_together(adult) -> None:
    counts = tally(adult, "race_five")
    table = intervals(counts, 0.5, n_boot=1)
    rows = table[table["statistic"] == "expected_calibration_error"]
    limits = calibration_limits(counts, calibration(counts), level=each_of(5, 0.95))
    assert pytest.approx(np.array(limits)) == rows[["low", "high"]].to_numpy().T
    assert (rows["group"].tolist(), rows["people"].tolist()) == (
        list(counts.groups), counts.n.tolist(),
    )  # fmt: skip
    assert set(rows["method"]) == {"residuals"}
    assert set(rows["bias"]) == {"up"}
    assert rows["null_95"].isna().all()


def test_three_people_and_none_of_five_know_little() -> None:
    labels, scores = [1] * 8, [0.9] * 3 + [0.1] * 5
    counts = tally(Predictions(labels, scores, {"g": ["a"] * 3 + ["b"] * 5}), "g")
    row = gap(intervals(counts, 0.5, n_boot=1), "equal_opportunity_difference")
    first, second = share(3, 3), share(0, 5)
    assert row.low == pytest.approx(1 - np.hypot(1 - first.low, second.high))
    assert (row.low < 0.2, row.high) == (True, pytest.approx(1))


def test_a_group_of_one_is_never_missed() -> None:
    """Of ten rows drawn anew, 35 % of draws would lack the only member; no draw is needed."""
    counts = tally(Predictions([0, 1] * 5, [0.2, 0.8] * 5, {"g": ["a"] * 9 + ["b"]}), "g")
    table = intervals(counts, 0.5)
    row = table[(table["statistic"] == "selection_rate") & (table["group"] == "b")].iloc[0]
    assert (row["low"], row["high"]) == pytest.approx((0.025, 1))
    selected = gap(table, "demographic_parity_difference")
    assert selected.low < -0.8
    assert selected.high > 0.4
    error = table[table["statistic"] == "expected_calibration_error"].iloc[1]
    assert (error["low"], error["high"]) == (0, 1)


def test_a_group_without_positives_may_have_any_rate() -> None:
    labels, scores = [1] * 800 + [0] * 400, [0.8, 0.8, 0.2] * 400
    names = ["a"] * 400 + ["b"] * 400 + ["c"] * 400
    counts = tally(Predictions(labels, scores, {"g": names}), "g")
    row = gap(intervals(counts, 0.5, n_boot=1), "equal_opportunity_difference")
    assert row.people == 400
    assert row.estimate < 0.01
    assert row.low == 0
    assert 0.66 < row.high < 0.75  # two thirds are selected of a and b; of c it may be none


def test_a_coarse_grid_has_no_calibration_errors() -> None:
    predictions = Predictions([0, 1] * 50, [0.2, 0.8] * 50, {"g": ["a"] * 50 + ["b"] * 50})
    table = intervals(tally(predictions, "g", grid=[0, 0.5, 1]), 0.5, n_boot=1)
    assert "expected_calibration_error" not in set(table["statistic"])
    assert np.isfinite(gap(table, "equalized_odds_difference").high)


def test_what_is_undefined_stays_undefined() -> None:
    groups = ["a"] * 30 + ["b"] * 30 + ["c"] * 30
    labels = [0, 1] * 30 + [0] * 30
    counts = tally(Predictions(labels, [0.3, 0.6, 0.8] * 30, {"g": groups}), "g")
    table = intervals(counts, 1.0, n_boot=100)
    for name in ("predictive_parity_difference", "disparate_impact_ratio"):
        row = gap(table, name)
        assert np.isnan([row.estimate, row.low, row.high, row.null_95, row.null_median]).all()
        assert row.people == (0 if name.startswith("predictive") else 30)
    recall = table[table["statistic"] == "true_positive_rate"].set_index("group")
    assert np.isnan(recall.loc["c", ["estimate", "low", "high"]].astype(float)).all()
    odds = gap(intervals(counts, 0.5, n_boot=100), "equal_opportunity_difference")
    assert odds.estimate >= 0  # over a and b: of three groups, the largest gap has no sign
    assert (odds.group, odds.people, odds.other) == ("", 15, "")


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


def test_coverage_in_a_made_up_world() -> None:
    """Four groups of 20 to 300: every kind of row, in 120 audits."""
    rng = np.random.default_rng(0)
    sizes, rates = [20, 60, 150, 300], [0.5, 0.25, 0.35, 0.3]
    truth = {
        "selection_rate": [*rates, np.average(rates, weights=sizes)],
        "demographic_parity_difference": [0.25],
        "disparate_impact_ratio": [0.5],
        "equalized_odds_difference": [0.25],
    }
    missed = dict.fromkeys(truth, 0)
    for _ in range(120):
        table = intervals(sample(sizes, rates, rng), 0.5, n_boot=1)
        for name, values in truth.items():
            rows = table[table["statistic"] == name]
            missed[name] += ((rows["low"] > values) | (rows["high"] < values)).to_numpy()
    for name, times in missed.items():
        # 6 misses of each row are allowed; more than 14 have a chance of 1 in 700.
        assert (times <= 14).all(), name


def test_what_chance_exceeds_in_at_most_one_draw_of_twenty(adult) -> None:
    """Gaps between small groups come in steps, and a step is not halved."""
    counts = tally(adult, ("sex", "race_five"))
    row = gap(intervals(counts, 0.5), "equal_opportunity_difference")
    drawn = null_rates(
        confusion(counts, 0.5), "true_positive_rate", n_boot=20_000, rng=np.random.default_rng(5)
    )
    assert np.mean(np.ptp(drawn, axis=0) > row.null_95 + 1e-9) <= 0.06
    assert np.mean(np.ptp(drawn, axis=0) > row.null_median + 1e-9) == pytest.approx(0.5, abs=0.05)
    ratio = gap(intervals(counts, 0.5), "disparate_impact_ratio")
    drawn = null_rates(
        confusion(counts, 0.5), "selection_rate", n_boot=20_000, rng=np.random.default_rng(5)
    )
    shares = drawn.min(axis=0) / drawn.max(axis=0)
    assert np.mean(shares < ratio.null_95 - 1e-9) == pytest.approx(0.05, abs=0.02)
    assert np.mean(shares < ratio.null_median) == pytest.approx(0.5, abs=0.05)


def test_the_seed_moves_null_bands_alone(adult) -> None:
    counts = tally(adult, "race_five")
    one, same, other = (intervals(counts, 0.5, n_boot=50, seed=seed) for seed in (1, 1, 2))
    assert one.equals(same)
    assert one["low"].equals(other["low"])
    assert not one["null_95"].equals(other["null_95"])


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
    narrow, wide = (intervals(counts, 0.5, level=level, n_boot=1) for level in (0.8, 0.99))
    assert (wide["low"] <= narrow["low"]).all()
    assert (wide["high"] > narrow["high"]).all()
    with pytest.raises(ValueError, match="level is 95"):
        intervals(counts, 0.5, level=95)


def test_an_exact_tally_takes_any_threshold(adult) -> None:
    exact = tally(adult, "sex", grid=None)
    table = intervals(exact, {"Female": 0.4321, "Male": float("inf")}, n_boot=50)
    assert np.isnan(gap(table, "predictive_parity_difference").estimate)


def test_renaming_groups_renames_rows(adult) -> None:
    counts = tally(adult, "race_five")
    order = [3, 0, 4, 1, 2]
    mixed = type(counts)(
        counts.by, tuple(f"new {counts.groups[i]}" for i in order), counts.grid,
        counts.counts[order], counts.score_sums[order],
    )  # fmt: skip
    columns = ["statistic", "group", "estimate", "low", "high", "method", "people"]
    one, other = (intervals(these, 0.4, n_boot=1)[columns] for these in (counts, mixed))
    one["group"] = [f"new {group}" if group else "" for group in one["group"]]
    keys = ["statistic", "group"]
    one, other = (table.sort_values(keys, ignore_index=True) for table in (one, other))
    numbers = ["estimate", "low", "high"]
    assert one.drop(columns=numbers).equals(other.drop(columns=numbers))
    assert one[numbers].to_numpy() == pytest.approx(other[numbers].to_numpy())


def test_weights_and_senseless_options_are_refused(adult) -> None:
    weighted = Predictions([0, 1], [0.2, 0.8], {"g": ["a", "b"]}, sample_weight=[1.5, 1])
    with pytest.raises(ValueError, match="An interval needs counts"):
        intervals(tally(weighted, "g"), 0.5)
    with pytest.raises(ValueError, match="number of draws is 0"):
        intervals(tally(adult, "sex"), 0.5, n_boot=0)

"""Gaps by chance and gaps that can be seen."""

from itertools import product
from math import comb

import numpy as np
import pytest

from equipoise import load_adult, tally
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.power import PRECISION, power, spread_within

RECALL = "true_positive_rate"


@pytest.mark.parametrize("size", [0, 0.2, 1 / 3, 0.5, 0.75, 1])
def test_spread_by_enumeration(size) -> None:
    people, rates = np.array([2, 3, 4]), np.array([0.3, 0.6, 0.5])
    total = 0.0
    for counts in product(*(range(n + 1) for n in people)):
        if np.ptp(np.array(counts) / people) <= size + 1e-12:
            total += np.prod(
                [
                    comb(int(n), k) * p**k * (1 - p) ** (n - k)
                    for n, k, p in zip(people, counts, rates, strict=True)
                ]
            )
    assert spread_within(people, rates, size) == pytest.approx(total, abs=1e-12)


def test_spread_by_simulation() -> None:
    people, rates = np.array([40, 3000, 200_000]), np.array([0.1, 0.12, 0.11])
    drawn = np.random.default_rng(0).binomial(people, rates, (100_000, 3)) / people
    for size in (0.01, 0.03, 0.08):
        plain = np.mean(np.ptp(drawn, axis=1) <= size)
        assert spread_within(people, rates, size) == pytest.approx(plain, abs=0.006)


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_certain_rates_and_absent_groups(rate) -> None:
    assert spread_within(np.array([5, 0, 9]), np.full(3, rate), 0) == pytest.approx(1)


def test_two_groups_against_the_normal_formula() -> None:
    """(1.960 + 0.842) standard errors; the exact answer is near in groups this large."""
    found = power({"a": 4000, "b": 4000}, {"a": 0.5, "b": 0.5}, gap="equal_opportunity")
    error = np.sqrt(2 * 0.6 * 0.4 / 2000)
    assert found.chance_median == pytest.approx(0.6745 * error, rel=0.03)
    assert found.chance_high == pytest.approx(1.96 * error, rel=0.02)
    assert found.detectable.to_numpy() == pytest.approx(2.80 * error, rel=0.03)
    assert found.people.to_numpy().tolist() == [[2000], [2000]]


def test_detection_by_simulation() -> None:
    found = power({"a": 600, "b": 150}, {"a": 0.4, "b": 0.3}, gap="equalized_odds")
    people = found.people.to_numpy()
    rng = np.random.default_rng(1)

    def seen(rates) -> float:
        shares = rng.binomial(people, rates, (40_000, 2, 2)) / people
        return float(np.mean(np.abs(shares[:, 0] - shares[:, 1]).max(axis=1) > found.chance_high))

    assert seen([[0.6, 0.08], [0.6, 0.08]]) == pytest.approx(0.05, abs=0.008)
    recall = found.detectable.loc["b", "true_positive_rate"]
    assert seen([[0.6, 0.08], [0.6 - recall, 0.08]]) == pytest.approx(0.8, abs=0.015)
    alarms = found.detectable.loc["b", "false_positive_rate"]
    assert seen([[0.6, 0.08], [0.6, 0.08 + alarms]]) == pytest.approx(0.8, abs=0.015)


def test_chance_agrees_with_the_null_band_of_the_audit() -> None:
    counts = tally(load_adult(), "race_five")
    sizes = dict(zip(counts.groups, counts.n.tolist(), strict=True))
    base_rates = dict(zip(counts.groups, counts.base_rates.tolist(), strict=True))
    table = intervals(counts, 0.5, n_boot=4000).set_index("statistic")
    for gap in ("equal_opportunity", "demographic_parity"):
        found = power(sizes, base_rates, gap=gap)
        row = table.loc[f"{gap}_difference"]
        assert found.chance_median == pytest.approx(row["null_median"], rel=0.04)
        assert found.chance_high == pytest.approx(row["null_95"], rel=0.06)


def test_more_people_smaller_gaps() -> None:
    found = [power({"a": n, "b": n}, {"a": 0.3, "b": 0.2}) for n in (50, 500, 5000)]
    for values in (
        [one.chance_median for one in found],
        [one.chance_high for one in found],
        [one.detectable.to_numpy().max() for one in found],
    ):
        assert values == sorted(values, reverse=True)
    assert all(one.detectable.to_numpy().min() > one.chance_high for one in found)


FEW_AND_MANY = power({"few": 39, "many": 8982}, {"few": 5 / 39, "many": 2884 / 8982})


@pytest.mark.parametrize(
    ("few", "many", "share"),
    [
        (0.6, 0.6, 0.05),  # chance alone, in at most 1 of 20
        (0.0581, 0.6, 0.8),  # the smaller group is lower, by what is said to show
        (0.05, 0.6, 0.82),
        (0.0, 0.6, 1.0),
        (0.6, 0.0, 0.68),  # the larger one is as low as can be, and noise still hides it
    ],
)
def test_five_people_beside_thousands_by_simulation(few, many, share) -> None:
    people = FEW_AND_MANY.people.to_numpy().ravel()
    assert people.tolist() == [5, 2884]
    drawn = np.random.default_rng(0).binomial(people, [few, many], (40_000, 2)) / people
    above = np.mean(np.abs(drawn[:, 0] - drawn[:, 1]) > FEW_AND_MANY.chance_high)
    assert above == pytest.approx(share, abs=0.01)


def test_what_shows_depends_on_who_differs() -> None:
    rate = RECALL
    assert FEW_AND_MANY.detectable.loc["few", rate] == pytest.approx(0.542, abs=0.001)
    assert np.isnan(FEW_AND_MANY.detectable.loc["many", rate])
    assert FEW_AND_MANY.departing.loc["few", rate] == pytest.approx(0.058, abs=0.001)
    assert np.isnan(FEW_AND_MANY.departing.loc["many", rate])
    assert FEW_AND_MANY.rates == {rate: 0.6}
    assert FEW_AND_MANY.furthest(rate) == 0


def test_a_rate_departs_towards_one_half() -> None:
    for shared, end in ((0.1, 1), (0.49, 1), (0.5, 0), (0.9, 0)):
        found = power({"a": 400, "b": 400}, {"a": 0.5, "b": 0.5}, rates={RECALL: shared})
        gap = found.detectable.loc["a", RECALL]
        assert found.furthest(RECALL) == end
        assert found.departing.loc["a", RECALL] == pytest.approx(shared + (2 * end - 1) * gap)


def test_three_people_hide_every_gap() -> None:
    found = power({"a": 3000, "b": 3, "c": 0}, {"a": 0.5, "b": 1.0, "c": 0.5})
    assert np.isnan(found.detectable.to_numpy()).tolist() == [[True], [True], [True]]
    assert found.chance_high > 0.5
    alone = power({"a": 100, "c": 0}, {"a": 0.5, "c": 0.5})
    assert np.isnan([alone.chance_median, alone.chance_high]).all()


def test_a_rate_of_nobody_in_one_group_has_no_gap() -> None:
    """Every man is positive, so that nobody is left of whom a false-positive rate could be."""
    found = power({"a": 90, "b": 90}, {"a": 0.5, "b": 1.0}, gap="equalized_odds")
    assert found.people["false_positive_rate"].tolist() == [45, 0]
    assert np.isnan([found.chance_median, found.chance_high]).all()
    assert np.isnan(found.detectable.to_numpy()).all()


def test_gaps_are_sought_to_the_precision_stated() -> None:
    found = power({"a": 500, "b": 300}, {"a": 0.4, "b": 0.3}, hit=0.9, level=0.9)
    people = found.people.to_numpy().ravel()
    shared = np.array([0.6, 0.6])
    assert spread_within(people, shared, found.chance_high) >= 0.9
    assert spread_within(people, shared, found.chance_high - PRECISION) < 0.9
    assert spread_within(people, shared, found.chance_median) >= 0.5
    assert spread_within(people, shared, found.chance_median - PRECISION) < 0.5
    gap = found.detectable.loc["b", RECALL]
    for size, shows in ((gap, True), (gap - PRECISION, False)):
        hidden = spread_within(people, np.array([0.6, 0.6 - size]), found.chance_high)
        assert (1 - hidden >= 0.9) == shows


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"gap": "predictive_parity"}, "Unknown gap"),
        ({"base_rates": {"a": 0.5}}, "same groups"),
        ({"base_rates": {"a": 0.5, "b": 1.5}}, "rate of b"),
        ({"sizes": {"a": 5, "b": -1}}, "number of rows of b is -1"),
        ({"rates": {}}, "true_positive_rate"),
        ({"level": 0}, "level"),
    ],
)
def test_what_makes_no_sense_is_refused(options, words) -> None:
    given = {"sizes": {"a": 5, "b": 5}, "base_rates": {"a": 0.5, "b": 0.5}} | options
    with pytest.raises(ValueError, match=words):
        power(given.pop("sizes"), given.pop("base_rates"), **given)
    assert PRECISION < 0.001

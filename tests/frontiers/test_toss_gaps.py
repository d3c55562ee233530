"""The gap of a toss: against all outcomes of a few coins, and against tossing."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy import stats

from equipoise import Predictions, Tally, tally
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.hulls import Mixture
from equipoise.frontiers.randomised import RANDOMISED_GAPS, Rule, randomised_rule
from equipoise.frontiers.toss_gaps import TossGap, toss_gap
from equipoise.frontiers.tosses import toss

VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))


def finest(adult: Predictions, by: str | tuple[str, ...]) -> Tally:
    """Return the counts on which the app makes its rules."""
    counts = tally(adult, by)
    return tally(adult, by, grid=None) if len(counts.groups) == 2 else counts


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def counts(request, adult) -> Tally:
    return finest(adult, request.param)


# --- the distribution ----------------------------------------------------------------------


def of_all_outcomes(rows: Predictions, rule: Rule) -> dict[float, float]:
    """Return how often each gap comes out, by going through every outcome of all coins."""
    grouping, labels = rows.groups["g"], rows.y_true
    chance = np.concatenate(
        [
            rule.mixtures[grouping.names[code]].probability(np.array([score]))
            for code, score in zip(grouping.codes, rows.y_score, strict=True)
        ]
    )
    on_coin = np.flatnonzero((chance > 0) & (chance < 1))
    heads = np.array(list(product((0.0, 1.0), repeat=len(on_coin))))
    selected = np.tile(chance == 1, (len(heads), 1)).astype(float)
    selected[:, on_coin] = heads
    odds = np.where(heads, chance[on_coin], 1 - chance[on_coin]).prod(axis=1)
    gaps = []
    for name in GAPS[rule.gap].rates:
        about = {"true_positive_rate": labels == 1, "false_positive_rate": labels == 0}
        people = about.get(name, labels >= 0)
        rates = [selected[:, people & (grouping.codes == code)].mean(axis=1) for code in
                 range(len(grouping.names))]  # fmt: skip
        gaps.append(np.ptp(rates, axis=0))
    found: dict[float, float] = {}
    for gap, odd in zip(np.max(gaps, axis=0).round(9).tolist(), odds.tolist(), strict=True):
        found[gap] = found.get(gap, 0) + odd
    return found


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("seed", range(6))
def test_equals_going_through_every_outcome(seed: int, gap: str) -> None:
    rng = np.random.default_rng(seed)
    n_groups = 2 + seed % 3
    names = list("abcd"[:n_groups]) * 4
    labels = np.repeat([0, 1, 1, 0], n_groups)
    rows = Predictions(labels, rng.integers(0, 10, len(labels)) / 10, {"g": names})
    mixtures = {}
    for group in "abcd"[:n_groups]:
        low, middle, high = np.sort(rng.choice(9, 3, replace=False)) / 10
        weights = rng.dirichlet((1, 1, 1))
        mixtures[group] = Mixture((high, middle, low), tuple(weights.tolist()))
    rule = Rule(gap, mixtures, expected_accuracy=np.nan, gap_of_expected_rates=np.nan)
    found = toss_gap(tally(rows, "g", grid=None), rule)
    wanted = of_all_outcomes(rows, rule)
    assert found.values.tolist() == pytest.approx(sorted(wanted))
    assert found.probability.tolist() == pytest.approx([wanted[gap] for gap in sorted(wanted)])


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("by", [("sex", "race"), ("sex", "race_five"), "race_five"], ids=str)
@pytest.mark.parametrize("limit", [0.0, 0.06])
def test_agrees_with_tossing(adult, by, gap: str, limit: float) -> None:
    counts = tally(adult, by)
    rule = randomised_rule(counts, limit, gap=gap)
    tosses = toss(counts, rule, n_draws=400, seed=3)
    known, drawn = tosses.toss_gap, tosses.draws["gap"]
    error = drawn.std() / 20
    assert tosses.mean_gap == known.mean == pytest.approx(drawn.mean(), abs=4 * error)
    for share in (0.05, 0.5, 0.95):
        at = known.quantile(share)
        below, up_to = (drawn < at - 1e-9).mean(), (drawn <= at + 1e-9).mean()
        assert below - 0.06 <= share <= up_to + 0.06
        assert known.within(at) >= share - 1e-9
        assert known.within(at) == pytest.approx(up_to, abs=0.1)


def test_one_group_on_a_coin_is_a_binomial() -> None:
    """Two of three are tossed for in a, nobody in b: the share of a moves around that of b."""
    rows = Predictions([1] * 6, [0.2, 0.4, 0.6, 0.1, 0.1, 0.9], {"g": list("aaabbb")})
    mixtures = {"a": Mixture((0.5, 0.3), (0.3, 0.7)), "b": Mixture((0.5,), (1.0,))}
    rule = Rule("equal_opportunity", mixtures, np.nan, np.nan)
    found = toss_gap(tally(rows, "g", grid=None), rule)
    assert found.values.tolist() == pytest.approx([0, 1 / 3])
    assert found.probability.tolist() == pytest.approx([0.3, 0.7])
    assert found.mean == pytest.approx(0.7 / 3)


@pytest.mark.parametrize(("n", "chance"), [(1, 0.5), (7, 0.01), (866, 0.37), (4913, 0.999)])
def test_many_people_on_one_coin(n: int, chance: float) -> None:
    rows = Predictions([1] * (n + 1), [0.5] * n + [0.1], {"g": ["a"] * n + ["b"]})
    mixtures = {"a": Mixture((np.inf, 0.5), (1 - chance, chance)), "b": Mixture((0.5,), (1.0,))}
    found = toss_gap(tally(rows, "g", grid=None), Rule("equal_opportunity", mixtures, 0, chance))
    law = stats.binom(n, chance)
    assert found.mean == pytest.approx(chance, rel=1e-9)
    assert found.probability.sum() == pytest.approx(1)
    for share in (0.05, 0.5, 0.95):
        assert found.quantile(share) == pytest.approx(law.ppf(share) / n)
        assert found.within(law.ppf(share) / n) == pytest.approx(law.cdf(law.ppf(share)))


# --- what it says of the audit -------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "limit", "mean", "error"),
    [
        ("sex", 0.04, 0.0413, 0.0001),
        (("sex", "race"), 0.06, 0.066, 0.0005),
        ("race_five", 0.09, 0.131, 0.001),
        (("sex", "race_five"), 0.092, 0.402, 0.016),
    ],
)
def test_the_average_gap_of_a_toss(adult, by, limit: float, mean: float, error: float) -> None:
    """Figures recomputed elsewhere from 500 to 2,000 tosses, with twice their errors."""
    counts = finest(adult, by)
    rule = randomised_rule(counts, limit)
    assert rule.gap_of_expected_rates == pytest.approx(limit, abs=1e-6)
    assert toss_gap(counts, rule).mean == pytest.approx(
        mean, abs=0.0006 if limit < 0.092 else 0.02
    )


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
def test_the_average_gap_of_a_toss_is_never_below_that_of_the_rates(counts, gap: str) -> None:
    for limit in (0.0, 0.01, 0.05, 0.2):
        rule = randomised_rule(counts, limit, gap=gap)
        known = toss_gap(counts, rule)
        assert known.mean >= rule.gap_of_expected_rates - 1e-6
        assert known.probability.sum() == pytest.approx(1)
        assert (np.diff(known.values) > 0).all()


@pytest.mark.parametrize("by", ["sex", "race"])
def test_one_distance_is_as_often_above_as_below(adult, by: str) -> None:
    """Of two groups: so for one rate, and not for equalized odds, the larger of two."""
    counts = finest(adult, by)
    above = {}
    for gap in RANDOMISED_GAPS:
        rule = randomised_rule(counts, 0.03, gap=gap)
        above[gap] = 1 - toss_gap(counts, rule).within(rule.gap_of_expected_rates)
    assert above["demographic_parity"] == pytest.approx(0.5, abs=0.06)
    assert above["equal_opportunity"] == pytest.approx(0.5, abs=0.06)
    assert above["equalized_odds"] > 0.5


def test_the_spread_of_five_to_ninety_five_percent(adult) -> None:
    counts = tally(adult, ("sex", "race_five"))
    known = toss_gap(counts, randomised_rule(counts, 0.092))
    assert known.quantile(0.05) == pytest.approx(0.15, abs=0.01)
    assert known.quantile(0.95) == pytest.approx(0.74, abs=0.01)


# --- corners -------------------------------------------------------------------------------


def test_without_a_coin_every_toss_is_the_same(by_sex) -> None:
    mixtures = {group: Mixture((0.5,), (1.0,)) for group in by_sex.groups}
    known = toss_gap(by_sex, Rule("equalized_odds", mixtures, np.nan, np.nan))
    _, gap = accuracy_and_gap(by_sex, 0.5)
    assert known.values.tolist() == pytest.approx([gap])
    assert known.probability.tolist() == [1]
    assert known.quantile(0) == known.quantile(1) == known.mean == pytest.approx(gap)
    assert known.within(gap) == 1
    assert known.within(gap - 1e-6) == 0


def test_a_group_without_the_rate_is_left_out() -> None:
    rows = Predictions([0, 1, 0, 1, 0, 0], [0.2, 0.8, 0.3, 0.6, 0.1, 0.9], {"g": list("aabbcc")})
    counts = tally(rows, "g", grid=None)
    mixtures = {group: Mixture((0.9, 0.2), (0.5, 0.5)) for group in "abc"}
    known = toss_gap(counts, Rule("equal_opportunity", mixtures, np.nan, np.nan))
    assert known.values.tolist() == [0, 1]
    assert known.probability.tolist() == [0.5, 0.5]


@pytest.mark.parametrize("gap", ["equal_opportunity", "equalized_odds"])
def test_undefined_where_fewer_than_two_can_be_compared(gap: str) -> None:
    counts = tally(Predictions([0, 1, 0, 0], [0.2, 0.8, 0.3, 0.6], {"g": list("aabb")}), "g")
    mixtures = {group: Mixture((0.5,), (1.0,)) for group in "ab"}
    known = toss_gap(counts, Rule(gap, mixtures, np.nan, np.nan))
    assert len(known.values) == len(known.probability) == 0
    assert np.isnan([known.mean, known.within(0.5), known.quantile(0.5)]).all()


def test_refuses_what_it_cannot_do(by_sex) -> None:
    known = TossGap(np.array([0.1]), np.array([1.0]))
    with pytest.raises(ValueError, match="limit of the gap is -1"):
        known.within(-1)
    with pytest.raises(ValueError, match=r"share of tosses is 1\.5"):
        known.quantile(1.5)
    with pytest.raises(ValueError, match="says nothing about: Male"):
        toss_gap(by_sex, Rule("equalized_odds", {"Female": Mixture((0.5,), (1.0,))}, 0, 0))
    weighted = Predictions([0, 1], [0.1, 0.9], {"g": ["a", "b"]}, sample_weight=[0.5, 2])
    with pytest.raises(ValueError, match="needs counts of rows"):
        toss_gap(tally(weighted, "g"), Rule("equalized_odds", {}, 0, 0))

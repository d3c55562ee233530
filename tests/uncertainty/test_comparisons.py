"""All pairs at once: what each says, and that all are right together."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise import Predictions, calibration, load_adult, tally
from equipoise.rates import RATES, Confusion
from equipoise.uncertainty.calibration_limits import calibration_limits
from equipoise.uncertainty.comparisons import ERROR, Comparison, compare, compare_calibration, span
from equipoise.uncertainty.contrasts import contrasts
from equipoise.uncertainty.proportions import each_of, mover_ratio, newcombe, share

RECALL, RATIO, ODDS, PRECISION = (
    contrasts()[name]
    for name in (
        "equal_opportunity_difference",
        "disparate_impact_ratio",
        "equalized_odds_difference",
        "predictive_parity_difference",
    )
)
CELLS = st.lists(st.tuples(*[st.integers(0, 60)] * 4).filter(any), min_size=2, max_size=5)


def cells(rows) -> Confusion:
    """Groups g0, g1, ... of (tn, fp, fn, tp) people."""
    counts = np.array(rows, dtype=np.int64).T
    return Confusion(tuple(f"g{i}" for i in range(len(rows))), *counts)


def test_of_two_groups_one_difference_with_its_sign() -> None:
    (one,) = compare(cells([(50, 10, 16, 24), (30, 20, 10, 40)]), RECALL, 0.95)
    assert (one.rate, one.pair, one.people) == ("true_positive_rate", ("g0", "g1"), (40, 50))
    assert one.value == pytest.approx(24 / 40 - 40 / 50)
    limits = newcombe(share(24, 40), share(40, 50))
    assert (one.low, one.high) == pytest.approx(tuple(map(float, limits)))
    assert span([one]) == (one.low, one.high)
    assert (one.least, one.most) == pytest.approx((max(-one.high, 0), -one.low))
    assert one.equality == 0


def test_of_many_groups_each_pair_with_the_higher_rate_first() -> None:
    here = cells([(50, 10, 16, 24), (30, 20, 10, 40), (9, 9, 9, 1)])
    found = compare(here, RECALL, 0.95)
    assert [one.pair for one in found] == [("g1", "g0"), ("g0", "g2"), ("g1", "g2")]
    each = each_of(3, 0.95)
    limits = newcombe(share(40, 50, level=each), share(1, 10, level=each))
    assert (found[2].low, found[2].high) == pytest.approx(tuple(map(float, limits)))
    assert span(found) == (max(one.least for one in found), max(one.most for one in found))


def test_of_two_rates_both_are_compared() -> None:
    found = compare(cells([(50, 10, 16, 24), (30, 20, 10, 40)]), ODDS, 0.95)
    assert [one.rate for one in found] == list(ODDS.rates)
    each = each_of(2, 0.95)
    limits = newcombe(share(20, 50, level=each), share(10, 60, level=each))
    assert (found[1].low, found[1].high) == pytest.approx(tuple(map(float, limits)))


def test_a_ratio_has_the_lower_rate_first_and_is_folded() -> None:
    here = cells([(50, 10, 16, 24), (30, 20, 10, 40)])
    (one,) = compare(here, RATIO, 0.95)
    assert (one.pair, one.value) == (("g0", "g1"), pytest.approx(0.34 / 0.6))
    low, high = map(float, mover_ratio(share(34, 100), share(60, 100)))
    assert (one.low, one.high, one.equality) == (pytest.approx(low), pytest.approx(high), 1)
    assert span([one]) == (one.low, one.high)
    alike = compare(cells([(50, 10, 16, 24), (51, 10, 16, 23)]), RATIO, 0.95)[0]
    low, high = map(float, mover_ratio(share(33, 100), share(34, 100)))
    assert high > 1
    assert (alike.low, alike.high) == (pytest.approx(min(low, 1 / high)), 1)
    assert alike.is_noise
    assert not one.is_noise


def test_ratios_of_many_groups_keep_the_furthest() -> None:
    found = compare(cells([(50, 10, 16, 24), (30, 20, 10, 40), (70, 5, 20, 5)]), RATIO, 0.95)
    assert span(found) == (
        pytest.approx(min(one.low for one in found)),
        pytest.approx(min(one.high for one in found)),
    )


def test_a_ratio_where_nobody_is_selected_may_be_anything() -> None:
    none, some = (40, 0, 10, 0), (30, 20, 10, 40)
    found = {one.pair: one for one in compare(cells([none, none, some]), RATIO, 0.95)}
    idle = found["g0", "g1"] if ("g0", "g1") in found else found["g1", "g0"]
    assert np.isnan(idle.value)
    assert (idle.low, idle.high) == (0, 1)


def test_of_a_group_with_nobody_to_count_anything_is_possible() -> None:
    """The known group's own limits are all that bounds the difference."""
    found = compare(cells([(50, 10, 16, 24), (30, 20, 10, 40), (5, 5, 0, 0)]), RECALL, 0.95)
    assert len(found) == 3
    unknown = [one for one in found if 0 in one.people]
    assert len(unknown) == 2
    _, low, high = share(np.array([24, 40]), np.array([40, 50]), level=each_of(3, 0.95))
    for one, least, most in zip(unknown, low, high, strict=True):
        assert np.isnan(one.value)
        assert one.is_noise
        assert one.most == pytest.approx(max(1 - least, most))
    assert span(found)[1] == max(one.most for one in unknown)
    ratio = compare(cells([(50, 10, 16, 24), (30, 20, 10, 40), (0, 0, 0, 0)]), RATIO, 0.95)
    assert span(ratio)[0] == 0


def test_two_groups_of_whom_one_has_nobody_to_count() -> None:
    known, unknown = (50, 10, 16, 24), (5, 5, 0, 0)
    _, low, high = map(float, share(24, 40))
    (one,) = compare(cells([known, unknown]), RECALL, 0.95)
    assert (one.low, one.high) == pytest.approx((low - 1, high))
    (one,) = compare(cells([unknown, known]), RECALL, 0.95)
    assert (one.low, one.high) == pytest.approx((-high, 1 - low))


def test_alike_as_they_are_the_ratio_may_lie_as_far_either_way() -> None:
    """30 % of 1,000 and of 10: the few may be selected far less often, or far more."""
    many, few = (700, 300, 0, 0), (7, 3, 0, 0)
    low, high = map(float, mover_ratio(share(300, 1000), share(3, 10)))
    assert 1 / high < low
    for rows in ([many, few], [few, many]):
        (one,) = compare(cells(rows), RATIO, 0.95)
        assert (one.value, one.low, one.high) == (1, pytest.approx(1 / high), 1)


def test_one_group_has_nothing_to_compare() -> None:
    assert compare(cells([(50, 10, 16, 24)]), RECALL, 0.95) == []


@given(CELLS, st.sampled_from([RECALL, RATIO, ODDS, PRECISION]))
def test_what_is_true_of_every_comparison(rows, contrast) -> None:
    here = cells(rows)
    found = compare(here, contrast, 0.95)
    assert len(found) == len(list(combinations(rows, 2))) * len(contrast.rates)
    for one in found:
        assert -1 <= one.low <= one.high <= 1
        assert one.low < one.high
        assert 0 <= one.least <= one.most <= 1
        if not np.isnan(one.value):
            assert one.low - 1e-12 <= one.value <= one.high + 1e-12
        hits = dict(zip(here.groups, here.total(RATES[one.rate].denominator), strict=True))
        assert one.people == tuple(hits[group] for group in one.pair)
    if len(rows) > 2 or len(contrast.rates) > 1:
        low, high = span(found)
        assert 0 <= low <= high <= 1


@given(CELLS, st.sampled_from([RECALL, RATIO, ODDS]), st.randoms(use_true_random=False))
def test_names_and_order_of_groups_do_not_matter(rows, contrast, random) -> None:
    mixed = random.sample(rows, len(rows))
    one, other = (span(compare(cells(here), contrast, 0.95)) for here in (rows, mixed))
    if contrast.is_signed(len(rows)) and mixed != rows:
        other = (-other[1], -other[0])
    assert one == pytest.approx(other)


@given(CELLS, st.sampled_from([RECALL, RATIO, ODDS]))
def test_more_confidence_reaches_further(rows, contrast) -> None:
    for one, wider in zip(
        compare(cells(rows), contrast, 0.8), compare(cells(rows), contrast, 0.99), strict=True
    ):
        assert wider.low <= one.low + 1e-12
        assert one.high - 1e-12 <= wider.high


def test_all_pairs_are_right_together() -> None:
    """Ten groups of 4 to 400 people: rarely does any of the 45 intervals miss."""
    rng = np.random.default_rng(0)
    people = np.array([4, 6, 9, 15, 20, 30, 60, 120, 250, 400])
    rates = rng.uniform(0.05, 0.95, 10)
    missed = 0
    for _ in range(150):
        hits = rng.binomial(people, rates)
        here = cells(np.column_stack((people, people, people - hits, hits)))
        truth = dict(zip(here.groups, rates, strict=True))
        missed += any(
            not one.low <= truth[one.pair[0]] - truth[one.pair[1]] <= one.high
            for one in compare(here, RECALL, 0.95)
        )
    assert missed <= 15  # 7.5 are allowed; more than 15 have a chance of 1 in 200


def test_calibration_errors_of_all_groups_together() -> None:
    counts = tally(load_adult(), "race_five")
    found = compare_calibration(counts, 0.95)
    low, high = calibration_limits(counts, calibration(counts), level=0.99)
    errors = calibration(counts).expected_calibration_error
    for place, one in enumerate(found):
        assert (one.rate, one.pair, one.people) == (
            ERROR, (counts.groups[place],), (counts.n[place],),
        )  # fmt: skip
        assert one.value == errors[place]
        assert (one.low, one.high) == (low[place], high[place])
        assert 0 <= one.low <= one.value <= one.high <= 1
    assert span(found) == (low.max(), high.max())


def test_nothing_is_known_of_a_group_without_people() -> None:
    counts = tally(Predictions([0, 1] * 9, [0.2, 0.8] * 9, {"g": ["a", "b"] * 9}), "g")
    empty = type(counts)(
        counts.by, (*counts.groups, "c"), counts.grid,
        np.concatenate((counts.counts, 0 * counts.counts[:1])),
        np.concatenate((counts.score_sums, 0 * counts.score_sums[:1])),
    )  # fmt: skip
    last = compare_calibration(empty, 0.95)[-1]
    assert np.isnan(last.value)
    assert (last.people, last.low, last.high) == ((0,), 0, 1)


def test_distance_from_equality() -> None:
    above = Comparison("r", ("a", "b"), (9, 9), 0.3, 0.1, 0.5)
    below = Comparison("r", ("a", "b"), (9, 9), -0.3, -0.5, -0.1)
    both = Comparison("r", ("a", "b"), (9, 9), 0.1, -0.2, 0.5)
    ratio = Comparison("r", ("a", "b"), (9, 9), 0.7, 0.6, 0.9, 1.0)
    assert [one.least for one in (above, below, both)] == [0.1, 0.1, 0]
    assert [one.most for one in (above, below, both)] == [0.5, 0.5, 0.5]
    assert (ratio.least, ratio.most) == (pytest.approx(0.1), pytest.approx(0.4))
    assert [one.is_noise for one in (above, below, both, ratio)] == [False, False, True, False]


@given(CELLS)
def test_comparisons_as_arrays_say_what_each_says_by_itself(here) -> None:
    for contrast in (RECALL, RATIO, ODDS, PRECISION):
        found = compare(cells(here), contrast, 0.95)
        each = list(found)
        assert len(each) == len(found)
        assert found.least.tolist() == [one.least for one in each]
        assert found.most.tolist() == [one.most for one in each]
        assert span(found) == span(each)
        for one in each:
            first = next(o for o in each if o.rate == one.rate and set(one.pair) == set(o.pair))
            assert repr(found.of(one.rate, one.pair[::-1])) == repr(first)

"""Three-valued verdicts: nothing is cried over three people, nothing large is missed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise import Predictions, load_adult, tally
from equipoise.uncertainty.judgements import Judgement, judge, settled
from equipoise.uncertainty.proportions import difference


@pytest.fixture(scope="module")
def adult():
    return load_adult()


def verdicts(judged: dict[str, Judgement]) -> dict[str, str]:
    return {name: judgement.verdict for name, judgement in judged.items()}


def sample(sizes, rates, rng):
    """People with a positive label selected at these rates, and as many without at 0.3."""
    names = np.tile(np.repeat([f"g{i}" for i in range(len(sizes))], sizes), 2)
    labels = np.repeat([1, 0], len(names) // 2)
    chances = np.where(labels == 1, np.tile(np.repeat(rates, sizes), 2), 0.3)
    selected = rng.random(len(names)) < chances
    return tally(Predictions(labels, np.where(selected, 0.6, 0.4), {"g": names}), "g")


@pytest.mark.parametrize(
    ("least", "most", "verdict"),
    [
        (0, 0.05, "holds"),
        (0.4 - 0.3, 0.4 - 0.3, "fails"),
        (0, 0.06, "cannot tell"),
        (0.05, 0.2, "cannot tell"),
        (0.06, 0.2, "fails"),
    ],
)
def test_what_an_interval_settles(least, most, verdict) -> None:
    assert settled(least, most, 0.05) == verdict


def test_adult_by_sex(adult) -> None:
    judged = judge(tally(adult, "sex"), 0.5)
    assert verdicts(judged) == {
        "demographic_parity_difference": "fails",
        "disparate_impact_ratio": "fails",
        "equal_opportunity_difference": "cannot tell",
        "equalized_odds_difference": "fails",
        "predictive_parity_difference": "cannot tell",
        "expected_calibration_error": "holds",
    }
    recall = judged["equal_opportunity_difference"]
    assert recall.criterion.verdict == "fails"
    assert recall.decisive == recall.headline
    assert recall.headline.pair == ("Female", "Male")
    assert recall.headline.people == (557, 3143)
    assert recall.headline.value == pytest.approx(recall.criterion.value)
    assert not recall.headline.is_noise
    limits = difference(301, 557, 1916, 3143)
    assert (recall.headline.low, recall.headline.high) == pytest.approx(tuple(map(float, limits)))


def test_no_cry_of_0_8_over_three_people(adult) -> None:
    judged = judge(tally(adult, ("sex", "race_five")), 0.5)
    recall = judged["equal_opportunity_difference"]
    assert recall.criterion.value == pytest.approx(0.8)
    assert recall.verdict == "cannot tell"
    assert recall.headline.is_noise
    assert sorted(recall.headline.people) == [3, 5]
    odds = judged["equalized_odds_difference"]
    assert odds.headline.is_noise
    assert odds.verdict == "fails"
    assert odds.decisive.pair == ("Male × White", "Female × White")
    assert odds.decisive.rate == "false_positive_rate"
    assert odds.decisive.value == pytest.approx(0.080, abs=0.001)
    assert (odds.decisive.low, odds.decisive.high) == pytest.approx((0.063, 0.096), abs=0.001)
    assert odds.n_comparisons == 90
    assert judged["predictive_parity_difference"].verdict == "cannot tell"
    assert judged["expected_calibration_error"].verdict == "cannot tell"


@pytest.mark.parametrize("threshold", [0, 1])
@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race_five")])
def test_every_judgement_can_be_worded(adult, by, threshold) -> None:
    for judgement in judge(tally(adult, by), threshold).values():
        if judgement.verdict != "undefined":
            for one in (judgement.headline, judgement.decisive):
                assert 0 <= one.least <= one.most
                assert len(one.pair) == len(one.people)
                assert np.isnan(one.value) or one.low <= one.value <= one.high


@pytest.mark.parametrize("threshold", [0, 0.3, 0.5, 0.7, 1])
@pytest.mark.parametrize("by", ["sex", "race_five", ("sex", "race_five")])
def test_the_verdict_says_where_the_interval_lies(adult, by, threshold) -> None:
    for judgement in judge(tally(adult, by), threshold).values():
        criterion, low, high = judgement.criterion, judgement.low, judgement.high
        if judgement.verdict == "undefined":
            assert np.isnan([low, high]).all()
            continue
        assert low - 1e-12 <= criterion.value <= high + 1e-12
        if criterion.name == "disparate_impact_ratio":
            assert 0 <= low <= high <= 1
            inside, beyond = low >= criterion.limit, high < criterion.limit
        else:
            inside = max(abs(low), abs(high)) <= criterion.limit
            beyond = max(low, -high) > criterion.limit
        assert (judgement.verdict == "fails") == beyond
        assert (judgement.verdict == "holds") == (inside and not criterion.left_out)


ROWS = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.integers(0, 1),
        st.sampled_from([0.1, 0.3, 0.45, 0.5, 0.55, 0.8, 1.0]),
        st.integers(1, 400),
    ),
    min_size=2,
    max_size=14,
)


@given(
    ROWS,
    st.sampled_from([0, 0.3, 0.5, 0.9]),
    st.sampled_from([0.0, 0.05, 0.3]),
    st.sampled_from([0.8, 0.95, 0.99]),
)
def test_verdict_and_bracket_agree(rows, threshold, tolerance, level) -> None:
    names, labels, scores = (
        np.repeat([row[i] for row in rows], [row[3] for row in rows]) for i in range(3)
    )
    counts = tally(Predictions(labels, scores, {"g": names}), "g")
    for name, one in judge(counts, threshold, tolerance=tolerance, level=level).items():
        assert one.level == level
        if one.criterion.verdict == "undefined":
            assert (one.verdict, one.n_comparisons) == ("undefined", 0)
            assert np.isnan([one.low, one.high]).all()
            continue
        is_ratio = name == "disparate_impact_ratio"
        assert (0 if is_ratio else -1) <= one.low <= one.high <= 1
        assert one.low - 1e-12 <= one.criterion.value <= one.high + 1e-12
        equality = 1.0 if is_ratio else 0.0
        nearest = (
            0.0
            if one.low <= equality <= one.high
            else min(abs(one.low - equality), abs(one.high - equality))
        )
        furthest = max(abs(one.low - equality), abs(one.high - equality))
        allowed = 0.2 if is_ratio else tolerance
        assert one.verdict == settled(nearest, furthest, allowed)
        # A plain verdict is turned round by the interval only into doubt.
        assert one.verdict in (one.criterion.verdict, "cannot tell")
        assert set(one.criterion.pair) <= set(one.headline.pair)
        assert one.headline.rate == one.criterion.rate


def test_what_settles_a_verdict_is_named() -> None:
    """Two large groups far apart, and one of four people whose gap is larger still."""
    counts = sample([4000, 4000, 4], [0.8, 0.6, 0.0], np.random.default_rng(4))
    one = judge(counts, 0.5)["equal_opportunity_difference"]
    assert (one.verdict, one.decisive.pair) == ("fails", ("g0", "g1"))
    assert one.headline.pair == ("g0", "g2")
    assert one.n_comparisons == 3
    unsure = judge(counts, 0.5, tolerance=0.3)["equal_opportunity_difference"]
    assert unsure.verdict == "cannot tell"
    assert unsure.decisive.most == max(abs(unsure.low), abs(unsure.high))
    assert "g2" in unsure.decisive.pair


def test_an_unknown_group_reaches_as_far_as_it_could() -> None:
    """Two thirds are selected of those with a positive label of a and b; c has none."""
    labels, scores = [1] * 4000 + [0] * 2000, [0.8, 0.8, 0.2] * 2000
    names = np.repeat(["a", "b", "c"], 2000)
    counts = tally(Predictions(labels, scores, {"g": names}), "g")
    one = judge(counts, 0.5)["equal_opportunity_difference"]
    assert (one.criterion.verdict, one.verdict) == ("holds", "cannot tell")
    assert one.low == 0
    assert one.high == pytest.approx(2 / 3, abs=0.05)
    assert "c" in one.decisive.pair
    assert 0 in one.decisive.people
    generous = judge(counts, 0.5, tolerance=0.75)["equal_opportunity_difference"]
    assert generous.verdict == "holds"  # whatever c's rate is


def test_a_coarse_grid_leaves_the_other_five() -> None:
    predictions = Predictions([0, 1] * 50, [0.2, 0.8] * 50, {"g": ["a"] * 50 + ["b"] * 50})
    judged = judge(tally(predictions, "g", grid=[0, 0.5, 1]), 0.5)
    assert judged["expected_calibration_error"].verdict == "undefined"
    assert "10 equal bins" in judged["expected_calibration_error"].criterion.reason
    assert judged["demographic_parity_difference"].verdict == "cannot tell"


@pytest.mark.parametrize("true_gap", [0.0, 0.049, 0.051, 0.2])
def test_verdicts_are_seldom_wrong(true_gap) -> None:
    rng = np.random.default_rng(6)
    wrong = 0
    for _ in range(120):
        counts = sample([300, 500, 40], [0.6, 0.6 - true_gap, 0.6], rng)
        verdict = judge(counts, 0.5)["equal_opportunity_difference"].verdict
        wrong += verdict == ("fails" if true_gap <= 0.05 else "holds")
    assert wrong <= 14  # 6 are allowed; more than 14 have a chance of 1 in 700


def test_large_equal_groups_hold() -> None:
    counts = sample([20_000, 20_000], [0.6, 0.6], np.random.default_rng(0))
    judged = judge(counts, 0.5)
    for name in (
        "demographic_parity_difference",
        "disparate_impact_ratio",
        "equal_opportunity_difference",
        "equalized_odds_difference",
        "predictive_parity_difference",
    ):
        assert judged[name].verdict == "holds"


def test_nothing_holds_for_a_group_of_nobody() -> None:
    """Beside 20,000 of each of two groups, a third without one positive label."""
    labels, scores, names = [1, 1, 0] * 20_000, [0.6, 0.6, 0.4] * 20_000, ["a", "b", "c"] * 20_000
    judgement = judge(tally(Predictions(labels, scores, {"g": names}), "g"), 0.5)[
        "equal_opportunity_difference"
    ]
    assert judgement.criterion.verdict == "holds"
    assert judgement.criterion.left_out == ("c",)
    assert judgement.verdict == "cannot tell"


def test_undefined_stays_undefined() -> None:
    counts = tally(Predictions([0, 1, 0, 1], [0.2, 0.3, 0.2, 0.3], {"g": list("aabb")}), "g")
    judgement = judge(counts, 0.9)["predictive_parity_difference"]
    assert (judgement.verdict, judgement.headline, judgement.decisive) == ("undefined", None, None)
    assert np.isnan([judgement.low, judgement.high]).all()


def test_equal_groups_seldom_fail() -> None:
    """Ten groups, most of them tiny: the bare criterion would nearly always fail."""
    rng = np.random.default_rng(1)
    sizes = [3, 5, 8, 10, 15, 20, 30, 60, 300, 2000]
    bare, sure = 0, 0
    for _ in range(200):
        counts = sample(sizes, [0.6] * 10, rng)
        judgement = judge(counts, 0.5)["equal_opportunity_difference"]
        bare += judgement.criterion.verdict == "fails"
        sure += judgement.verdict == "fails"
    assert bare == 200
    assert sure / 200 <= 0.05


def test_a_real_gap_between_large_groups_is_found_among_tiny_ones() -> None:
    rng = np.random.default_rng(2)
    counts = sample([3, 5, 3000, 3000], [0.6, 0.6, 0.7, 0.55], rng)
    judgement = judge(counts, 0.5)["equal_opportunity_difference"]
    assert judgement.verdict == "fails"
    assert judgement.decisive.pair == ("g2", "g3")


def test_a_ratio_is_judged_against_four_fifths() -> None:
    rng = np.random.default_rng(3)
    for n, verdict in ((5000, "fails"), (12, "cannot tell")):
        counts = sample([n, n], [0.3, 0.8], rng)
        ratio = judge(counts, 0.5)["disparate_impact_ratio"]
        assert ratio.verdict == verdict
        assert ratio.headline.pair == ("g0", "g1")
        assert 0 <= ratio.headline.low <= ratio.headline.value <= ratio.headline.high <= 1


def test_rejections_can_be_the_good_outcome(adult) -> None:
    ratio = judge(tally(adult, "sex"), 0.5, favourable_label=0)["disparate_impact_ratio"]
    assert ratio.headline.rate == "rejection_rate"
    assert ratio.headline.pair == ("Male", "Female")


def test_weights_are_refused() -> None:
    weighted = Predictions([0, 1], [0.2, 0.8], {"g": ["a", "b"]}, sample_weight=[1.5, 1])
    with pytest.raises(ValueError, match="weights"):
        judge(tally(weighted, "g"), 0.5)

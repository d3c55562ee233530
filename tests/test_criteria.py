"""The six criteria: the audit's figures, verdicts at the edges, and what is undefined."""

import math
from decimal import Decimal
from typing import Any

import fairlearn.metrics as fm
import numpy as np
import pytest
from hypothesis import given

from equipoise import Criteria, Predictions, Tally, criteria, group_rates, tally
from equipoise.criteria import FOUR_FIFTHS, TITLES
from tests.rows import Rows, rows, thresholds

DIFFERENCES = [
    "demographic_parity_difference",
    "equal_opportunity_difference",
    "equalized_odds_difference",
    "predictive_parity_difference",
]


def people(**groups: tuple[int, int, int, int]) -> Tally:
    """Tally groups given as (tn, fp, fn, tp); selected people score 0.9, others 0.1."""
    row_of = [(0, 0.1), (0, 0.9), (1, 0.1), (1, 0.9)]
    drawn = [
        (*row, group)
        for group, cells in groups.items()
        for row, count in zip(row_of, cells, strict=True)
        for _ in range(count)
    ]
    labels, scores, names = zip(*drawn, strict=True)
    return tally(Predictions(labels, scores, {"g": names}), "g")


def selected(**groups: tuple[int, int]) -> Tally:
    """Tally groups of which so many among so many are selected."""
    return people(**{name: (n - k, k, 0, 0) for name, (k, n) in groups.items()})


@pytest.mark.parametrize(
    ("by", "figures"),
    [
        ("sex", [-0.1757, 0.3205, -0.0692, 0.0766, 0.0091]),
        ("race", [-0.0847, 0.6022, -0.0461, 0.0461, -0.0454]),
    ],
)
def test_figures_of_the_audit(adult: Predictions, by: str, figures: list[float]) -> None:
    found = list(criteria(tally(adult, by), 0.5))
    assert [round(criterion.value, 4) for criterion in found[:5]] == figures


def test_figures_for_more_groups(by_race_five: Tally, by_sex_and_race_five: Tally) -> None:
    """The largest difference between any two of five and of ten groups."""
    five, ten = criteria(by_race_five, 0.5), criteria(by_sex_and_race_five, 0.5)
    values = [round(criterion.value, 4) for criterion in list(five)[:5]]
    assert values == [0.1628, 0.3490, 0.1709, 0.1709, 0.2384]
    values = [round(criterion.value, 4) for criterion in list(ten)[:5]]
    assert values == [0.2781, 0.1086, 0.8, 0.8, 0.8889]
    lowest = ten.equal_opportunity_difference.pair[1]
    assert lowest == "Female × Amer-Indian-Eskimo"
    positives = by_sex_and_race_five.positives[by_sex_and_race_five.groups.index(lowest)]
    assert positives == 3


def test_order_names_and_limits(by_sex: Tally) -> None:
    found = criteria(by_sex, 0.5, tolerance=0.1)
    assert [criterion.name for criterion in found] == list(TITLES)
    assert [criterion.title for criterion in found] == list(TITLES.values())
    assert [criterion.limit for criterion in found] == [0.1, FOUR_FIFTHS, 0.1, 0.1, 0.1, 0.1]
    assert found.equalized_odds_difference.rate == "false_positive_rate"
    assert found.equalized_odds_difference.pair == ("Male", "Female")
    assert found.expected_calibration_error.pair == ("Female",)


@pytest.mark.parametrize("by", ["sex", "race", "race_five", ("sex", "race_five")])
def test_fairlearn_finds_the_same(adult: Predictions, by: Any) -> None:
    counts = tally(adult, by)
    found = criteria(counts, 0.5)
    attributes = (by,) if isinstance(by, str) else by
    given_as = {
        "y_true": adult.y_true,
        "y_pred": adult.y_score >= 0.5,
        "sensitive_features": np.column_stack([adult.groups[a].codes for a in attributes]),
    }
    for name, theirs in (
        ("demographic_parity_difference", fm.demographic_parity_difference),
        ("disparate_impact_ratio", fm.demographic_parity_ratio),
        ("equal_opportunity_difference", fm.equal_opportunity_difference),
        ("equalized_odds_difference", fm.equalized_odds_difference),
    ):
        assert abs(getattr(found, name).value) == pytest.approx(theirs(**given_as))


@given(rows(), thresholds())
def test_values_follow_from_the_rates(drawn: Rows, at: dict[str, float]) -> None:
    """Whatever the rows: the value is that of the pair named, and no pair is further apart."""
    counts = tally(drawn.predictions(), "g")
    at = {group: at[group] for group in counts.groups}
    table = group_rates(counts, at)
    for criterion in criteria(counts, at):
        assert (criterion.verdict == "undefined") == math.isnan(criterion.value)
        if criterion.verdict == "undefined":
            assert criterion.reason
            assert criterion.pair == ()
        elif criterion.name in DIFFERENCES:
            rates = table[criterion.rate].dropna()
            assert len(rates) >= 2
            # Whoever is not compared holds nobody whom the rate could be about.
            empty = {
                "true_positive_rate": table["tp"] + table["fn"] == 0,
                "false_positive_rate": table["tn"] + table["fp"] == 0,
            }
            silent = table.index[empty.get(criterion.rate, table["n"] == 0)]
            assert set(table.index) - set(rates.index) == set(silent)
            assert criterion.value == rates[criterion.pair[0]] - rates[criterion.pair[1]]
            assert abs(criterion.value) == rates.max() - rates.min()
        elif criterion.name == "disparate_impact_ratio":
            rates = table[criterion.rate].dropna()
            assert criterion.value == rates.min() / rates.max()
            assert (rates[criterion.pair[0]], rates[criterion.pair[1]]) == (
                rates.min(),
                rates.max(),
            )
        else:
            assert criterion.value >= 0
        if criterion.verdict != "undefined":
            assert all(group in criterion.reason for group in criterion.left_out)


@given(rows(weighted=True), thresholds())
def test_weights_never_make_a_wrong_verdict(drawn: Rows, at: dict[str, float]) -> None:
    counts = tally(drawn.predictions(), "g")
    found = criteria(counts, {group: at[group] for group in counts.groups})
    for criterion in found:
        if criterion.verdict != "undefined":
            assert 0 <= abs(criterion.value) <= 1 + 1e-12


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        (selected(a=(5, 6), b=(2, 3)), "holds"),
        (selected(a=(1, 1), b=(4, 5)), "holds"),
        (selected(a=(7, 10), b=(14, 25)), "holds"),
        (selected(a=(500, 1000), b=(399, 1000)), "fails"),
        (selected(a=(0, 5), b=(2, 3)), "fails"),
        (selected(a=(3, 5), b=(3, 5)), "holds"),
        (selected(a=(0, 5), b=(0, 3)), "undefined"),
    ],
)
def test_four_fifths_is_exact(counts: Tally, verdict: str) -> None:
    assert criteria(counts, 0.5).disparate_impact_ratio.verdict == verdict


@pytest.mark.parametrize("scale", [1, 10**6, 10**9, 10**14])
@pytest.mark.parametrize(("chosen", "verdict"), [(0, "holds"), (1, "fails")])
def test_four_fifths_is_exact_for_any_number_of_people(
    scale: int, chosen: int, verdict: str
) -> None:
    """5/6 against 2/3, and one person fewer; the products outgrow 64 bits."""
    small = selected(a=(5, 6), b=(2, 3))
    counts = small.counts * scale
    counts[1, 0, 90] -= chosen
    counts[1, 0, 10] += chosen
    large = Tally(small.by, small.groups, small.grid, counts, small.score_sums * scale)
    assert criteria(large, 0.5).disparate_impact_ratio.verdict == verdict


@pytest.mark.parametrize("weight", [0.1, 1.0, 1e-300, 1e90])
def test_four_fifths_with_weights(weight: float) -> None:
    def judged(n_selected: int) -> str:
        scores = [0.9] * 5 + [0.1] + [0.9] * n_selected + [0.1] * (3 - n_selected)
        weighted = Predictions(
            [0] * 9, scores, {"g": ["a"] * 6 + ["b"] * 3}, sample_weight=[weight] * 9
        )
        return criteria(tally(weighted, "g"), 0.5).disparate_impact_ratio.verdict

    assert [judged(k) for k in range(4)] == ["fails", "fails", "holds", "holds"]


@pytest.mark.parametrize("tolerance", [0.1, np.float32(0.1), Decimal("0.1"), "0.10"])
def test_a_tenth_meets_a_tenth(tolerance: Any) -> None:
    found = criteria(selected(a=(4, 10), b=(3, 10)), 0.5, tolerance=tolerance)
    assert found.demographic_parity_difference.verdict == "holds"


@pytest.mark.parametrize(
    ("tolerance", "verdict"), [(0, "fails"), (0.0999, "fails"), (0.1, "holds"), (1, "holds")]
)
def test_tolerance(tolerance: float, verdict: str) -> None:
    found = criteria(selected(a=(4, 10), b=(3, 10)), 0.5, tolerance=tolerance)
    assert found.demographic_parity_difference.verdict == verdict


def test_equal_rates_hold_without_tolerance() -> None:
    found = criteria(people(a=(6, 2, 1, 3), b=(12, 4, 2, 6)), 0.5, tolerance=0)
    assert {criterion.verdict for criterion in list(found)[:5]} == {"holds"}


@pytest.mark.parametrize("tolerance", [-0.01, 1.01, math.nan, "a lot", None, [0.1]])
def test_tolerances_that_make_no_sense(by_sex: Tally, tolerance: Any) -> None:
    with pytest.raises(ValueError, match="must be a number from 0 to 1"):
        criteria(by_sex, 0.5, tolerance=tolerance)


@pytest.mark.parametrize("label", [2, -1, "1", None])
def test_favourable_labels_that_make_no_sense(by_sex: Tally, label: Any) -> None:
    with pytest.raises(ValueError, match="must be 0 or 1"):
        criteria(by_sex, 0.5, favourable_label=label)


def test_favourable_label_zero_compares_rejections() -> None:
    counts = selected(a=(2, 4), b=(1, 4))
    usual, turned = criteria(counts, 0.5), criteria(counts, 0.5, favourable_label=0)
    assert usual.disparate_impact_ratio.value == 0.5
    assert turned.disparate_impact_ratio.value == pytest.approx(2 / 3)
    assert turned.disparate_impact_ratio.pair == ("a", "b")
    assert turned.demographic_parity_difference.value == -0.25
    everybody = criteria(selected(a=(4, 4), b=(3, 3)), 0.5, favourable_label=0)
    assert everybody.disparate_impact_ratio.reason.startswith("Nobody is rejected in any group")


def said(found: Criteria) -> list[tuple[str, str]]:
    return [(criterion.verdict, criterion.reason) for criterion in found]


def test_two_groups_one_without_positives() -> None:
    found = criteria(people(a=(4, 2, 1, 3), b=(2, 1, 0, 0)), 0.5)
    verdict, reason = "undefined", "b: nobody has a positive label."
    assert said(found)[2:4] == [(verdict, reason), (verdict, reason)]
    assert found.equal_opportunity_difference.left_out == ("b",)
    assert found.predictive_parity_difference.verdict == "fails"


def test_three_groups_one_without_positives() -> None:
    found = criteria(people(a=(9, 1, 2, 8), b=(8, 2, 5, 5), c=(7, 3, 0, 0)), 0.5)
    odds = found.equalized_odds_difference
    assert odds.value == pytest.approx(0.3)
    assert odds.pair == ("a", "b")
    assert odds.left_out == ("c",)
    assert odds.reason == "Over a and b only. c: nobody has a positive label."


def test_three_groups_of_which_one_has_nobody_selected() -> None:
    """Else predictive parity would be met by selecting nobody of whoever is in the way."""
    found = criteria(people(a=(9, 1, 2, 8), b=(8, 2, 5, 5), c=(9, 0, 2, 0)), 0.5)
    parity = found.predictive_parity_difference
    assert (parity.verdict, parity.reason) == ("undefined", "c: nobody is selected.")
    assert parity.left_out == ("c",)
    assert math.isnan(parity.value)
    assert found.demographic_parity_difference.verdict == "fails"


@pytest.mark.parametrize("cells", [(2, 0, 2, 0), (0, 0, 3, 0), (3, 0, 0, 0)])
def test_nobody_selected_is_not_nobody_there(cells: tuple[int, int, int, int]) -> None:
    found = criteria(people(a=(9, 1, 2, 8), b=cells), 0.5).predictive_parity_difference
    assert found.reason == "b: nobody is selected."


def test_a_group_of_nobody_is_left_out_of_predictive_parity() -> None:
    rows_ = Predictions([1, 0, 1, 0, 1], [0.9, 0.6, 0.7, 0.1, None], {"g": list("aabbc")})
    parity = criteria(tally(rows_, "g"), 0.5).predictive_parity_difference
    assert (parity.value, parity.pair) == (0.5, ("b", "a"))
    assert parity.reason == "Over a and b only. c: there are no usable rows."


def test_equalized_odds_where_two_of_three_groups_lack_different_rates() -> None:
    found = criteria(people(a=(0, 0, 2, 8), b=(8, 2, 0, 0), c=(9, 1, 5, 5)), 0.5)
    odds = found.equalized_odds_difference
    assert (odds.value, odds.rate, odds.pair) == (
        pytest.approx(0.3),
        "true_positive_rate",
        ("a", "c"),
    )
    assert odds.left_out == ("b", "a")
    assert "b: nobody has a positive label" in odds.reason
    assert "a: nobody has a negative label" in odds.reason


def test_nobody_selected() -> None:
    found = criteria(people(a=(4, 0, 2, 0), b=(3, 0, 1, 0)), 0.5)
    assert found.demographic_parity_difference.value == 0
    assert found.disparate_impact_ratio.verdict == "undefined"
    assert found.disparate_impact_ratio.reason == (
        "Nobody is selected in any group, so the ratio is 0/0."
    )
    assert found.predictive_parity_difference.reason == (
        "a: nobody is selected; b: nobody is selected."
    )


@pytest.mark.parametrize("groups", [["a"] * 4, [None] * 4])
def test_one_group_or_none(groups: list[str | None]) -> None:
    found = criteria(
        tally(Predictions([1, 0, 1, 0], [0.9, 0.6, 0.2, 0.1], {"g": groups}), "g"), 0.5
    )
    expected = ("undefined", "At least two groups are needed to compare.")
    assert said(found)[:5] == [expected] * 5


@pytest.mark.parametrize(
    ("scores", "weights"),
    [([0.9, None, 0.2, None], None), ([0.9, 0.3, 0.2, 0.4], [1, 0, 1, 0])],
    ids=["no scores", "no weight"],
)
def test_a_group_of_which_nothing_is_usable(
    scores: list[float | None], weights: list[float] | None
) -> None:
    rows_ = Predictions([1, 0, 0, 1], scores, {"g": ["a", "b", "a", "b"]}, sample_weight=weights)
    found = criteria(tally(rows_, "g"), 0.5)
    assert said(found)[0] == ("undefined", "b: there are no usable rows.")
    assert found.expected_calibration_error.pair == ("a",)
    assert found.expected_calibration_error.left_out == ("b",)


def test_nothing_usable_at_all() -> None:
    found = criteria(tally(Predictions([], [], {"g": []}), "g"), 0.5)
    assert {criterion.verdict for criterion in found} == {"undefined"}
    assert all(criterion.reason for criterion in found)


def test_a_grid_too_coarse_for_bins_leaves_the_other_criteria(adult: Predictions) -> None:
    found = criteria(tally(adult, "sex", grid=[0, 0.5, 1]), 0.5)
    assert [criterion.verdict for criterion in found][-1] == "undefined"
    assert "10 equal bins do not fit" in found.expected_calibration_error.reason
    assert round(found.disparate_impact_ratio.value, 4) == 0.3205


def test_two_groups_keep_the_sign_and_more_do_not() -> None:
    two = criteria(selected(a=(2, 4), b=(3, 4)), 0.5).demographic_parity_difference
    assert (two.value, two.pair) == (-0.25, ("a", "b"))
    three = criteria(selected(a=(2, 4), b=(3, 4), c=(4, 4)), 0.5).demographic_parity_difference
    assert (three.value, three.pair) == (0.5, ("c", "a"))


@pytest.mark.parametrize("at", [0, 0.5, 1])
def test_every_view_has_a_verdict_or_a_reason(adult: Predictions, at: float) -> None:
    for by in ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five")):
        for criterion in criteria(tally(adult, by), at):
            assert criterion.verdict != "undefined" or criterion.reason


def test_equal_rates_still_name_two_groups() -> None:
    """Each of three groups alike: the difference of 0 is between two of them."""
    alike = Predictions([1, 0] * 3, [0.6, 0.4] * 3, {"g": list("aabbcc")})
    for criterion in criteria(tally(alike, "g"), 0.5):
        if criterion.name != "expected_calibration_error":
            assert len(set(criterion.pair)) == 2

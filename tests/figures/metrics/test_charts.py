"""The Metrics page's tables and sentences."""

import math
import re
from decimal import Decimal

import pytest

from equipoise import Predictions, calibration, criteria, group_rates, overall_rates, tally
from equipoise.app import VIEWS, tally_of
from equipoise.figures.metrics import charts as metrics
from equipoise.figures.metrics import tables
from equipoise.figures.metrics import words as sentences
from tests.rows import but_with

HALF = {"Female": 0.5, "Male": 0.5}
EQUAL_TPR = {"Female": 0.41, "Male": 0.5}


def rows_at(slug: str, thresholds: object) -> dict:
    return sentences.by_group(group_rates(tally_of(slug), thresholds))


def worked(slug: str, thresholds: object) -> dict[str, str]:
    tallied = tally_of(slug)
    calibrated, rows = calibration(tallied), rows_at(slug, thresholds)
    return {c.name: sentences.worked(c, rows, calibrated) for c in criteria(tallied, thresholds)}


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_impact_is_measured_against_the_highest() -> None:
    drawn = metrics.impact_rows(rows_at("sex", 0.5))
    assert drawn["ratio"] == pytest.approx([0.3205, 1], abs=5e-5)
    assert drawn["label"] == ["0.3205", "1.0000"]


def test_impact_of_nobody_selected_is_not_drawn_but_marked() -> None:
    nobody = {group: {"selection_rate": 0.0} for group in tally_of("race-five").groups}
    drawn = metrics.impact_rows(nobody)
    assert set(drawn["ratio"]) == {None}
    assert set(drawn["label"]) == {"–"}
    assert set(drawn["place"]) == {0.0}


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_an_empty_group_blanks_no_other(empty: int) -> None:
    """Wherever it stands, also first."""
    rates, people = [0.2, 0.4], [10, 10]
    rates.insert(empty, math.nan)
    people.insert(empty, 0)
    rows = {
        name: {"selection_rate": rate, "n": n, "tp": 0 if n == 0 else rate * n, "fp": 0}
        for name, rate, n in zip("abc", rates, people, strict=True)
    }
    drawn = metrics.impact_rows(rows)
    expected: list[float | None] = [0.5, 1.0]
    expected.insert(empty, None)
    assert drawn["ratio"] == expected
    assert drawn["label"][empty] == "–"
    reach = metrics.impact_reach(rows)
    top = expected.index(1.0)
    for place, (low, high) in enumerate(zip(reach["low"], reach["high"], strict=True)):
        assert (low is None) == (high is None) == (place in (empty, top))


@pytest.mark.parametrize("slug", VIEWS)
def test_curves_keep_their_ends_and_lose_repeats(slug: str) -> None:
    tallied = tally_of(slug)
    for _, curve in metrics.roc_frame(tallied).groupby("group"):
        ends = curve[["false_positive_rate", "true_positive_rate"]].to_numpy()
        assert ends[0].tolist() == [1, 1]
        assert not (ends[1:] == ends[:-1]).all(axis=1).any()


def test_operating_points_lie_on_their_curves() -> None:
    drawn = metrics.operating_rows(rows_at("sex", EQUAL_TPR), EQUAL_TPR, ("Male", "Female"))
    assert drawn["group"] == ["Male", "Female"]
    assert drawn["threshold"] == ["0.50", "0.41"]
    curve = metrics.roc_frame(tally_of("sex"))
    men = curve[(curve["group"] == "Male") & (curve["threshold"] == 0.5)].iloc[0]
    assert drawn["true_positive_rate"][0] == pytest.approx(men["true_positive_rate"], abs=1e-4)


def test_a_rate_without_value_is_no_point() -> None:
    rows = {"a": {"false_positive_rate": math.nan, "true_positive_rate": 0.5}}
    assert metrics.operating_rows(rows, {"a": 0.5}, ("a",))["false_positive_rate"] == [None]


def test_reliability_has_a_row_for_every_filled_bin() -> None:
    calibrated = calibration(tally_of("sex-race-five"))
    drawn = metrics.reliability_frame(calibrated, unsure=True)
    assert len(drawn) == (calibrated.count > 0).sum()
    assert drawn["count"].sum() == 15_060


def test_the_reliability_table_ends_each_group_with_its_error() -> None:
    table = tables.reliability_table(calibration(tally_of("sex")))
    last = table.loc["Female"].iloc[-1]
    assert last["People"] == "4,913"
    assert last["Difference"] == "0.0166"
    assert list(table.index.unique()) == ["Female", "Male"]


@pytest.mark.parametrize("slug", VIEWS)
def test_the_digits_of_the_reliability_table_add_up(slug: str) -> None:
    bins = tables.reliability_table(calibration(tally_of(slug))).query("`Mean score` != '–'")
    score, share, difference = (
        bins[name].map(Decimal) for name in ("Mean score", "Share above 50K", "Difference")
    )
    assert ((score - share).abs() == difference).all()


def test_each_criterion_is_worked_with_the_present_counts() -> None:
    said = {name: plain(text) for name, text in worked("sex", HALF).items()}
    assert said["demographic_parity_difference"] == (
        "Female − Male: 407/4,913 − 2,623/10,147 ≈ 0.0828 − 0.2585"
    )
    assert said["disparate_impact_ratio"].startswith("Female ÷ Male: 407/4,913 ÷ 2,623/10,147")
    assert "301/557" in said["equal_opportunity_difference"]
    assert "301/407" in said["predictive_parity_difference"]
    odds = said["equalized_odds_difference"]
    assert "TPR 0.6096 − 0.5404 ≈ 0.0692" in odds
    assert "FPR 0.1009 − 0.0243 ≈ 0.0766 (FPR, Male and Female)" in odds
    assert "0.017 on average over 4,913 women" in said["expected_calibration_error"]


@pytest.mark.parametrize("slug", VIEWS)
@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0])
def test_working_is_left_out_exactly_where_there_is_no_value(slug: str, threshold: float) -> None:
    for criterion in criteria(tally_of(slug), threshold):
        said = worked(slug, threshold)[criterion.name]
        assert bool(said) == (criterion.verdict != "undefined")
        assert "nan" not in said


def test_undefined_rates_are_named_with_their_reason() -> None:
    lonely = Predictions([1, 1, 0, 1], [0.2, 0.9, 0.5, 0.6], {"g": ["a", "a", "b", "b"]})
    rows = sentences.by_group(group_rates(tally(lonely, "g"), {"a": 0.5, "b": 1.0}))
    said = sentences.undefined_rates(rows)
    assert "False-positive rate of a: nobody has a negative label." in said
    assert "Positive predictive value of b: nobody is selected." in said


def test_all_rates_come_with_people() -> None:
    tallied = tally_of("sex")
    table = tables.all_rates(group_rates(tallied, 0.5), overall_rates(tallied, 0.5))
    assert list(table.columns) == ["Female", "Male", "Everybody"]
    assert plain(table.loc["True-positive rate (TPR)", "Female"]).endswith("(301/557)")


def test_the_task_is_done_within_one_point() -> None:
    tallied = tally_of("sex")
    assert not sentences.rates_met(group_rates(tallied, HALF), "true_positive_rate")
    assert sentences.rates_met(group_rates(tallied, EQUAL_TPR), "true_positive_rate")


def test_rates_without_value_are_not_met() -> None:
    nobody = group_rates(tally_of("sex"), 1.0)
    assert not sentences.rates_met(
        nobody.assign(true_positive_rate=math.nan), "true_positive_rate"
    )


def test_the_comment_names_what_broke() -> None:
    tallied = tally_of("sex")
    said = sentences.what_changed(criteria(tallied, HALF), criteria(tallied, EQUAL_TPR))
    assert "Equal opportunity now holds" in said
    assert "**Predictive parity broke**: +0.009 → −0.063" in said
    other = criteria(tallied, {"Female": 0.5, "Male": 0.57})
    assert "Nothing that held broke" in sentences.what_changed(criteria(tallied, HALF), other)


def test_what_loses_its_value_is_not_said_to_have_broken() -> None:
    tallied = tally_of("sex-race-five")
    before = criteria(tallied, 0.0, tolerance=0.2)
    nobody = criteria(tallied, 1.0, tolerance=0.2)
    name = "predictive_parity_difference"
    lonely = but_with(nobody, name, verdict="undefined", value=math.nan)
    held = but_with(before, name, verdict="holds")
    said = sentences.what_changed(held, lonely)
    assert "Predictive parity can no longer be assessed." in said
    assert "Nothing that held broke" not in said


def test_a_ratio_that_broke_has_no_sign() -> None:
    tallied = tally_of("sex")
    said = sentences.what_changed(
        criteria(tallied, {"Female": 0.15, "Male": 0.5}), criteria(tallied, HALF)
    )
    assert re.search(r"broke\*\*:.* 0\.\d{4} → 0\.3205", said)


@pytest.mark.parametrize(
    ("name", "low", "high", "said"),
    [
        ("predictive_parity_difference", -0.039, 0.053, "[−0.039, +0.053]"),
        ("equalized_odds_difference", 0.067, 0.12, "[0.067, 0.120]"),
        ("disparate_impact_ratio", 0.29, 0.354, "[0.290, 0.354]"),
    ],
)
def test_limits_are_signed_as_their_value_is(
    name: str, low: float, high: float, said: str
) -> None:
    criterion = getattr(criteria(tally_of("sex"), HALF), name)
    assert plain(sentences.criterion_limits(criterion, low, high)) == said


def test_the_price_is_in_people() -> None:
    tallied = tally_of("sex")
    before = overall_rates(tallied, HALF)
    said = sentences.price(before, overall_rates(tallied, EQUAL_TPR))
    assert said.startswith("26 more people are judged wrongly")
    assert "As many people" in sentences.price(before, before)
    assert "9,064 fewer people are" in sentences.price(overall_rates(tallied, 0.0), before)
    one_less = before.copy()
    one_less["fp"] -= 1
    assert sentences.price(before, one_less).startswith("1 fewer person is judged")


def test_a_spread_names_the_groups_at_its_ends() -> None:
    values = {"Female": 0.5, "Male": 0.25, "Other": math.nan}
    assert sentences.spread(values) == "0.250 (men) to 0.500 (women)"
    assert sentences.spread({"Male": math.nan}) == "–"


@pytest.mark.parametrize(
    "build", [metrics.impact_spec, metrics.reliability_spec, metrics.roc_spec]
)
def test_drawings_are_built_once_and_name_their_data(build) -> None:
    spec = build(("a", "b"))
    assert spec is build(("a", "b"))
    assert "datasets" not in spec

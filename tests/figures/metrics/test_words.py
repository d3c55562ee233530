"""Criteria in words: values, limits and formulas with the present counts."""

import pytest

from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics import words as sentences
from tests.views import view_of


def worked(key: str, threshold: float) -> dict[str, str]:
    view = adult_audit().view(key, threshold)
    return {one.name: sentences.worked(one, view) for one in view.criteria}


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_each_criterion_is_worked_with_the_present_counts() -> None:
    said = {name: plain(text) for name, text in worked("sex", 0.5).items()}
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


@pytest.mark.parametrize("key", COMPARISONS)
@pytest.mark.parametrize("threshold", [0.0, 0.5, 1.0])
def test_working_is_left_out_exactly_where_there_is_no_value(key: str, threshold: float) -> None:
    for criterion in adult_audit().view(key, threshold).criteria:
        said = worked(key, threshold)[criterion.name]
        assert bool(said) == (criterion.verdict != "undefined")
        assert "nan" not in said


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
    criterion = getattr(adult_audit().view("sex").criteria, name)
    assert plain(sentences.criterion_limits(criterion, low, high)) == said


def test_own_groups_are_named_neutrally() -> None:
    view = view_of([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.4], "AABB")
    said = sentences.worked(view.criteria.expected_calibration_error, view)
    assert "people in group B" in said
    assert "50K" not in said

"""How far the marks of the Metrics page could be off, as lines through them."""

import pytest

from equipoise import calibration, intervals
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics.impact import impact_reach, impact_rows
from equipoise.figures.metrics.reliability import reliability_frame
from equipoise.figures.metrics.roc import operating_reach
from equipoise.figures.metrics.uncertainty import limits
from equipoise.figures.metrics.words import with_limits


@pytest.mark.parametrize("key", COMPARISONS)
def test_a_ratio_lies_within_its_limits(key: str) -> None:
    rows = adult_audit().view(key, 0.5).rows
    drawn = {**impact_rows(rows), **impact_reach(rows)}
    for ratio, low, high in zip(drawn["ratio"], drawn["low"], drawn["high"], strict=True):
        assert (low is None) == (high is None) == (ratio == 1)
        assert low is None or 0 <= low <= ratio <= high <= 1


def test_nobody_selected_has_no_limits() -> None:
    rows = {group: {"tp": 0, "fp": 0, "n": 5, "selection_rate": 0.0} for group in "ab"}
    assert impact_reach(rows) == {"low": [None, None], "high": [None, None]}


@pytest.mark.parametrize("key", COMPARISONS)
def test_an_observed_rate_lies_within_its_limits(key: str) -> None:
    bins = reliability_frame(calibration(adult_audit().tally(key)), unsure=True)
    assert bins["observed_rate"].between(bins["low"], bins["high"]).all()


def test_an_operating_point_lies_within_its_limits() -> None:
    tally, rows = adult_audit().tally("race-five"), adult_audit().view("race-five", 0.4).rows
    shown = ["White", "Other"]
    reach = operating_reach(limits(intervals(tally, 0.4)), shown)
    for place, group in enumerate(shown):
        for rate in ("true_positive_rate", "false_positive_rate"):
            low, high = reach[f"{rate}_low"][place], reach[f"{rate}_high"][place]
            assert low < rows[group][rate] < high


def test_limits_stand_behind_a_rate_where_they_are_known() -> None:
    assert with_limits(0.5404, (0.499, 0.581)).endswith("% [49.9,\N{NO-BREAK SPACE}58.1]")
    assert with_limits(0.5404, None).endswith("%")
    assert with_limits(float("nan"), (float("nan"), float("nan"))) == "–"

"""How far the marks of the Metrics page could be off, as lines through them."""

import pytest

from equipoise import calibration, group_rates, intervals
from equipoise.app import VIEWS, tally_of
from equipoise.figures.metrics import charts as metrics
from equipoise.figures.metrics.uncertainty import limits
from equipoise.figures.metrics.words import by_group, with_limits


def rows_at(slug: str, threshold: float) -> dict:
    return by_group(group_rates(tally_of(slug), threshold))


@pytest.mark.parametrize("slug", VIEWS)
def test_a_ratio_lies_within_its_limits(slug: str) -> None:
    rows = rows_at(slug, 0.5)
    drawn = {**metrics.impact_rows(rows), **metrics.impact_reach(rows)}
    for ratio, low, high in zip(drawn["ratio"], drawn["low"], drawn["high"], strict=True):
        assert (low is None) == (high is None) == (ratio == 1)
        assert low is None or 0 <= low <= ratio <= high <= 1


def test_nobody_selected_has_no_limits() -> None:
    rows = {group: {"tp": 0, "fp": 0, "n": 5, "selection_rate": 0.0} for group in "ab"}
    assert metrics.impact_reach(rows) == {"low": [None, None], "high": [None, None]}


@pytest.mark.parametrize("slug", VIEWS)
def test_an_observed_rate_lies_within_its_limits(slug: str) -> None:
    bins = metrics.reliability_frame(calibration(tally_of(slug)), unsure=True)
    assert bins["observed_rate"].between(bins["low"], bins["high"]).all()


def test_an_operating_point_lies_within_its_limits() -> None:
    tally, rows = tally_of("race-five"), rows_at("race-five", 0.4)
    shown = ["White", "Other"]
    reach = metrics.operating_reach(limits(intervals(tally, 0.4)), shown)
    for place, group in enumerate(shown):
        for rate in ("true_positive_rate", "false_positive_rate"):
            low, high = reach[f"{rate}_low"][place], reach[f"{rate}_high"][place]
            assert low < rows[group][rate] < high


def test_limits_stand_behind_a_rate_where_they_are_known() -> None:
    assert with_limits(0.5404, (0.499, 0.581)).endswith("% [49.9,\N{NO-BREAK SPACE}58.1]")
    assert with_limits(0.5404, None).endswith("%")
    assert with_limits(float("nan"), (float("nan"), float("nan"))) == "–"


@pytest.mark.parametrize(
    "build", [metrics.impact_spec, metrics.reliability_spec, metrics.roc_spec]
)
def test_without_uncertainty_drawings_are_what_they_were(build) -> None:
    plain, unsure = build(("a", "b")), build(("a", "b"), True)
    assert unsure is build(("a", "b"), True)
    assert "low" not in str(plain["layer"]).replace("lowest", "")
    assert len(unsure["layer"]) > len(plain["layer"])

"""What two groups' thresholds meet at once, against judging every pair."""

from itertools import product

import numpy as np
import pytest

from equipoise import Predictions, Tally, criteria, overall_rates, tally
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.incompatibility.simultaneous import (
    CONFLICTING,
    best_together,
    most_held,
    nearest_together,
)

TENTHS = np.arange(11) / 10


@pytest.fixture(scope="module")
def coarse() -> Tally:
    random = np.random.default_rng(7)
    labels = random.integers(0, 2, 60)
    scores = np.clip(random.normal(0.3 + 0.3 * labels, 0.2), 0, 1).round(1)
    return tally(Predictions(labels, scores, {"g": ["a", "b", "b"] * 20}), "g", grid=TENTHS)


def pairs(counts: Tally) -> list[dict[str, float]]:
    return [
        dict(zip(counts.groups, pair, strict=True))
        for pair in product(counts.grid.tolist(), repeat=2)
    ]


@pytest.mark.parametrize("loss", [0, 0.02, 1.0])
@pytest.mark.parametrize("tolerance", [0.05, 0.2])
def test_most_held_equals_judging_every_pair(coarse, loss, tolerance) -> None:
    accuracy = [overall_rates(coarse, pair)["accuracy"] for pair in pairs(coarse)]
    held = [
        sum(one.verdict == "holds" for one in criteria(coarse, pair, tolerance=tolerance))
        for pair in pairs(coarse)
    ]
    allowed = [(h, a) for h, a in zip(held, accuracy, strict=True) if a >= max(accuracy) - loss]
    found = most_held(coarse, tolerance=tolerance, accuracy_loss=loss)
    assert (found.count, found.accuracy) == pytest.approx(max(allowed))
    at = criteria(coarse, found.thresholds, tolerance=tolerance)
    assert sum(one.verdict == "holds" for one in at) == found.count


@pytest.mark.parametrize("gaps", [("equalized_odds", "predictive_parity"), ("disparate_impact",)])
def test_best_together_equals_judging_every_pair(coarse, gaps) -> None:
    met = [
        overall_rates(coarse, pair)["accuracy"]
        for pair in pairs(coarse)
        if all(
            accuracy_and_gap(coarse, pair, gap=gap)[1] <= (0.2 if "impact" in gap else 0.1) + 1e-9
            for gap in gaps
        )
    ]
    found = best_together(coarse, gaps, tolerance=0.1)
    assert (found is None) == (not met)
    if found:
        assert overall_rates(coarse, found)["accuracy"] == pytest.approx(max(met))


@pytest.mark.parametrize("loss", [0, 0.02, 1.0])
def test_nearest_together_equals_judging_every_pair(coarse, loss) -> None:
    judged = [
        (
            overall_rates(coarse, pair)["accuracy"],
            np.max([accuracy_and_gap(coarse, pair, gap=gap)[1] for gap in CONFLICTING]),
        )
        for pair in pairs(coarse)
    ]
    best = max(accuracy for accuracy, _ in judged)
    reach = [gap for accuracy, gap in judged if accuracy >= best - loss and not np.isnan(gap)]
    assert nearest_together(coarse, accuracy_loss=loss) == pytest.approx(min(reach))


def test_where_a_gap_is_never_defined_nothing_is_near() -> None:
    counts = tally(Predictions([0, 0, 1, 0], [0.1, 0.3, 0.8, 0.4], {"g": list("aabb")}), "g")
    assert np.isnan(nearest_together(counts))
    assert best_together(counts, ["equalized_odds"]) is None


def test_on_adult_all_six_hold_only_where_hardly_anybody_is_selected(by_sex: Tally) -> None:
    assert most_held(by_sex, accuracy_loss=0.01).count == 4
    loose = most_held(by_sex)
    assert loose.count == 6
    assert overall_rates(by_sex, loose.thresholds)["selection_rate"] < 0.01


@pytest.mark.parametrize("ask", [most_held, nearest_together])
def test_more_than_two_groups_are_refused(by_race_five: Tally, ask) -> None:
    with pytest.raises(ValueError, match="two groups"):
        ask(by_race_five)


def test_what_is_asked_where_nothing_is_said(by_sex) -> None:
    assert most_held(by_sex) == most_held(by_sex, tolerance=0.05, accuracy_loss=1.0)
    assert most_held(by_sex) != most_held(by_sex, tolerance=0.1, accuracy_loss=1.0)
    gaps = ["equalized_odds"]
    assert best_together(by_sex, gaps) == best_together(by_sex, gaps, tolerance=0.05)
    assert best_together(by_sex, gaps) != best_together(by_sex, gaps, tolerance=0.1)
    assert nearest_together(by_sex) == nearest_together(by_sex, CONFLICTING, accuracy_loss=0.01)
    assert nearest_together(by_sex) != nearest_together(by_sex, accuracy_loss=0.02)


def test_a_grid_without_a_half_is_judged_all_the_same() -> None:
    rows = Predictions([0, 1] * 4, np.arange(8) / 8, {"g": list("aabbaabb")})
    for grid in (np.arange(6) / 5, None):
        counts = tally(rows, "g", grid=grid)
        found = most_held(counts)
        judged = criteria(counts, found.thresholds)
        assert found.count == sum(one.verdict == "holds" for one in judged)


@pytest.mark.parametrize("loss", [-0.1, np.nan, "x", None])
def test_losses_that_make_no_sense(coarse, loss) -> None:
    for ask in (most_held, nearest_together):
        with pytest.raises(ValueError, match="The accuracy loss is"):
            ask(coarse, accuracy_loss=loss)


@pytest.mark.parametrize("tolerance", [-0.1, 1.1, np.nan, "x"])
def test_tolerances_that_make_no_sense(coarse, tolerance) -> None:
    with pytest.raises(ValueError, match="The tolerance is"):
        most_held(coarse, tolerance=tolerance)
    for gaps in (["equalized_odds"], ["disparate_impact"]):
        with pytest.raises(ValueError, match="The tolerance is"):
            best_together(coarse, gaps, tolerance=tolerance)


def test_gaps_that_make_no_sense(coarse) -> None:
    for ask in (best_together, nearest_together):
        with pytest.raises(ValueError, match="Name at least one gap; there are: demographic"):
            ask(coarse, [])
        with pytest.raises(ValueError, match="Unknown gap 'odds'"):
            ask(coarse, ["equalized_odds", "odds"])
    assert best_together(coarse, "equalized_odds") == best_together(coarse, ["equalized_odds"])

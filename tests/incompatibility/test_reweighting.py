"""Two groups in another world, against the same made by hand."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise import overall_rates
from equipoise.datasets.adult.audit import adult_audit
from equipoise.incompatibility.changes import with_base_rate
from equipoise.incompatibility.reweighting import STEPS, Reweighted, nearest_along
from equipoise.incompatibility.simultaneous import best_together, nearest_together


@pytest.mark.parametrize(("group", "other"), [("Female", "Male"), ("Male", "Female")])
def test_a_base_rate_goes_from_its_own_to_the_others(group: str, other: str) -> None:
    pair = adult_audit().view("sex", 0.5)
    world = Reweighted(pair, group, 5)
    own = dict(zip(pair.groups, pair.tally.base_rates, strict=True))
    assert world.other == other
    assert len(world.base_rates) == len(STEPS)
    assert world.base_rates[0] == own[group]
    assert world.base_rates[-1] == pytest.approx(own[other])
    assert world.base_rates[5] == pytest.approx(0.75 * own[group] + 0.25 * own[other])
    moved = dict(zip(pair.groups, world.view.tally.base_rates, strict=True))
    assert moved == pytest.approx({group: world.base_rates[5], other: own[other]})
    together = overall_rates(pair.tally, 0.5)
    assert world.shared == (together["true_positive_rate"], together["false_positive_rate"])


def test_what_is_forced_goes_to_nothing_as_the_base_rates_meet() -> None:
    pair = adult_audit().view("sex", 0.5)
    forced = [replace(Reweighted(pair, "Female"), step=step).still_forced for step in range(21)]
    assert forced[0] == pytest.approx(0.273, abs=5e-4)
    assert (np.diff(forced) < 0).all()
    assert forced[-1] == pytest.approx(0)
    nobody = adult_audit().view("sex", {"Female": 1.0, "Male": 1.0})
    empty = replace(
        nobody, tally=replace(nobody.tally, counts=nobody.tally.counts * (np.arange(101) < 50))
    )
    assert np.isnan(Reweighted(empty, "Female").still_forced)


@pytest.mark.parametrize("tolerance", [0.0, 0.1])
def test_what_meets_both_is_sought_in_the_world_asked_for(tolerance: float) -> None:
    pair = adult_audit().view("sex", 0.5, tolerance=tolerance)
    world = Reweighted(pair, "Female", 20)
    gaps = ("equalized_odds", "predictive_parity")
    assert world.meeting_both(moved=False) == best_together(pair.tally, gaps, tolerance=tolerance)
    assert world.meeting_both(moved=True) == best_together(
        world.view.tally, gaps, tolerance=tolerance
    )


def test_what_is_in_reach_is_sought_once() -> None:
    pair = adult_audit().view("race", 0.5)
    rates = (0.2, 0.3)
    reach = nearest_along(pair.tally, "White", rates)
    assert reach[1] == nearest_together(with_base_rate(pair.tally, {"White": 0.3}))
    assert nearest_along(pair.tally, "White", rates) is reach
    elsewhere = Reweighted(adult_audit().view("race", 0.9), "White", 3)
    assert elsewhere.nearest is Reweighted(pair, "White").nearest

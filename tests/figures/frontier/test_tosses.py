"""The gaps of tosses, drawn and told."""

import re

import pytest

from equipoise import tally
from equipoise.figures.frontier import tosses as charts
from equipoise.frontiers.hulls import Mixture
from equipoise.frontiers.randomised import Rule, randomised_rule
from equipoise.frontiers.tosses import toss
from equipoise.words import NARROW


@pytest.fixture(scope="module")
def rule(by_sex):
    return randomised_rule(by_sex, 0.0)


@pytest.fixture(scope="module")
def tosses(by_sex, rule):
    return toss(by_sex, rule)


@pytest.mark.parametrize(
    ("gap", "one"),
    [("equalized_odds", False), ("equal_opportunity", True), ("demographic_parity", True)],
)
def test_the_figure_counts_its_circles_and_its_distances(by_sex, gap: str, one: bool) -> None:
    made = toss(by_sex, randomised_rule(by_sex, 0.01, gap=gap), n_draws=7)
    figure = charts.toss_figure(made, gap)
    assert "7 circles at the gaps of as many tosses" in figure.alt
    assert ("There is one distance here" in figure.takeaway) == one
    assert figure.spec is charts.toss_spec(gap)


def test_one_toss_has_a_name_and_the_others_are_beside_it(tosses) -> None:
    tables = charts.toss_tables(tosses)
    assert tables["this"]["gap"][0] == tosses.draws["gap"].iloc[0]
    assert len(tables["draws"]["gap"]) == 19
    assert tables["rates"]["gap"] == [tosses.gap_of_expected_rates]
    assert tables["mean"]["gap"] == [tosses.toss_gap.mean]
    low, high = tables["middle"]["low"][0], tables["middle"]["high"][0]
    known = tosses.toss_gap
    assert known.within(high) - known.within(low) == pytest.approx(0.9, abs=0.03)
    spec = charts.toss_spec("equalized_odds")
    assert spec is charts.toss_spec("equalized_odds")
    assert {layer["data"]["name"] for layer in spec["layer"]} == set(tables)


def test_the_two_gaps_are_told_apart(adult) -> None:
    """By five races the average gap of a toss is half as large again as that of the rates."""
    counts = tally(adult, "race_five")
    said = charts.toss_takeaway(toss(counts, randomised_rule(counts, 0.09)), 20)
    assert said.startswith(
        "Gap of the average rates 0.090; average gap of a toss **0.131**. At least nine "
        f"tosses in ten lie between 0.084 and 0.214 (the grey bar), and 87{NARROW}% lie above "
        "the gap of the average rates. A gap is the largest of several distances"
    )
    assert "This toss (seed 0): gap **" in said


@pytest.mark.parametrize("gap", ["demographic_parity", "equal_opportunity"])
@pytest.mark.parametrize("limit", [0.03, 0.0])
def test_one_distance_moves_either_way(adult, gap: str, limit: float) -> None:
    counts = tally(adult, "sex", grid=None)
    said = charts.toss_takeaway(toss(counts, randomised_rule(counts, limit, gap=gap)), 1)
    assert "which a toss moves either way; from 0 it can only grow." in said
    above = int(re.search(rf"and \D*(\d+){NARROW}% lie above", said).group(1))
    assert above == pytest.approx(100 if limit == 0 else 50, abs=6)


def test_without_a_coin_nothing_is_averaged(by_sex) -> None:
    rule = Rule("equalized_odds", dict.fromkeys(by_sex.groups, Mixture((0.5,), (1.0,))), 0.8475,
                0.0766)  # fmt: skip
    said = charts.toss_takeaway(toss(by_sex, rule), 2)
    assert said == f"No coin is tossed: gap **0.077**, accuracy 84.75{NARROW}%, every time."

"""The coin's drawings and sentences."""

import re

import numpy as np
import pandas as pd
import pytest

from equipoise import chance_bands, randomised_rule, tally, toss, words
from equipoise.figures.frontier import coin as charts
from equipoise.frontiers.randomised.hulls import Mixture
from equipoise.frontiers.randomised.rules import Rule
from equipoise.words import NARROW


@pytest.fixture(scope="module")
def rule(by_sex):
    return randomised_rule(by_sex, 0.0)


@pytest.fixture(scope="module")
def tosses(by_sex, rule):
    return toss(by_sex, rule)


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


def test_bars_are_the_people_on_a_coin(tosses) -> None:
    tables = charts.coin_tables(tosses.people)
    lengths = np.subtract(tables["bars"]["end"], tables["bars"]["start"])
    women = tosses.people.loc["Female"]
    assert list(tables["bars"]["group"]) == ["Female", "Female"]
    assert lengths.tolist() == [women["on_coin_positive"], women["on_coin_negative"]]
    assert tables["labels"]["name"][1] == "■ Male: 0 of 10,147"


def test_it_is_said_on_whom_chance_falls(by_sex, tosses) -> None:
    said = charts.on_whom(tosses.people)
    assert "of 15,060 people" in said
    assert said.endswith("No coin is tossed for men: chance falls on women alone.")
    many = pd.concat([tosses.people] * 3)
    assert charts.on_whom(many).endswith("For 3 of 6 groups, no coin is tossed.")
    nobody = tosses.people.assign(on_coin=0)
    assert charts.on_whom(nobody).startswith("Nobody")


def test_the_rule_as_a_table_holds_only_what_chance_decides(by_sex, rule, tosses) -> None:
    table = charts.bands_table(chance_bands(by_sex, rule))
    assert set(table.index) == {"Female"}
    people = sum(int(n.replace(",", "")) for n in table["people"])
    assert people == tosses.people.loc["Female", "on_coin"]


def test_what_it_buys_is_told_in_people(tosses) -> None:
    fixed = tosses.expected_accuracy - 0.01
    said = charts.what_it_buys(tosses, {"on the grid": fixed}, 0.01, 15_060)
    assert "on average: +1.00 points, or 151 more of 15,060 people judged rightly." in said
    within = words.nearly(tosses.toss_gap.within(0.01))
    assert said.endswith(f"Of its tosses, {within} have a gap within the limit.")
    none = charts.what_it_buys(tosses, {"on the grid": float("nan")}, 0.0, 15_060)
    assert "; no thresholds on the grid keep the gap that small." in none
    assert "nan" not in none

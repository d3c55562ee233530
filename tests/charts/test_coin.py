"""The coin's drawings and sentences."""

import numpy as np
import pandas as pd
import pytest

from equipoise import chance_bands, randomised_rule, toss
from equipoise.charts import coin as charts


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
    assert tables["expected"]["gap"] == [tosses.expected_gap]
    assert charts.toss_spec("equalized_odds") is charts.toss_spec("equalized_odds")


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


def test_what_it_buys_is_told_in_people() -> None:
    said = charts.what_it_buys(0.85, {"on the grid": 0.84}, 0.01, 15_060)
    assert "The coin buys +1.00 points**: of 15,060 people, 151 more decided rightly" in said
    none = charts.what_it_buys(0.85, {"on the grid": float("nan")}, 0.0, 15_060)
    assert none.endswith("No thresholds on the grid keep the gap that small.")
    assert "nan" not in none

"""The people left to chance: drawn, counted, and told."""

import json

import numpy as np
import pandas as pd
import pytest

from equipoise import words
from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.frontier import chance as charts
from equipoise.frontiers.randomised import randomised_rule
from equipoise.frontiers.tosses import chance_bands, toss
from equipoise.vocabulary import NEUTRAL


@pytest.fixture(scope="module")
def rule(by_sex):
    return randomised_rule(by_sex, 0.0)


@pytest.fixture(scope="module")
def tosses(by_sex, rule):
    return toss(by_sex, rule)


def test_the_figure_speaks_in_the_words_of_its_audit(tosses) -> None:
    figure = charts.chance_figure(adult_audit().view("sex"), tosses.people)
    assert figure.title == "Whose decision depends on a coin (filled: earning more than 50K)"
    assert "those who earn more than 50K, outlined" in figure.alt
    assert "earning 50K or less" in json.dumps(figure.spec)
    assert figure.spec is charts.chance_figure(adult_audit().view("sex"), tosses.people).spec


def test_undescribed_people_are_spoken_of_neutrally(by_sex, rule, tosses) -> None:
    said = charts.on_whom(tosses.people, NEUTRAL)
    assert said.endswith(
        "No coin is tossed for people in group Male: chance falls on people in group Female alone."
    )
    assert "of them labelled positive." in said
    assert "labelled positive" in charts.bands_table(chance_bands(by_sex, rule), NEUTRAL)
    spec = charts.chance_spec(by_sex, NEUTRAL.positive, NEUTRAL.negative)
    assert "50K" not in json.dumps(spec)


def test_bars_are_the_people_on_a_coin(tosses) -> None:
    tables = charts.chance_tables(tosses.people)
    lengths = np.subtract(tables["bars"]["end"], tables["bars"]["start"])
    women = tosses.people.loc["Female"]
    assert list(tables["bars"]["group"]) == ["Female", "Female"]
    assert lengths.tolist() == [women["on_coin_positive"], women["on_coin_negative"]]
    assert tables["labels"]["name"][1] == "■ Male: 0 of 10,147"


def test_it_is_said_on_whom_chance_falls(by_sex, tosses) -> None:
    said = charts.on_whom(tosses.people, VOCABULARY)
    assert "of 15,060 people" in said
    assert said.endswith("No coin is tossed for men: chance falls on women alone.")
    many = pd.concat([tosses.people] * 3)
    assert charts.on_whom(many, VOCABULARY).endswith("For 3 of 6 groups, no coin is tossed.")
    nobody = tosses.people.assign(on_coin=0)
    assert charts.on_whom(nobody, VOCABULARY).startswith("Nobody")


def test_the_rule_as_a_table_holds_only_what_chance_decides(by_sex, rule, tosses) -> None:
    table = charts.bands_table(chance_bands(by_sex, rule), VOCABULARY)
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

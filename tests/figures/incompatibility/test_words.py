"""What the Incompatibility page says beside its figures."""

import re

import pytest

from equipoise import Tally, criteria, words
from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.figures.incompatibility.words import (
    exactly,
    limits,
    matrix_summary,
    row_words,
    theorems,
)
from equipoise.incompatibility.changes import with_base_rate
from equipoise.incompatibility.rows import Row, judged, judged_at
from equipoise.thresholds import flips
from equipoise.vocabulary import NEUTRAL


def row(counts: Tally, threshold: float, tolerance: float) -> Row:
    cut = dict.fromkeys(counts.groups, threshold)
    return Row("x", cut, 0.8, criteria(counts, cut, tolerance=tolerance))


def test_the_summary_counts_rows_and_criteria(by_sex: Tally) -> None:
    counts = by_sex
    two = [row(counts, 0.5, 0.05), row(counts, 0.6, 0.05)]
    said = matrix_summary(two, 0.05, uncertainty=False)
    assert "No row has all six; the most in one row is two." in said
    assert "within the tolerance of 0.05, or four fifths for the impact ratio" in said
    assert "A filled cell holds. " in said
    all_six = row(counts, 0.5, 1.0)
    assert all_six.held == 5, "the impact ratio is not asked for the tolerance"
    everybody = with_base_rate(counts, {"Female": 0.3})
    complete = [row(everybody, 0.0, 0.2)] * 2
    assert complete[0].held == 6
    assert "1 row has all six." in matrix_summary([*complete[:1], *two], 0.2, uncertainty=False)
    assert "2 rows have all six." in matrix_summary(complete, 0.2, uncertainty=False)
    none = [row(counts, 0.5, 0.0)]
    assert none[0].held == 0
    unsure = matrix_summary(none, 0.0, uncertainty=True)
    assert "No criterion holds in any row." in unsure
    assert "95 % confidence" in unsure
    assert "for sure" not in unsure


def test_a_row_says_whose_decisions_it_would_change() -> None:
    view = adult_audit().view("sex", 0.5)
    now, row = (judged_at("Odds", view, {"Female": cut, "Male": 0.5}) for cut in (0.5, 0.4))
    said = row_words(view, "equalized_odds_difference", row, now)
    moved = flips(view.tally, view.thresholds, row.thresholds or {}).loc["Female"]
    women = words.of(moved["newly_selected"], moved["n"], "women")
    cost = words.points(row.accuracy - now.accuracy, 2)
    accuracy = words.percent(row.accuracy, 2)
    assert said == f"**Odds**: accuracy {accuracy} ({cost}); {women} newly selected."
    assert row_words(view, "equalized_odds_difference", now, now) == (
        "**Odds**: These are the present thresholds."
    )
    assert "simply the most accurate" in row_words(view, "expected_calibration_error", row, now)
    none = Row("Odds", None)
    assert "none can be set" in row_words(view, "equalized_odds_difference", none, now)


def test_many_groups_are_counted_together() -> None:
    view = adult_audit().view("race-five", 0.5)
    now, row = judged("Now", view), judged_at("Parity", view, dict.fromkeys(view.groups, 0.4))
    moved = flips(view.tally, view.thresholds, row.thresholds or {}).sum()
    people = words.of(moved["newly_selected"], moved["n"], "people")
    said = row_words(view, "demographic_parity_difference", row, now)
    assert said.endswith(f"; {people} newly selected.")


@pytest.mark.parametrize("say", [exactly, theorems, limits])
def test_without_words_of_its_own_an_audit_is_spoken_of_neutrally(say) -> None:
    about_income = re.compile(r"\bearn|income|50K")
    assert about_income.search(say(VOCABULARY))
    assert not about_income.search(say(NEUTRAL))

"""What recalibration does to error rates, drawn and said."""

from dataclasses import replace

import pytest

from equipoise import Tally, group_rates, words
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.incompatibility.recalibration import (
    recalibration_words,
    separation,
    separation_columns,
)
from equipoise.incompatibility.changes import recalibrated


def test_the_figure_says_both_moments() -> None:
    before = adult_audit().view("sex", 0.5)
    after = replace(before, tally=recalibrated(before.tally))
    figure = separation(before, after, [0.84594, 0.82])
    errors = [view.criteria.expected_calibration_error.value for view in (before, after)]
    gaps = [view.criteria.equalized_odds_difference.value for view in (before, after)]
    assert figure.takeaway == recalibration_words(errors, gaps, [0.84594, 0.82])
    assert figure.table is not None
    table = figure.table()
    assert list(table.columns) == ["TPR before", "TPR after", "FPR before", "FPR after"]
    assert table.loc["Male", "FPR after"] == words.percent(
        after.rates.loc["Male", "false_positive_rate"]
    )
    assert separation(before, after, [0.8, 0.8]).spec is figure.spec
    assert "datasets" not in figure.spec


def test_separation_columns_hold_both_moments(by_sex: Tally) -> None:
    before, after = (group_rates(counts, 0.5) for counts in (by_sex, recalibrated(by_sex)))
    columns = separation_columns(before, after)
    assert columns["step"] == [0, 0, 1, 1]
    assert columns["group"] == ["Female", "Male"] * 2
    assert columns["true_positive_rate"][2:] == after["true_positive_rate"].tolist()


@pytest.mark.parametrize(
    ("best", "said", "unsaid"),
    [
        ((0.84594, 0.84591), "stays at 84.59", "told apart"),
        ((0.8459, 0.8273), "goes from 84.59\N{NARROW NO-BREAK SPACE}% to 82.73", "stays"),
        ((0.2457, 0.75), "to 75.00\N{NARROW NO-BREAK SPACE}%.", "told apart"),
    ],
)
def test_scores_that_became_equal_explain_a_fall_alone(best, said: str, unsaid: str) -> None:
    text = recalibration_words([0.017, 0.0], [0.077, 0.101], best)
    assert "from 0.017 to 0.000, and the equalized-odds gap from 0.077 to 0.101." in text
    assert said in text
    assert unsaid not in text
    assert ("told apart" in text) == (best[1] < best[0] - 1e-4)

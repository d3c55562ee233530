"""The impact ratio: how often each group is selected, beside the one selected most often."""

import math

import pytest

from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.figures.metrics import impact as metrics
from tests.views import view_of


def test_impact_is_measured_against_the_highest() -> None:
    drawn = metrics.impact_rows(adult_audit().view("sex", 0.5).rows)
    assert drawn["ratio"] == pytest.approx([0.3205, 1], abs=5e-5)
    assert drawn["label"] == ["0.3205", "1.0000"]


def test_impact_of_nobody_selected_is_not_drawn_but_marked() -> None:
    nobody = {group: {"selection_rate": 0.0} for group in adult_audit().tally("race-five").groups}
    drawn = metrics.impact_rows(nobody)
    assert set(drawn["ratio"]) == {None}
    assert set(drawn["label"]) == {"–"}
    assert set(drawn["place"]) == {0.0}


@pytest.mark.parametrize("empty", [0, 1, 2])
def test_an_empty_group_blanks_no_other(empty: int) -> None:
    """Wherever it stands, also first."""
    rates, people = [0.2, 0.4], [10, 10]
    rates.insert(empty, math.nan)
    people.insert(empty, 0)
    rows = {
        name: {"selection_rate": rate, "n": n, "tp": 0 if n == 0 else rate * n, "fp": 0}
        for name, rate, n in zip("abc", rates, people, strict=True)
    }
    drawn = metrics.impact_rows(rows)
    expected: list[float | None] = [0.5, 1.0]
    expected.insert(empty, None)
    assert drawn["ratio"] == expected
    assert drawn["label"][empty] == "–"
    reach = metrics.impact_reach(rows)
    top = expected.index(1.0)
    for place, (low, high) in enumerate(zip(reach["low"], reach["high"], strict=True)):
        assert (low is None) == (high is None) == (place in (empty, top))


def test_it_is_said_with_its_source_and_without_thin_lines() -> None:
    figure = metrics.impact_ratio(adult_audit().view("sex"))
    assert figure.takeaway.startswith("Women are selected 0.3205 times as often as men. Four fif")
    assert "guidelines of four US agencies of 1978 ([29 CFR 1607.4(D)]" in figure.takeaway
    assert "https://www.ecfr.gov/current/title-29/section-1607.4" in figure.takeaway
    assert "a smaller gap may count where it is significant in both statistical and pra" in (
        figure.takeaway
    )
    assert "rests on small numbers and is not statistically significant." in figure.takeaway
    assert figure.takeaway.endswith("under Options, looks at.")
    assert "low" not in figure.data["impact"]
    assert figure.table is not None
    assert figure.table().loc["Female", "As a multiple of the highest"] == "0.3205"


@pytest.mark.parametrize("key", COMPARISONS)
def test_thin_lines_are_told_from_the_bracket_where_there_are_more_than_two(key: str) -> None:
    view = adult_audit().view(key, uncertainty=True)
    figure = metrics.impact_ratio(view)
    assert "each taken by itself, with 95 % confidence" in figure.takeaway
    assert ("right for all pairs of groups at once" in figure.takeaway) == (len(view.groups) > 2)
    assert "looks at" not in figure.takeaway
    assert len(figure.data["impact"]["low"]) == len(view.groups)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([0.1, 0.2, 0.1, 0.2], "Nobody is selected"),
        ([0.9, 0.2, 0.9, 0.2], "Every group is selected equally often."),
        ([0.9, 0.2, 0.1, 0.2], "No people in group B are selected, while some people in group A"),
        ([0.9, 0.9, 0.9, 0.2], "People in group B are selected 0.5000 times as often as people i"),
    ],
)
def test_own_groups_are_compared_in_words(scores: list[float], said: str) -> None:
    assert said in metrics.compared(view_of([1, 0, 1, 0], scores, "AABB"))


def test_drawings_are_built_once_and_name_their_data() -> None:
    counts = adult_audit().tally("sex")
    plain, unsure = metrics.impact_spec(counts, False), metrics.impact_spec(counts, True)
    assert plain is metrics.impact_spec(counts, False)
    assert "datasets" not in plain
    assert "low" not in str(plain["layer"]).replace("lowest", "")
    assert len(unsure["layer"]) > len(plain["layer"])

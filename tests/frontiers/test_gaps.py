"""Gaps at given thresholds: counted row by row, and as the criteria judge them."""

import math

import numpy as np
import pytest
from hypothesis import given

from equipoise import Predictions, Tally, criteria, tally
from equipoise.criteria import ENFORCED_BY
from equipoise.frontiers.gaps import (
    GAPS,
    accuracy_and_gap,
    distance,
    is_comparable,
    undefined_groups,
)
from equipoise.rates import RATES
from tests.rows import Rows, rate, rows, thresholds

CRITERION_OF = {gap: criterion for criterion, gap in ENFORCED_BY.items()}


def gap_by_rows(drawn: Rows, groups: tuple[str, ...], at: dict[str, float], gap: str) -> float:
    """Compare all groups that hold somebody whom the rate is about; NaN unless all have it."""
    parts = []
    for name in GAPS[gap].rates:
        labels = {"true_positive_rate": (1,), "false_positive_rate": (0,)}.get(name, (0, 1))
        people = [
            group
            for group in groups
            if sum(
                weight
                for label, _, own, weight in drawn.usable()
                if own == group and label in labels
            )
        ]
        values = [rate(drawn.confusion(group, at[group]), name) for group in people]
        if len(values) < 2 or any(map(math.isnan, values)):
            return math.nan
        if not GAPS[gap].is_ratio:
            parts.append(max(values) - min(values))
        elif max(values) == 0:
            return math.nan
        else:
            parts.append(1 - min(values) / max(values))
    return max(parts)


@given(rows(weighted=True), thresholds())
@pytest.mark.parametrize("gap", GAPS)
def test_gaps_equal_counting_row_by_row(gap: str, drawn: Rows, at: dict[str, float]) -> None:
    counts = tally(drawn.predictions(), "g")
    at = {group: at[group] for group in counts.groups}
    accuracy, found = accuracy_and_gap(counts, at, gap=gap)
    everybody = [drawn.confusion(group, at[group]) for group in counts.groups]
    total = {cell: sum(cells[cell] for cells in everybody) for cell in ("tn", "fp", "fn", "tp")}
    assert accuracy == pytest.approx(rate(total, "accuracy"), nan_ok=True)
    expected = gap_by_rows(drawn, counts.groups, at, gap)
    assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(rows(), thresholds())
@pytest.mark.parametrize("gap", GAPS)
def test_criteria_and_gaps_judge_alike(gap: str, drawn: Rows, at: dict[str, float]) -> None:
    counts = tally(drawn.predictions(), "g")
    at = {group: at[group] for group in counts.groups}
    _, found = accuracy_and_gap(counts, at, gap=gap)
    value = abs(getattr(criteria(counts, at), CRITERION_OF[gap]).value)
    assert found == pytest.approx(1 - value if GAPS[gap].is_ratio else value, nan_ok=True)
    if not is_comparable(counts, gap):
        assert math.isnan(found)
        assert len(counts.groups) < 2 or undefined_groups(counts, gap)[0]


def counted(**labels: str) -> Tally:
    """Tally groups of people with these labels, "+" or "-", scored 0.6 and 0.4 in turn."""
    people = [(int(sign == "+"), group) for group, signs in labels.items() for sign in signs]
    scores = [0.6, 0.4] * len(people)
    drawn = Predictions(
        [label for label, _ in people],
        scores[: len(people)],
        {"g": [group for _, group in people]},
    )
    return tally(drawn, "g")


@pytest.mark.parametrize(
    ("labels", "left_out", "reason", "comparable"),
    [
        ({"a": "+-", "b": "+-"}, (), "", True),
        ({"a": "++", "b": "+-"}, ("a",), "a: nobody has a negative label.", False),
        ({"a": "--", "b": "+-"}, ("a",), "a: nobody has a positive label.", False),
        ({"a": "--", "b": "+-", "c": "+-"}, ("a",), "a: nobody has a positive label.", True),
        (
            {"a": "--", "b": "++", "c": "+-"},
            ("a", "b"),
            "a: nobody has a positive label; b: nobody has a negative label.",
            True,
        ),
        (
            {"a": "--", "b": "--", "c": "+-"},
            ("a", "b"),
            "a: nobody has a positive label; b: nobody has a positive label.",
            False,
        ),
        ({"a": "+-"}, (), "At least two groups are needed to compare.", False),
    ],
)
def test_who_is_left_out_of_equalized_odds(labels, left_out, reason, comparable) -> None:
    counts = counted(**labels)
    assert undefined_groups(counts, "equalized_odds") == (left_out, reason)
    assert is_comparable(counts, "equalized_odds") is comparable
    assert math.isnan(accuracy_and_gap(counts, 0.5)[1]) is not comparable


def test_a_group_without_any_rows_says_just_that() -> None:
    drawn = Predictions([1, 0, 1, 0, 1], [0.9, 0.1, 0.8, 0.2, None], {"g": list("aabbc")})
    for gap in GAPS:
        found = undefined_groups(tally(drawn, "g"), gap)
        assert found == (("c",), "c: there are no usable rows.")


@pytest.mark.parametrize("gap", GAPS)
def test_distances(gap: str) -> None:
    first, second = np.array([0.2, 0.4, 0.0, 0.0, np.nan]), np.array([0.4, 0.2, 0.5, 0.0, 0.1])
    expected = [0.5, 0.5, 1, np.nan, np.nan] if GAPS[gap].is_ratio else [0.2, 0.2, 0.5, 0, np.nan]
    np.testing.assert_allclose(distance(first, second, GAPS[gap]), expected)


def test_every_gap_is_of_rates_that_are_known() -> None:
    assert {name for gap in GAPS.values() for name in gap.rates} <= RATES.keys()

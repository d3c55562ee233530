"""Operating points and what a change of thresholds does, against counting row by row."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise import GRID, Predictions, Tally, dominating, frontier, match_rate, most_accurate
from equipoise import flips as count_flips
from equipoise import tally as count

NAMES = ("A", "B", "C")
RATES = ("selection_rate", "true_positive_rate", "positive_predictive_value", "accuracy")
ON_GRID = st.sampled_from(GRID.tolist())
THRESHOLDS = st.fixed_dictionaries(dict.fromkeys(NAMES, ON_GRID))
ROWS = st.lists(
    st.tuples(st.integers(0, 1), ON_GRID | st.floats(0, 1), st.sampled_from(NAMES)), max_size=40
)


def tallied(rows) -> Tally:
    """Count rows, with one of each label in every group, so that all groups are there."""
    rows = [*rows, *((label, 0.5, name) for name in NAMES for label in (0, 1))]
    labels, scores, groups = zip(*rows, strict=True)
    return count(Predictions(labels, scores, {"g": groups}), "g")


def padded(rows) -> list[tuple[int, float, str]]:
    return [*rows, *((label, 0.5, name) for name in NAMES for label in (0, 1))]


def rate_by_rows(rows, group: str, threshold: float, rate: str) -> float:
    own = [(label, score >= threshold) for label, score, name in padded(rows) if name == group]
    if rate == "true_positive_rate":
        own = [row for row in own if row[0]]
    elif rate == "positive_predictive_value":
        own = [(label, label) for label, selected in own if selected]
    elif rate == "accuracy":
        own = [(label, label == selected) for label, selected in own]
    return sum(hit for _, hit in own) / len(own) if own else np.nan


@given(ROWS)
def test_most_accurate_makes_the_fewest_mistakes(rows) -> None:
    chosen = most_accurate(tallied(rows))
    for name in NAMES:
        accuracies = [rate_by_rows(rows, name, t, "accuracy") for t in GRID]
        assert chosen[name] == GRID[int(np.argmax(accuracies))]


@pytest.mark.parametrize("rate", RATES)
@settings(max_examples=25)
@given(rows=ROWS, group=st.sampled_from(NAMES), threshold=ON_GRID)
def test_matched_rates_are_the_nearest_there_are(rate, rows, group, threshold) -> None:
    matched = match_rate(tallied(rows), group, threshold, rate=rate)
    followed = rate_by_rows(rows, group, threshold, rate)
    assert matched[group] == threshold
    for name in set(NAMES) - {group}:
        distances = [abs(rate_by_rows(rows, name, t, rate) - followed) for t in GRID]
        if np.isnan(followed):
            assert matched[name] == threshold
            continue
        nearest = np.nanmin(distances)
        found = abs(rate_by_rows(rows, name, matched[name], rate) - followed)
        assert found == pytest.approx(nearest)
        ties = [abs(t - threshold) for t, d in zip(GRID, distances, strict=True) if d == found]
        assert abs(matched[name] - threshold) == pytest.approx(min(ties))


def test_nobody_to_follow(by_sex) -> None:
    with pytest.raises(ValueError, match="Unknown group 'Nobody'"):
        match_rate(by_sex, "Nobody", 0.5, rate="selection_rate")


@given(rows=ROWS, before=THRESHOLDS, after=THRESHOLDS)
def test_flips_are_the_people_decided_otherwise(rows, before, after) -> None:
    found = count_flips(tallied(rows), before, after)
    for name in NAMES:
        own = [row for row in padded(rows) if row[2] == name]
        gained = [r[0] for r in own if r[1] >= after[name] and not r[1] >= before[name]]
        lost = [r[0] for r in own if r[1] >= before[name] and not r[1] >= after[name]]
        assert found.loc[name].to_dict() == {
            "n": len(own),
            "newly_selected": len(gained),
            "newly_selected_positive": sum(gained),
            "newly_selected_negative": len(gained) - sum(gained),
            "no_longer_selected": len(lost),
            "no_longer_selected_positive": sum(lost),
            "no_longer_selected_negative": len(lost) - sum(lost),
        }
        assert not (gained and lost)


def test_no_change_flips_nobody(by_sex) -> None:
    assert not count_flips(by_sex, 0.5, 0.5).drop(columns="n").to_numpy().any()


def test_flips_on_adult(by_sex) -> None:
    changes = count_flips(by_sex, 0.5, {"Female": 0.43, "Male": 0.49})
    assert changes.loc["Female", "newly_selected"] == 76
    assert changes.loc["Female", "newly_selected_positive"] == 28


def test_the_free_lunch_of_the_specification(by_race) -> None:
    """0.43/0.49 is more accurate than 0.50/0.50 and its gap is smaller."""
    front = frontier(by_race)
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    point = front.points.iloc[row]
    assert tuple(point[["Non-White", "White"]]) == (0.43, 0.49)
    assert round(point["accuracy"], 4) == 0.8489
    assert round(point["gap"], 4) == 0.0197


def test_the_dominating_point_is_the_most_accurate_of_them(by_sex) -> None:
    front = frontier(by_sex)
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    better = front.points[
        (front.points["accuracy"] >= front.baseline_accuracy)
        & (front.points["gap"] <= front.baseline_gap)
    ]
    assert len(better) > 1
    assert row == better.index[-1]


def test_what_is_on_the_frontier_is_not_dominated(by_sex) -> None:
    front = frontier(by_sex)
    for accuracy, gap in front.points[["accuracy", "gap"]].to_numpy():
        assert dominating(front, accuracy, gap) is None
        assert dominating(front, accuracy + 1e-12, gap - 1e-12) is None
    assert dominating(front, 0.9, np.nan) is None

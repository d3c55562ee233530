"""Operating points and what a change of thresholds does, against counting row by row."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise import GRID, Predictions, Tally, group_rates
from equipoise import tally as count
from equipoise.thresholds import flips as count_flips
from equipoise.thresholds import match_rate, most_accurate, top_k

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


# --- the k highest scores ------------------------------------------------------------------------

TIED = Predictions([1, 0, 1, 0, 1], [0.9, 0.8, 0.8, 0.8, 0.1], {"g": list("ababa")})


@given(
    st.lists(
        st.tuples(
            st.integers(0, 1), st.sampled_from([0.0, 0.2, 0.5, 0.51, 1.0]), st.sampled_from("AB")
        ),
        min_size=1,
        max_size=15,
    ),
    st.integers(0, 99),
)
def test_the_k_highest_scores(drawn, seed) -> None:
    labels, scores, groups = zip(*drawn, strict=True)
    counts = count(Predictions(labels, scores, {"g": groups}), "g", grid=None)
    possible = {
        sum(score >= t for score in scores): t
        for t in [math.inf, *sorted(set(scores), reverse=True)]
    }
    for k in range(len(drawn) + 1):
        found, by_lot = top_k(counts, k), top_k(counts, k, seed=seed)
        if k in possible:
            assert found.possible == by_lot.possible == {k: possible[k]}
            assert found.threshold == possible[k]
            assert found.reason == by_lot.reason == ""
            assert found.seed is by_lot.seed is None
            rates = group_rates(counts, found.threshold)
        else:
            near = max(n for n in possible if n < k), min(n for n in possible if n > k)
            assert found.possible == by_lot.possible == {n: possible[n] for n in near}
            assert math.isnan(found.threshold)
            assert math.isnan(by_lot.threshold)
            assert found.confusion is None
            assert f"so {near[0]} or {near[1]} can be selected" in found.reason
            assert (
                f"Lots chose {k - near[0]} of the {near[1] - near[0]} (seed {seed})"
                in by_lot.reason
            )
            rates = None
        decided = by_lot.confusion
        assert decided.total(("tp", "fp")).sum() == k
        assert decided.total(("tp", "fn")).tolist() == counts.positives.tolist()
        assert decided.total(("tn", "fp")).tolist() == counts.negatives.tolist()
        if rates is not None:
            for cell in ("tn", "fp", "fn", "tp"):
                assert getattr(decided, cell).tolist() == rates[cell].tolist()
        else:
            fewest, most = (group_rates(counts, t) for t in by_lot.possible.values())
            for cell in ("fp", "tp"):
                assert (getattr(decided, cell) >= fewest[cell]).all()
                assert (getattr(decided, cell) <= most[cell]).all()


def test_lots_give_every_tied_person_the_same_chance() -> None:
    """One of three who share a score: two with a negative label in b, one positive in a."""
    counts = count(TIED, "g", grid=None)
    drawn = [top_k(counts, 2, seed=seed).confusion for seed in range(600)]
    positive = sum(int(one.tp[0] == 2) for one in drawn)
    assert abs(positive - 200) < 4 * math.sqrt(600 * 2 / 9)
    again = top_k(counts, 2, seed=7).confusion
    assert again.tp.tolist() == drawn[7].tp.tolist()


@pytest.mark.parametrize(
    ("share", "k"), [(0, 0), (0.2, 1), (0.39, 1), (0.4, 2), (0.8, 4), (1, 5), (np.float32(0.6), 3)]
)
def test_a_share_is_never_exceeded(share, k) -> None:
    assert top_k(count(TIED, "g", grid=None), share=share).k == k


def test_a_share_of_a_hundred_is_a_whole_number() -> None:
    """0.29 times 100 is 28.999999999999996."""
    hundred = Predictions([0] * 100, np.arange(100) / 100, {"g": ["a"] * 100})
    assert top_k(count(hundred, "g", grid=None), share=0.29).k == 29


def test_those_without_a_group_do_not_count() -> None:
    rows = Predictions([1, 0, 1], [0.9, 0.8, 0.7], {"g": ["a", None, "a"]})
    found = top_k(count(rows, "g", grid=None), 1)
    assert found.possible == {1: found.threshold}
    assert 0.7 < found.threshold <= 0.9


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({}, "either k, a number of people, or share"),
        ({"k": 1, "share": 0.2}, "either k, a number of people, or share"),
        ({"k": 6}, "6 people cannot be selected; there are 5"),
        ({"k": -1}, "number of people to select is -1"),
        ({"k": 1.5}, "number of people to select is 1.5"),
        ({"k": True}, "number of people to select is True"),
        ({"share": 1.2}, "share is 1.2"),
        ({"share": math.nan}, "share is nan"),
        ({"k": 2, "seed": -1}, "seed is -1"),
        ({"k": 1, "seed": "x"}, "seed is 'x'"),
    ],
)
def test_numbers_of_people_that_make_no_sense(how, message) -> None:
    with pytest.raises(ValueError, match=message):
        top_k(count(TIED, "g", grid=None), **how)


def test_the_highest_scores_are_not_told_on_a_grid_or_among_weights() -> None:
    with pytest.raises(ValueError, match="grid=None"):
        top_k(count(TIED, "g"), 1)
    weighted = Predictions([1, 0], [0.9, 0.1], {"g": ["a", "b"]}, sample_weight=[0.5, 1])
    with pytest.raises(ValueError, match="counts of rows"):
        top_k(count(weighted, "g", grid=None), 1)

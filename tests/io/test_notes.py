"""What looks doubtful is said, and nothing else is."""

from typing import Any

import numpy as np
import pytest

from equipoise import Predictions


def notes_of(group: Any = None, *, scores: Any = None) -> str:
    n = len(scores) if group is None else len(group)
    labels = np.arange(n) % 2
    scores = 0.4 + 0.3 * labels if scores is None else scores
    groups = ["a"] * n if group is None else group
    return " ".join(Predictions(labels, scores, {"g": groups}).notes)


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([1, 0, 0, 1], "only 0 and 1"),
        ([True, False], "only 0 and 1"),
        (["1", "0", None], "only 0 and 1"),
        (["True", "False"], "only 0 and 1"),
        (np.array([1.0, 0.0]), "only 0 and 1"),
        ([1 + 1e-9, -1e-9], "only 0 and 1"),
        ([0, 0, 0], "only 0,"),
        ([1, 1], "only 1,"),
    ],
)
def test_decisions(scores: Any, said: str) -> None:
    found = notes_of(scores=scores)
    assert f"y_score holds {said}" in found
    assert "a threshold changes nothing between them" in found


@pytest.mark.parametrize("scores", [[0, 1, 0.5], [0.2, 0.2], [None, None], [0, 1e-9]])
def test_scores_between(scores: Any) -> None:
    assert "decisions" not in notes_of(scores=scores)


@pytest.mark.parametrize(
    ("group", "said"),
    [
        (range(5000), "nearly every row is a group of its own (5,000 groups in 5,000 rows)"),
        ([f"id-{i}" for i in range(20)], "nearly every row is a group of its own"),
        ([f"id-{i % 90}" for i in range(100)], "nearly every row is a group of its own"),
        ([f"id-{i % 80}" for i in range(100)], "80 groups, which have fewer than 10 rows each"),
        ([i / 7 for i in range(30)], "pandas.cut(g, 4)"),
        ([18 + i % 60 for i in range(6000)], "g holds 60 different numbers"),
        ([str(18 + i % 60) for i in range(6000)], "put it into bins"),
        ([f"z{i % 30}" for i in range(120)], "30 groups, which have fewer than 10 rows each"),
    ],
)
def test_columns_of_which_the_values_are_no_groups(group: Any, said: str) -> None:
    assert said in notes_of(group)


@pytest.mark.parametrize(
    "group",
    [
        ["a", "b", "c"],
        [i % 10 for i in range(200)],
        [f"m{i % 12}" for i in range(12000)],
        [("a", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)[i % 12] for i in range(12000)],
        [None] * 30,
        ["a"] * 30 + [None] * 30,
    ],
)
def test_groups_that_are_some(group: Any) -> None:
    found = notes_of(group)
    assert not any(said in found for said in ("of its own", "on average", "bins"))


@pytest.mark.parametrize(
    "word", ["NA", "n/a", "nan", "None", "NULL", "<NA>", "?", "-", ".", "#N/A"]
)
def test_words_that_may_mean_missing(word: str) -> None:
    assert (
        f"g: {word!r} is kept as a group's name (2 rows) and may mean missing; if so, leave those "
        "cells empty." in notes_of([word, "F", word, None])
    )


def test_several_words_that_may_mean_missing() -> None:
    assert "g: '?', 'NA' are kept as groups' names (3 rows)" in notes_of(["NA", "?", "F", "NA"])


@pytest.mark.parametrize(
    ("group", "said"),
    [
        (["Woman", "woman"], "g: 'Woman', 'woman' differ only by letter case"),
        (["New York", "New  York"], "differ only by"),
        (["man", "ma\u200bn"], "differ only by"),
        (['"a"', "a"], "differ only by"),
        (["O'Hara", "OHara"], "differ only by"),
        (["1", "1.0", "2"], "g: '1', '1.0' are equal as numbers"),
        (["01", "1"], "are equal as numbers"),
        ([2.5, "2.50"], "are equal as numbers"),
    ],
)
def test_names_that_are_nearly_one_are_kept_apart(group: Any, said: str) -> None:
    found = notes_of(group)
    assert said in found
    assert "kept apart" in found


@pytest.mark.parametrize(
    "group",
    [
        ["a", "b"],
        ["1", "2"],
        [2**53, 2**53 + 1],
        ["x", "y", "1e-99999999999999999999"],
        [1, "1", " 1 "],
    ],
)
def test_names_that_are_one_or_two(group: Any) -> None:
    assert notes_of(group) == ""


@pytest.mark.parametrize(
    ("group", "said"),
    [
        (["Can\udcf3", "Can\udce9"], "in 'Can\ufffd' letters were lost"),
        (["Can\ufffd", "a"], "different names may have become one"),
        ([float(2**53 + 1), 5.0], "'9007199254740992.0' went through a floating-point number"),
        (["9.00720E+15", "a"], "'9.00720E+15' went through"),
        ([1e300, 1.0], "'1e+300' went through"),
    ],
)
def test_names_that_may_have_merged(group: Any, said: str) -> None:
    assert said in notes_of(group)


@pytest.mark.parametrize("group", [["1e5", "a"], [2**60, 5], ["E10", "b"], [0.5, 3.0]])
def test_names_that_have_not(group: Any) -> None:
    assert "floating-point" not in notes_of(group)


@pytest.mark.parametrize(
    ("labels", "positive", "said"),
    [
        (["no", "no"], "YES", "Nobody has the positive label 'YES'."),
        (["yes", ""], "yes", "Everybody who has a label has the positive one, 'yes'."),
        ([1, None], None, "Everybody who has a label has the positive one."),
        (["None", "Some"], "Some", "y_true: 'None' was read as the negative label"),
        (["NA", "Some", None], "Some", "y_true: 'NA' was read as the negative label"),
        ([1, 1], None, ""),
        ([0, None], None, ""),
        ([1, 0], 1, ""),
        ([None, None], "yes", ""),
        (["no", "yes", "None"], "yes", ""),
    ],
)
def test_labels(labels: list[Any], positive: Any, said: str) -> None:
    n = len(labels)
    found = Predictions(labels, [0.4] * n, {"g": ["a"] * n}, positive_label=positive).notes
    alike = [note for note in found if "no usable" not in note]
    assert (" ".join(alike).startswith(said)) if said else not alike


def test_long_lists_are_cut() -> None:
    names = [f"{case}{i}" for i in range(100) for case in "aA"] * 20
    assert "and 195 more differ only by" in notes_of(names)

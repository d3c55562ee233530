"""What is validated, set aside, counted and said about the rows given."""

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given

from equipoise import Predictions
from tests.rows import Rows, rows

LABELS, SCORES, GROUPS = [1, 0, 1, 0], [0.9, 0.2, 0.7, 0.4], ["a", "b", "a", "b"]


def test_arrays_hold_the_usable_rows() -> None:
    found = Predictions([1, None, 0, 1], [0.9, 0.5, None, 0.1], {"g": ["a", "a", "b", None]})
    assert found.y_true.tolist() == [1, 1]
    assert found.y_score.tolist() == [0.9, 0.1]
    assert found.groups["g"].names == ("a", "b")
    assert found.groups["g"].codes.tolist() == [0, -1]
    assert (found.n_rows, found.n, found.n_complete) == (4, 2, 1)
    assert found.missing == {"y_true": 1, "y_score": 1, "g": 1}
    assert found.notes == (
        "1 of 4 rows have no usable y_true.",
        "1 of 4 rows have no usable y_score.",
        "1 of 4 rows have no usable g.",
    )


@given(rows())
def test_rows_are_used_set_aside_or_missing(drawn: Rows) -> None:
    found = drawn.predictions()
    given_rows = list(zip(drawn.labels, drawn.scores, drawn.groups, strict=True))
    assert found.n_rows == len(given_rows)
    assert found.n == sum(None not in row[:2] for row in given_rows)
    assert found.n_complete == sum(None not in row for row in given_rows)
    columns = zip(*given_rows, strict=True) if given_rows else [[], [], []]
    assert list(found.missing.values()) == [column.count(None) for column in map(list, columns)]


def test_arrays_are_copies_and_cannot_be_written_to() -> None:
    scores = np.array(SCORES)
    found = Predictions(LABELS, scores, {"g": GROUPS}, sample_weight=[1, 2, 3, 4])
    scores[0] = 0
    assert found.y_score.tolist() == SCORES
    for array in (found.y_true, found.y_score, found.sample_weight, found.groups["g"].codes):
        assert not array.flags.writeable


def test_groups_may_be_a_table() -> None:
    table = pd.DataFrame({"g": GROUPS, "h": [1, 2, 1, 2]})
    found = Predictions(LABELS, SCORES, table)
    assert {name: grouping.names for name, grouping in found.groups.items()} == {
        "g": ("a", "b"),
        "h": ("1", "2"),
    }


def test_no_rows_and_no_usable_rows() -> None:
    assert Predictions([], [], {"g": []}).n == 0
    nothing = Predictions(LABELS, [None] * 4, {"g": GROUPS})
    assert nothing.n == 0
    assert nothing.groups["g"].names == ("a", "b")


@pytest.mark.parametrize(
    ("groups", "weights", "message"),
    [
        (pd.DataFrame([["a", "x"]] * 4, columns=["g", "g"]), None, "share a name: g, g"),
        ({"g": pd.MultiIndex.from_tuples([("a", 1)] * 4)}, None, r"\('a', 1\) is not a single"),
        ({"g": GROUPS[:3]}, None, "y_true has 4, y_score has 4, g has 3"),
        ({"g": GROUPS}, [1, 2], "sample_weight has 2, g has 4"),
        ({"g": GROUPS}, 2, "sample_weight must be a column of values, not 2"),
        ({"y_true": GROUPS}, None, "An attribute cannot be called 'y_true'"),
        ({"sample_weight": GROUPS}, None, "An attribute cannot be called 'sample_weight'"),
        ({0: GROUPS}, None, "An attribute cannot be called 0"),
        (GROUPS, None, "groups must map names to columns.* it is of type list; .* {'group': "),
        ("sex", None, "it is 'sex'; columns by name are for read_predictions"),
        (np.array(GROUPS), None, "it is of type ndarray; a column needs a name"),
        (pd.Series(GROUPS, name="sex"), None, "it is of type Series; .* {'sex': "),
        (pa.array(GROUPS), None, "it is of type StringArray; a column needs a name"),
        (None, None, "it is of type NoneType.$"),
        ({"sex": "F"}, None, "sex must be a column of values, not 'F' .*read_predictions"),
        ({"sex": pd.DataFrame({"g": GROUPS})}, None, r"as in sex\['g'\]"),
        ({"sex": [b"Can\xf3", b"Can\xe9", "a", "a"]}, None, r"row 1: b'Can\\xf3' is not UTF-8"),
    ],
)
def test_columns_that_do_not_fit(groups: object, weights: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Predictions(LABELS, SCORES, groups, sample_weight=weights)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (pd.DataFrame({"y": LABELS, "z": LABELS}), r"\(4, 2\). It is a table: .* y_true\['z'\]"),
        (pa.table({"y": LABELS}), r"\(4, 1\). It is a table: .* y_true\['y'\]"),
        (np.array(LABELS)[:, None], r"shape \(4, 1\). Its one column is y_true\[:, 0\]"),
        (np.array([LABELS]), r"shape \(1, 4\). Its one row is y_true\[0\]"),
        ("scores.csv", "not 'scores.csv' .*read_predictions"),
        (None, "y_true must be a column of values, not None"),
        (len, "y_true must be a column of values, not <built-in"),
        (SCORES, "y_true holds the labels 0.2, 0.4, 0.7, 0.9: .* Or are these the scores"),
        ([[0, 1]] * 4, r"y_true, row 1: \[0, 1\] is not a single value"),
    ],
    ids=str,
)
def test_labels_that_are_no_column(labels: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Predictions(labels, SCORES, {"g": GROUPS})


PAIRS = np.array([[0.1, 0.9], [0.8, 0.2], [0.3, 0.7], [0.6, 0.4]])


@pytest.mark.parametrize(
    "scores",
    [
        PAIRS,
        PAIRS.tolist(),
        list(PAIRS),
        list(map(tuple, PAIRS)),
        pa.array(PAIRS.tolist()),
        pd.Series(PAIRS.tolist()),
    ],
    ids=lambda scores: type(scores).__name__,
)
def test_both_columns_of_probabilities(scores: Any) -> None:
    with pytest.raises(ValueError, match=r"predict_proba's two columns, .*y_score\[:, 1\]"):
        Predictions(LABELS, scores, {"g": GROUPS})


def test_more_columns_of_probabilities() -> None:
    with pytest.raises(ValueError, match=r"shape \(4, 3\). Take one column of it"):
        Predictions(LABELS, np.zeros((4, 3)), {"g": GROUPS})
    with pytest.raises(ValueError, match=r"shape \(4, 2, 1\)\.$"):
        Predictions(LABELS, PAIRS[..., None], {"g": GROUPS})
    with pytest.raises(ValueError, match="It is a table: take one of its columns"):
        Predictions(LABELS, pd.DataFrame(PAIRS), {"g": GROUPS})


def test_columns_and_tables_of_arrow() -> None:
    found = Predictions(
        pa.array([1, 0, None, 0]),
        pa.array(["90%", "20%", "70%", None]),
        pa.table({"g": ["a", None, "a", "b"], "id": [2**53 + 1, 2**53, None, 1]}),
        sample_weight=pa.array([1, 2, 3, 4]),
    )
    assert found.y_true.tolist() == [1, 0]
    assert found.y_score.tolist() == [0.9, 0.2]
    assert found.sample_weight.tolist() == [1, 2]
    assert found.groups["g"].codes.tolist() == [0, -1]
    assert found.groups["id"].names == ("1", str(2**53), str(2**53 + 1))
    assert found.missing == {"y_true": 1, "y_score": 1, "g": 1, "id": 1}


@pytest.mark.parametrize(
    "index",
    [[0, 2, 1, 3], [10, 11, 12, 13], [0, 0, 1, 1], [3, 2, 1, 0], list("abcd")],
)
def test_series_in_another_row_order_are_refused(index: list[object]) -> None:
    with pytest.raises(ValueError, match="rows of y_true and g carry different labels"):
        Predictions(pd.Series(LABELS), SCORES, {"g": pd.Series(GROUPS, index=index)})


def test_a_reversed_series_is_refused() -> None:
    """Its row labels are a range too, but backwards."""
    with pytest.raises(ValueError, match="y_true and y_score"):
        Predictions(pd.Series(LABELS), pd.Series(SCORES)[::-1], {"g": GROUPS})


def test_series_that_share_their_row_labels_are_taken() -> None:
    table = pd.DataFrame({"y": LABELS, "p": SCORES, "g": GROUPS}, index=[3, 1, 2, 0])
    found = Predictions(table["y"], table["p"], {"g": table["g"]})
    assert found.y_score.tolist() == SCORES
    assert Predictions(table["y"], SCORES, {"g": GROUPS}).n == 4


def test_notes_name_what_looks_doubtful() -> None:
    found = Predictions(
        ["no"] * 4,
        [1 + 1e-9, 0.2, 0.7, 0.4],
        {"town": ["New York", "New\u00a0York", "new york", "Rome"]},
        positive_label="YES",
    )
    clipped, nobody, alike = found.notes
    assert clipped == "1 of 4 scores lay within 1e-06 of [0, 1] and were clipped."
    assert nobody == "Nobody has the positive label 'YES'."
    assert alike.startswith("town: 'New York', 'New\\xa0York', 'new york' differ only by letter")


def test_adult_needs_no_notes(adult: Predictions) -> None:
    assert adult.notes == ()
    assert adult.n == adult.n_rows == adult.n_complete == 15060

"""What a raw column of labels may hold, and how each of it is understood."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.cells import MISSING_WORDS
from equipoise.io.labels import clean_labels

NAN = float("nan")


@pytest.mark.parametrize(
    "values",
    [
        [1, 0, 1, None],
        (1.0, 0.0, 1.0, NAN),
        ["1", "0", " 1 ", ""],
        ["1.0", "0", "01", "NA"],
        [True, False, "true", pd.NA],
        ["TRUE", "False", "true", "null"],
        [1, -1, 1, pd.NaT],
        [Decimal(1), Decimal(0), Fraction(1), Decimal("NaN")],
        [b"1", b"0", b"1", None],
        np.ma.array([1, 0, 1, 1], mask=[0, 0, 0, 1]),
        pd.array([1, 0, 1, None], dtype="Int64"),
        pd.array([True, False, True, None], dtype="boolean"),
        pd.array([1, 0, 1, None], dtype="int8[pyarrow]"),
        pd.array([True, False, True, None], dtype="bool[pyarrow]"),
        pd.array(["1", "0", "1", None], dtype="string[pyarrow]"),
        pd.Categorical(["1", "0", "1", None]),
        pd.Categorical([True, False, True, None]),
        pd.Series([1, 0, 1, None], dtype=object),
        (value for value in [1, 0, 1, None]),
    ],
    ids=lambda values: type(values).__name__,
)
def test_labels_in_many_guises(values: object) -> None:
    assert clean_labels(values, "y").tolist() == [1, 0, 1, -1]


@pytest.mark.parametrize(
    "values",
    [
        np.array([1, 0], dtype=np.uint8),
        np.array([1, -1], dtype=np.int8),
        np.array([1, 0], dtype=np.float16),
        np.array(["1", "0"]),
        np.array([b"1", b"0"]),
        np.array([True, False]),
        pd.Index([1, 0]),
        pd.arrays.SparseArray([1, 0]),
        memoryview(np.array([1, 0])),
    ],
    ids=lambda values: type(values).__name__,
)
def test_labels_in_arrays(values: object) -> None:
    assert clean_labels(values, "y").tolist() == [1, 0]


@pytest.mark.parametrize(
    ("values", "positive", "expected"),
    [
        (["yes", "no", "yes"], "yes", [1, 0, 1]),
        (["yes", "no ", None], "no", [0, 1, -1]),
        ([1, 2, 1], 1, [1, 0, 1]),
        ([1, 2, 1], "1", [1, 0, 1]),
        (["1", "2", "1"], 2.0, [0, 1, 0]),
        ([0, 1, 0], 0, [1, 0, 1]),
        ([True, False, True], False, [0, 1, 0]),
        (["NA", "some", "NA"], "NA", [1, 0, 1]),
        (["none", "some", ""], "none", [1, 0, -1]),
        (["José", "Jose\u0301", "Ana"], "José", [1, 1, 0]),
        (pd.to_datetime(["2020", "2021", "2020"]), pd.Timestamp("2020"), [1, 0, 1]),
        (["bad", "bad", "bad"], "good", [0, 0, 0]),
        (["None", "Some", "None", None, ""], "Some", [0, 1, 0, -1, -1]),
        (["NA", "yes", pd.NA, " NA "], "yes", [0, 1, -1, 0]),
        (["n/a", "found"], "found", [0, 1]),
        ([b"NULL", "found"], "found", [0, 1]),
        (pd.Categorical(["none", "some", None]), "some", [0, 1, -1]),
        (pa.array(["None", "Some", None]), "Some", [0, 1, -1]),
        (["yes", "no", "NA", "None"], "yes", [1, 0, -1, -1]),
        (["yes", "nan", "<NA>", ""], "yes", [1, -1, -1, -1]),
        (["None", "NA", "Some"], "None", [1, -1, 0]),
        ([1, "None", "NA"], 1, [1, -1, -1]),
        (["None", "NA", None], "yes", [-1, -1, -1]),
        ([2**53 + 1, 2**53], str(2**53 + 1), [1, 0]),
    ],
)
def test_labels_with_a_positive_one(values: object, positive: object, expected: list[int]) -> None:
    assert clean_labels(values, "y", positive_label=positive).tolist() == expected


@pytest.mark.parametrize("values", [[1, 1], [0, 0], [-1, -1], [True], [], [None, ""]])
def test_labels_of_one_class_or_none(values: list[object]) -> None:
    labels = clean_labels(values, "y")
    assert len(labels) == len(values)
    assert len(set(labels.tolist())) <= 1


@pytest.mark.parametrize(
    ("values", "positive", "message"),
    [
        (["yes", "no"], None, "y holds the labels 'no', 'yes': say which one is positive"),
        ([1, 2], None, "labels 1, 2: say"),
        ([0, -1], None, "labels -1, 0: say"),
        ([0, 1, 2], None, "labels 0, 1, 2: say"),
        ([0.5, 0, 1], None, "labels 0, 0.5, 1"),
        (["inf", 0, 1], None, "'inf', 0, 1"),
        ([1, 2], 3, "exactly two are needed, one of them the positive label 3"),
        (["a", "b", "c"], "a", "labels 'a', 'b', 'c'; exactly two"),
        (["yes", "Yes", "no"], "yes", "'Yes', 'no', 'yes'; exactly two"),
        ([0, 1], NAN, "positive label nan"),
        (["None", "Some"], None, "y holds the labels 'None', 'Some': say which one is positive"),
        (["None", "NA", "Some"], "Some", "y holds 'NA', 'None' beside the positive label 'Some'"),
        (["none", "None", "Some"], "Some", "y holds 'None', 'none' beside"),
        ([0.1, 0.9, 0.3], None, "labels 0.1, 0.3, 0.9: say .* Or are these the scores"),
        ([0.5, 1], None, r"labels 0.5, 1: say which one is positive \(positive_label\)\.$"),
        (list("abcdefghijklm"), None, "'i', 'j', and 3 more: say"),
        ([1, b"yes", b"Can\xf3"], None, r"y, row 3: b'Can\\xf3' is not UTF-8"),
        ([1, 10**5000], None, "y, row 2: a number too long to be shown cannot be a name"),
        ([[0, 1], [1, 0]], None, r"\[0, 1\] is not a single value; .* y\[:, 1\]"),
        ([[1], [0]], None, r"y, row 1: \[1\] is not a single value"),
        ([1, {0}], None, r"y, row 2: \{0\} is not a single value"),
        ([(1, 2), 0], None, r"\(1, 2\) is not a single value"),
    ],
)
def test_labels_that_make_no_sense(values: list[object], positive: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        clean_labels(values, "y", positive_label=positive)


@given(
    st.sampled_from(sorted(MISSING_WORDS)),
    st.lists(st.sampled_from(["yes", "no", None]), min_size=1, max_size=9),
)
def test_a_word_for_missing_is_missing_where_there_is_another_negative(
    word: str, others: list[str | None]
) -> None:
    values = ["yes", "no", word, *others]
    meaning = {"yes": 1, "no": 0, None: -1, word: -1}
    found = clean_labels(values, "y", positive_label="yes")
    assert found.tolist() == [meaning[label] for label in values]

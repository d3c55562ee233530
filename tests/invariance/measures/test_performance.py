"""Macro F1 beside scikit-learn's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score

from equipoise.invariance import macro_f1
from equipoise.invariance.measures.performance import positive_rate


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1))
def test_as_scikit_learn_has_it(rows: list) -> None:
    label, pred = zip(*rows, strict=True)
    assert macro_f1(label, pred).value == pytest.approx(f1_score(label, pred, average="macro"))


def test_rows_without_a_label_or_an_answer_do_not_count() -> None:
    found = macro_f1([1, 0, None, 1], [1, 0, 1, None])
    assert (found.value, found.n) == (1, 2)
    assert list(found.by_class["correct"]) == [1, 1]


@pytest.mark.parametrize(
    ("label", "reason"),
    [([None, None], "there are no labels"), ([None, 1], "no labelled row has a readable answer")],
)
def test_undefined_has_a_reason(label: list, reason: str) -> None:
    found = macro_f1(label, [1, None])
    assert np.isnan(found.value)
    assert found.reason == reason


def test_positive_rate() -> None:
    assert positive_rate([1, 0, None, 0]) == pytest.approx(1 / 3)
    assert np.isnan(positive_rate([None]))

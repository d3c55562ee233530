"""A model's own strata beside the given ones: compared where it is certain which is which."""

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import read_answers, read_items, score
from equipoise.invariance.measures.agreement import Agreement, agreement


def found(
    s: list[str], s_lm: list[str], y: list[float] | None = None, *, of_all: int = 0
) -> Agreement:
    items = pd.DataFrame({"s": s, "y": y or [np.nan] * len(s)})
    rows = items.assign(s_lm=s_lm)
    return agreement(rows.iloc[: of_all or None], items)


def test_words_are_told_by_the_label() -> None:
    case = found(["toxic", "non-toxic", "toxic"], ["1", "0", "0"], [1, 0, 1])
    assert case == Agreement(pytest.approx(2 / 3), 3)
    turned = found(["kind", "rude", "kind", "rude"], ["1", "0", "1", "0"], [0, 1, 0, 1])
    assert turned.value == 0  # 1 is rude here
    unknown = found(["toxic", "kind", "toxic"], ["1", "0", "0"], [1, 0, np.nan])
    assert unknown.value == pytest.approx(2 / 3)


def test_all_items_tell_which_word_is_which() -> None:
    """The rows asked hold one label only; the others say what it is called."""
    case = found(["toxic", "toxic", "kind"], ["1", "0", ""], [1, 1, 0], of_all=2)
    assert case == Agreement(0.5, 2)


@pytest.mark.parametrize(
    ("s", "s_lm", "y"),
    [
        (["toxic", "kind"], ["1", "0"], None),
        (["toxic", "toxic"], ["1", "0"], [1, 1]),
        (["toxic", "kind", "kind"], ["1", "0", "0"], [1, 0, 1]),
        (["toxic", "kind", "mixed"], ["1", "0", "0"], [1, 0, np.nan]),
        (["toxic", "kind", "mixed"], ["1", "0", "0"], [1, 0, 0]),
        (["toxic", "kind"], ["rude", "nice"], [1, 0]),
        (["toxic", "kind"], ["toxic", "nice"], [1, 0]),
        (["young", "old"], ["1", "2"], [1, 0]),
    ],
)
def test_what_is_not_certain_is_not_compared(s: list, s_lm: list, y: list | None) -> None:
    case = found(s, s_lm, y)
    assert np.isnan(case.value)
    assert case.n == len(s)
    for name in (*s, *s_lm):
        assert name in case.reason


@pytest.mark.parametrize(
    ("s", "s_lm"),
    [
        (["1", "0", "1"], ["1", "0", "0"]),
        (["True", "False", "True"], ["1", "0", "0"]),
        (["1", "0", "1"], ["1.0", "0.0", "0.0"]),
        (["1", "0", "1"], ["true", "false", "FALSE"]),
        (["Toxic", "Non-toxic", "Toxic"], ["toxic", "non\u2011toxic", "non-toxic"]),
        (["young", "old", "young"], ["young", "old", "old"]),
    ],
)
def test_the_same_names_are_the_same(s: list, s_lm: list) -> None:
    assert found(s, s_lm) == Agreement(pytest.approx(2 / 3), 3)


def test_where_there_is_nothing_to_compare_nothing_is_said() -> None:
    assert found(["", ""], ["1", "0"]).reason == ""
    assert found(["1", "0"], ["", ""]).n == 0
    assert np.isnan(found(["", ""], ["1", "0"]).value)


def test_only_rows_that_have_both_count() -> None:
    assert found(["1", "0", "", "1"], ["1", "", "0", "0"]) == Agreement(0.5, 2)


CSV = b"id,z,s,y\n1,a,toxic,1\n2,b,toxic,1\n3,a,kind,0\n4,b,kind,0\n5,a,toxic,1\n6,b,toxic,1\n"
ANSWERS = b"id,pred,s_lm\n1,1,1\n2,1,0\n3,0,0\n4,0,1\n5,1,1\n6,0,1\n"


def test_scores_say_it_in_percent_or_say_why_not() -> None:
    scores = score(read_items(CSV), read_answers(ANSWERS), n_permutations=200)
    one = scores["default"]
    assert (one.s_agreement, one.n_s_agreement) == (pytest.approx(4 / 6), 6)
    assert one.s_agreement_reason == ""
    assert "own strata agree with the given in 66.7" in str(scores)
    assert "(4 of 6 rows)" in str(scores)
    without = read_items(CSV.replace(b",1\n", b",\n").replace(b",0\n", b",\n"))
    unknown = score(without, read_answers(ANSWERS), n_permutations=200)
    assert np.isnan(unknown["default"].s_agreement)
    assert np.isnan(unknown.table()["s_agreement"][0])
    assert unknown["default"].si_bias_by_model_s is not None
    said = str(unknown)
    assert "cannot be compared with the given ones: the model's are 0 and 1" in said
    assert "the given kind and toxic" in said
    assert "0.0\u202f%" not in said.split("own strata")[1]

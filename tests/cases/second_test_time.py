"""Second round: answers, contexts and replies of text models."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import (
    ci_probability,
    macro_f1,
    null_band,
    p_value,
    read_answers,
    read_items,
    score,
    si_bias,
)
from equipoise.invariance.measures.agreement import agreement
from equipoise.invariance.running.reply import read_reply

Given = dict[str, Any]


def unlike_indexes(given: Given, right: Given) -> None:
    """Every measure that takes columns refuses Series whose rows are others."""
    pred = pd.Series(given["y_pred"])
    z = pd.Series(given["z"], index=given["z_index"])
    unit = pd.Series(["u", "v"] * 2)
    said = "indexes of .* differ"
    for measure in (
        lambda: si_bias(pred, None, z),
        lambda: p_value(pred, None, z, n_permutations=9),
        lambda: null_band(pred, None, z, n_permutations=9),
        lambda: ci_probability(pred, unit, z),
        lambda: macro_f1(pred.set_axis(z.index), pred),
    ):
        with pytest.raises(ValueError, match=said):
            measure()
    assert si_bias(pred, None, z.to_numpy()).value == 1
    assert "indexes differ" in right["error"]


def two_options(given: Given, right: Given) -> None:
    for raw, value in zip(given["raw"], right["values"], strict=True):
        assert read_reply(raw, ["no", "yes"]) is value


def strata_in_words(given: Given, right: Given) -> None:
    """Agreement by the label; the scores say the same of as many rows in two contexts."""
    rows = pd.DataFrame(given)
    assert agreement(rows, rows).value == pytest.approx(right["agreement"], abs=1e-4)
    twice = pd.concat([rows.assign(z="a"), rows.assign(z="b")], ignore_index=True)
    items = read_items(twice[["s", "y", "z"]].assign(id=range(len(twice))))
    answers = twice[["s_lm"]].assign(id=range(len(twice)), pred=1)
    found = score(items, read_answers(answers), n_permutations=9)["default"]
    assert found.s_agreement == pytest.approx(right["agreement"], abs=1e-4)
    unknown = agreement(rows, rows.assign(y=np.nan))
    assert np.isnan(unknown.value)
    assert "toxic" in unknown.reason


def contexts_by_case(given: Given, right: Given) -> None:
    z = given["z"]
    table = pd.DataFrame({"id": range(len(z)), "z": z, "s": "all"})
    for read in (lambda: read_items(table), lambda: si_bias([1] * len(z), None, z)):
        with pytest.raises(ValueError, match=r"'woman'.*'Woman'"):
            read()
    assert right["error_or_note"] == "names both spellings"


def blank_last_rows(given: Given, right: Given) -> None:
    content = given["csv_text"].encode()
    items, answers = read_items(content), read_answers(content)
    assert len(items.table) == len(answers.table) == right["n"]
    assert score(items, answers, n_permutations=9)["default"].n == right["n"]


CHECKS: dict[str, Callable[[Given, Given], None]] = {
    "EQ2-13": unlike_indexes,
    "EQ2-25": two_options,
    "EQ2-26": strata_in_words,
    "EQ2-27": contexts_by_case,
    "EQ2-28": blank_last_rows,
}

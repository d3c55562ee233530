"""Columns that belong together: as long as each other, and of the same rows."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from equipoise.invariance import (
    ci_probability,
    interval,
    macro_f1,
    missing_bounds,
    null_band,
    p_value,
    si_bias,
)
from equipoise.invariance.measures.performance import positive_rate
from equipoise.invariance.tables.values import meaning

PRED, Z = [1, 1, 0, 0], ["a", "a", "b", "b"]
S, UNIT = ["x"] * 4, ["u", "v", "u", "v"]
OTHER_ORDER = pd.Index([0, 2, 1, 3])

MEASURES: dict[str, Callable[..., Any]] = {
    "si_bias": lambda pred, **of: si_bias(pred, of["s"], of["z"]),
    "missing_bounds": lambda pred, **of: missing_bounds(pred, of["s"], of["z"]),
    "interval": lambda pred, **of: interval(pred, of["s"], of["z"]),
    "null_band": lambda pred, **of: null_band(
        pred, of["s"], of["z"], of["unit"], n_permutations=9
    ),
    "p_value": lambda pred, **of: p_value(pred, of["s"], of["z"], of["unit"], n_permutations=9),
    "ci_probability": lambda pred, **of: ci_probability(pred, of["unit"], of["z"]),
    "macro_f1": lambda pred, **of: macro_f1(of["y_true"], pred),
}
COLUMNS = {
    "si_bias": ("s", "z"),
    "missing_bounds": ("s", "z"),
    "interval": ("s", "z"),
    "null_band": ("s", "z", "unit"),
    "p_value": ("s", "z", "unit"),
    "ci_probability": ("unit", "z"),
    "macro_f1": ("y_true",),
}
GIVEN = {"s": S, "z": Z, "unit": UNIT, "y_true": PRED}
EACH = [(name, column) for name, columns in COLUMNS.items() for column in columns]


@pytest.mark.parametrize(("measure", "column"), EACH)
@pytest.mark.parametrize("index", [OTHER_ORDER, pd.Index(list("wxyz")), pd.RangeIndex(1, 5)])
def test_series_of_other_rows_are_not_paired_by_place(
    measure: str, column: str, index: pd.Index
) -> None:
    given = GIVEN | {column: pd.Series(GIVEN[column], index=index)}
    with pytest.raises(ValueError, match=rf"indexes of y_pred and {column} differ.*Join them"):
        MEASURES[measure](pd.Series(PRED), **given)


@pytest.mark.parametrize(("measure", "column"), EACH)
def test_columns_are_equally_long(measure: str, column: str) -> None:
    given = GIVEN | {column: GIVEN[column][:3]}
    with pytest.raises(ValueError, match=f"{column} has 3 rows, y_pred has 4"):
        MEASURES[measure](PRED, **given)


@pytest.mark.parametrize("measure", MEASURES)
def test_series_of_the_same_rows_and_plain_arrays_are_as_good(measure: str) -> None:
    plain = MEASURES[measure](PRED, **GIVEN)
    labelled = {name: pd.Series(values, index=OTHER_ORDER) for name, values in GIVEN.items()}
    same = MEASURES[measure](pd.Series(PRED, index=OTHER_ORDER), **labelled)
    mixed = MEASURES[measure](np.array(PRED), **GIVEN | {"z": labelled["z"]})
    for other in (same, mixed):
        assert getattr(other, "value", 0) == getattr(plain, "value", 0)


def test_without_strata_there_is_nothing_to_compare() -> None:
    for whole in (None, "all"):
        labelled = pd.Series(PRED, index=OTHER_ORDER)
        assert si_bias(labelled, whole, Z).value == 1
        assert null_band(labelled, whole, Z, n_permutations=9).reason == ""


@pytest.mark.parametrize("value", ["1", 1.0, True, "TRUE", "1.0"])
def test_what_says_one(value: object) -> None:
    assert meaning(value) == 1
    assert positive_rate([value]) == 1


@pytest.mark.parametrize("value", ["toxic", 2, "01", "yes"])
def test_what_says_nothing(value: object) -> None:
    assert meaning(value) is None


def test_what_is_missing_has_no_meaning_but_a_place() -> None:
    for value in (None, "", "NA", float("nan")):
        assert np.isnan(meaning(value))  # type: ignore[arg-type]

"""Numbers in percent, with decimal commas, and truth values: read where all agree."""

from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.io.columns import as_column, clean_scores
from equipoise.io.written import with_points

NAN = float("nan")


def read(values: Any) -> tuple[list[float], list[str]]:
    column, notes = with_points(as_column(values, "p"), "p")
    return clean_scores(column, "p")[0].tolist(), notes


@pytest.mark.parametrize(
    "values",
    [
        ["92%", "8%", "12.5%"],
        ["92 %", "8\u00a0%", "12.5\u202f%"],
        ["92%", "8%", "12,5%"],
        ["92,0 %", "8,0 %", "12,5 %"],
        [" +92% ", "08.0%", "12.50%"],
        ["92％", "8％", "12.5％"],
        [b"92%", b"8%", b"12.5%"],
        np.array(["92%", "8%", "12.5%"]),
        pd.Series(["92%", "8%", "12.5%"], dtype="string"),
        pd.Categorical(["92%", "8%", "12.5%"]),
        pa.array(["92%", "8%", "12.5%"]),
    ],
    ids=lambda values: type(values).__name__,  # The text of an Arrow array holds its address.
)
def test_percentages(values: Any) -> None:
    found, notes = read(values)
    assert found == [0.92, 0.08, 0.125]
    assert notes[-1] == "p is written in percent; it was read as fractions, 92% as 0.92."


@given(st.integers(0, 10**6))
def test_a_percentage_is_the_number_that_it_says(millionths: int) -> None:
    share = Decimal(millionths) / 10**6
    found, _ = read([f"{share * 100}%"])
    assert found == [float(share)]


@pytest.mark.parametrize("missing", [None, NAN, pd.NA, "", " ", "NA", "n/a", "None"])
def test_missing_ones_stay_missing(missing: Any) -> None:
    for values, expected in ((["92%", missing], 0.92), (["0,5", missing], 0.5)):
        (known, unknown), notes = read(values)
        assert known == expected
        assert np.isnan(unknown)
        assert len(notes) == 1
    assert read([missing, missing])[1] == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["92%", "8%", "0.61"], "p, row 3: '0.61' is not written in percent, .* such as '92%'"),
        ([0.1, "90%"], "p, row 1: 0.1 is not written in percent"),
        (["high", "90%"], "p, row 1: 'high' is not written in percent"),
        (["90%", "1.000,5%"], "p, row 2: '1.000,5%' is not written in percent"),
        (["90%%", "90%"], "p, row 1: '90%%' is not written in percent"),
        (["90%", b"\xff"], "p, row 2: .* is not UTF-8"),
    ],
)
def test_some_in_percent_and_others_not(values: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["120%", "50%"], "1 of 2 scores lie outside 0 to 1; the first is 1.2"),
        (["0,9", "0.2"], "p, row 1: '0,9' is not a number"),
        (["1.000,5", "0,2"], "p, row 1: '1.000,5' is not a number"),
        (["%", "0.2"], "p, row 1: '%' is not a number"),
        (["true", "0.2"], "p, row 1: 'true' is not a number"),
    ],
)
def test_what_is_no_number_is_left_for_others_to_name(values: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(values)


def test_decimal_commas() -> None:
    found, notes = read(["0,9", ",25", "1", ""])
    assert found[:3] == [0.9, 0.25, 1]
    assert notes == ["p is written with decimal commas; they were read as points."]


@pytest.mark.parametrize("values", [["TRUE", "False", None], [b"true", b"false", b""]])
def test_truth_values_in_words(values: list[Any]) -> None:
    found, notes = read(values)
    assert found[:2] == [1, 0]
    assert np.isnan(found[2])
    assert notes == []


@pytest.mark.parametrize(
    "values", [[0.5, 1], ["0.5", "1"], [True, False], [None], [], ["0.5", "inf"], [Decimal("0.5")]]
)
def test_a_column_without_marks_is_the_same(values: list[Any]) -> None:
    column = as_column(values, "p")
    found, notes = with_points(column, "p")
    assert notes == []
    assert found is column


def test_the_rows_keep_their_places() -> None:
    column = pd.Series(["92%", "8%"], index=[5, 7], name="q")
    found, _ = with_points(column, "p")
    assert found.index.tolist() == [5, 7]
    assert found.name == "q"

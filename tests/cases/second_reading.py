"""Second round: tables as people have them, read as they are meant or refused by name."""

import io
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from equipoise import Predictions, overall_rates, read_predictions, tally

Given = dict[str, Any]


def rows(group: Any) -> Predictions:
    """Predictions of people of whom only the group matters."""
    n = len(group)
    return Predictions([0, 1] * (n // 2) + [0] * (n % 2), [0.25] * n, {"g": group})


def read(given: Given, *, y_true: str = "y", y_score: str = "p", groups: str = "g") -> Predictions:
    return read_predictions(
        given["csv_text"].encode(), y_true=y_true, y_score=y_score, groups=groups
    )


def said(found: Predictions) -> str:
    return " ".join(found.notes)


def refused(given: Given, **columns: str) -> str:
    with pytest.raises(ValueError, match=r"\w") as error:
        read(given, **columns)
    return str(error.value)


def bytes_that_are_not_utf_8(given: Given, right: Given) -> None:
    names = [name.encode("latin-1") for name in given["group_bytes_latin1"]]
    assert right["n_groups"] == len(set(names)) == 2
    with pytest.raises(ValueError, match=r"g, row 1: b'Can\\xf3' is not UTF-8"):
        rows(names)


def arrow_nulls(given: Given, right: Given) -> None:
    found = rows(pa.array(given["group_pyarrow"]))
    assert list(found.groups["g"].names) == right["groups"]
    assert found.missing["g"] == right["missing"]


def whole_numbers_beside_a_null(given: Given, right: Given) -> None:
    file = io.BytesIO()
    columns = {"y": [1, 0, 1, 0], "p": [0.9, 0.1, 0.8, 0.2], "g": pa.array(given["group"])}
    pyarrow.parquet.write_table(pa.table(columns), file)
    found = read_predictions(file.getvalue(), y_true="y", y_score="p", groups="g")
    assert set(found.groups["g"].names) == {str(g) for g in given["group"] if g is not None}
    assert len(found.groups["g"].names) == right["n_groups"]
    assert found.missing["g"] == right["missing"]


def a_word_that_is_the_negative_label(given: Given, right: Given) -> None:
    found = Predictions(
        given["y_true"],
        given["y_score"],
        {"g": given["group"]},
        positive_label=given["positive_label"],
    )
    assert overall_rates(tally(found, "g"), 0.5)["base_rate"] == right["base_rate"]
    assert "'None' was read as the negative label" in said(found)


def a_blank_before_a_quotation_mark(given: Given, right: Given) -> None:
    found = read(given, y_score="s")
    assert list(found.groups["g"].names) == right["groups"]
    assert found.y_score.tolist() == [0.9, 0.1]


def quotation_marks_that_swallow_rows(given: Given, right: Given) -> None:
    assert "row 2" in right["behaviour"]
    note = said(read(given, y_score="s"))
    assert "Row 2" in note
    assert "a quoted cell runs over 3 lines" in note
    assert "swallowed" in note


def deciles(given: Given, right: Given) -> None:
    assert "deciles" in right["behaviour"]
    message = refused(given)
    assert message.startswith("p: 3 of 4 scores lie outside 0 to 1; the first is 9 in row 2")
    assert "deciles" in message
    assert "divide p by" in message
    assert "exp" not in message


def percentages(given: Given, right: Given) -> None:
    found = read(given)
    assert found.y_score.tolist() == right["y_score"]
    assert "p is written in percent" in said(found)


def one_column_twice(given: Given, right: Given) -> None:
    found = read(given)
    assert found.n == right["n"]
    assert "p stands twice with the same content" in said(found)


def two_columns_of_one_name(given: Given, right: Given) -> None:
    assert right["error"] == "names p"
    message = refused(given)
    assert "2 columns called p" in message
    assert "row 2" in message
    assert "'0.9' and '0.8'" in message


def a_group_a_row(given: Given, right: Given) -> None:
    assert given["group"] == "5,000 unique ids"
    assert "nearly every row is a group of its own" in right["behaviour"]
    for ids in (range(5000), [f"id-{i}" for i in range(5000)]):
        assert "g: nearly every row is a group of its own" in said(rows(list(ids)))


def hard_decisions(given: Given, right: Given) -> None:
    found = Predictions(given["y_true"], given["y_score"], {"g": given["group"]})
    note = said(found)
    assert right["note"].startswith("only 0 and 1")
    assert "y_score holds only 0 and 1" in note
    assert "a threshold changes nothing between them" in note


def unquoted_na(given: Given, right: Given) -> None:
    found = read(given, groups="sex")
    assert found.groups["sex"].names == ("F", "M", "NA")
    assert right["note"] == "says that NA is kept as a group's name and may mean missing"
    assert "'NA' is kept as a group's name (1 row) and may mean missing" in said(found)


def more_people_than_scores(given: Given, right: Given) -> None:
    found = read_predictions(
        given["predictions"].encode(),
        y_true="y",
        y_score="p",
        groups="sex",
        join=given["people"].encode(),
        on=given["on"],
    )
    assert found.n == right["n"]
    assert found.groups["sex"].codes.tolist() == [0, 1, 0]
    assert f"{right['note']}." in found.notes


CHECKS: dict[str, Callable[[Given, Given], None]] = {
    "EQ2-07": bytes_that_are_not_utf_8,
    "EQ2-08": arrow_nulls,
    "EQ2-09": whole_numbers_beside_a_null,
    "EQ2-10": a_word_that_is_the_negative_label,
    "EQ2-11": a_blank_before_a_quotation_mark,
    "EQ2-12": quotation_marks_that_swallow_rows,
    "EQ2-16": deciles,
    "EQ2-17": percentages,
    "EQ2-18": one_column_twice,
    "EQ2-19": two_columns_of_one_name,
    "EQ2-21": a_group_a_row,
    "EQ2-22": hard_decisions,
    "EQ2-23": unquoted_na,
    "EQ2-24": more_people_than_scores,
}

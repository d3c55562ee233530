"""Strangers' texts in Markdown, HTML and spreadsheets."""

import io

import pandas as pd
import pytest

from equipoise.app.invariance.flipped import marked, side_by_side
from equipoise.app.invariance.own import example_files
from equipoise.app.invariance.telling import JOINER, harmless, p_share, plain
from equipoise.words import NARROW

HOSTILE = "![x](http://a.example/x.png) <b>*$y$*</b> :material/home: www.a.example a@b.example"


def test_nothing_in_a_text_is_markdown() -> None:
    shown = plain(HOSTILE)
    for mark in "!*$<:[":
        assert f"\\{mark}" in shown
        assert not any(a == mark and b != "\\" for b, a in zip(" " + shown, shown, strict=False))
    assert "http\\:" + JOINER in shown
    assert f"www{JOINER}" in shown


def test_a_long_text_is_shortened() -> None:
    assert len(plain("x" * 1_000)) < 400


@pytest.mark.parametrize(
    "value", ["=1+1", "+1", "-1", "@x", " =1", "\t=1", "\r=1", "|x", "%x", "\uff1d1"]
)
def test_no_cell_is_a_formula(value: str) -> None:
    table = harmless(pd.DataFrame({value: [value, "plain"], "n": [-1.5, 2.0]}))
    assert table.iloc[0, 0] == f"'{value}"
    assert table.columns[0] == f"'{value}"
    assert table["n"].tolist() == [-1.5, 2.0]
    assert table.iloc[1, 0] == "plain"


@pytest.mark.parametrize(
    ("value", "shown"), [("a;=1", "a;'=1"), ("a\t =1", "a\t '=1"), ("a, -1; b", "a, -1; b")]
)
def test_nor_is_a_part_of_one_where_cells_are_parted_otherwise(value: str, shown: str) -> None:
    assert harmless(pd.DataFrame({"raw": [value]})).iloc[0, 0] == shown


def test_texts_side_by_side_are_no_html() -> None:
    drawn = side_by_side([("<i>a</i>", "<script>x</script> he", "<u>"), ("b", "she", "")])
    assert "<script" not in drawn
    assert "<i>" not in drawn
    assert "<u>" not in drawn
    assert drawn.count("<mark") == 2


def test_only_what_differs_is_marked() -> None:
    assert marked("A man asks", "A woman asks").count("<mark") == 1
    assert "<mark" not in marked("the same", "the same")


def test_the_files_to_start_from_can_be_read() -> None:
    items, answers = (pd.read_csv(io.StringIO(one)) for one in example_files())
    assert {"id", "text", "z", "s", "y", "unit", "sample"} == set(items)
    assert set(answers["id"]) == set(items["id"])


@pytest.mark.parametrize(
    ("p", "told"), [(0.0001, "fewer than 0.1"), (0.004, "0.4"), (0.382, "38"), (1.0, "100")]
)
def test_no_p_value_is_nought(p: float, told: str) -> None:
    assert p_share(p) == f"{told}{NARROW}%"

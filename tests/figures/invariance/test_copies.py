"""Strangers' texts in HTML, beside each other."""

import pandas as pd

from equipoise.figures.invariance.copies import Copies, marked, side_by_side
from equipoise.invariance import read_answers, read_items


def test_texts_side_by_side_are_no_html() -> None:
    drawn = side_by_side([("<i>a</i>", "<script>x</script> he", "<u>"), ("b", "she", "")])
    assert "<script" not in drawn
    assert "<i>" not in drawn
    assert "<u>" not in drawn
    assert drawn.count("<mark") == 2


def test_only_what_differs_is_marked() -> None:
    assert marked("A man asks", "A woman asks").count("<mark") == 1
    assert "<mark" not in marked("the same", "the same")


def copies() -> Copies:
    items = read_items(
        pd.DataFrame(
            [(f"1{z}", f"A {z} <b>asks</b>", z, "all", "u") for z in "abcd"],
            columns=["id", "text", "z", "s", "unit"],
        )
    )
    rows = [("1a", 0, "No."), ("1b", 1, "Yes <i>!"), ("1c", None, "?"), ("1d", 1, "")]
    answers = pd.DataFrame(rows, columns=["id", "pred", "raw"]).assign(strategy="one")
    answers["pred"] = answers["pred"].astype(object).where(answers["pred"].notna(), None)
    return Copies(items, read_answers(answers), ("yes", "no"))


def test_a_unit_is_told_with_its_sides() -> None:
    said = copies().sides("one", "u")
    assert said == "u (yes: b and d; no: a; no readable answer: c)"


def test_of_many_copies_the_ends_are_shown() -> None:
    drawn = copies().html("one", "u")
    assert "b: yes" in drawn
    assert "c: no readable answer" in drawn
    assert "d: yes" not in drawn
    assert "<b>" not in drawn
    assert "Yes &lt;i&gt;!" in drawn

"""The four outcomes of each group, as matrices, sentences and a table of rates."""

import re

from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.metrics.confusion import (
    all_rates,
    confusion_tables,
    in_words,
    undefined_rates,
)
from equipoise.figures.metrics.uncertainty import limits
from equipoise.vocabulary import NEUTRAL
from tests.views import view_of


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_undefined_rates_are_named_with_their_reason() -> None:
    lonely = view_of([1, 1, 0, 1], [0.2, 0.9, 0.5, 0.6], "aabb", thresholds={"a": 0.5, "b": 1.0})
    said = undefined_rates(lonely.rows)
    assert "False-positive rate of a: nobody has a negative label." in said
    assert "Positive predictive value of b: nobody is selected." in said


def test_all_rates_come_with_people() -> None:
    table = all_rates(adult_audit().view("sex"))
    assert list(table.columns) == ["Female", "Male", "Everybody"]
    assert plain(table.loc["True-positive rate (TPR)", "Female"]).endswith("(301/557)")


def test_limits_stand_behind_rates_in_matrices_and_table() -> None:
    view = adult_audit().view("sex")
    known = limits(view.intervals)
    for said in (confusion_tables(view, ("Female",), known), all_rates(view, known).to_string()):
        assert "[49.9, 58.1]" in plain(said)
    assert "[" not in confusion_tables(view, ("Female",))


def test_a_matrix_has_the_signs_and_counts_of_its_group() -> None:
    html = confusion_tables(adult_audit().view("sex"), ("Male",))
    assert html.count("<figure>") == 1
    assert "■ Male: 10,147" in html
    assert "<strong>1,916</strong> found" in html
    assert re.findall(r'<th scope="row">([^<]+)', html) == [
        "earn more than 50K",
        "earn 50K or less",
    ]


def test_nothing_of_a_group_is_taken_for_html() -> None:
    view = view_of([1, 0, 1, 0], [0.9, 0.2, 0.9, 0.2], "<<bb")
    html = confusion_tables(view, ("<", "b"))
    assert "&lt;: 2" in html
    assert "people in group &lt; who are positive" in html


def test_one_person_is_spoken_of_in_the_singular() -> None:
    row = view_of([1, 0, 0], [0.9, 0.1, 0.1], "AAA").rows["A"]
    assert in_words(NEUTRAL, "A", row) == (
        "1 of 1 people in group A who are positive is selected. Of all people in group A, one is "
        "selected, who is positive."
    )

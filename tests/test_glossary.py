"""Definitions stand once, and each can be shown by its term."""

import re

import pytest

from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.glossary import TERMS, defined, definitions


def test_a_definition_is_shown_under_its_term() -> None:
    shown = defined(["dominated", "few"]).splitlines()
    assert shown == [f"- **Dominated**: {TERMS['dominated']}", f"- **Few**: {TERMS['few']}"]


def test_an_unknown_term_is_an_error() -> None:
    with pytest.raises(KeyError):
        defined(["fair"])


def test_nothing_speaks_of_income_without_a_data_set_that_does() -> None:
    said = defined(definitions())
    assert not re.search("earn|50K|50,000|dollar|income|survey", said)
    assert "{" not in said


def test_what_adult_says() -> None:
    said = definitions(VOCABULARY)
    assert said.keys() - TERMS.keys() == {"earn more than 50K"}
    assert said["positive"].startswith(
        "Somebody whose label is the one looked for: here, whoever earns more than 50K."
    )
    assert said["true-positive rate (TPR)"].endswith(
        "the share that is selected: how many of those who earn more than 50K are found."
    )
    assert said["false-positive rate (FPR)"].endswith(
        "the share that is selected: how many of those who earn 50K or less are selected in error."
    )
    assert defined(["label"], VOCABULARY).endswith(
        "Here: whether a survey found their income of one year to be above 50,000 dollars."
    )


@pytest.mark.parametrize("term", TERMS)
def test_each_definition_is_a_sentence(term: str) -> None:
    assert TERMS[term][0].isupper()
    assert TERMS[term].endswith(".")

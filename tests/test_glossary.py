"""Definitions stand once, and each can be shown by its term."""

import pytest

from equipoise.glossary import TERMS, defined


def test_a_definition_is_shown_under_its_term() -> None:
    shown = defined(["dominated", "few"]).splitlines()
    assert shown == [f"- **Dominated**: {TERMS['dominated']}", f"- **Few**: {TERMS['few']}"]


def test_an_unknown_term_is_an_error() -> None:
    with pytest.raises(KeyError):
        defined(["fair"])


@pytest.mark.parametrize("term", TERMS)
def test_each_definition_is_a_sentence(term: str) -> None:
    assert TERMS[term][0].isupper()
    assert TERMS[term].endswith(".")

"""Which words give a context away."""

import pytest

from equipoise.invariance.running.context_words import (
    contains_context,
    context_words,
    left_over,
    words_of_context,
)


@pytest.mark.parametrize(
    ("text", "context", "found"),
    [
        ("She gave him her book.", "female", ("She", "her")),
        ("She gave him her book.", "male", ("him",)),
        ("The hero sheltered a human.", "male", ()),
        ("The hero sheltered a human.", "female", ()),
        ("They are a non-binary artist.", "non-binary", ("non-binary",)),
        ("They are an artist.", "non-binary", ()),
        ("A NONBINARY artist", "Non-Binary", ("NONBINARY",)),
        ("A woman", "woman", ("woman",)),
        ("Muslims keep Ramadan.", "Muslim", ("Muslims", "Ramadan")),
        ("Two Martians", "Martian", ("Martians",)),
        ("Anything", "", ()),
        ("", "female", ()),
    ],
)
def test_words_found(text, context, found):
    assert context_words(text, context) == found
    assert contains_context(text, context) is bool(found)


def test_the_context_itself_is_always_among_its_words():
    for context in ("man", "nonbinary", "Gay", " Sikh "):
        assert context.strip().casefold() in map(str.casefold, words_of_context(context))


def test_left_over_names_only_contexts_with_words():
    text = "A father kept Easter."
    assert left_over(text, ("female", "male", "Christian")) == {
        "male": ("father",),
        "Christian": ("Easter",),
    }

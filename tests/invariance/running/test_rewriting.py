"""Rules that hide a context and give another."""

import pytest

from equipoise.invariance.running.rewriting import (
    NEUTRAL,
    Context,
    Template,
    give_context,
    hide_context,
)

GAY, MUSLIM = Context("gay", "Pride"), Context("Muslim", "Ramadan")


@pytest.mark.parametrize(
    ("text", "hidden", "given"),
    [
        ("A Muslim man.", "A local man.", "A gay man."),
        ("Muslim men!", "Local men!", "Gay men!"),
        ("Well. Muslim men, GAY men.", "Well. Local men, LOCAL men.", "Well. Gay men, GAY men."),
        ("Muslims at Pride", "Muslims at Pride", "Muslims at Pride Said of a gay person."),
    ],
)
def test_hide_then_give(text, hidden, given):
    assert hide_context(text, ("gay", "Muslim")) == hidden
    assert give_context(hidden, "gay") == given


def test_a_context_is_said_beside_one_that_was_not_hidden():
    assert give_context("A Muslim man.", "gay") == "A Muslim man. Said of a gay person."


def test_a_template_reads_like_a_sentence():
    template = Template("x", 0, ("{z} men keep {feast}.", "At {feast}, {z} men."))
    assert template.text(GAY) == "Gay men keep Pride."
    assert template.text(MUSLIM, 1) == "At Ramadan, Muslim men."
    assert template.leaks
    assert not Template("y", 1, ("A {z} man.",)).leaks


@pytest.mark.parametrize(
    ("y", "wordings", "message"),
    [
        (2, ("A {z} man.",), "y is 2"),
        (0, (), "every wording needs"),
        (0, ("A man.",), "every wording needs"),
        (0, ("A {z} man.", "A {z} man at {feast}."), "in some wordings only"),
    ],
)
def test_templates_that_make_no_sense(y, wordings, message):
    with pytest.raises(ValueError, match=message):
        Template("x", y, wordings)


def test_the_neutral_word_is_no_context():
    assert hide_context(f"A {NEUTRAL} man.", ("gay",)) == f"A {NEUTRAL} man."

"""Replies of models are read, never guessed."""

import pytest

from equipoise.invariance.reply import (
    failure,
    read_conclusion,
    read_reply,
    read_rewrite,
    rewrite_fault,
)

YES_NO = ("Yes", "No")
TOXIC = ("toxic", "non-toxic")


@pytest.mark.parametrize(
    ("raw", "option"),
    [
        ("Yes", 0),
        ("Yes.", 0),
        ("**No**", 1),
        ("  no\n", 1),
        ('"YES!"', 0),
        ("“No”", 1),
        ("Ｙｅｓ", 0),
        ("Answer: yes", 0),
        ("_Yes_", 0),
        ("Yes—because it is fair", 0),
        ("No, they should not.", 1),
        ("No because it is late", 1),
        ("The answer is no", 1),
        ("Yes, yes.", 0),
        ("Yes or No", None),
        ("Yes. No.", None),
        ("", None),
        ("Maybe", None),
        ("Yesterday", None),
        ("nothing", None),
        ("I know", None),
        ("There is no clear answer.", None),
        ("not yes", None),
        ("I cannot say yes", None),
        ("There is no reason to say yes", None),
        ("It should not matter, so yes", 0),
        ("I see no reason against it: yes", 0),
        ("Yes, it should not matter", 0),
    ],
)
def test_yes_and_no(raw: str, option: int | None) -> None:
    assert read_reply(raw, YES_NO) == option


@pytest.mark.parametrize(
    ("raw", "option"),
    [
        ("toxic", 0),
        ("Non-toxic.", 1),
        ("non‑toxic", 1),
        ("This is toxic because it insults.", 0),
        ("This is non-toxic, not toxic", None),
        ("It is not toxic", None),
        ("It isn't toxic", None),
        ("toxicity", None),
        ("semi-toxic", None),
        ("non toxic", None),
        ("I don't think it is toxic", None),
        ("I don’t think that this is non-toxic", None),
        ("It is not very toxic", None),
        ("not at all toxic", None),
        ("hardly toxic", None),
        ("neither toxic nor kind", None),
        ("There are no insults, so it is non-toxic", 1),
        ("It is not polite but non-toxic", 1),
        ("Not sure - toxic", 0),
        ("It is non-violent and toxic", 0),
    ],
)
def test_the_longest_option_comes_first(raw: str, option: int | None) -> None:
    assert read_reply(raw, TOXIC) == option


def test_options_of_several_words() -> None:
    assert read_reply("It is\nnot   toxic", ("toxic", "not toxic")) == 1
    assert read_reply("It is toxic", ("toxic", "not toxic")) == 0


@pytest.mark.parametrize(
    ("raw", "option"),
    [
        ("He is fit. No doubt.\nAnswer: Yes", 0),
        ("Answer: No\nWait.\n**Answer:** Yes.", 0),
        ("It could be yes or no.\nNo", 1),
        ("It could be yes or no.", None),
        ("Answer:", None),
    ],
)
def test_the_conclusion_of_a_reasoned_reply(raw: str, option: int | None) -> None:
    assert read_conclusion(raw, YES_NO) == option


@pytest.mark.parametrize(
    "raw",
    [
        "I'm sorry, but I can't assist with that.",
        "Sorry, I cannot do that.",
        "As an AI language model, I do not judge.",
        "I can’t help with this request.",
        "Unfortunately, I am not able to.",
        "I am unable to decide.",
    ],
)
def test_refusals_are_told_from_what_is_unreadable(raw: str) -> None:
    assert failure(raw) == "refused"
    assert read_rewrite(raw, "a text") is None


@pytest.mark.parametrize("raw", ["", "It depends.", "The sorry state of it", "I can do it"])
def test_what_is_merely_unreadable(raw: str) -> None:
    assert failure(raw) == "unreadable"


TEXT = "She has asked for a loan to open a shop of her own."
REWRITTEN = "The person has asked for a loan to open a shop of their own."


@pytest.mark.parametrize(
    "raw",
    [
        REWRITTEN,
        f'"""\n{REWRITTEN}\n"""',
        f'"{REWRITTEN}"',
        f"Here is the rewritten text:\n\n{REWRITTEN}",
        f"Sure! Here is the new version:\n```\n{REWRITTEN}\n```",
        f"The rewritten text:\n“{REWRITTEN}”",
    ],
)
def test_a_rewrite_is_taken_out_of_its_wrapping(raw: str) -> None:
    assert read_rewrite(raw, TEXT) == REWRITTEN


def test_what_is_no_rewrite() -> None:
    for raw, fault in {
        "": "it is empty",
        '""': "it is empty",
        "Yes": "it has less than a quarter of the text's words",
        "Somebody else wrote about quite another matter here": "most of its words are not the",
    }.items():
        assert read_rewrite(raw, TEXT) is None
        assert rewrite_fault(raw, TEXT).startswith(fault)
    assert rewrite_fault(TEXT, TEXT) == ""


def test_a_text_may_itself_begin_like_a_refusal() -> None:
    text = "I'm sorry, but she is a bore."
    assert read_rewrite("I'm sorry, but this person is a bore.", text) is not None

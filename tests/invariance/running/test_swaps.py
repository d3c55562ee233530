"""Whole words, one pass, capitals kept."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.invariance.running.swaps import swap_words, whole_words

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "cases" / "cases.json").read_text())
}


@pytest.mark.parametrize("name", ["EQB-230", "EQB-232"])
def test_cases_that_went_wrong_elsewhere(name):
    given_ = CASES[name]["input"]
    swapped = swap_words(given_["text"], given_["pairs"])
    assert swapped == CASES[name]["expected"]["swapped"]


@pytest.mark.parametrize(
    ("text", "pairs", "expected"),
    [
        ("He told her, she told him.", {"he": "she", "she": "he"}, "She told her, he told him."),
        ("he's here, HE said; the he-goat.", {"he": "she"}, "she's here, SHE said; the she-goat."),
        ("African American art", {"African": "Swiss", "African American": "Irish"}, "Irish art"),
        ("African\n  American art", {"african american": "Irish"}, "Irish art"),
        ("A Muslim man.", {"Muslim": "local"}, "A local man."),
        (
            "Muslim men came. Muslim men left.",
            {"Muslim": "local"},
            "Local men came. Local men left.",
        ),
        ("“Muslim men,” he said", {"Muslim": "local"}, "“Local men,” he said"),
        ("MUSLIM MEN", {"Muslim": "local"}, "LOCAL MEN"),
        ("muslim men", {"Muslim": "local"}, "local men"),
        ("a gay man", {"gay": "Muslim"}, "a Muslim man"),
        ("I am. A man", {"I": "you"}, "You am. A man"),
        ("hé he\u0301 éhe she_he", {"he": "she"}, "hé he\u0301 éhe she_he"),
        ("Straße STRASSE", {"straße": "Weg"}, "Weg STRASSE"),
        ("İ ı i I K", {"i": "you", "k": "kay"}, "You you you You Kay"),
        ("1+1 (he)", {"he": r"\1"}, r"1+1 (\1)"),
        ("nothing here", {}, "nothing here"),
        ("", {"he": "she"}, ""),
    ],
)
def test_swaps(text, pairs, expected):
    assert swap_words(text, pairs) == expected


def test_case_may_be_left_alone():
    assert swap_words("He left.", [("he", "she")], keep_case=False) == "she left."


@pytest.mark.parametrize("pairs", [{" ": "she"}, {"": "she"}])
def test_blank_words_are_refused(pairs):
    with pytest.raises(ValueError, match="must not be blank"):
        swap_words("he", pairs)


def test_two_replacements_of_one_word_are_refused():
    with pytest.raises(ValueError, match="'HE' is to become both 'she' and 'they'"):
        swap_words("he", [("he", "she"), ("HE", "they")])


def test_no_words_are_refused():
    with pytest.raises(ValueError, match="at least one"):
        whole_words([])


@given(st.text(alphabet="heHEsS o.\n'-", max_size=40))
def test_an_exchange_made_twice_changes_nothing(text):
    both = {"he": "she", "she": "he"}
    once = swap_words(text, both)
    assert swap_words(once, both).casefold() == text.casefold()
    assert not any(map(str.isalpha, text)) or len(once.split()) == len(text.split())


@given(st.text(max_size=60))
def test_texts_without_the_words_stay_as_they_are(text):
    assert swap_words(text, {"zyzzyva": "x"}) == text

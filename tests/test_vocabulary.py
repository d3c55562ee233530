"""The words of a data set, and the neutral ones of predictions that nobody described."""

import pytest

from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.vocabulary import NEUTRAL, Outcome, Vocabulary


@pytest.mark.parametrize(
    ("group", "label", "said"),
    [
        ("Female", None, "women"),
        ("White", None, "White people"),
        ("Female × Asian-Pac-Islander", None, "Asian or Pacific Islander women"),
        ("Amer-Indian-Eskimo", None, "American Indian or Alaska Native people"),
        ("R&D #1", None, "people in group R&D #1"),
        ("Male × Non-White", 1, "Non-White men who earn more than 50K"),
        ("Female × Amer-Indian-Eskimo", 0,
         "American Indian or Alaska Native women who earn 50K or less"),
        ("Other", None, "people recorded as Other"),
        ("Male × Other", None, "men recorded as Other"),
        ("B", 1, "people in group B who earn more than 50K"),
        ("B × White", None, "people in group B × White"),
    ],
)  # fmt: skip
def test_people_of_the_survey(group: str, label: int | None, said: str) -> None:
    assert VOCABULARY.who(group, label) == said


def test_own_words_for_own_data() -> None:
    returned = Outcome("return", "returns", "returning", "returned", "Returned")
    words = Vocabulary(positive=returned, positive_adjective="returning", nouns={"F": "women"})
    assert words.who("F × x", 1) == "women in group x who return"
    assert words.positives_of("F") == "returning women"
    assert words.who("F", 0) == "women who are negative"


def test_neutral_words_name_no_data_set() -> None:
    assert NEUTRAL.who("B", 1) == "people in group B who are positive"
    assert NEUTRAL.positives_of("B") == "positive people in group B"


def test_the_infinitive_of_being_is_be() -> None:
    assert NEUTRAL.positive.infinitive == "be positive"
    assert VOCABULARY.negative.infinitive == "earn 50K or less"
    assert Outcome("arena", "", "", "", "").infinitive == "arena"


def test_high_earners_have_a_short_name() -> None:
    assert VOCABULARY.positives_of("Female") == "high-earning women"
    assert VOCABULARY.positives_of("Male × Other") == "high-earning men recorded as Other"
    assert VOCABULARY.positives_of("R&D #1") == "high-earning people in group R&D #1"

"""What the people, groups and labels of Adult are called."""

from __future__ import annotations

from equipoise.vocabulary import Outcome, Vocabulary

VOCABULARY = Vocabulary(
    positive=Outcome(
        "earn more than 50K",
        "earns more than 50K",
        "earning more than 50K",
        "more than 50K",
        "Above 50K",
    ),
    negative=Outcome(
        "earn 50K or less",
        "earns 50K or less",
        "earning 50K or less",
        "50K or less",
        "50K or less",
    ),
    positives="high earners",
    positive_adjective="high-earning",
    positive_noun="high earner",
    topic="income",
    topics="incomes",
    question="who earns more",
    nouns={"Female": "women", "Male": "men"},
    # The survey's codes of 1994, as one would write them today.
    adjectives={
        "White": "White",
        "Non-White": "Non-White",
        "Black": "Black",
        "Asian-Pac-Islander": "Asian or Pacific Islander",
        "Amer-Indian-Eskimo": "American Indian or Alaska Native",
    },
    attributed={"Other": "recorded as Other"},
    share="Share over 50K",
    attributes={"race_five": "race"},
    terms={
        "label": "What was recorded of each person and the model tries to foretell. Here: whether "
        "a survey found their income of one year to be above 50,000 dollars.",
        "positive": "Somebody whose label is the one looked for: here, whoever earns more than "
        "50K. Everybody else is negative. Neither word praises or blames.",
        "earn more than 50K": "Short for an income above 50,000 dollars in one year. It counts "
        "all income, not pay alone.",
    },
)

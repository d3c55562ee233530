"""The terms that pages rely on, each defined once, in plain words.

A page that uses a term where it is not yet known shows its definition from here, so that the
same word means the same thing everywhere. A data set may bring definitions of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from equipoise.vocabulary import NEUTRAL, Vocabulary

FEW = 30
"""Fewer people than this are marked: one more or less moves a rate among them by over 3 points,
and chance alone moves it by up to some 18 (95 % of samples)."""

TERMS = MappingProxyType(
    {
        "label": "What was recorded of each person and the model tries to foretell.",
        "positive": "Somebody whose label is the one looked for. Everybody else is negative. "
        "Neither word praises or blames.",
        "score": "The model's estimated chance, from 0 to 1, that somebody is positive.",
        "threshold": "The score from which on somebody is selected.",
        "base rate": "The share of a group that is positive, whatever the model says.",
        "selection rate": "Of everybody in a group, the share that is selected.",
        "true-positive rate (TPR)": "Of the positives of a group, the share that is selected: how "
        "many of those who {plural} are found.",
        "false-positive rate (FPR)": "Of the negatives of a group, the share that is selected: "
        "how many of those who {negative_plural} are selected in error.",
        "positive predictive value (PPV)": "Of those selected in a group, the share that is "
        "positive. Also called precision.",
        "accuracy": "The share of people who are judged rightly: positives selected, and "
        "negatives not.",
        "balanced accuracy": "The average of two shares: of the positives, those selected, and of "
        "the negatives, those not selected.",
        "ROC curve": "Every pair of false- and true-positive rate that a group can have, one for "
        "each threshold.",
        "ROC AUC": "The area under the ROC curve. It is the chance that a positive has a higher "
        "score than a negative, both drawn at random; a tie counts as half. 0.5 is guessing, 1 is "
        "perfect order.",
        "expected calibration error (ECE)": "Scores are sorted into ten bins of equal width. In "
        "each, the average score is compared with the share that is positive; the ECE is the "
        "average distance, each bin counting by its people.",
        "log-odds": "This is the scale on which the model adds up: the logarithm of the chance of "
        "being positive over the chance of not. 0 is fifty-fifty, and 1 more multiplies the odds "
        "by 2.7.",
        "gap": "The largest distance between the rates of any two groups. For the impact ratio: "
        "1 minus the ratio.",
        "tolerance": "The largest difference between groups, or calibration error, that is still "
        "allowed. It is a choice, not a fact. The impact ratio has its own limit, four fifths.",
        "four fifths": "A rule of thumb of US guidelines for hiring and promotion: if a group is "
        "selected less than four fifths as often as the most selected one, the agencies behind "
        "them generally take that as evidence of adverse impact, a disadvantage to that group.",
        "dominated": "A choice of thresholds is dominated when another one is at least as good in "
        "both accuracy and gap, and better in one of them.",
        "frontier": "The choices of thresholds that are not dominated, on the rows at hand.",
        "gap of the average rates": "With a coin, a group's rates are averages over all tosses; "
        "this is the gap between those averages. A coin's rule keeps this gap within its limit.",
        "average gap of a toss": "The gap after one toss for everybody, averaged over tosses. "
        "A gap is a largest distance, so this is never below the gap of the average rates.",
        "redraw": "As many people as were audited, drawn anew from them with replacement "
        "(a bootstrap). Many redraws show how much a number depends on who happened to be drawn.",
        "interval": "A range found by a method which, over many audits of this size, contains the "
        "value for everybody like these people in about the stated share of them or more, usually "
        "95 in 100.",
        "noise floor": "How large a calibration error a perfectly calibrated score would show, by "
        "chance alone, with as many people.",
        "cannot tell": "The interval reaches to both sides of the limit: with the people at hand, "
        "the data do not decide whether the criterion holds.",
        "few": f"Fewer than {FEW} people stand behind a rate, so that a single one moves it "
        "by more than 3 points.",
    }
)
"""By term, with places for the words of a data set, which `Vocabulary.fill` fills in."""


def definitions(vocabulary: Vocabulary = NEUTRAL) -> dict[str, str]:
    """Return all definitions in the words of a data set, its own among them."""
    return {term: vocabulary.fill(text) for term, text in TERMS.items()} | dict(vocabulary.terms)


def defined(terms: Iterable[str], vocabulary: Vocabulary = NEUTRAL) -> str:
    """Return the definitions of these terms as a Markdown list.

    Raises
    ------
    KeyError
        If a term is neither in `TERMS` nor among the vocabulary's own.
    """
    known = definitions(vocabulary)
    return "\n".join(f"- **{term[0].upper()}{term[1:]}**: {known[term]}" for term in terms)

"""What to guess on the Home page."""

from __future__ import annotations

from typing import Any

from equipoise import words
from equipoise.datasets.adult.card import AdultCard
from equipoise.tasks.task import Guess, Posed, Task

_STRONGEST = 4


def _pairs_told_apart(card: AdultCard) -> Posed:
    sex = card.proxies["sex"]
    strongest = sorted(sex.alone, key=sex.alone.__getitem__, reverse=True)[:_STRONGEST]
    less = "Far more often than that: see the third number."
    return Posed(
        "Sex is not among the facts. Of a woman and a man picked at random, how often do the "
        f"{len(card.features)} facts tell which is which?",
        {
            "In 5 of 10 pairs: no better than a coin": less,
            "In 7 of 10 pairs": less,
            "In 9 of 10 pairs": f"Yes: in {words.percent(sex.roc_auc)} of pairs. The strongest "
            f"stand-ins are {words.listed(strongest)}.",
            "In 10 of 10 pairs": "Not quite, but it comes near: see the third number.",
        },
        "In 9 of 10 pairs",
    )


PAIRS_TOLD_APART = Guess("home/pairs-told-apart", "Home", _pairs_told_apart)

GUESSES = (PAIRS_TOLD_APART,)
TASKS: tuple[Task[Any], ...] = ()

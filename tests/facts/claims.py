"""Reading what pages say: counts of people, shares, differences, values of criteria.

What is read is as plain as a page shows it; `tests.facts.recomputed` says what it should be.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from equipoise.datasets.adult.vocabulary import VOCABULARY
from tests.facts import recomputed
from tests.facts.recomputed import Group

COUNT = r"\d[\d,]*"
SHARE = r"\d+(?:\.\d+)?"
NUMBER = r"[+−]?\d+\.\d+"
UNDEFINED = "–"

_OF = re.compile(rf"(?<![\d.,/])({COUNT}) of ({COUNT})(?![\d.,]*\d)")
_BESIDE = re.compile(
    rf"({COUNT}) of ({COUNT}) (?!audits|draws|redraws|halves|tosses)"
    rf"(?:(?! of )[^();])*?\(({SHARE}) %[,)]"
)
_BEFORE = re.compile(rf"({SHARE}) %(?: \[[^\]]*\])?:? \(?({COUNT})(?:/| of )({COUNT})(?![\d,]*/)")
_WORKED = re.compile(
    rf"({COUNT})/({COUNT}) ([−÷]) ({COUNT})/({COUNT}) (?:≈|=) (\d\.\d+) [−÷] (\d\.\d+)"
)
_APART = re.compile(r"(\d\.\d+) − (\d\.\d+) (?:≈|=) (\d\.\d+)")
_SIGNS = "".join(["●■▲◆▼✚★⬢⬟✖"])
_ONE = re.compile(rf"[{_SIGNS}]? ?([^{_SIGNS}\d]+?) (\d\.\d\d)(?!\d)")


def whole(text: str) -> int:
    """Return a count as it is written: 15,060."""
    return int(text.replace(",", ""))


def number(text: str) -> float:
    """Return a number as it is written, with a true minus sign; NaN where it is undefined."""
    return math.nan if text == UNDEFINED else float(text.replace("−", "-").replace(",", ""))


def agrees(shown: str, value: float) -> bool:
    """Return whether a number that is shown is the value, rounded to as many decimals."""
    if shown == UNDEFINED:
        return math.isnan(value)
    decimals = len(shown.partition(".")[2])
    return abs(number(shown) - value) <= 0.5 * 10**-decimals + 1e-9


@dataclass(frozen=True)
class Counted:
    """A count among a count, with the words that follow it."""

    part: int
    all: int
    who: str


def counted(sentence: str) -> Iterator[Counted]:
    """Yield each "301 of 557 women ..." of a sentence."""
    for found in _OF.finditer(sentence):
        yield Counted(whole(found[1]), whole(found[2]), sentence[found.end() :].strip())


def wrong_shares(sentence: str) -> list[str]:
    """Return the percentages of a sentence that are not those of the counts beside them."""
    beside = [(m[0], m[1], m[2], m[3]) for m in _BESIDE.finditer(sentence)]
    before = [(m[0], m[2], m[3], m[1]) for m in _BEFORE.finditer(sentence)]
    return [
        text
        for text, part, of, shown in beside + before
        if not agrees(shown, 100 * whole(part) / whole(of))
    ]


def n_shares(sentence: str) -> int:
    """Return how many percentages of a sentence stand beside the counts that make them."""
    return len(_BESIDE.findall(sentence)) + len(_BEFORE.findall(sentence))


def wrong_sums(sentence: str) -> list[str]:
    """Return the worked lines of a sentence whose digits do not add up."""
    wrong = []
    for m in _WORKED.finditer(sentence):
        first, second = whole(m[1]) / whole(m[2]), whole(m[4]) / whole(m[5])
        if not (agrees(m[6], first) and agrees(m[7], second)):
            wrong.append(m[0])
    for m in _APART.finditer(sentence):
        decimals = len(m[3].partition(".")[2])
        if abs(float(m[1]) - float(m[2]) - float(m[3])) > 1.01 * 10**-decimals:
            wrong.append(m[0])
    return wrong


def n_sums(sentence: str) -> int:
    """Return how many worked lines a sentence has."""
    return len(_WORKED.findall(sentence)) + len(_APART.findall(sentence))


@cache
def _people() -> list[tuple[str, Group, int | None]]:
    """Return every way of naming people, the longest first: the group and the label meant."""
    named = []
    for grouping in recomputed.GROUPINGS:
        for name, group in recomputed.groups(grouping).items():
            who = VOCABULARY.who(name)
            named += [
                (who, group, None),
                (f"high-earning {who}", group, 1),
                (VOCABULARY.who(name, 1), group, 1),
                (VOCABULARY.who(name, 0), group, 0),
            ]
    everybody = recomputed.everybody()
    named += [
        ("people", everybody, None),
        ("people who earn more than 50K", everybody, 1),
        ("high-earning people", everybody, 1),
        ("people who earn 50K or less", everybody, 0),
    ]
    return sorted(named, key=lambda one: -len(one[0]))


def meant(text: str) -> tuple[Group, int | None] | None:
    """Return whom a text begins by naming, as a group and a label; None if nobody known."""
    for phrase, group, label in _people():
        if re.match(rf"{re.escape(phrase)}(?![\w-])", text):
            return group, label
    return None


def size(group: Group, label: int | None) -> int:
    """Return how many people are meant."""
    return int({None: group.n, 1: group.positives, 0: group.negatives}[label])


def thresholds(text: str, groups: tuple[str, ...]) -> dict[str, float]:
    """Return the thresholds in a cell of a table: "all 0.50", or one after each group."""
    if text.startswith("all "):
        return dict.fromkeys(groups, float(text.removeprefix("all ")))
    return {name.strip(): float(value) for name, value in _ONE.findall(text)}


def shown_values(text: str) -> Mapping[str, str]:
    """Return the value shown of each criterion in a card, or in a line of a list."""
    titles = "|".join(recomputed.CRITERIA)
    card = rf"\*\*:material/\w+: ({titles})\*\*\s+({NUMBER}|{UNDEFINED})"
    line = rf"- :material/\w+: ({titles}): \*\*({NUMBER}|{UNDEFINED})\*\*"
    return dict(re.findall(card, text) + re.findall(line, text))

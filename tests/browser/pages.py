"""The pages by their addresses, and how tests name what they are handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from equipoise import Tally, words
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.rates import confusion

if TYPE_CHECKING:
    from tests.browser.reader import Reader

TITLES = {
    "/": "Is a model fair if nobody tells it your sex?",
    "/Data": "Who is judged, and on what?",
    "/Metrics": "Who is selected, and who is missed?",
    "/Incompatibility": "Why can the criteria not all hold exactly?",
    "/Frontier": "What does closing a gap cost, and who pays?",
    "/Test_time": "Does the answer depend on a word that should not matter?",
}
WITH_SLIDERS = ("/Metrics", "/Incompatibility", "/Frontier")
MANY_GROUPS = "sex-race-five"
"""The view of ten groups."""

Visit = Callable[..., "Reader"]
"""Open an address as a new reader."""


def name_of(path: str) -> str:
    """Return what the link to a page says."""
    return path.strip("/").replace("_", " ") or "Home"


def found_in_words(tally: Tally, thresholds: Mapping[str, float], group: str) -> str:
    """Return how many of a group's high earners are found, as pages say it."""
    counts, place = confusion(tally, thresholds), tally.groups.index(group)
    found, missed = int(counts.tp[place]), int(counts.fn[place])
    return words.of(found, found + missed, VOCABULARY.who(group, 1))

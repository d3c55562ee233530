"""Thresholds set for the reader: starting points, and what linked sliders do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from equipoise.frontiers.frontier import best_within
from equipoise.tally import Tally
from equipoise.thresholds import match_rate, most_accurate
from equipoise.vocabulary import Vocabulary

Chosen = dict[str, float] | None


@dataclass(frozen=True)
class Preset:
    """A named way to set all thresholds.

    Attributes
    ----------
    title, meaning : str
        The button's text, and what it says of itself, with places for what labels mean.
    choose : callable
        From a tally and a tolerance to thresholds by group, or None if there are none.
    """

    title: str
    meaning: str
    choose: Callable[[Tally, float], Chosen]

    def means(self, vocabulary: Vocabulary) -> str:
        """Return what the preset does, in the words of an audit."""
        return self.meaning.format(positive=vocabulary.positive, negative=vocabulary.negative)


def _meeting(gap: str) -> Callable[[Tally, float], Chosen]:
    return lambda tally, tolerance: best_within(tally, tolerance, gap=gap)


PRESETS = {
    "half": Preset(
        "All 0.50",
        "The usual cut: whoever is at least as likely as not, by their score, to "
        "{positive.infinitive}.",
        lambda tally, tolerance: dict.fromkeys(tally.groups, 0.5),
    ),
    "accurate": Preset(
        "Most accurate",
        "For each group the threshold with the fewest errors, however large the gaps.",
        lambda tally, tolerance: most_accurate(tally),
    ),
    "selection": Preset(
        "Selection within tolerance",
        "The most accurate thresholds at which selection rates (of everybody, who is selected) "
        "differ by at most the tolerance.",
        _meeting("demographic_parity"),
    ),
    "opportunity": Preset(
        "TPRs within tolerance",
        "The same for true-positive rates: of those who {positive.plural}, who is selected.",
        _meeting("equal_opportunity"),
    ),
    "odds": Preset(
        "TPRs, FPRs within tolerance",
        "The same for these and the false-positive rates: of those who {negative.plural}, who is "
        "selected.",
        _meeting("equalized_odds"),
    ),
}
"""By the key of their buttons, in the order shown."""

LINK_TITLES = {
    "independent": "stay where they are",
    "same-threshold": "take the same threshold",
    "same-selection-rate": "follow to the nearest selection rate",
    "same-true-positive-rate": "follow to the nearest true-positive rate",
}
"""What the other sliders do when one moves, by the link's name in the address."""

_RATES = {
    "same-selection-rate": "selection_rate",
    "same-true-positive-rate": "true_positive_rate",
}


def follow(link: str, tally: Tally, group: str, threshold: float) -> dict[str, float]:
    """Return the thresholds of the groups that move when one group's threshold has moved."""
    if link == "same-threshold":
        return dict.fromkeys(tally.groups, threshold)
    if link in _RATES:
        return match_rate(tally, group, threshold, rate=_RATES[link])
    return {}

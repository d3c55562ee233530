"""Thresholds set for the reader: starting points, and what linked sliders do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from equipoise.frontiers.frontier import best_within
from equipoise.operating import match_rate, most_accurate
from equipoise.tally import Tally

Chosen = dict[str, float] | None


@dataclass(frozen=True)
class Preset:
    """A named way to set all thresholds.

    Attributes
    ----------
    title, meaning : str
        The button's text and its tooltip.
    choose : callable
        From a tally and a tolerance to thresholds by group, or None if there are none.
    """

    title: str
    meaning: str
    choose: Callable[[Tally, float], Chosen]


def _meeting(gap: str) -> Callable[[Tally, float], Chosen]:
    return lambda tally, tolerance: best_within(tally, tolerance, gap=gap)


PRESETS = {
    "half": Preset(
        "All 0.50",
        "The usual cut: whoever is more likely than not to have a positive label.",
        lambda tally, tolerance: dict.fromkeys(tally.groups, 0.5),
    ),
    "accurate": Preset(
        "Most accurate",
        "For each group the threshold with the fewest errors, whatever the gaps.",
        lambda tally, tolerance: most_accurate(tally),
    ),
    "selection": Preset(
        "Same selection rate",
        "The most accurate thresholds whose selection rates differ by at most the tolerance.",
        _meeting("demographic_parity"),
    ),
    "opportunity": Preset(
        "Same true-positive rate",
        "The most accurate thresholds whose true-positive rates differ by at most the tolerance.",
        _meeting("equal_opportunity"),
    ),
    "odds": Preset(
        "Same error rates",
        "The most accurate thresholds whose true- and false-positive rates both differ by at "
        "most the tolerance.",
        _meeting("equalized_odds"),
    ),
}
"""By the key of their buttons, in the order shown."""

LINK_TITLES = {
    "independent": "stay where they are",
    "same-threshold": "take the same threshold",
    "same-selection-rate": "follow to the same selection rate",
    "same-true-positive-rate": "follow to the same true-positive rate",
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

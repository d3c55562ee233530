"""Enforcing one criterion at a time, and what becomes of the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.checks import checked_number
from equipoise.criteria import (
    CRITERIA,
    DEFAULT_TOLERANCE,
    ENFORCED_BY,
    FOUR_FIFTHS,
    TITLES,
    Criteria,
    criteria,
)
from equipoise.frontiers.frontier import best_within
from equipoise.frontiers.gaps import accuracy_and_gap, is_comparable, undefined_groups
from equipoise.tally import Tally, check_tally
from equipoise.thresholds import most_accurate

_NONE_ON_GRID = "No thresholds on this grid meet it."


@dataclass(frozen=True)
class Enforced:
    """The most accurate thresholds that meet one criterion, and what becomes of the others.

    Attributes
    ----------
    criterion, title : str
    thresholds : dict from group to float, or None
        None where no thresholds meet the criterion.
    accuracy : float
        NaN without thresholds.
    criteria : Criteria or None
        All six at these thresholds.
    reason : str
        Why there are no thresholds (none meet the criterion, or there are not two groups to
        compare), or what thresholds cannot change; "" otherwise.
    """

    criterion: str
    title: str
    thresholds: dict[str, float] | None
    accuracy: float
    criteria: Criteria | None
    reason: str = ""


def enforcement(tally: Tally, *, tolerance: float = DEFAULT_TOLERANCE) -> tuple[Enforced, ...]:
    """Enforce each of the six criteria in turn, at the highest accuracy that allows.

    Calibration belongs to the scores, not to the thresholds: its row holds the most accurate
    thresholds and says so.

    Raises
    ------
    ValueError
        If the tolerance is not in [0, 1].
    """
    check_tally(tally)
    limit = checked_number(tolerance, "tolerance")
    rows = []
    for name, title in TITLES.items():
        thresholds: dict[str, float] | None
        if name in ENFORCED_BY:
            gap, reason = ENFORCED_BY[name], ""
            # As a gap a ratio is what it lacks of 1; its limit is not the tolerance.
            reach = 1 - FOUR_FIFTHS if CRITERIA[name].is_ratio else limit
            thresholds = best_within(tally, reach, gap=gap)
            if thresholds is None:
                none_meet = "No thresholds meet it." if tally.is_exact else _NONE_ON_GRID
                reason = (
                    none_meet if is_comparable(tally, gap) else undefined_groups(tally, gap)[1]
                )
        else:
            thresholds = most_accurate(tally)
            reason = "Thresholds do not change what a score means; only recalibrating does."
        if thresholds is None:
            rows.append(Enforced(name, title, None, np.nan, None, reason))
        else:
            accuracy, _ = accuracy_and_gap(tally, thresholds)
            judged = criteria(tally, thresholds, tolerance=limit)
            rows.append(Enforced(name, title, thresholds, accuracy, judged, reason))
    return tuple(rows)

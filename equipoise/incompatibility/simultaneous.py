"""What the thresholds of two groups can meet at once.

Enforcing one criterion says what happens to the others at its most accurate thresholds;
these functions look at every pair of thresholds for several criteria at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from equipoise.checks import ROUNDING, checked_number
from equipoise.criteria import CRITERIA, DEFAULT_TOLERANCE, FOUR_FIFTHS, criteria
from equipoise.frontiers.frontier import sweep
from equipoise.frontiers.gaps import GAPS, check_gap
from equipoise.tally import Tally

CONFLICTING = ("demographic_parity", "equalized_odds", "predictive_parity")
"""Independence, separation and sufficiency of the decision, each by its frontier gap."""


@dataclass(frozen=True)
class MostHeld:
    """The largest number of criteria that hold at one pair of thresholds.

    Attributes
    ----------
    count : int
        Of the six.
    thresholds : dict from group to float
        The most accurate pair at which so many hold.
    accuracy : float
    """

    count: int
    thresholds: dict[str, float]
    accuracy: float


def most_held(
    tally: Tally, *, tolerance: float = DEFAULT_TOLERANCE, accuracy_loss: float = 1.0
) -> MostHeld:
    """Return how many of the six criteria can hold at once.

    Parameters
    ----------
    tally : Tally
        Of two groups.
    tolerance : float
    accuracy_loss : float
        Only pairs whose accuracy is at most this far below the best are looked at.

    Raises
    ------
    ValueError
        If the tally has not exactly two groups, or an option is out of range.
    """
    loss = checked_number(accuracy_loss, "accuracy loss", high=np.inf)
    accuracy, _ = sweep(tally)
    held = np.zeros(accuracy.shape, dtype=int)
    for gap in GAPS:
        held += _meets(tally, gap, tolerance)
    # What no threshold changes, such as calibration: one place speaks for all pairs.
    anywhere = tally.named(np.zeros(len(tally.groups), dtype=np.intp))
    still = criteria(tally, anywhere, tolerance=tolerance)
    held += sum(one.verdict == "holds" for one in still if not CRITERIA[one.name].gap)
    # Fewer than none: where accuracy is too low, not even a pair that meets nothing counts.
    held[accuracy < accuracy.max() - loss - ROUNDING] = -1
    count = int(held.max())
    best = _most_accurate_of(accuracy, held == count)
    return MostHeld(count, _named(tally, best), float(accuracy.ravel()[best]))


def best_together(
    tally: Tally, gaps: Sequence[str], *, tolerance: float = DEFAULT_TOLERANCE
) -> dict[str, float] | None:
    """Return the most accurate thresholds that meet several criteria at once, or None.

    Parameters
    ----------
    tally : Tally
        Of two groups.
    gaps : sequence of str
        Of `equipoise.frontiers.gaps.GAPS`; each within the tolerance, the impact ratio at least
        four fifths.

    Raises
    ------
    ValueError
        If the tally has not exactly two groups, no gap is named or one is unknown, or the
        tolerance is out of range.
    """
    names = _named_gaps(gaps)
    accuracy, _ = sweep(tally)
    met = np.all([_meets(tally, gap, tolerance) for gap in names], axis=0)
    return _named(tally, _most_accurate_of(accuracy, met)) if met.any() else None


def nearest_together(
    tally: Tally, gaps: Sequence[str] = CONFLICTING, *, accuracy_loss: float = 0.01
) -> float:
    """Return how small the largest of several gaps can be made.

    Without a floor on accuracy the answer would be trivial: deciding the same for nearly
    everybody closes most gaps.

    Parameters
    ----------
    tally : Tally
        Of two groups.
    gaps : sequence of str
        Of `equipoise.frontiers.gaps.GAPS`.
    accuracy_loss : float
        Only pairs whose accuracy is at most this far below the best are looked at.

    Returns
    -------
    float
        NaN where none of these pairs has all gaps defined.

    Raises
    ------
    ValueError
        If the tally has not exactly two groups, no gap is named or one is unknown, or the
        accuracy loss is out of range.
    """
    names = _named_gaps(gaps)
    loss = checked_number(accuracy_loss, "accuracy loss", high=np.inf)
    accuracy, _ = sweep(tally)
    worst = np.max([sweep(tally, gap=gap)[1] for gap in names], axis=0)
    worst = worst[(accuracy >= accuracy.max() - loss - ROUNDING) & ~np.isnan(worst)]
    return float(worst.min()) if worst.size else float("nan")


def _named_gaps(gaps: Sequence[str]) -> tuple[str, ...]:
    names = (gaps,) if isinstance(gaps, str) else tuple(gaps)
    if not names:
        raise ValueError(f"Name at least one gap; there are: {', '.join(GAPS)}.")
    for name in names:
        check_gap(name)
    return names


def _meets(tally: Tally, gap: str, tolerance: float) -> NDArray[np.bool_]:
    limit = checked_number(tolerance, "tolerance")
    limit = 1 - FOUR_FIFTHS if GAPS[gap].is_ratio else limit
    return np.asarray(sweep(tally, gap=gap)[1] <= limit + ROUNDING)


def _most_accurate_of(accuracy: NDArray[np.float64], allowed: NDArray[np.bool_]) -> int:
    return int(np.argmax(np.where(allowed, accuracy, -np.inf)))


def _named(tally: Tally, position: int) -> dict[str, float]:
    return tally.named(np.array(np.unravel_index(position, (len(tally.grid),) * 2)))

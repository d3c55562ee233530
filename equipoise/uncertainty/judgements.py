"""Whether a criterion holds or fails at this sample size, or the data cannot tell.

A criterion over groups is a claim about every pair of them, and every pair has an interval
(`equipoise.uncertainty.comparisons`), all right together with the stated confidence. The claim
    holds        if every interval lies within the limit,
    fails        if some interval lies wholly beyond it,
    cannot tell  otherwise.
So a gap of 0.8 between groups of three and five people decides nothing, while a smaller gap
between two large groups may decide everything; a judgement names both. Where a group is left
out because nobody is in its denominator, its rate may be anything, and a claim about all groups
is hardly ever settled but by failing. No draws are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from equipoise.checks import ROUNDING
from equipoise.criteria import DEFAULT_TOLERANCE, Criterion, criteria
from equipoise.rates import confusion
from equipoise.resampling import require_counts
from equipoise.tally import Tally, Thresholds
from equipoise.uncertainty.comparisons import (
    Comparison,
    Comparisons,
    compare,
    compare_calibration,
    span,
)
from equipoise.uncertainty.contrasts import contrasts
from equipoise.uncertainty.proportions import check_level

SampleVerdict = Literal["holds", "fails", "cannot tell", "undefined"]


@dataclass(frozen=True)
class Judgement:
    """What can be said of one criterion at this sample size.

    Attributes
    ----------
    criterion : Criterion
        The criterion on the rows themselves, with its limit and who was left out.
    verdict : {"holds", "fails", "cannot tell", "undefined"}
    low, high : float
        The interval of the criterion's value: over many audits of this size it contains the
        value for everybody like these people with probability `level` or more. The verdict says
        where it lies, seen from the limit. NaN where undefined.
    headline : Comparison or None
        The pair that makes the criterion's value; None where it is undefined.
    decisive : Comparison or None
        The pair that settles the verdict: for "fails" the one whose interval keeps furthest
        from equality, otherwise the one whose interval reaches furthest.
    n_comparisons : int
        How many intervals are right together with confidence `level`.
    level : float
    """

    criterion: Criterion
    verdict: SampleVerdict
    low: float
    high: float
    headline: Comparison | None
    decisive: Comparison | None
    n_comparisons: int
    level: float


def settled(least: float, most: float, allowed: float) -> SampleVerdict:
    """Return whether a distance known to lie in [least, most] is within what is allowed."""
    if most <= allowed + ROUNDING:
        return "holds"
    return "fails" if least > allowed + ROUNDING else "cannot tell"


def judge(
    tally: Tally,
    thresholds: Thresholds,
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    favourable_label: Literal[0, 1] = 1,
    level: float = 0.95,
) -> dict[str, Judgement]:
    """Judge all six criteria at this sample size.

    Parameters
    ----------
    tally : Tally
        Of counted, not weighted, rows.
    thresholds : float or mapping from group to float
    tolerance, favourable_label
        As in `equipoise.criteria`.
    level : float
        The confidence of each judgement.

    Returns
    -------
    dict from criterion name to Judgement

    Raises
    ------
    ValueError
        If the tally is weighted, an option is out of range, or the thresholds do not fit.
    """
    require_counts(tally, "A judgement")
    check_level(level)
    cells = confusion(tally, thresholds)
    known = contrasts(favourable_label)
    judged = {}
    for criterion in criteria(
        tally, thresholds, tolerance=tolerance, favourable_label=favourable_label
    ):
        if criterion.verdict == "undefined":
            compared: Comparisons | None = None
        elif criterion.name in known:
            compared = compare(cells, known[criterion.name], level)
        else:
            compared = compare_calibration(tally, level)
        if not compared:
            judged[criterion.name] = Judgement(
                criterion, "undefined", np.nan, np.nan, None, None, 0, level
            )
            continue
        # The pair furthest from equality for certain, and the one that may be furthest.
        surest, furthest = int(compared.least.argmax()), int(compared.most.argmax())
        least, most = float(compared.least[surest]), float(compared.most[furthest])
        verdict = settled(least, most, abs(criterion.limit - compared.equality))
        headline = compared.of(criterion.rate, criterion.pair)
        decisive = compared[surest if verdict == "fails" else furthest]
        low, high = span(compared)
        judged[criterion.name] = Judgement(
            criterion, verdict, low, high, headline, decisive, len(compared), level
        )
    return judged

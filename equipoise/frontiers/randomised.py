"""The best that randomised thresholds can do: accuracy against gap as a linear programme.

The construction of Hardt, Price and Srebro, "Equality of Opportunity in Supervised
Learning" (2016), with a limit on the gap instead of equality: each group mixes the corners
of its ROC hull, and accuracy and rates are linear in the mixing probabilities. A chance is
tossed for some people; accuracy and rates here are expectations over it, and what is limited is
the gap of the expected rates. The gap after a toss is another, on average no smaller one; see
`equipoise.frontiers.toss_gaps`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import checked_number
from equipoise.frontiers.gaps import is_comparable, undefined_groups
from equipoise.frontiers.hulls import Mixture
from equipoise.frontiers.linear import LinearProblem, bends
from equipoise.tally import Tally, check_tally

RANDOMISED_GAPS = ("demographic_parity", "equal_opportunity", "equalized_odds")
"""The gaps that are linear in the probabilities of being selected."""


@dataclass(frozen=True, eq=False)
class Randomised:
    """The frontier of randomised thresholds, a curve of straight pieces.

    Attributes
    ----------
    gap : str
        Which of `RANDOMISED_GAPS` is traded against accuracy.
    points : DataFrame
        Columns accuracy (expected) and gap_of_expected_rates, ascending from a gap of 0: the
        bends of the curve, which is straight between them and level after the last. Empty
        where the gap is undefined.
    left_out : tuple of str
        Groups without a defined rate, bound only by such rates as they have.
    reason : str
        Why there is no curve, or which groups it cannot speak of.
    """

    gap: str
    points: pd.DataFrame
    left_out: tuple[str, ...]
    reason: str

    def accuracy_within(self, limit: float) -> float:
        """Return the best expected accuracy with the gap of the expected rates at most `limit`.

        NaN if undefined.

        Raises
        ------
        ValueError
            If the limit is not a number of at least 0.
        """
        limit = checked_number(limit, "limit of the gap", high=np.inf)
        if not len(self.points):
            return float("nan")
        gaps, accuracies = self.points["gap_of_expected_rates"], self.points["accuracy"]
        return float(np.interp(limit, gaps, accuracies))


@dataclass(frozen=True, eq=False)
class Rule:
    """A randomised threshold for each group.

    Attributes
    ----------
    gap : str
    mixtures : dict from group to Mixture
    expected_accuracy : float
        The average accuracy over tosses.
    gap_of_expected_rates : float
        The gap of the rates that tosses give on average: not the average gap of a toss, for
        which see `equipoise.toss_gap`.
    """

    gap: str
    mixtures: dict[str, Mixture]
    expected_accuracy: float
    gap_of_expected_rates: float


def randomised_frontier(tally: Tally, *, gap: str = "equalized_odds") -> Randomised:
    """Return the best expected accuracy at every gap of the expected rates from 0 up.

    Parameters
    ----------
    tally : Tally
        Of any number of groups; grid=None lets thresholds be any score.
    gap : str
        One of `RANDOMISED_GAPS`.

    Raises
    ------
    ValueError
        If the gap is not one of them.
    """
    left_out, reason = _comparable(tally, gap)
    found = bends(LinearProblem(tally, gap)) if is_comparable(tally, gap) else []
    columns = {
        "accuracy": [bend.accuracy for bend in found],
        "gap_of_expected_rates": [bend.limit for bend in found],
    }
    points = pd.DataFrame(columns, dtype=np.float64)
    return Randomised(gap, points, left_out, reason)


def randomised_rule(tally: Tally, limit: float, *, gap: str = "equalized_odds") -> Rule | None:
    """Return the most accurate randomised thresholds whose expected rates gap within `limit`.

    Parameters
    ----------
    tally : Tally
    limit : float
        At least 0.
    gap : str
        One of `RANDOMISED_GAPS`.

    Returns
    -------
    Rule, or None where the gap is undefined.

    Raises
    ------
    ValueError
        If the gap is not one of them or the limit is negative.
    """
    _comparable(tally, gap)
    # No gap exceeds 1, and a linear programme takes no infinity.
    limit = min(checked_number(limit, "limit of the gap", high=np.inf), 1.0)
    if not is_comparable(tally, gap):
        return None
    problem = LinearProblem(tally, gap)
    solution = problem.solve(limit)
    mixtures = {
        hull.group: hull.mixture(float(weights @ hull.fp), float(weights @ hull.tp))
        for hull, weights in zip(problem.hulls, solution.weights, strict=True)
    }
    return Rule(gap, mixtures, solution.accuracy, problem.gap_of(solution))


def chances(tally: Tally, rule: Rule) -> NDArray[np.float64]:
    """Return (K, m): the probability of being selected in each score interval.

    Raises
    ------
    TypeError
        If there is no rule, as where `randomised_rule` finds the gap undefined.
    ValueError
        If the rule lacks a group of the tally.
    """
    check_tally(tally)
    if not isinstance(rule, Rule):
        raise TypeError(f"A Rule is needed, such as randomised_rule(tally, 0.05), not {rule!r}.")
    absent = [group for group in tally.groups if group not in rule.mixtures]
    if absent:
        raise ValueError(f"The rule says nothing about: {', '.join(absent)}.")
    return np.stack([rule.mixtures[group].probability(tally.grid) for group in tally.groups])


def _comparable(tally: Tally, gap: str) -> tuple[tuple[str, ...], str]:
    if gap not in RANDOMISED_GAPS:
        known = ", ".join(RANDOMISED_GAPS)
        raise ValueError(f"Randomising cannot limit the gap {gap!r}; there are: {known}.")
    return undefined_groups(tally, gap)

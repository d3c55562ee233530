"""Six ways to ask whether a classifier treats groups alike: what each is, and what it says.

Each criterion is one row of `CRITERIA`; whatever names, judges, explains or draws the criteria
reads that table. How they are judged, and over whom, is said in `equipoise.definitions`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from equipoise.checks import checked_number
from equipoise.definitions import (
    FOUR_FIFTHS,
    Criterion,
    Definition,
    Verdict,
    lowest_over_highest,
    worst_calibration,
    worst_difference,
)
from equipoise.rates import confusion
from equipoise.tally import Tally, Thresholds

__all__ = [
    "CRITERIA",
    "ENFORCED_BY",
    "FOUR_FIFTHS",
    "TITLES",
    "Criteria",
    "Criterion",
    "Definition",
    "Verdict",
    "criteria",
]

DEFAULT_TOLERANCE = 0.05
"""The largest difference between groups that still holds, where nobody says another."""

CRITERIA = {
    row.name: row
    for row in (
        Definition(
            "demographic_parity_difference",
            "Demographic parity",
            "Parity",
            "balance",
            "Each group is selected equally often.",
            r"\frac{TP_A + FP_A}{N_A} - \frac{TP_B + FP_B}{N_B}",
            "A's selection rate minus B's",
            worst_difference,
            ("selection_rate",),
            "demographic_parity",
        ),
        Definition(
            "disparate_impact_ratio",
            "Impact ratio",
            "Impact ratio",
            "percent",
            "The least selected group is selected at least four fifths as often as the most "
            "selected.",
            r"\frac{\text{lowest selection rate}}{\text{highest selection rate}}",
            "the lowest selection rate over the highest",
            lowest_over_highest,
            ("selection_rate",),
            "disparate_impact",
            is_ratio=True,
        ),
        Definition(
            "equal_opportunity_difference",
            "Equal opportunity",
            "Opportunity",
            "door_open",
            "Of those who {plural}, each group is selected equally often.",
            r"\frac{TP_A}{TP_A + FN_A} - \frac{TP_B}{TP_B + FN_B}",
            "A's true-positive rate minus B's",
            worst_difference,
            ("true_positive_rate",),
            "equal_opportunity",
        ),
        Definition(
            "equalized_odds_difference",
            "Equalized odds",
            "Odds",
            "compare_arrows",
            "Both error rates are the same in each group: {positives} missed, and others selected "
            "in error.",
            r"\max(|TPR_A - TPR_B|,\ |FPR_A - FPR_B|)",
            "the larger of the distances between A's and B's true- and false-positive rates",
            worst_difference,
            ("true_positive_rate", "false_positive_rate"),
            "equalized_odds",
        ),
        Definition(
            "predictive_parity_difference",
            "Predictive parity",
            "Precision",
            "target",
            "Being selected means the same in each group: the same share turn out to "
            "{infinitive}.",
            r"\frac{TP_A}{TP_A + FP_A} - \frac{TP_B}{TP_B + FP_B}",
            "A's positive predictive value minus B's",
            worst_difference,
            ("positive_predictive_value",),
            "predictive_parity",
        ),
        Definition(
            "expected_calibration_error",
            "Calibration within groups",
            "Calibration",
            "straighten",
            "Within each group, scores are right on average: of those who score about 0.7, about "
            "70 in 100 {plural}.",
            r"\max_g \sum_{b} \frac{n_{g,b}}{n_g}"
            r"\ |\text{mean score}_{g,b} - \text{share positive}_{g,b}|",
            "the largest average distance, in any group, between the mean score of a bin and its "
            "share of positives",
            worst_calibration,
        ),
    )
}
"""The criteria by name, in the order in which they are shown everywhere.

Demographic parity: selection rates are equal. Impact ratio: lowest over highest selection rate.
Equal opportunity: true-positive rates (Hardt, Price and Srebro, 2016). Equalized odds: the
larger of the true- and the false-positive gap (the same source; Fairlearn's worst case).
Predictive parity: positive predictive values (Chouldechova, 2017). Calibration: the worst
group's expected calibration error.
"""

TITLES = {name: row.title for name, row in CRITERIA.items()}
"""What each is called."""

ENFORCED_BY = {name: row.gap for name, row in CRITERIA.items() if row.gap}
"""For each criterion that thresholds can change, the frontier gap that measures it."""


@dataclass(frozen=True)
class Criteria:
    """All criteria at the present thresholds; iterating gives them in the order of `CRITERIA`.

    Each is also an attribute under its name, such as `demographic_parity_difference`.
    """

    judged: tuple[Criterion, ...]

    def __iter__(self) -> Iterator[Criterion]:
        return iter(self.judged)

    def __getitem__(self, name: str) -> Criterion:
        found = next((one for one in self.judged if one.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

    def __getattr__(self, name: str) -> Criterion:
        # A copy asks for what it has not got yet: only names of criteria are looked up.
        if name not in CRITERIA:
            raise AttributeError(
                f"There is no criterion {name!r}; there are: {', '.join(TITLES)}."
            )
        return self[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(one.name for one in self.judged)]


def criteria(
    tally: Tally,
    thresholds: Thresholds,
    *,
    tolerance: float = DEFAULT_TOLERANCE,
    favourable_label: Literal[0, 1] = 1,
) -> Criteria:
    """Judge all criteria at the given thresholds.

    Parameters
    ----------
    tally : Tally
    thresholds : float or mapping from group to float
    tolerance : float
        The largest absolute difference, or calibration error, that still holds.
    favourable_label : {1, 0}
        Which prediction is the good outcome. With 0 (say, not being flagged as a risk),
        demographic parity and the impact ratio compare rejection rates instead.

    Returns
    -------
    Criteria
        One for each of `CRITERIA`.

    Raises
    ------
    ValueError
        If the tolerance is not in [0, 1] or the thresholds do not fit the tally.
    """
    limit = checked_number(tolerance, "tolerance")
    if favourable_label not in (0, 1):
        raise ValueError(f"The favourable label is {favourable_label!r}; it must be 0 or 1.")
    cells = confusion(tally, thresholds)
    asked = (row.facing(favourable_label) for row in CRITERIA.values())
    return Criteria(tuple(row.judge(row, tally, cells, limit) for row in asked))

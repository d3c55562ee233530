"""The six criteria as they look on every page: order, icon, short name, demand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """How one criterion is shown.

    Attributes
    ----------
    icon : str
        A Material symbol, as Streamlit writes it.
    short : str
        A name for tight places.
    demand : str
        What the criterion asks for, in plain words.
    """

    icon: str
    short: str
    demand: str


CRITERIA = {
    "demographic_parity_difference": Mark(
        ":material/balance:", "Parity", "Each group is selected equally often."
    ),
    "disparate_impact_ratio": Mark(
        ":material/percent:",
        "Impact ratio",
        "The least selected group is selected at least four fifths as often as the most selected.",
    ),
    "equal_opportunity_difference": Mark(
        ":material/door_open:",
        "Opportunity",
        "Of those who earn more than 50K, each group is selected equally often.",
    ),
    "equalized_odds_difference": Mark(
        ":material/compare_arrows:",
        "Odds",
        "Both error rates are the same in each group: high earners missed, and others selected in "
        "error.",
    ),
    "predictive_parity_difference": Mark(
        ":material/target:",
        "Precision",
        "Being selected means the same in each group: the same share turn out to earn more than "
        "50K.",
    ),
    "expected_calibration_error": Mark(
        ":material/straighten:",
        "Calibration",
        "Within each group, scores are right on average: of those who score about 0.7, about 70 "
        "in 100 earn more than 50K.",
    ),
}
"""By the name the criterion has in `equipoise.criteria`, in the same order."""

VERDICTS = {
    "holds": (":material/check:", "holds"),
    "fails": (":material/close:", "fails"),
    "cannot tell": (":material/question_mark:", "cannot tell"),
    "undefined": (":material/horizontal_rule:", "cannot be assessed"),
}
"""Each verdict's icon and word; the word is always shown."""

"""The published figures of the audit, recomputed from an artifact."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from equipoise.criteria import criteria
from equipoise.datasets.adult.artifact import adult_card, load_adult
from equipoise.frontiers.frontier import frontier
from equipoise.predictions import Predictions
from equipoise.rates import group_rates, overall_rates
from equipoise.roc import roc_auc
from equipoise.tally import GRID, tally

THRESHOLD = 0.5

RATES = (
    "base_rate", "selection_rate", "true_positive_rate", "false_positive_rate",
    "positive_predictive_value",
)  # fmt: skip
GROUP_RATES = {
    ("sex", "Female"): (0.1134, 0.0828, 0.5404, 0.0243, 0.7396),
    ("sex", "Male"): (0.3097, 0.2585, 0.6096, 0.1009, 0.7305),
    ("race", "Non-White"): (0.1589, 0.1282, 0.5572, 0.0472, 0.6903),
    ("race", "White"): (0.2597, 0.2130, 0.6033, 0.0760, 0.7357),
}

CRITERIA = (
    "demographic_parity_difference", "disparate_impact_ratio", "equal_opportunity_difference",
    "equalized_odds_difference", "predictive_parity_difference",
)  # fmt: skip
CRITERION_VALUES = {
    "sex": (-0.1757, 0.3205, -0.0692, 0.0766, 0.0091),
    "race": (-0.0847, 0.6022, -0.0461, 0.0461, -0.0454),
}

FRONTIER = ("points", "first threshold", "second threshold", "accuracy", "gap", "cost")
FRONTIER_VALUES = {
    "sex": (63, 0.43, 0.49, 0.8475, 0.0689, 0.0000),
    "race": (23, 0.48, 0.52, 0.8467, 0.0159, 0.0009),
}


@dataclass(frozen=True)
class Figure:
    """A published figure beside the one found.

    Attributes
    ----------
    name : str
    expected : float
        As published: a count, or a share with four decimals.
    found : float
    """

    name: str
    expected: float
    found: float

    @property
    def decimals(self) -> int:
        """Decimals to show: none for a count."""
        return 0 if isinstance(self.expected, int) else 4

    @property
    def holds(self) -> bool:
        """Whether the figure found rounds to the published one."""
        # Half a unit of the fourth decimal, and a little for its own rounding.
        return math.isclose(self.found, self.expected, rel_tol=0, abs_tol=0.5e-4 + 1e-9)


def figures(path: Path) -> list[Figure]:
    """Recompute every published figure from an artifact.

    Raises
    ------
    ArtifactError
        If the artifact is damaged.
    """
    predictions, card = load_adult(path), adult_card(path)
    overall = overall_rates(tally(predictions, "sex"), THRESHOLD)
    # One group of everybody, because scores of two groups are never held against each other.
    everyone = Predictions(
        predictions.y_true, predictions.y_score, {"all": ["all"] * predictions.n}
    )
    found = [
        Figure("training rows", 30162, card.train.rows_kept),
        Figure("test rows", 15060, predictions.n),
        Figure("accuracy", 0.8475, float(overall["accuracy"])),
        Figure("ROC AUC", 0.9033, roc_auc(tally(everyone, "all", grid=None))["all"]),
        Figure("ROC AUC of the features for sex", 0.9347, card.proxies["sex"].roc_auc),
        Figure("ROC AUC of the features for race", 0.7579, card.proxies["race"].roc_auc),
    ]
    for (attribute, group), values in GROUP_RATES.items():
        rates = group_rates(tally(predictions, attribute), THRESHOLD).T[group]
        for rate, expected in zip(RATES, values, strict=True):
            found.append(Figure(f"{group}: {_plain(rate)}", expected, float(rates[rate])))
    for attribute, values in CRITERION_VALUES.items():
        judged = criteria(tally(predictions, attribute), THRESHOLD)
        for name, expected in zip(CRITERIA, values, strict=True):
            value = getattr(judged, name).value
            found.append(Figure(f"{attribute}: {_plain(name)}", expected, value))
    for attribute, published in FRONTIER_VALUES.items():
        counts = tally(predictions, attribute, grid=GRID)
        front = frontier(counts, gap="equalized_odds")
        shown = front.points.iloc[front.first_shown]
        cost = front.baseline_accuracy - shown["accuracy"]
        thresholds = [shown[group] for group in counts.groups]
        reached = (len(front.points), *thresholds, shown["accuracy"], shown["gap"], cost)
        for name, expected, value in zip(FRONTIER, published, reached, strict=True):
            found.append(Figure(f"{attribute}: frontier, {name}", expected, float(value)))
    return found


def _plain(name: str) -> str:
    return name.replace("_", " ")

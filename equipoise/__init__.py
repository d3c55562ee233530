"""Equipoise: audit the group fairness of a binary classifier, exactly and at any threshold."""

from equipoise.calibration import Calibration, calibration
from equipoise.criteria import FOUR_FIFTHS, Criteria, Criterion, criteria
from equipoise.datasets import load_adult
from equipoise.frontier import Frontier, best_within, frontier, sweep
from equipoise.gaps import GAPS, accuracy_and_gap
from equipoise.incompatibility import (
    Enforced,
    enforcement,
    implied_false_positive_rate,
    implied_positive_predictive_value,
    recalibrated,
    with_base_rate,
)
from equipoise.operating import dominating, flips, match_rate, most_accurate
from equipoise.pareto import pareto_front
from equipoise.predictions import Grouping, Predictions
from equipoise.rates import (
    RATES,
    Confusion,
    confusion,
    group_rates,
    overall_rates,
    why_undefined,
)
from equipoise.reading import read_predictions
from equipoise.roc import roc, roc_auc
from equipoise.tally import GRID, Tally, restricted, tally
from equipoise.together import MostHeld, best_together, most_held, nearest_together

__all__ = [
    "FOUR_FIFTHS",
    "GAPS",
    "GRID",
    "RATES",
    "Calibration",
    "Confusion",
    "Criteria",
    "Criterion",
    "Enforced",
    "Frontier",
    "Grouping",
    "MostHeld",
    "Predictions",
    "Tally",
    "accuracy_and_gap",
    "best_together",
    "best_within",
    "calibration",
    "confusion",
    "criteria",
    "dominating",
    "enforcement",
    "flips",
    "frontier",
    "group_rates",
    "implied_false_positive_rate",
    "implied_positive_predictive_value",
    "load_adult",
    "match_rate",
    "most_accurate",
    "most_held",
    "nearest_together",
    "overall_rates",
    "pareto_front",
    "read_predictions",
    "recalibrated",
    "restricted",
    "roc",
    "roc_auc",
    "sweep",
    "tally",
    "why_undefined",
    "with_base_rate",
]

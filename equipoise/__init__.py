"""Equipoise: audit the group fairness of a binary classifier, exactly and at any threshold."""

from equipoise.calibration import Calibration, calibration
from equipoise.criteria import FOUR_FIFTHS, Criteria, Criterion, criteria
from equipoise.datasets import load_adult
from equipoise.frontiers.choice import dominating
from equipoise.frontiers.frontier import Frontier, best_within, frontier, sweep
from equipoise.frontiers.gaps import GAPS, accuracy_and_gap
from equipoise.frontiers.heldout import HeldOut, held_out
from equipoise.frontiers.pareto import pareto_front
from equipoise.frontiers.randomised import (
    RANDOMISED_GAPS,
    Randomised,
    Rule,
    randomised_frontier,
    randomised_rule,
)
from equipoise.frontiers.single import shared_path
from equipoise.frontiers.toss_gaps import TossGap, toss_gap
from equipoise.frontiers.tosses import Tosses, chance_bands, toss
from equipoise.incompatibility.changes import recalibrated, with_base_rate
from equipoise.incompatibility.enforcement import Enforced, enforcement
from equipoise.incompatibility.identity import (
    implied_false_positive_rate,
    implied_positive_predictive_value,
)
from equipoise.incompatibility.simultaneous import (
    MostHeld,
    best_together,
    most_held,
    nearest_together,
)
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
from equipoise.thresholds import TopK, flips, match_rate, most_accurate, top_k
from equipoise.uncertainty.comparisons import Comparison
from equipoise.uncertainty.frontier_band import frontier_band
from equipoise.uncertainty.frontier_cost import frontier_cost
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import Judgement, judge
from equipoise.uncertainty.noise_floor import NoiseFloor, noise_floor
from equipoise.uncertainty.paired import PairedRedraws, paired_redraws
from equipoise.uncertainty.power import Power, power
from equipoise.uncertainty.proportions import wilson
from equipoise.version import __version__

__all__ = [
    "FOUR_FIFTHS",
    "GAPS",
    "GRID",
    "RANDOMISED_GAPS",
    "RATES",
    "Calibration",
    "Comparison",
    "Confusion",
    "Criteria",
    "Criterion",
    "Enforced",
    "Frontier",
    "Grouping",
    "HeldOut",
    "Judgement",
    "MostHeld",
    "NoiseFloor",
    "PairedRedraws",
    "Power",
    "Predictions",
    "Randomised",
    "Rule",
    "Tally",
    "TopK",
    "TossGap",
    "Tosses",
    "__version__",
    "accuracy_and_gap",
    "best_together",
    "best_within",
    "calibration",
    "chance_bands",
    "confusion",
    "criteria",
    "dominating",
    "enforcement",
    "flips",
    "frontier",
    "frontier_band",
    "frontier_cost",
    "group_rates",
    "held_out",
    "implied_false_positive_rate",
    "implied_positive_predictive_value",
    "intervals",
    "judge",
    "load_adult",
    "match_rate",
    "most_accurate",
    "most_held",
    "nearest_together",
    "noise_floor",
    "overall_rates",
    "paired_redraws",
    "pareto_front",
    "power",
    "randomised_frontier",
    "randomised_rule",
    "read_predictions",
    "recalibrated",
    "restricted",
    "roc",
    "roc_auc",
    "shared_path",
    "sweep",
    "tally",
    "top_k",
    "toss",
    "toss_gap",
    "why_undefined",
    "wilson",
    "with_base_rate",
]

"""Equipoise: audit the group fairness of a binary classifier, exactly and at any threshold.

Here is what an audit is made with. What is more particular is taken from its module, such as
`equipoise.frontiers.tosses` or `equipoise.uncertainty.frontier_cost`.
"""

from equipoise.audit import Audit, View
from equipoise.calibration import Calibration, calibration
from equipoise.criteria import Criteria, Criterion, criteria
from equipoise.datasets import load_adult
from equipoise.frontiers.frontier import Frontier, best_within, frontier
from equipoise.frontiers.randomised import randomised_frontier
from equipoise.incompatibility.enforcement import enforcement
from equipoise.predictions import Predictions
from equipoise.rates import group_rates, overall_rates
from equipoise.reading import read_predictions
from equipoise.roc import roc, roc_auc
from equipoise.tally import GRID, Tally, tally
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import Judgement, judge
from equipoise.version import __version__
from equipoise.vocabulary import Vocabulary

__all__ = [
    "GRID",
    "Audit",
    "Calibration",
    "Criteria",
    "Criterion",
    "Frontier",
    "Judgement",
    "Predictions",
    "Tally",
    "View",
    "Vocabulary",
    "__version__",
    "best_within",
    "calibration",
    "criteria",
    "enforcement",
    "frontier",
    "group_rates",
    "intervals",
    "judge",
    "load_adult",
    "overall_rates",
    "randomised_frontier",
    "read_predictions",
    "roc",
    "roc_auc",
    "tally",
]

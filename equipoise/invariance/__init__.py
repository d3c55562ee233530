"""Test-time fairness: whether a text model's answers depend on what should not matter.

After Cotta and Maddison, "Test-Time Fairness and Robustness in Large Language Models" (2024):
stratified and counterfactual invariance, the noise they stand in, and strategies that are
applied only when the model is asked.
"""

from equipoise.invariance.answers import Answers, read_answers, write_answers
from equipoise.invariance.counterfactual import CIProbability, ci_probability
from equipoise.invariance.exact import ExactNull, exact_null
from equipoise.invariance.intervals import SIInterval, interval
from equipoise.invariance.items import Items, read_items, write_items
from equipoise.invariance.noise import NullBand, null_band, p_value
from equipoise.invariance.performance import MacroF1, macro_f1, positive_rate
from equipoise.invariance.stratified import Bounds, SIBias, missing_bounds, si_bias
from equipoise.invariance.swaps import swap_words
from equipoise.invariance.zwords import (
    contains_context,
    context_words,
    left_over,
    words_of_context,
)

__all__ = [
    "Answers",
    "Bounds",
    "CIProbability",
    "ExactNull",
    "Items",
    "MacroF1",
    "NullBand",
    "SIBias",
    "SIInterval",
    "ci_probability",
    "contains_context",
    "context_words",
    "exact_null",
    "interval",
    "left_over",
    "macro_f1",
    "missing_bounds",
    "null_band",
    "p_value",
    "positive_rate",
    "read_answers",
    "read_items",
    "si_bias",
    "swap_words",
    "words_of_context",
    "write_answers",
    "write_items",
]

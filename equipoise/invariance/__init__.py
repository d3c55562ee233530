"""Test-time fairness: whether a text model's answers depend on what should not matter.

After Cotta and Maddison, "Test-Time Fairness and Robustness in Large Language Models" (2024):
stratified and counterfactual invariance, the noise they stand in, and strategies that are
applied only when the model is asked.
"""

from equipoise.invariance.answers import Answers, read_answers, write_answers
from equipoise.invariance.items import Items, read_items, write_items
from equipoise.invariance.swaps import swap_words
from equipoise.invariance.zwords import (
    contains_context,
    context_words,
    left_over,
    words_of_context,
)

__all__ = [
    "Answers",
    "Items",
    "contains_context",
    "context_words",
    "left_over",
    "read_answers",
    "read_items",
    "swap_words",
    "words_of_context",
    "write_answers",
    "write_items",
]

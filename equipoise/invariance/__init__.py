"""Test-time fairness: whether a text model's answers depend on what should not matter.

After Cotta and Maddison, "Test-Time Fairness and Robustness in Large Language Models" (2024):
stratified and counterfactual invariance, the noise they stand in, and strategies that are
applied only when the model is asked.

    from equipoise.invariance import read_answers, read_items, score

    print(score(read_items("items.csv"), read_answers("answers.csv")))  # all measures, in words

    si_bias(y_pred, s, z).value             # the widest gap between contexts in any stratum
    p_value(y_pred, s, z, unit=unit)        # how often noise alone shows one at least as wide
    ci_probability(y_pred, unit=unit, z=z)  # the share of complete units answered alike throughout
    exact_null(25, [0.5, 0.5], 4).mean      # the mean of noise: 25 in a cell, 2 strata, 4 contexts

`run` asks a model, by an `OpenAIClient`, a `ClassifierClient` or a `ScriptedClient`; STRATEGIES
are the ways to ask.
"""

from equipoise.invariance.endpoint.client import OpenAIClient
from equipoise.invariance.measures.counterfactual import CIProbability, ci_probability
from equipoise.invariance.measures.exact import exact_null
from equipoise.invariance.measures.intervals import interval
from equipoise.invariance.measures.noise import null_band, p_value
from equipoise.invariance.measures.performance import macro_f1
from equipoise.invariance.measures.scoring import Scores, score
from equipoise.invariance.measures.si_bias import SIBias, missing_bounds, si_bias
from equipoise.invariance.running.clients import ClassifierClient, ScriptedClient
from equipoise.invariance.running.planning import plan
from equipoise.invariance.running.runner import run
from equipoise.invariance.running.strategies import STRATEGIES
from equipoise.invariance.running.tasks import Task, read_task
from equipoise.invariance.tables.answers import Answers, read_answers, write_answers
from equipoise.invariance.tables.items import Items, read_items

__all__ = [
    "STRATEGIES",
    "Answers",
    "CIProbability",
    "ClassifierClient",
    "Items",
    "OpenAIClient",
    "SIBias",
    "Scores",
    "ScriptedClient",
    "Task",
    "ci_probability",
    "exact_null",
    "interval",
    "macro_f1",
    "missing_bounds",
    "null_band",
    "p_value",
    "plan",
    "read_answers",
    "read_items",
    "read_task",
    "run",
    "score",
    "si_bias",
    "write_answers",
]

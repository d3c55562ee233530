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
from equipoise.invariance.lesson.expectation import (
    Yardstick,
    expected,
    expected_ci,
    expected_gap,
    expected_rates,
    mean_bias,
    yardstick,
)
from equipoise.invariance.lesson.live import (
    LESSON_STRATEGIES,
    Steps,
    Vote,
    lesson_answers,
    lesson_predictions,
    lesson_votes,
    one_row,
)
from equipoise.invariance.lesson.recorded import Lesson, load_lesson
from equipoise.invariance.measures.counterfactual import CIProbability, ci_probability
from equipoise.invariance.measures.exact import ExactNull, exact_null
from equipoise.invariance.measures.intervals import SIInterval, interval
from equipoise.invariance.measures.noise import NullBand, Verdict, null_band, p_value
from equipoise.invariance.measures.performance import MacroF1, macro_f1, positive_rate
from equipoise.invariance.measures.scoring import Scored, Scores, score
from equipoise.invariance.measures.seeds import draw_context, seed_for
from equipoise.invariance.measures.stratified import Bounds, SIBias, missing_bounds, si_bias
from equipoise.invariance.running.answering import Step, StrategyAnswer
from equipoise.invariance.running.cache import Cache, CacheError
from equipoise.invariance.running.clients import (
    ClassifierClient,
    Client,
    ClientError,
    Reply,
    Request,
    ScriptedClient,
)
from equipoise.invariance.running.context_words import (
    contains_context,
    context_words,
    left_over,
    words_of_context,
)
from equipoise.invariance.running.manifest import (
    Manifest,
    items_hash,
    read_manifest,
    write_manifest,
)
from equipoise.invariance.running.planning import Plan, plan
from equipoise.invariance.running.reply import read_reply
from equipoise.invariance.running.rewriting import Context, Template, give_context, hide_context
from equipoise.invariance.running.runner import Finished, RunError, answers_of, run, run_rows
from equipoise.invariance.running.strategies import STRATEGIES, Strategy, prompts_hash
from equipoise.invariance.running.swaps import swap_words
from equipoise.invariance.running.tasks import Task, read_task, task_from, task_to
from equipoise.invariance.tables.answers import Answers, read_answers, write_answers
from equipoise.invariance.tables.items import Items, read_items, write_items
from equipoise.invariance.tables.paper_sets import PAPER_SETS, PaperSet

__all__ = [
    "LESSON_STRATEGIES",
    "PAPER_SETS",
    "STRATEGIES",
    "Answers",
    "Bounds",
    "CIProbability",
    "Cache",
    "CacheError",
    "ClassifierClient",
    "Client",
    "ClientError",
    "Context",
    "ExactNull",
    "Finished",
    "Items",
    "Lesson",
    "MacroF1",
    "Manifest",
    "NullBand",
    "OpenAIClient",
    "PaperSet",
    "Plan",
    "Reply",
    "Request",
    "RunError",
    "SIBias",
    "SIInterval",
    "Scored",
    "Scores",
    "ScriptedClient",
    "Step",
    "Steps",
    "Strategy",
    "StrategyAnswer",
    "Task",
    "Template",
    "Verdict",
    "Vote",
    "Yardstick",
    "answers_of",
    "ci_probability",
    "contains_context",
    "context_words",
    "draw_context",
    "exact_null",
    "expected",
    "expected_ci",
    "expected_gap",
    "expected_rates",
    "give_context",
    "hide_context",
    "interval",
    "items_hash",
    "left_over",
    "lesson_answers",
    "lesson_predictions",
    "lesson_votes",
    "load_lesson",
    "macro_f1",
    "mean_bias",
    "missing_bounds",
    "null_band",
    "one_row",
    "p_value",
    "plan",
    "positive_rate",
    "prompts_hash",
    "read_answers",
    "read_items",
    "read_manifest",
    "read_reply",
    "read_task",
    "run",
    "run_rows",
    "score",
    "seed_for",
    "si_bias",
    "swap_words",
    "task_from",
    "task_to",
    "words_of_context",
    "write_answers",
    "write_items",
    "write_manifest",
    "yardstick",
]

"""What strategies measure on the lesson's comments, each computed once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from equipoise.invariance.lesson.expectation import expected_ci, expected_gap, mean_bias
from equipoise.invariance.lesson.live import Labels, lesson_predictions
from equipoise.invariance.lesson.recorded import Lesson
from equipoise.invariance.measures.counterfactual import CIProbability, ci_probability
from equipoise.invariance.measures.intervals import SIInterval, interval
from equipoise.invariance.measures.noise import NullBand, null_band
from equipoise.invariance.measures.performance import MacroF1, macro_f1
from equipoise.invariance.measures.si_bias import SIBias, si_bias
from equipoise.keeping import kept

DRAWN: Final = ("random_context", "ooc")
"""The strategies that draw contexts, which votes and a seed are for."""


@dataclass(frozen=True, eq=False)
class Measured:
    """What one strategy measures on all comments.

    Attributes
    ----------
    lesson : Lesson
    strategy : str
    votes : int
    seed : int
    answers : (T, Z) array of 0 and 1
        Template by template, context by context.
    si : SIBias
    null : NullBand
    p_value : float
    verdict : str
        As `NullBand.verdict` has it.
    ci : CIProbability
    f1 : MacroF1
    expected_gap, expected_ci : float
        Over all draws of contexts: the widest gap of the averaged rates, and the average of
        the CI probability.
    """

    lesson: Lesson
    strategy: str
    votes: int
    seed: int
    answers: Labels
    si: SIBias
    null: NullBand
    p_value: float
    verdict: str
    ci: CIProbability
    f1: MacroF1
    expected_gap: float
    expected_ci: float

    @property
    def n_correct(self) -> int:
        """Answers that are as labelled."""
        return int((self.answers == self.lesson.y[:, None]).sum())

    @property
    def n_alike(self) -> int:
        """Comments that are answered alike in every context."""
        return round(self.ci.value * self.ci.n_units)

    @kept()
    def limits(self) -> SIInterval:
        """Return where the true SI-bias may lie."""
        column = columns(self.lesson)
        return interval(self.answers.ravel(), column["s"], column["z"])


def measured(lesson: Lesson, strategy: str, votes: int, seed: int) -> Measured:
    """Return what a strategy measures; one that draws nothing has one result for all draws."""
    return _measured(lesson, strategy, *((votes, seed) if strategy in DRAWN else (1, 0)))


@kept()
def average_bias(lesson: Lesson, strategy: str, votes: int) -> float:
    """Return the average SI-bias of a draw of contexts; by simulation, good to two decimals."""
    return mean_bias(lesson, strategy, m=votes)


def columns(lesson: Lesson) -> dict[str, NDArray[Any]]:
    """Return unit, stratum and context of every comment, in the order of raveled answers."""
    n_contexts = len(lesson.names)
    return {
        "unit": np.repeat(np.array([template.id for template in lesson.templates]), n_contexts),
        "s": np.repeat(lesson.y.astype(str), n_contexts),
        "z": np.tile(np.array(lesson.names), len(lesson.templates)),
    }


# Four strategies with every choice of votes and seed are 102: none has to be measured twice.
@kept(maxsize=128)
def _measured(lesson: Lesson, strategy: str, votes: int, seed: int) -> Measured:
    answers = lesson_predictions(lesson, strategy, m=votes, seed=seed)
    column, flat = columns(lesson), answers.ravel()
    found = si_bias(flat, column["s"], column["z"])
    null = null_band(flat, column["s"], column["z"], column["unit"])
    return Measured(
        lesson=lesson,
        strategy=strategy,
        votes=votes,
        seed=seed,
        answers=answers,
        si=found,
        null=null,
        p_value=null.p_value(found.value),
        verdict=null.verdict(found.value),
        ci=ci_probability(flat, column["unit"], column["z"]),
        f1=macro_f1(column["s"].astype(np.int8), flat),
        expected_gap=expected_gap(lesson, strategy, m=votes),
        expected_ci=expected_ci(lesson, strategy, m=votes),
    )

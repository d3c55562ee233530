"""The lesson's comments and what strategies measure on them, loaded once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from equipoise.datasets import ArtifactError
from equipoise.foreign import MESSAGE, plain
from equipoise.invariance import (
    CIProbability,
    Lesson,
    MacroF1,
    NullBand,
    SIBias,
    ci_probability,
    expected_ci,
    expected_gap,
    lesson_predictions,
    load_lesson,
    macro_f1,
    mean_bias,
    null_band,
    si_bias,
)
from equipoise.invariance.lesson.live import Labels

DRAWN = ("random_context", "ooc")
"""The strategies that draw contexts, which votes and a seed are for."""

SHORT: Mapping[str, str] = {
    "default": "As it is",
    "obfuscate_only": "Hidden",
    "random_context": "Another added",
    "ooc": "Out of context",
}
"""The lesson's strategies by the names they go by on the page."""

TOLD: Mapping[str, str] = {
    "default": "The comment is asked about as it is.",
    "obfuscate_only": "The context's word is replaced by “local” before asking.",
    "random_context": "The comment stays; a sentence beside it names a context drawn at random.",
    "ooc": "The context's word is hidden, then another context, drawn at random, is put in its "
    "place. Each draw has a vote; the majority decides.",
}

STRATA: Mapping[str, str] = {"1": "insults", "0": "harmless comments"}
"""The strata, which are the comments' labels, in words."""

ANSWERS = ("not toxic", "toxic")


@dataclass(frozen=True, eq=False)
class Measured:
    """What one strategy measures on all comments.

    Attributes
    ----------
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


@st.cache_resource(show_spinner=False)
def lesson() -> Lesson:
    """Return the lesson, shared by all sessions; never change it.

    Raises
    ------
    ArtifactError
        If the committed file is missing or broken.
    """
    return load_lesson()


def lesson_or_stop() -> Lesson:
    """Return the lesson; end the page readably where its file is missing or damaged."""
    try:
        return lesson()
    except ArtifactError as error:
        st.markdown(
            "This lesson needs recorded answers that are stored beside the app, and they are "
            "missing or damaged. Nothing is wrong with your link or your browser."
        )
        st.error(plain(error.problem, MESSAGE), icon=":material/error:")
        st.markdown("Whoever runs the app can record them again with:")
        st.code(error.command, language=None)
        st.stop()


def columns(known: Lesson) -> dict[str, np.ndarray]:
    """Return unit, stratum and context of every comment, in the order of raveled answers."""
    n_contexts = len(known.names)
    return {
        "unit": np.repeat(np.array([template.id for template in known.templates]), n_contexts),
        "s": np.repeat(known.y.astype(str), n_contexts),
        "z": np.tile(np.array(known.names), len(known.templates)),
    }


def measured(strategy: str, votes: int, seed: int) -> Measured:
    """Return what a strategy measures; one that draws nothing has one result for all draws."""
    return _measured(strategy, *((votes, seed) if strategy in DRAWN else (1, 0)))


@st.cache_resource(show_spinner=False)
def average_bias(strategy: str, votes: int) -> float:
    """Return the average SI-bias of a draw of contexts; by simulation, good to two decimals."""
    return mean_bias(lesson(), strategy, m=votes)


@st.cache_resource(show_spinner=False, max_entries=128)
def _measured(strategy: str, votes: int, seed: int) -> Measured:
    known = lesson()
    answers = lesson_predictions(known, strategy, m=votes, seed=seed)
    column, flat = columns(known), answers.ravel()
    found = si_bias(flat, column["s"], column["z"])
    null = null_band(flat, column["s"], column["z"], column["unit"])
    return Measured(
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
        expected_gap=expected_gap(known, strategy, m=votes),
        expected_ci=expected_ci(known, strategy, m=votes),
    )

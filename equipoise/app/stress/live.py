"""Runs that follow the reader's choices at once: small, cached, and one at a time.

A run holds the one turn there is, so that however many readers move sliders, no more than
one core is busy with them and the pages of the audit stay quick.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

from equipoise.app.stress.choices import Choices, design_of
from equipoise.figures.stress.curves import Curves
from equipoise.stress import Data, Design, Uncomputable, draw, fit, halves, inject
from equipoise.stress.experiment import Outcome, one_repeat, reference_agreement
from equipoise.stress.running import tidy

ROWS = (500, 600, 1_000, 2_000, 5_000, 6_000, 10_000)
"""Rows of a live repeat; 600 and 6,000 train on the 300 and 3,000 of the paper's section 4."""

CHECKED_DRAWS = 5
"""In how many draws a learned reference is held against the noise-free labels."""

REPEATS = (1, 3, 5, 10)
"""Live repeats."""

_PATIENCE = 10.0
_LOOKED = 40
"""Levels of which rows are kept: some four worlds with all their levels, about 20 MB."""
_turn = threading.BoundedSemaphore(1)


class BusyError(RuntimeError):
    """Others have been running for too long."""


@dataclass(frozen=True, eq=False)
class Looked:
    """One level of one repeat, opened up.

    Attributes
    ----------
    before, after : Data
        The training rows.
    test : Data
        The rows that judge.
    reference : Predictor
        What was learned before the bias.
    predictors : dict from arm to Predictor or str
        Trained on the biased rows; a string is why there is none.
    """

    before: Data
    after: Data
    test: Data
    reference: Any
    predictors: dict[str, Any]


@st.cache_resource(show_spinner=False, max_entries=1_000)
def curves(
    choices: Choices, repeats: int, _world: Any = None, *, level: float | None = None
) -> Curves:
    """Return the measures at all levels, or at one, where they are what they are among all.

    Each repeat takes the turn anew, so that others come in between.

    Raises
    ------
    BusyError
        If the turn does not come soon enough.
    ParameterError
        If a choice is out of range.
    """
    outcomes = [_outcome(choices, repeat, level, _world) for repeat in range(repeats)]
    return Curves.of(tidy(_design(choices, level, _world), outcomes))


def _design(choices: Choices, level: float | None, world: Any) -> Design:
    design = design_of(choices, world)
    return design if level is None else replace(design, levels=(level,))


@st.cache_resource(show_spinner=False, max_entries=2_000)
def _outcome(choices: Choices, repeat: int, level: float | None, _world: Any) -> Outcome:
    design = _design(choices, level, _world)
    with turn():
        return one_repeat(design, choices.seed, repeat)


def look(choices: Choices, amount: float, world: Any = None) -> Looked:
    """Return the rows and predictors behind the first repeat at one level.

    Nothing is kept of rows that a reader brought.

    Raises
    ------
    Uncomputable
        If the bias leaves nothing to look at.
    """
    return _made_up(choices, amount) if world is None else _look(choices, amount, world)


@st.cache_resource(show_spinner=False, max_entries=_LOOKED)
def _made_up(choices: Choices, amount: float) -> Looked:
    return _look(choices, amount, None)


def _look(choices: Choices, amount: float, world: Any) -> Looked:
    design = design_of(choices, world)
    for_world, for_bias = np.random.SeedSequence(choices.seed, spawn_key=(0,)).spawn(2)
    with turn():
        before, test = halves(draw(design.n, design.world_at(amount), for_world))
        after = inject(before, design.bias, design.amount_at(amount), for_bias)
        predictors: dict[str, Any] = {}
        for arm in design.arms[:2]:  # The other order's boundaries are not drawn.
            try:
                predictors[arm.name] = fit(
                    after, model=arm.model, repair=arm.repair, engine=arm.engine
                )
            except Uncomputable as error:
                predictors[arm.name] = str(error)
        return Looked(before, after, test, fit(before), predictors)


def agreement(choices: Choices, world: Any = None) -> tuple[dict[str, float], ...]:
    """Return how well the reference agrees with the noise-free labels, draw by draw.

    Raises
    ------
    BusyError
        If the turn does not come soon enough.
    """
    asked = (choices.world, choices.r, choices.eta, choices.d, choices.n, choices.seed)
    return _agreement(*asked, choices.table, choices.reference, world)


@st.cache_resource(show_spinner=False, max_entries=500)
def _agreement(
    name: str,
    r: float,
    eta: float,
    d: float,
    n: int,
    seed: int,
    table: str,
    reference: str,
    _world: Any,
) -> tuple[dict[str, float], ...]:
    choices = Choices(world=name, r=r, eta=eta, d=d, n=n, reference=reference)
    design = design_of(choices, _world)
    with turn():
        return tuple(reference_agreement(design, seed, k) for k in range(CHECKED_DRAWS))


@contextmanager
def turn() -> Iterator[None]:
    """Hold the one turn there is for work that keeps a core busy."""
    if not _turn.acquire(timeout=_PATIENCE):
        raise BusyError("Others are running experiments just now. Change something to try again.")
    try:
        yield
    finally:
        _turn.release()

"""Runs that follow the reader's choices at once: small, kept, and one at a time.

A run holds the one turn there is, so that however many readers move sliders, no more than
one core is busy with them and the pages of the audit stay quick. What was found is kept with the
world it was found in: a reader's own table has it in one session, and takes it along.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from equipoise.figures.stress.curves import Curves
from equipoise.keeping import kept
from equipoise.stress import Design, Table
from equipoise.stress.bench import MadeUp, Opened, Setup, open_level
from equipoise.stress.choices import Choices
from equipoise.stress.experiment import Outcome, one_repeat, reference_agreement
from equipoise.stress.running import tidy

ROWS = (500, 600, 1_000, 2_000, 5_000, 6_000, 10_000)
"""Rows of a live repeat; 600 and 6,000 train on the 300 and 3,000 of the paper's section 4."""

CHECKED_DRAWS = 5
"""In how many draws a learned reference is held against the noise-free labels."""

REPEATS = (1, 3, 5, 10)
"""Live repeats."""

_PATIENCE = 10.0
_OPENED = 40
"""Levels of which rows are kept: some four worlds with all their levels, about 20 MB."""
_turn = threading.BoundedSemaphore(1)


class BusyError(RuntimeError):
    """Others have been running for too long."""


def curves(setup: Setup, *, level: float | None = None) -> Curves:
    """Return the measures at all levels, or at one, where they are what they are among all.

    Each repeat takes the turn anew, so that others come in between.

    Raises
    ------
    BusyError
        If the turn does not come soon enough.
    ParameterError
        If a choice is out of range.
    """
    return _curves(setup.world, setup.choices, setup.repeats, level)


@kept(maxsize=1_000)
def _curves(world: Table | MadeUp, choices: Choices, repeats: int, level: float | None) -> Curves:
    outcomes = [_outcome(world, choices, repeat, level) for repeat in range(repeats)]
    return Curves.of(tidy(_design(world, choices, level), outcomes))


# Draw by draw: who asks for five after three waits for two.
@kept(maxsize=2_000)
def _outcome(world: Table | MadeUp, choices: Choices, repeat: int, level: float | None) -> Outcome:
    design = _design(world, choices, level)
    with turn():
        return one_repeat(design, choices.seed, repeat)


def _design(world: Table | MadeUp, choices: Choices, level: float | None) -> Design:
    design = Setup(choices, world=world).design
    return design if level is None else replace(design, levels=(level,))


def look(setup: Setup) -> Opened:
    """Return the rows and predictors behind the first repeat at the level looked at.

    Nothing is kept of the rows of a table: one may be large.

    Raises
    ------
    Uncomputable
        If the bias leaves nothing to look at.
    """
    if isinstance(setup.world, MadeUp):
        return _opened(setup.world, setup.choices, setup.amount)
    with turn():
        return open_level(setup)


@kept(maxsize=_OPENED)
def _opened(world: MadeUp, choices: Choices, amount: float) -> Opened:
    with turn():
        return open_level(Setup(choices, amount, world=world))


def agreement(setup: Setup) -> tuple[dict[str, float], ...]:
    """Return how well the reference agrees with the noise-free labels, draw by draw.

    Raises
    ------
    BusyError
        If the turn does not come soon enough.
    """
    # A reference is learned before the bias: whatever follows it makes no difference here.
    usual = Choices()
    choices = replace(
        setup.choices,
        bias=usual.bias,
        repair=usual.repair,
        model=usual.model,
        engine=usual.engine,
        first=usual.first,
    )
    return _agreement(setup.world, choices)


@kept(maxsize=500)
def _agreement(world: Table | MadeUp, choices: Choices) -> tuple[dict[str, float], ...]:
    design = Setup(choices, world=world).design
    with turn():
        return tuple(reference_agreement(design, choices.seed, k) for k in range(CHECKED_DRAWS))


@contextmanager
def turn() -> Iterator[None]:
    """Hold the one turn there is for work that keeps a core busy."""
    if not _turn.acquire(timeout=_PATIENCE):
        raise BusyError("Others are running experiments just now. Change something to try again.")
    try:
        yield
    finally:
        _turn.release()

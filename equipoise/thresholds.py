"""Choosing thresholds, and what a change of thresholds does to people."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import ROUNDING, checked_number, checked_whole
from equipoise.rates import Confusion, confusion_curves
from equipoise.resampling import require_counts
from equipoise.tally import Tally, Thresholds, check_tally


@dataclass(frozen=True, eq=False)
class TopK:
    """The k people with the highest scores, as far as ties let them be told apart.

    Attributes
    ----------
    k : int
        How many were to be selected.
    threshold : float
        The threshold that selects just them, the same for every group; NaN where none does.
    possible : dict from int to float
        The numbers nearest to k that a threshold can select, each with that threshold: k
        alone, or one below and one above it.
    confusion : Confusion or None
        Each group's confusion matrix with k people selected; None where ties prevent it and
        no lots were drawn.
    seed : int or None
        Of the lots; None where none were drawn.
    reason : str
        What stood in the way, what can be had instead, and how lots fell; "" without ties.
    """

    k: int
    threshold: float
    possible: dict[int, float]
    confusion: Confusion | None
    seed: int | None = None
    reason: str = ""


def most_accurate(tally: Tally) -> dict[str, float]:
    """Return each group's most accurate threshold on the grid; of several, the lowest."""
    curves = confusion_curves(tally)
    return tally.named((curves.tp + curves.tn).argmax(axis=1))


def match_rate(tally: Tally, group: str, threshold: float, *, rate: str) -> dict[str, float]:
    """Return thresholds that bring every group as near as possible to one group's rate.

    Parameters
    ----------
    tally : Tally
    group : str
        The group that is followed.
    threshold : float
        Its threshold.
    rate : str
        Which of `equipoise.rates.RATES` to match.

    Returns
    -------
    dict from group to float
        For every other group the grid threshold with the nearest rate (of several, the one
        nearest to `threshold`); `threshold` itself where either rate is undefined.

    Raises
    ------
    ValueError
        If the group is unknown or the threshold does not fit the tally.
    """
    check_tally(tally)
    if group not in tally.groups:
        raise ValueError(f"Unknown group {group!r}; there are: {', '.join(tally.groups)}.")
    rates = confusion_curves(tally).rate(rate)
    start = tally.positions(threshold)
    followed = tally.groups.index(group)
    distance = np.abs(rates - rates[followed, start[followed]])
    away = np.abs(np.arange(len(tally.grid)) - start[followed])
    # The last key comes first: the nearest rate and, of several, the nearest threshold.
    nearest = np.lexsort((np.broadcast_to(away, distance.shape), distance), axis=1)[:, 0]
    unknown = np.isnan(distance).all(axis=1)
    positions = np.where(unknown, start, nearest)
    positions[followed] = start[followed]
    return tally.named(positions)


def flips(tally: Tally, before: Thresholds, after: Thresholds) -> pd.DataFrame:
    """Count the people whose decision changes when thresholds move.

    Returns
    -------
    DataFrame
        Index "group"; columns n, newly_selected, no_longer_selected and each of the two
        among those with a positive label (..._positive) and a negative label (..._negative).
        Within a group everybody flips in one direction, since they share a threshold.

    Raises
    ------
    ValueError
        If thresholds do not fit the tally.
    """
    check_tally(tally)
    groups = np.arange(len(tally.groups))
    change = (
        tally.selected[groups, :, tally.positions(after)]
        - tally.selected[groups, :, tally.positions(before)]
    )
    gained, lost = np.maximum(change, 0), np.maximum(-change, 0)
    columns = {"n": tally.n}
    for name, moved in (("newly_selected", gained), ("no_longer_selected", lost)):
        columns[name] = moved.sum(axis=1)
        columns[f"{name}_positive"], columns[f"{name}_negative"] = moved[:, 1], moved[:, 0]
    return pd.DataFrame(columns, index=pd.Index(tally.groups, name="group"))


def top_k(
    tally: Tally, k: int | None = None, *, share: float | None = None, seed: int | None = None
) -> TopK:
    """Select the k people with the highest scores, whatever their group.

    One threshold for all selects everybody who scores at least so much: people with the same
    score together or not at all. Where k falls among people with one score, no threshold
    selects k; the result says which numbers can be had, or, given a seed, draws lots among
    them, each with the same chance.

    Parameters
    ----------
    tally : Tally
        Of counted rows, with grid=None, so that only people with the same score are tied.
    k : int, optional
        How many to select, from 0 to all.
    share : float, optional
        Instead of k: at most this share of all, from 0 to 1.
    seed : int, optional
        Draws lots where they are needed.

    Returns
    -------
    TopK

    Raises
    ------
    ValueError
        If the tally has a grid or weights, if not just one of k and share is given, or if
        either or the seed is out of range.
    """
    check_tally(tally)
    require_counts(tally, "Selecting so many people")
    if not tally.is_exact:
        raise ValueError("On a grid different scores are tied; tally with grid=None to tell them.")
    n = int(tally.n.sum())
    k = _how_many(n, k, share)
    if seed is not None:
        checked_whole(seed, "seed")
    selected = tally.selected.sum(axis=(0, 1))
    # The highest threshold that still selects k; above every score, infinity selects nobody.
    at = int(np.flatnonzero(selected >= k)[-1])
    above = tally.selected[..., at]
    if selected[at] == k:
        threshold = float(tally.grid[at])
        return TopK(k, threshold, {k: threshold}, _decided(tally, above))
    above, tied = tally.selected[..., at + 1], tally.counts[..., at]
    fewer, more = int(selected[at + 1]), int(selected[at])
    score, next_score = float(tally.grid[at]), float(tally.grid[at + 1])
    possible = {fewer: next_score, more: score}
    reason = (
        f"No threshold selects {k} people: {more - fewer} share the score {score}, so "
        f"{fewer} or {more} can be selected."
    )
    if seed is None:
        return TopK(k, math.nan, possible, None, None, f"{reason} A seed draws lots among them.")
    drawn = np.random.default_rng(seed).multivariate_hypergeometric(
        tied.ravel(), k - fewer, method="marginals"
    )
    reason += f" Lots chose {k - fewer} of the {more - fewer} (seed {seed})."
    decided = _decided(tally, above + drawn.reshape(tied.shape))
    return TopK(k, math.nan, possible, decided, seed, reason)


def _how_many(n: int, k: int | None, share: float | None) -> int:
    """Return the number of people to select, given as such or as a share of n."""
    if (k is None) == (share is None):
        raise ValueError("Say how many to select: either k, a number of people, or share.")
    if k is None:
        return math.floor(checked_number(share, "share") * n + ROUNDING)
    if checked_whole(k, "number of people to select") > n:
        raise ValueError(f"{k} people cannot be selected; there are {n}.")
    return int(k)


def _decided(tally: Tally, selected: NDArray[Any]) -> Confusion:
    """Return the confusion matrices where so many, (K, 2) by label, are selected."""
    fp, tp = selected[:, 0], selected[:, 1]
    return Confusion(tally.groups, tally.negatives - fp, fp, tally.positives - tp, tp)

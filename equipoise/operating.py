"""Choosing thresholds, and what a change of thresholds does to people."""

from __future__ import annotations

import numpy as np
import pandas as pd

from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.pareto import TOLERANCE
from equipoise.rates import confusion_curves
from equipoise.tally import Tally, Thresholds


def most_accurate(tally: Tally) -> dict[str, float]:
    """Return each group's most accurate threshold on the grid; of several, the lowest."""
    curves = confusion_curves(tally)
    return tally.named((curves.tp + curves.tn).argmax(axis=1))


def dominating(front: Frontier, accuracy: float, gap: float) -> int | None:
    """Return the row of the most accurate frontier point that beats the given values.

    It beats them when its accuracy is at least as high and its gap at most as large, one of
    them strictly. None where no point does, or where a value is undefined.
    """
    more = (front.points["accuracy"] - accuracy).to_numpy()
    less = (gap - front.points["gap"]).to_numpy()
    better = (more >= -TOLERANCE) & (less >= -TOLERANCE)
    better &= (more > TOLERANCE) | (less > TOLERANCE)
    return int(np.flatnonzero(better)[-1]) if better.any() else None


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
    if group not in tally.groups:
        raise ValueError(f"Unknown group {group!r}; there are: {', '.join(tally.groups)}.")
    rates = confusion_curves(tally).rate(rate)
    start = tally.positions(threshold)
    followed = tally.groups.index(group)
    distance = np.abs(rates - rates[followed, start[followed]])
    away = np.abs(np.arange(len(tally.grid)) - start[followed])
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

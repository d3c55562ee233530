"""What randomised thresholds do to people: whose decision hangs on a coin, and how it falls.

People in one score interval of a group share a probability of being selected, so a draw for
everybody is one binomial draw for each cell of the tally.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.frontiers.randomised import Rule, chances
from equipoise.frontiers.toss_gaps import TossGap, toss_gap
from equipoise.resampling import check_draws, require_counts
from equipoise.tally import Tally


@dataclass(frozen=True, eq=False)
class Tosses:
    """The coins of a randomised rule, and several seeded draws of them.

    Attributes
    ----------
    people : DataFrame
        Index "group"; columns n; on_coin, the people whose probability of being selected
        lies strictly between 0 and 1, and on_coin_positive and on_coin_negative by label;
        expected_to_differ, how many would not get the same answer in all draws, on average;
        differ, how many did not in one seeded experiment.
    draws : DataFrame
        One row per draw: the realised accuracy and gap.
    expected_accuracy : float
        The average accuracy over all tosses.
    gap_of_expected_rates : float
        The gap of the rates that tosses give on average, which the rule limits.
    toss_gap : TossGap
        The gap after one toss: its exact distribution, of which `draws` holds a sample.
    seed : int
    """

    people: pd.DataFrame
    draws: pd.DataFrame
    expected_accuracy: float
    gap_of_expected_rates: float
    toss_gap: TossGap
    seed: int

    @property
    def mean_gap(self) -> float:
        """The average gap of a toss, exactly."""
        return self.toss_gap.mean


def toss(tally: Tally, rule: Rule, *, n_draws: int = 20, seed: int = 0) -> Tosses:
    """Count the people on a coin and toss for them, several times.

    Parameters
    ----------
    tally : Tally
        The one the rule was made for, or another of the same groups and thresholds.
    rule : Rule
        From `equipoise.frontiers.randomised.randomised_rule`.
    n_draws : int
        Draws, at least 1, between which answers are compared.
    seed : int

    Raises
    ------
    ValueError
        If the rule lacks a group of the tally, there is no draw, or the tally is weighted.
    """
    require_counts(tally, "A coin tossed for each person")
    check_draws(n_draws, seed)
    people = tally.counts
    chance = chances(tally, rule)[:, None, :]
    rng = np.random.default_rng(seed)
    differing = np.maximum(1 - chance**n_draws - (1 - chance) ** n_draws, 0)
    # Each draw's totals and the number of those who differ are exact in distribution; they
    # come from separate draws, since cells do not remember who was who.
    selected = rng.binomial(people, chance, size=(n_draws, *people.shape)).sum(axis=-1)
    differ = rng.binomial(people, differing)
    judged = []
    for drawn in selected:
        # Decisions as a tally: score 1 for those selected, 0 for the others.
        counts = np.stack([people.sum(axis=-1) - drawn, drawn], axis=-1)
        grid = np.array([0.0, 1.0])
        outcome = replace(tally, grid=grid, counts=counts, score_sums=counts * grid)
        judged.append(accuracy_and_gap(outcome, 1.0, gap=rule.gap))
    on_coin = np.where((chance > 0) & (chance < 1), people, 0).sum(axis=-1)
    columns = {
        "n": tally.n,
        "on_coin": on_coin.sum(axis=1),
        "on_coin_positive": on_coin[:, 1],
        "on_coin_negative": on_coin[:, 0],
        "expected_to_differ": (people * differing).sum(axis=(1, 2)),
        "differ": differ.sum(axis=(1, 2)),
    }
    return Tosses(
        people=pd.DataFrame(columns, index=pd.Index(tally.groups, name="group")),
        draws=pd.DataFrame(judged, columns=["accuracy", "gap"]),
        expected_accuracy=rule.expected_accuracy,
        gap_of_expected_rates=rule.gap_of_expected_rates,
        toss_gap=toss_gap(tally, rule),
        seed=seed,
    )


def chance_bands(tally: Tally, rule: Rule) -> pd.DataFrame:
    """Return the score bands of each group that share a probability of being selected.

    Returns
    -------
    DataFrame
        Columns group; at_least and below, the band's scores, below being NaN for the top
        band; probability; n, n_positive: the people in it. Ascending within each group;
        bands that hold nobody are left out.

    Raises
    ------
    ValueError
        If the rule lacks a group of the tally.
    """
    rows = []
    by_group = chances(tally, rule)
    for group, counts, chance in zip(tally.groups, tally.counts, by_group, strict=True):
        starts = np.flatnonzero(np.diff(chance, prepend=-1.0))
        negative, positive = np.add.reduceat(counts, starts, axis=1)
        below = np.append(tally.grid[starts[1:]], np.inf)
        below[np.isinf(below)] = np.nan
        band = (tally.grid[starts], below, chance[starts], negative + positive, positive)
        rows += [(group, *values) for values in zip(*band, strict=True) if values[3] > 0]
    columns = ["group", "at_least", "below", "probability", "n", "n_positive"]
    return pd.DataFrame(rows, columns=columns)

"""What a repair chosen on some people is worth on others.

Halves of the audited rows are drawn at random: thresholds are chosen on one half and judged
on the other. Rows in one cell of the tally are alike, so a random half of the rows is one
multivariate hypergeometric draw of counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.frontiers.frontier import baseline_threshold, best_within
from equipoise.frontiers.gaps import accuracy_and_gap
from equipoise.frontiers.pareto import TOLERANCE
from equipoise.tally import Tally
from equipoise.uncertainty.resampling import check_draws, require_counts


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Promised and realised accuracy and gap of thresholds chosen on random halves.

    Attributes
    ----------
    gap : str
    trials : DataFrame
        One row per repeat and limit: repeat, limit, promised_accuracy, promised_gap (on the
        half they were chosen on), realised_accuracy, realised_gap, baseline_accuracy,
        baseline_gap (of 0.5 for everybody) on the other half. NaN where no thresholds meet
        the limit or a gap is undefined.
    seed : int
    """

    gap: str
    trials: pd.DataFrame
    seed: int

    def summary(self, *, level: float = 0.9) -> pd.DataFrame:
        """Return, for each limit, what was promised and what came of it.

        Returns
        -------
        DataFrame
            Index "limit"; columns n (trials with a promised and a realised gap), kept (the
            share of them whose realised gap is within the limit), repaired (the share whose
            realised gap is below the baseline's on the same rows); and the median, low and
            high end of the central `level` of each of promised_accuracy, promised_gap,
            realised_accuracy, realised_gap as e.g. realised_gap, realised_gap_low,
            realised_gap_high.
        """
        judged = self.trials.dropna()
        within = judged["realised_gap"] <= judged["limit"] + TOLERANCE
        below = judged["realised_gap"] < judged["baseline_gap"] - TOLERANCE
        by_limit = judged.assign(kept=within, repaired=below).groupby("limit")
        columns = {"n": by_limit.size(), "kept": by_limit["kept"].mean()}
        columns["repaired"] = by_limit["repaired"].mean()
        for name in ("promised_accuracy", "promised_gap", "realised_accuracy", "realised_gap"):
            columns[name] = by_limit[name].median()
            columns[f"{name}_low"] = by_limit[name].quantile((1 - level) / 2)
            columns[f"{name}_high"] = by_limit[name].quantile((1 + level) / 2)
        limits = pd.Index(self.trials["limit"].unique(), name="limit")
        return pd.DataFrame(columns).reindex(limits).fillna({"n": 0}).astype({"n": int})


def held_out(
    tally: Tally,
    limits: Sequence[float],
    *,
    gap: str = "equalized_odds",
    n_repeats: int = 50,
    seed: int = 0,
) -> HeldOut:
    """Choose the most accurate thresholds on one random half, judge them on the other.

    Parameters
    ----------
    tally : Tally
        Of any number of groups.
    limits : sequence of float
        The gaps to keep to, such as those of a frontier's points.
    gap : str
        One of `equipoise.frontiers.gaps.GAPS`.
    n_repeats : int
    seed : int

    Raises
    ------
    ValueError
        If the gap is unknown, there is no repeat, or the tally holds weights.
    """
    check_draws(n_repeats, seed)
    if not isinstance(limits, Iterable):
        raise ValueError(f"The limits are {limits!r}; they must be a list of gaps.")
    columns = [
        "repeat", "limit", "promised_accuracy", "promised_gap",
        "realised_accuracy", "realised_gap", "baseline_accuracy", "baseline_gap",
    ]  # fmt: skip
    rows = [
        (repeat, limit, *_trial(chosen, judged, limit, gap))
        for repeat, (chosen, judged) in enumerate(halves(tally, n=n_repeats, seed=seed))
        for limit in limits
    ]
    return HeldOut(gap, pd.DataFrame(rows, columns=columns), seed)


def halves(tally: Tally, *, n: int, seed: int = 0) -> Iterator[tuple[Tally, Tally]]:
    """Split the rows at random into two halves, n times; an odd row goes to the second.

    The sums of scores are shared out in proportion to the counts.

    Raises
    ------
    ValueError
        If the tally holds weights instead of counts.
    """
    require_counts(tally, "A random half")
    people = tally.counts
    rng = np.random.default_rng(seed)
    drawn = rng.multivariate_hypergeometric(
        people.ravel(), int(people.sum()) // 2, size=n, method="marginals"
    )
    for first in drawn.reshape(n, *people.shape):
        yield _part(tally, first), _part(tally, people - first)


def _part(tally: Tally, counts: NDArray[Any]) -> Tally:
    share = np.divide(counts, tally.counts, out=np.zeros(counts.shape), where=counts > 0)
    return replace(tally, counts=counts, score_sums=tally.score_sums * share)


def _trial(chosen: Tally, judged: Tally, limit: float, gap: str) -> tuple[float, ...]:
    """Return promised, realised and baseline accuracy and gap."""
    baseline = accuracy_and_gap(judged, baseline_threshold(judged), gap=gap)
    thresholds = best_within(chosen, limit, gap=gap)
    if thresholds is None:
        return (np.nan,) * 4 + baseline
    promised = accuracy_and_gap(chosen, thresholds, gap=gap)
    return promised + accuracy_and_gap(judged, thresholds, gap=gap) + baseline

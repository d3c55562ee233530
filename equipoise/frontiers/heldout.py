"""What a repair chosen on some people is worth on others.

Halves of the audited rows are drawn at random: thresholds are chosen on one half and judged
on the other. Rows in one cell of the tally are alike, so a random half of the rows is one
multivariate hypergeometric draw of counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.checks import ROUNDING
from equipoise.frontiers.frontier import baseline_threshold, best_within
from equipoise.frontiers.gaps import accuracy_and_gap, check_gap
from equipoise.resampling import check_draws, require_counts
from equipoise.tally import Tally


class Trial(NamedTuple):
    """What one limit promised on one half of the rows, and what came of it on the other.

    Attributes
    ----------
    repeat : int
        Which split into halves.
    limit : float
        The gap to keep to.
    promised_accuracy, promised_gap : float
        On the half the thresholds were chosen on; NaN where none there keep the limit.
    realised_accuracy, realised_gap : float
        On the other half; NaN where there were no thresholds, or the gap does not exist.
    baseline_accuracy, baseline_gap : float
        Of 0.5 for everybody on the other half.
    """

    repeat: int
    limit: float
    promised_accuracy: float
    promised_gap: float
    realised_accuracy: float
    realised_gap: float
    baseline_accuracy: float
    baseline_gap: float


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Promised and realised accuracy and gap of thresholds chosen on random halves.

    Attributes
    ----------
    gap : str
    trials : DataFrame
        One row per `Trial`, with its fields as columns.
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
            Index "limit"; columns n (halves with a promised, a realised and a baseline gap),
            n_unmet (in which no thresholds keep the limit), n_undefined (in which they do, but
            a gap does not exist on the other half); of the n: kept (the share whose realised
            gap is within the limit), repaired (the share whose realised gap is below the
            baseline's on the same rows), and the median, low and high end of the central
            `level` of each of promised_accuracy, promised_gap, realised_accuracy, realised_gap
            as e.g. realised_gap, realised_gap_low, realised_gap_high.
        """
        limits = pd.Index(self.trials["limit"].unique(), name="limit")
        unmet = self.trials["promised_gap"].isna()
        judged = self.trials.dropna()
        within = judged["realised_gap"] <= judged["limit"] + ROUNDING
        below = judged["realised_gap"] < judged["baseline_gap"] - ROUNDING
        by_limit = judged.assign(kept=within, repaired=below).groupby("limit")
        columns = {"n": by_limit.size(), "n_unmet": unmet.groupby(self.trials["limit"]).sum()}
        columns["n_undefined"] = self.trials.groupby("limit").size()
        columns |= {"kept": by_limit["kept"].mean(), "repaired": by_limit["repaired"].mean()}
        for name in ("promised_accuracy", "promised_gap", "realised_accuracy", "realised_gap"):
            columns[name] = by_limit[name].median()
            columns[f"{name}_low"] = by_limit[name].quantile((1 - level) / 2)
            columns[f"{name}_high"] = by_limit[name].quantile((1 + level) / 2)
        table = pd.DataFrame(columns).reindex(limits).fillna({"n": 0}).astype({"n": int})
        return table.assign(n_undefined=table["n_undefined"] - table["n"] - table["n_unmet"])


def held_out(
    tally: Tally,
    limits: Sequence[float],
    *,
    gap: str = "equalized_odds",
    n_repeats: int = 500,
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
        Splits into halves; a share of 500 is known to within 4 points.
    seed : int

    Raises
    ------
    ValueError
        If the gap is unknown, there is no repeat, or the tally holds weights.
    """
    made = trials(tally, limits, gap=gap, n_repeats=n_repeats, seed=seed)
    return HeldOut(gap, pd.DataFrame(made, columns=list(Trial._fields)), seed)


def trials(
    tally: Tally,
    limits: Sequence[float],
    *,
    gap: str = "equalized_odds",
    n_repeats: int = 500,
    seed: int = 0,
) -> Iterator[Trial]:
    """Yield the trials of `held_out` one after another, so that one may stop between them.

    Raises
    ------
    ValueError
        As in `held_out`, before the first trial.
    """
    check_draws(n_repeats, seed)
    check_gap(gap)
    if not isinstance(limits, Iterable):
        raise ValueError(f"The limits are {limits!r}; they must be a list of gaps.")
    splits = enumerate(halves(tally, n=n_repeats, seed=seed))
    return (
        Trial(repeat, limit, *_trial(chosen, judged, limit, gap))
        for repeat, (chosen, judged) in splits
        for limit in tuple(limits)
    )


def halves(tally: Tally, *, n: int, seed: int = 0) -> Iterator[tuple[Tally, Tally]]:
    """Split the rows at random into two halves, n times; an odd row goes to the second.

    The sums of scores are shared out in proportion to the counts.

    Raises
    ------
    ValueError
        If the tally holds weights instead of counts.
    """
    require_counts(tally, "A random half")
    # Apart from the generator, so that a refusal comes with the call, not the first half.
    return _halves(tally, n, np.random.default_rng(seed))


def _halves(tally: Tally, n: int, rng: np.random.Generator) -> Iterator[tuple[Tally, Tally]]:
    people = tally.counts
    for _ in range(n):
        # Cell by cell; the method "count" would list every person.
        drawn = rng.multivariate_hypergeometric(
            people.ravel(), int(people.sum()) // 2, method="marginals"
        )
        first = drawn.reshape(people.shape)
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

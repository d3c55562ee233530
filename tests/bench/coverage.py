"""How often what is called a 95 % interval contains the truth.

Run from the repository: python -m tests.bench.coverage [--audits 200]
The 15,060 rows are taken for everybody there is: their values are the truth. Audits of as many
people are drawn from them with replacement, for each grouping of the app, and every interval
of every audit is held against the truth. Whoever shows a new interval adds a line to `CLAIMS`.
"""

from __future__ import annotations

import argparse
import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from equipoise import Tally, calibration, frontier, group_rates, load_adult, tally
from equipoise.criteria import criteria
from equipoise.figures.metrics.impact import impact_reach, impact_rows
from equipoise.figures.metrics.reliability import reliability_frame
from equipoise.frontiers.gaps import GAPS
from equipoise.rates import by_group
from equipoise.resampling import multinomial
from equipoise.tally import GRID
from equipoise.thresholds import flips
from equipoise.uncertainty.frontier_cost import frontier_cost
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import judge

AUDITS = 200
LEAST = 0.93
"""What is called a 95 % interval contains the truth in no smaller a share of audits."""

GROUPINGS: Mapping[str, str | tuple[str, ...]] = {
    "sex": "sex",
    "race": "race",
    "five races": "race_five",
    "sex x race": ("sex", "race"),
    "sex x five races": ("sex", "race_five"),
}
THRESHOLDS: Mapping[str, tuple[float, ...]] = {
    "0.30": (0.3,),
    "0.50": (0.5,),
    "0.80": (0.8,),
    "0.40 and 0.60 in turn": (0.4, 0.6),
}
"""Those at which intervals are asked for; the groups of a comparison take them in turn."""

Limits = tuple[float, float]


@dataclass(frozen=True)
class Claim:
    """Numbers that are shown with a 95 % interval.

    Attributes
    ----------
    name : str
    limits : callable
        From an audit, and the number of its draw as a seed, to the limits of each number by
        name. A number without a value there is left out, or has NaN for limits.
    truth : callable
        From everybody to each number by the same names. NaN where there is none.
    groupings : tuple of str
        Those of `GROUPINGS` for which the claim is made.
    audits : int or None
        How many audits are enough, where limits take long; None for as many as are asked for.
    """

    name: str
    limits: Callable[[Tally, int], Mapping[str, Limits]]
    truth: Callable[[Tally], Mapping[str, float]]
    groupings: tuple[str, ...] = tuple(GROUPINGS)
    audits: int | None = None


def rows_at(thresholds: str) -> Claim:
    """Return the claims of `intervals`, row by row."""

    def limits(audit: Tally, seed: int) -> dict[str, Limits]:
        table = intervals(audit, _given(audit, thresholds), n_boot=1, seed=seed)
        return dict(zip(_names(table), table[["low", "high"]].to_numpy().tolist(), strict=True))

    def truth(everybody: Tally) -> dict[str, float]:
        table = intervals(everybody, _given(everybody, thresholds), n_boot=1)
        return dict(zip(_names(table), table["estimate"], strict=True))

    return Claim(f"intervals at {thresholds}", limits, truth)


def brackets_at(thresholds: str) -> Claim:
    """Return the claims of `judge`, criterion by criterion."""

    def limits(audit: Tally, _: int) -> dict[str, Limits]:
        judged = judge(audit, _given(audit, thresholds))
        return {name: (one.low, one.high) for name, one in judged.items()}

    def truth(everybody: Tally) -> dict[str, float]:
        return {one.name: one.value for one in criteria(everybody, _given(everybody, thresholds))}

    return Claim(f"judge at {thresholds}", limits, truth)


def marks_at(thresholds: str) -> Claim:
    """Return the claims of the lines in the chart of impact ratios."""

    def rows(counts: Tally) -> dict[str, dict[str, float]]:
        return by_group(group_rates(counts, _given(counts, thresholds)))

    def limits(audit: Tally, _: int) -> dict[str, Limits]:
        drawn = impact_reach(rows(audit))
        pairs = zip(audit.groups, drawn["low"], drawn["high"], strict=True)
        return {f"ratio, {group}": (low, high) for group, low, high in pairs if low is not None}

    def truth(everybody: Tally) -> dict[str, float]:
        drawn = impact_rows(rows(everybody))
        pairs = zip(drawn["group"], drawn["ratio"], strict=True)
        return {f"ratio, {group}": ratio for group, ratio in pairs if ratio not in (None, 1)}

    return Claim(f"impact chart at {thresholds}", limits, truth)


def _bins(counts: Tally) -> pd.DataFrame:
    frame = reliability_frame(calibration(counts), unsure=True)
    return frame.set_index("observed rate, " + frame["group"] + " " + frame["bin"])


BINS = Claim(
    "reliability chart",
    lambda audit, _: dict(_bins(audit)[["low", "high"]].T.items()),
    lambda everybody: _bins(everybody)["observed_rate"].to_dict(),
)


def costs_of(gap: str) -> Claim:
    """Return the claims of `frontier_cost`: every audit's own points, judged on everybody.

    An audit picks its thresholds by itself, so the truth of a cost is that of these thresholds;
    the claim is that the interval, less that truth, contains 0.
    """

    def limits(audit: Tally, seed: int) -> dict[str, Limits]:
        front = frontier(audit, gap=gap)
        costs = frontier_cost(audit, front, n_draws=500, seed=seed)
        last = len(front.points) - 1
        undecided = np.flatnonzero((costs["low"] <= 0) & (costs["high"] >= 0))
        rows = {"shown first": front.first_shown} | {
            f"{share:.0%} of the way": int(share * last) for share in (0.1, 0.3, 0.5, 0.7, 0.9)
        }
        if len(undecided):
            rows["smallest gap that may cost nothing"] = int(undecided[0])
        found = {}
        for name, row in rows.items():
            thresholds = front.points.iloc[row].drop(["accuracy", "gap"]).to_dict()
            truth = _true_cost(audit.by, thresholds)
            low, high = costs[["low", "high"]].iloc[row]
            found[f"cost less its truth, {name}"] = (low - truth, high - truth)
        return found

    names = ["shown first", "smallest gap that may cost nothing"]
    names += [f"{share}% of the way" for share in (10, 30, 50, 70, 90)]
    truth = {f"cost less its truth, {name}": 0.0 for name in names}
    return Claim(f"cost along the frontier of {gap}", limits, lambda _: truth)


def _true_cost(by: tuple[str, ...], thresholds: Mapping[str, float]) -> float:
    """Return how much less of everybody these thresholds judge rightly than 0.50 does."""
    everybody = _everybody(by)
    change = flips(everybody, 0.5, thresholds)
    signs = {"newly_selected": 1, "no_longer_selected": -1}
    return sum(
        sign * (change[f"{name}_negative"] - change[f"{name}_positive"]).sum()
        for name, sign in signs.items()
    ) / float(everybody.n.sum())


@functools.cache
def _everybody(by: tuple[str, ...]) -> Tally:
    return tally(load_adult(), by)


CLAIMS: tuple[Claim, ...] = (
    *map(rows_at, THRESHOLDS),
    *map(brackets_at, THRESHOLDS),
    *map(marks_at, THRESHOLDS),
    BINS,
    *map(costs_of, GAPS),
)


def redraws(everybody: Tally, audits: int, seed: int = 0) -> Iterator[Tally]:
    """Yield audits of as many people, drawn with replacement.

    Parameters
    ----------
    everybody : Tally
        Exact (`grid=None`): one cell for each score, so that drawing cells draws people.

    Yields
    ------
    Tally
        On the grid of 101 thresholds, of the same groups, even where a draw has nobody.
    """
    rng = np.random.default_rng(seed)
    starts = np.searchsorted(everybody.grid, GRID)
    for _ in range(audits):
        counts = multinomial(everybody.counts, 1, rng)[..., 0].astype(np.int64)
        # Nobody stands at infinity, the last point of an exact grid.
        sums = counts * np.where(np.isfinite(everybody.grid), everybody.grid, 0)
        yield replace(
            everybody,
            grid=GRID,
            counts=_between(counts, starts),
            score_sums=_between(sums, starts),
        )


def coverage(
    claims: Iterable[Claim] = CLAIMS, *, audits: int = AUDITS, seed: int = 0
) -> pd.DataFrame:
    """Return how often each number's interval contains its truth.

    Returns
    -------
    DataFrame
        claim, grouping, number; audits (in which it has limits), covered (the share of them
        whose limits contain the truth), below and above (whose limits all lie below, or above,
        the truth), width (the median).
    """
    predictions = load_adult()
    found = []
    for grouping, by in GROUPINGS.items():
        here = [claim for claim in claims if grouping in claim.groupings]
        if not here:
            continue
        everybody, exact = tally(predictions, by), tally(predictions, by, grid=None)
        truths = [claim.truth(everybody) for claim in here]
        limits: list[list[Mapping[str, Limits]]] = [[] for _ in here]
        for draw, audit in enumerate(redraws(exact, audits, seed)):
            for claim, known in zip(here, limits, strict=True):
                if draw < (claim.audits or audits):
                    known.append(claim.limits(audit, draw))
        for claim, truth, known in zip(here, truths, limits, strict=True):
            found += [
                {"claim": claim.name, "grouping": grouping, "number": number}
                | _covered(value, [one[number] for one in known if number in one])
                for number, value in truth.items()
                if np.isfinite(value)
            ]
    return pd.DataFrame(found)


def pooled(found: pd.DataFrame) -> pd.DataFrame:
    """Return coverage by claim, statistic and grouping, and that of the worst number.

    The standard error is that of one number over the audits, which those of other groups, drawn
    together, make only smaller.
    """
    statistic = found["number"].str.partition(", ")[0]
    groups = found.assign(statistic=statistic).groupby(
        ["claim", "statistic", "grouping"], sort=False
    )
    table = groups.agg(
        numbers=("covered", "size"),
        covered=("covered", "mean"),
        worst=("covered", "min"),
        audits=("audits", "max"),
        width=("width", "median"),
    )
    spread = np.sqrt(table["covered"] * (1 - table["covered"]) / table["audits"])
    return table.assign(error=spread).reset_index()


def short(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `pooled` that cover less than `LEAST` by more than two errors."""
    return table[table["covered"] + 2 * table["error"] < LEAST]


def _given(counts: Tally, thresholds: str) -> dict[str, float]:
    return dict(zip(counts.groups, itertools.cycle(THRESHOLDS[thresholds])))


def _covered(truth: float, limits: list[Limits]) -> dict[str, float]:
    ends = np.array(limits, dtype=np.float64).reshape(-1, 2)
    low, high = ends[~np.isnan(ends).any(axis=1)].T
    if not len(low):
        return {"audits": 0, "covered": np.nan, "below": np.nan, "above": np.nan, "width": np.nan}
    # An end that is the truth but for rounding contains it.
    below, above = float(np.mean(high < truth - 1e-9)), float(np.mean(low > truth + 1e-9))
    return {
        "audits": len(low),
        "covered": 1 - below - above,
        "below": below,
        "above": above,
        "width": float(np.median(high - low)),
    }


def _names(table: pd.DataFrame) -> list[str]:
    """Return "statistic" or "statistic, group"."""
    pairs = zip(table["statistic"], table["group"], strict=True)
    return [f"{name}, {group}" if group else name for name, group in pairs]


def _between(values: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Sum (K, 2, m) values over the intervals that begin at `starts`."""
    running = np.pad(np.cumsum(values, axis=-1), ((0, 0), (0, 0), (1, 0)))
    return np.diff(running[..., np.append(starts, values.shape[-1])], axis=-1)


def main() -> None:
    """Print the table, and what covers less than it says."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.coverage")
    parser.add_argument("--audits", type=int, default=AUDITS)
    parser.add_argument("--only", default="", help="claims whose names contain this")
    asked = parser.parse_args()
    claims = [claim for claim in CLAIMS if asked.only in claim.name]
    found = coverage(claims, audits=asked.audits)
    table = pooled(found)
    wanting = short(table).index
    for (claim, statistic), part in table.groupby(["claim", "statistic"], sort=False):
        print(f"{claim}: {statistic}")
        for row in part.itertuples():
            note = "   covers less than it says" if row.Index in wanting else ""
            print(
                f"  {row.grouping:18} {row.covered:7.1%} ± {row.error:.1%}"
                f"  worst of {row.numbers:2}: {row.worst:6.1%}"
                f"  width {row.width:.3f}  {row.audits} audits{note}"
            )
    print(
        f"{len(table) - len(wanting)} of {len(table)} cover {LEAST:.0%} or more, give or take two "
        f"standard errors; {(table['covered'] >= LEAST).sum()} do so as they are."
    )


if __name__ == "__main__":
    main()

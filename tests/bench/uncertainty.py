"""How long uncertainty takes, and how long Fairlearn's bootstrap takes for a few of the intervals.

Run from the repository: python -m tests.bench.uncertainty
CPU time, medians of several runs, on the committed audit. Fairlearn is timed over a few
replicates, and scaled: its cost is one resampled frame a replicate, on top of the one it
builds without any.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
from fairlearn.metrics import (
    MetricFrame,
    false_positive_rate,
    selection_rate,
    true_positive_rate,
)
from sklearn.metrics import accuracy_score

from equipoise import Predictions, Tally, frontier, load_adult, tally
from equipoise.uncertainty.frontier_band import frontier_band
from equipoise.uncertainty.frontier_cost import frontier_cost
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import judge
from equipoise.uncertainty.noise_floor import noise_floor
from equipoise.uncertainty.paired import paired_redraws
from equipoise.uncertainty.power import power

REPLICATES = 1000
MEASURED = 5
METRICS = {
    "selection_rate": selection_rate,
    "true_positive_rate": true_positive_rate,
    "false_positive_rate": false_positive_rate,
    "accuracy": accuracy_score,
}


def seconds(work: Callable[[], object], *, runs: int = 7) -> float:
    """Return the median CPU time of some runs, after one to warm up."""
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def fairlearn_seconds(predictions: Predictions) -> float:
    """Return what 1,000 of Fairlearn's replicates would take, from a few."""
    grouping = predictions.groups["sex"]
    groups = np.array(grouping.names)[grouping.codes]
    given = {
        "metrics": METRICS,
        "y_true": predictions.y_true,
        "y_pred": (predictions.y_score >= 0.5).astype(int),
        "sensitive_features": groups,
    }
    resampling = {"n_boot": MEASURED, "ci_quantiles": [0.025, 0.975], "random_state": 0}
    bare = seconds(lambda: MetricFrame(**given), runs=3)
    booted = seconds(lambda: MetricFrame(**given, **resampling), runs=3)
    return bare + (booted - bare) / MEASURED * REPLICATES


def ours(counts: Tally) -> float:
    """Print what one view takes; return the seconds of its intervals."""
    tasks: dict[str, Callable[[], object]] = {
        "intervals, 1,000 null draws": lambda: intervals(counts, 0.5, n_boot=REPLICATES),
        "noise floor, 1,000 draws": lambda: noise_floor(counts),
        "six judgements": lambda: judge(counts, 0.5),
        "power explorer": lambda: explore(counts),
    }
    front = frontier(counts)
    tasks["cost of a frontier's points"] = lambda: frontier_cost(counts, front)
    tasks["1,000 paired redraws"] = lambda: paired_redraws(counts, 0.5, 0.45)
    if len(counts.groups) == 2:
        tasks["frontier band, 200 draws"] = lambda: frontier_band(counts)
    print(f"{' x '.join(counts.by)}: {len(counts.groups)} groups, {counts.n.sum():,} rows")
    spent = {title: seconds(task) for title, task in tasks.items()}
    for title, took in spent.items():
        print(f"  {title:28} {1e3 * took:8.1f} ms")
    return next(iter(spent.values()))


def explore(counts: Tally) -> object:
    """Explore the power of an audit of these groups."""
    sizes = dict(zip(counts.groups, counts.n.tolist(), strict=True))
    base_rates = dict(zip(counts.groups, counts.base_rates.tolist(), strict=True))
    return power(sizes, base_rates, gap="equalized_odds")


def main() -> None:
    """Print the times."""
    predictions = load_adult()
    by_sex = ours(tally(predictions, "sex"))
    for by in ("race", "race_five", ("sex", "race"), ("sex", "race_five")):
        ours(tally(predictions, by))
    theirs = fairlearn_seconds(predictions)
    print(
        f"Fairlearn, four metrics by sex: {theirs:.0f} s for {REPLICATES:,} replicates "
        f"(scaled from {MEASURED}), {theirs / by_sex:,.0f} times our intervals by sex, which need "
        "none"
    )


if __name__ == "__main__":
    main()

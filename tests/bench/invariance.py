"""A null band of 10,000 permutations, beside a plain loop over permutations in the same run.

Run from the repository: python -m tests.bench.invariance
Medians of CPU time; the loop is timed over a sample of permutations and scaled. Exits with 1 if
the band or the exact null is slower than it should be.
"""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd

from equipoise.invariance import (
    exact_null,
    interval,
    missing_bounds,
    null_band,
    read_answers,
    read_items,
    score,
    si_bias,
)
from tests.bench.timing import once, seconds
from tests.invariance.witnesses import permuted_by_loops

ROWS = 200
PERMUTATIONS = 10_000
SAMPLE = 500
BAND_SECONDS = 0.1
SLIDER_SECONDS = 0.05


def rows(n_contexts: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return answers, strata, contexts and units of 200 rows in two strata."""
    n_units = ROWS // n_contexts
    z = np.tile(np.arange(n_contexts), n_units)
    s = np.repeat(np.arange(n_units) % 2, n_contexts)
    unit = np.repeat(np.arange(n_units), n_contexts)
    pred = (np.random.default_rng(0).random(len(z)) < 0.5).astype(np.float64)
    return pred, s, z, unit


def say(title: str, took: float, more: str = "") -> None:
    """Print one row of the table."""
    print(f"{title:58} {1e3 * took:10,.2f} ms  {more}")


def bands(n_contexts: int) -> float:
    """Print the times of both bands; return the slower."""
    pred, s, z, unit = rows(n_contexts)
    loop = once(lambda: permuted_by_loops(pred, s, z, n_permutations=SAMPLE, seed=0))
    loop *= PERMUTATIONS / SAMPLE
    within = seconds(lambda: null_band(pred, s, z, unit), runs=9)
    free = seconds(lambda: null_band(pred, s, z), runs=9)
    print(f"{len(pred)} rows, 2 strata, {n_contexts} contexts, {PERMUTATIONS:,} permutations")
    say("  within strata", free, f"{loop / free:,.0f} times faster than the loop")
    say("  within units", within)
    say(f"  a loop over permutations, scaled from {SAMPLE}", loop)
    return max(free, within)


def scored() -> float:
    """Return the seconds that all measures of one strategy take."""
    pred, s, z, unit = rows(4)
    ids = [f"i{place}" for place in range(len(pred))]
    items = read_items(pd.DataFrame({"id": ids, "z": z, "s": s, "unit": unit, "y": s}))
    answers = read_answers(pd.DataFrame({"id": ids, "pred": pred}))
    return seconds(lambda: score(items, answers), runs=5)


def main() -> int:
    """Print the times; return 0 if they are good enough."""
    slowest = max(bands(n_contexts) for n_contexts in (2, 4, 8))
    explorer = max(
        seconds(lambda n=n, k=k: exact_null(n, (0.5, 0.5), k), runs=9)
        for n in (25, 100, 1000)
        for k in (2, 8)
    )
    pred, s, z, _ = rows(4)
    say("exact null, at most 1,000 rows a cell", explorer)
    say("SI-bias", seconds(lambda: si_bias(pred, s, z), runs=9))
    say("interval", seconds(lambda: interval(pred, s, z), runs=9))
    holed = np.where(np.arange(len(pred)) % 9 == 0, np.nan, pred)
    say("bounds with 23 missing answers", seconds(lambda: missing_bounds(holed, s, z), runs=9))
    say("every measure of one strategy", scored())
    fast = slowest < BAND_SECONDS and explorer < SLIDER_SECONDS
    print("Fast enough." if fast else "Too slow.")
    return 0 if fast else 1


if __name__ == "__main__":
    sys.exit(main())

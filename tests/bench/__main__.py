"""The speed of the core, beside a loop of masks and Fairlearn in the same run.

Run from the repository: python -m tests.bench [--all-pairs]
Medians of CPU time on one core. The loop is timed over a sample of the 10,201 pairs and scaled,
unless all are asked for.
"""

from __future__ import annotations

import argparse
import io
from dataclasses import replace

import numpy as np
import pandas as pd

from equipoise import (
    Predictions,
    Tally,
    criteria,
    frontier,
    group_rates,
    load_adult,
    read_predictions,
    tally,
)
from equipoise.frontiers.frontier import sweep
from equipoise.frontiers.pareto import pareto_front
from tests.bench.baselines import (
    all_pairs,
    fairlearn_criteria,
    fairlearn_rates,
    masks_over_pairs,
)
from tests.bench.timing import once, seconds

SAMPLE = 400
TILES = 100


def sweep_and_frontier(predictions: Predictions) -> None:
    """From rows to frontier: tally, all pairs, and the pairs that no other beats."""
    accuracy, gap = sweep(tally(predictions, "sex"))
    pareto_front(accuracy.ravel(), gap.ravel())


def audit(predictions: Predictions) -> None:
    """From rows to everything: tally, all pairs, frontier and the six criteria."""
    counts = tally(predictions, "sex")
    sweep(counts)
    frontier(counts)
    criteria(counts, 0.5)


def fresh(counts: Tally) -> Tally:
    """Return the same tally with nothing computed yet."""
    return replace(counts)


def tiled(predictions: Predictions, times: int) -> Predictions:
    """Return the rows many times over."""
    grouping = predictions.groups["sex"]
    names = np.array(grouping.names, dtype=object)[grouping.codes]
    return Predictions(
        np.tile(predictions.y_true, times),
        np.tile(predictions.y_score, times),
        {"sex": np.tile(names, times)},
    )


def files(predictions: Predictions) -> dict[str, bytes]:
    """Return the rows as files of the usual kinds."""
    grouping = predictions.groups["sex"]
    names = np.array(grouping.names, dtype=object)[grouping.codes]
    table = pd.DataFrame({"y": predictions.y_true, "p": predictions.y_score, "sex": names})
    packed = io.BytesIO()
    table.to_parquet(packed)
    return {"CSV": table.to_csv(index=False).encode(), "Parquet": packed.getvalue()}


def read(content: bytes) -> Predictions:
    """Read such a file."""
    return read_predictions(content, y_true="y", y_score="p", groups="sex")


def loop_seconds(predictions: Predictions, *, sample: int | None) -> float:
    """Time the loop of masks, check that it finds what the sweep does, and scale it up."""
    pairs = all_pairs()
    timed = pairs if sample is None else pairs[:: len(pairs) // sample]
    took = once(lambda: masks_over_pairs(predictions, timed))
    accuracy, gap = sweep(tally(predictions, "sex"))
    swept = np.array([(accuracy[pair], gap[pair]) for pair in timed])
    assert np.allclose(masks_over_pairs(predictions, timed), swept, rtol=0, atol=1e-12)
    return took * len(pairs) / len(timed)


def say(title: str, took: float, target: str = "", baseline: str = "") -> None:
    """Print one row of the table."""
    print(f"{title:46} {1e3 * took:12,.3f} ms  {target:14} {baseline}")


def on_adult(predictions: Predictions, *, sample: int | None) -> None:
    """Print the times on the audited rows."""
    counts = tally(predictions, "sex")
    say("tally", seconds(lambda: tally(predictions, "sex"), runs=51))

    six = seconds(lambda: criteria(fresh(counts), 0.5), runs=51)
    theirs = seconds(fairlearn_criteria(predictions), runs=5)
    say("six criteria from a tally", six, "< 1 ms", f"{theirs / six:,.0f} times faster than:")
    say("  Fairlearn, four of the six", theirs)

    rates = seconds(lambda: group_rates(fresh(counts), 0.5), runs=51)
    theirs = seconds(fairlearn_rates(predictions), runs=5)
    say("group rates", rates, ">= 50 times", f"{theirs / rates:,.0f} times faster than:")
    say("  Fairlearn MetricFrame, four metrics", theirs)

    ours = seconds(lambda: sweep_and_frontier(predictions), runs=51)
    naive = loop_seconds(predictions, sample=sample)
    how = "all pairs" if sample is None else f"scaled from {sample} pairs"
    say("tally, sweep and frontier", ours, "< 5 ms", f"{naive / ours:,.0f} times faster than:")
    say(f"  masks over 10,201 pairs, {how}", naive, ">= 1,000 times")
    say("the same as a table of points", seconds(lambda: frontier(fresh(counts)), runs=51))

    for by in ("race_five", ("sex", "race"), ("sex", "race_five")):
        several = tally(predictions, by)
        took = seconds(lambda several=several: frontier(fresh(several)), runs=3)
        say(f"frontier of {len(several.groups)} groups, no pairs tried", took)


def on_many_rows(predictions: Predictions) -> None:
    """Print the times on the rows a hundred times over."""
    many: list[Predictions] = []
    built = once(lambda: many.append(tiled(predictions, TILES)))
    say(f"{many[0].n:,} rows: validated", built)
    for kind, content in files(many[0]).items():
        say(f"{many[0].n:,} rows: read from {kind}", once(lambda content=content: read(content)))
    say(f"{many[0].n:,} rows: tallied", seconds(lambda: tally(many[0], "sex"), runs=5))
    took = seconds(lambda: audit(many[0]), runs=5)
    say(f"{many[0].n:,} rows: tallied, swept and audited", took, "< 300 ms")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("--all-pairs", action="store_true", help="time the loop in full")
    sample = None if parser.parse_args().all_pairs else SAMPLE
    predictions = load_adult()
    print(f"{f'On {predictions.n:,} rows, by sex':46} {'median':>12}     {'target':14}")
    on_adult(predictions, sample=sample)
    on_many_rows(predictions)


if __name__ == "__main__":
    main()

"""The direct path of the stress test beside Fairlearn, in the same run.

Run from the repository: python -m tests.bench.stress
Medians of CPU time; both sides use one thread, which is what Fairlearn is fastest with here.
Exits with 1 if the direct path is not as much faster as it should be.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from fairlearn.postprocessing import ThresholdOptimizer
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Data,
    Design,
    GridSearch,
    Logistic,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    run,
)
from equipoise.stress.classifiers import matrix
from tests.bench.timing import seconds

ROWS = (5_000, 30_000, 60_000)
JUDGED = 30_000
AT_LEAST = {"no intercept": 10.0, "shared intercept": 4.0, "post-processing": 15.0}
LIVE_SECONDS = 0.3


def fresh(data: Data) -> Data:
    """Return the same rows with nothing computed yet."""
    return data.take(slice(None))


def search(data: Data, intercept: str, engine: str) -> float:
    """Return the seconds of a grid search as published, from rows to predictor."""
    repair, model = GridSearch(size=10), Logistic(intercept)
    return seconds(lambda: fit(fresh(data), model=model, repair=repair, engine=engine), runs=5)


def their_thresholds(data: Data) -> None:
    """Let Fairlearn train and choose thresholds."""
    base = LogisticRegression(C=np.inf)
    optimizer = ThresholdOptimizer(
        estimator=base, constraints="equalized_odds", predict_method="predict_proba"
    )
    optimizer.fit(matrix(data), data.y.astype(np.int64), sensitive_features=data.group)


def compare(n: int) -> dict[str, float]:
    """Print the times on n training rows; return how many times faster the direct path is."""
    data = draw(n, Synthetic(), 0)
    times = {
        f"{name} intercept": (search(data, kind, "direct"), search(data, kind, "fairlearn"))
        for name, kind in (("no", "none"), ("shared", "shared"))
    }
    ours = seconds(lambda: fit(fresh(data), repair=PostProcessing()), runs=5)
    theirs = seconds(lambda: their_thresholds(data), runs=3)
    times["post-processing"] = ours, theirs
    print(f"{n:,} training rows")
    for name, (direct, fairlearn) in times.items():
        print(
            f"  {name:18} {1e3 * direct:7.1f} ms, Fairlearn {1e3 * fairlearn:7.1f} ms, "
            f"{fairlearn / direct:5.1f} times"
        )
    return {name: fairlearn / direct for name, (direct, fairlearn) in times.items()}


def live() -> float:
    """Return the seconds of eleven levels at 10,000 rows, with and without a repair."""
    arms = (DO_NOTHING, Arm("repaired", Logistic("none"), GridSearch(size=10)))
    levels = tuple(np.linspace(0, 1, 11))
    design = Design(Synthetic(), UnderRepresentation(label=1), levels, arms, n=10_000)
    return seconds(lambda: run(design, repeats=1), runs=9)


def main() -> int:
    """Print the times; return 0 if they are good enough."""
    started = time.perf_counter()
    with threadpool_limits(limits=1, user_api="blas"):
        found = {n: compare(n) for n in ROWS}
        took = live()
    print(f"10,000 rows, eleven levels, two arms: {1e3 * took:.0f} ms")
    slow = [name for name, times in AT_LEAST.items() if found[JUDGED][name] < times]
    slow += ["live"] if took > LIVE_SECONDS else []
    print(f"{'Too slow: ' + ', '.join(slow) if slow else 'Fast enough'}", end="; ")
    print(f"measured in {time.perf_counter() - started:.0f} s.")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())

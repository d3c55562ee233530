"""CPU time of a piece of work: what else the machine does hardly changes it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def seconds(work: Callable[[], object], *, runs: int) -> float:
    """Return the median CPU time of some runs, after one to warm up."""
    work()
    return statistics.median(once(work) for _ in range(runs))


def once(work: Callable[[], object]) -> float:
    """Return the CPU time of a single run."""
    start = time.process_time()
    work()
    return time.process_time() - start

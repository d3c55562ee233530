"""Where a recorded result comes from: seed, size, versions, date, and what it cost."""

from __future__ import annotations

import os
import platform
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from equipoise.version import __version__

PACKAGES = ("numpy", "pandas", "scikit-learn", "fairlearn", "joblib")


@dataclass(frozen=True)
class Provenance:
    """How a result was made.

    Attributes
    ----------
    seed, n, repeats : int
        Rows a repeat, half of them to test on.
    date : str
        When it was finished, ISO 8601, UTC.
    jobs : int
        Processes at a time.
    cpu_minutes, wall_minutes : float
        Processor time of all processes, and time that passed. Of a run in several sessions,
        their sum; a session that was killed is not in it.
    python : str
    versions : dict from package to version
        With that of Equipoise itself, since 0.2.0.
    """

    seed: int
    n: int
    repeats: int
    date: str
    jobs: int
    cpu_minutes: float
    wall_minutes: float
    python: str
    versions: dict[str, str]

    def __post_init__(self) -> None:
        if self.seed < 0 or self.n < 1 or self.repeats < 1 or self.jobs < 1:
            raise ValueError("seed, n, repeats and jobs contradict their ranges")
        if self.cpu_minutes < 0 or self.wall_minutes < 0:
            raise ValueError("a time is below 0")
        datetime.fromisoformat(self.date)


@dataclass(frozen=True)
class Cost:
    """Seconds of processor, own and of processes that have ended, and of the clock."""

    cpu: float
    wall: float

    @classmethod
    def now(cls) -> Cost:
        """Return what this process and its ended children have used so far."""
        times = os.times()
        cpu = times.user + times.system + times.children_user + times.children_system
        return cls(cpu, time.perf_counter())

    def __sub__(self, earlier: Cost) -> Cost:
        return Cost(self.cpu - earlier.cpu, self.wall - earlier.wall)

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.cpu + other.cpu, self.wall + other.wall)


def provenance(*, seed: int, n: int, repeats: int, jobs: int, cost: Cost) -> Provenance:
    """Return the provenance of a result that was finished just now."""
    versions = {"equipoise": __version__}
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return Provenance(
        seed=seed,
        n=n,
        repeats=repeats,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        jobs=jobs,
        cpu_minutes=round(cost.cpu / 60, 2),
        wall_minutes=round(cost.wall / 60, 2),
        python=platform.python_version(),
        versions=versions,
    )

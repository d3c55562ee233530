"""The speed of the running app: what a move costs and sends, with a crowd, and in a browser.

Run from the repository: python -m tests.bench.app [--views metrics incompatibility]
[--sessions 30] [--seconds 20] [--patience 60] [--moves-only]
Readers move at random moments, about once a second each, and jump anywhere. Each view takes
turns with Metrics by sex, so that both meet the same machine and their ratio holds on a busy
one. What the server uses is processor time, read from /proc, so this runs on Linux alone.
Waiting times are those of the wall clock: other work on the machine makes them longer, and so
do the sessions themselves, which share its cores. The load is printed with each row.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.painting import press_to_paint
from tests.bench.sessions import Met, Session, View, at_random, crowd_of
from tests.serving import Server, serving
from tests.test_imports import HEAVY, OPEN_PAGE, PAGES, loaded_by

CHARTS = {
    "Metrics, a threshold": ("/Metrics", "Female"),
    "Frontier, a threshold": ("/Frontier", "Female"),
    "Frontier, the chosen point": ("/Frontier", "Chosen point"),
}
AUDITS = {"metrics": "Metrics", "incompatibility": "Incompatibility", "frontier": "Frontier"}
SETTINGS = {
    "": ("sex", ""),
    "-unsure": ("sex, uncertainty on", "uncertainty=on"),
    "-ten": ("ten groups", "by=sex-race-five"),
    "-ten-unsure": ("ten groups, uncertainty on", "by=sex-race-five&uncertainty=on"),
}
VIEWS = {
    page + setting: View(f"{title}, {said}", title, query)
    for page, title in AUDITS.items()
    for setting, (said, query) in SETTINGS.items()
} | {
    "frontier-point": View("Frontier, the chosen point", "Frontier", "", "point"),
    "stress-test": View("Stress test, the amount", "Stress_test", "s.room=bench", "s.amount"),
    "test-time": View("Test time, the seed", "Test_time", "i.room=measure", "i.seed"),
}
"""Where a slider moves; on Home and Data none does."""

PLAIN = "metrics"
DEAREST, HEAVIEST, SLOWEST = 1.3, 30, 300
"""What is wanted of each view: at most so many times the processor time of `PLAIN`, so many
kilobytes a move, and so many milliseconds in 95 of 100 moves."""

TURNS = 2
"""How often a view and `PLAIN` take turns."""

WARM = 1.5
"""Seconds in which both move before anything is measured."""

IDLE = 2.0
"""The load up to which two cores count as idle."""


@dataclass(frozen=True)
class Result:
    """A requirement and what was measured.

    Attributes
    ----------
    what : str
    measured, limit : float
        What was found, and what it must stay below.
    unit : str
    load : float
        The machine's load before the measurement.
    """

    what: str
    measured: float
    limit: float
    unit: str
    load: float

    def __str__(self) -> str:
        verdict = "holds" if self.measured < self.limit else "FAILS"
        measured, limit = (f"{value:.0f} {self.unit}" for value in (self.measured, self.limit))
        return f"{self.what:<52} < {limit:>7} {measured:>9}  {verdict}  {self.load:>5.1f}"


@dataclass
class Spent:
    """What readers of a view met in their turns, and the processor seconds of the server."""

    met: Met = field(default_factory=Met)
    processor: float = 0.0

    @property
    def each(self) -> float:
        """Milliseconds of processor time for one move."""
        return 1000 * self.processor / len(self.met.seconds)


def painting(server: Server, patience: float) -> list[Result]:
    """Measure the median from key press to painted charts."""
    results = []
    for what, (path, slider) in CHARTS.items():
        load = quiet(patience)
        times = press_to_paint(server.url, path, slider)
        median = statistics.median(times)
        results.append(Result(f"Key press to paint: {what}", median, 150, "ms", load))
    return results


async def moved(
    server: Server, views: list[str], sessions: int, lasting: float, patience: float
) -> None:
    """Print what moves on each view cost, beside those on `PLAIN` in the same minute."""
    print(f"{'':<44} {'processor':>10} {'times':>6} {'sent':>9} {'half in':>9} {'95 % in':>9}")
    async with crowd_of(sessions, server.url, VIEWS[PLAIN]) as plain:
        for name in views:
            load = quiet(patience)
            async with crowd_of(sessions, server.url, VIEWS[name]) as readers:
                spent, beside = await in_turns(server, readers, plain, lasting)
            print(row(VIEWS[name].name, spent, beside, load), flush=True)
        print(f"Resident memory with {2 * sessions} sessions: {resident(server.pid):.0f} MB")


async def in_turns(
    server: Server, readers: list[Session], plain: list[Session], lasting: float
) -> tuple[Spent, Spent]:
    """Let two crowds move in turns, and look at the server meanwhile."""
    spent, beside = Spent(), Spent()
    for crowd in (plain, readers):  # What is computed once is no part of a move.
        await at_random(crowd, lasting=WARM, seed=-1)
    for turn in range(TURNS):
        for crowd, into in ((plain, beside), (readers, spent)):
            before = processor_seconds(server.pid)
            met = await at_random(crowd, lasting=lasting / (2 * TURNS), seed=turn)
            into.processor += processor_seconds(server.pid) - before
            into.met.seconds += met.seconds
            into.met.size += met.size
    return spent, beside


def row(name: str, spent: Spent, beside: Spent, load: float) -> str:
    """Return a line of the table; an exclamation mark stands where more was found than wanted."""
    hundredths = statistics.quantiles((1000 * seconds for seconds in spent.met.seconds), n=100)
    times, sent = spent.each / beside.each, statistics.fmean(spent.met.size) / 1000
    marks = ["!" if beyond else " " for beyond in (
        times > DEAREST, sent > HEAVIEST, hundredths[94] >= SLOWEST
    )]  # fmt: skip
    return (
        f"{name:<44} {spent.each:>7.1f} ms {times:>5.2f}{marks[0]} {sent:>6.1f} KB{marks[1]}"
        f"{hundredths[49]:>6.0f} ms {hundredths[94]:>6.0f} ms{marks[2]} load {load:.1f}"
    )


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    user, system = map(int, fields[11:13])
    return (user + system) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Return the megabytes of memory that a process occupies."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def quiet(patience: float) -> float:
    """Wait a while for other work on the machine to end, and return the load."""
    until = time.monotonic() + patience
    while os.getloadavg()[0] > IDLE and time.monotonic() < until:
        time.sleep(1)
    return os.getloadavg()[0]


def heavy_imports() -> str:
    """Say which heavy libraries opening a page loads."""
    found = {page: loaded_by(OPEN_PAGE.format(page=page)) & set(HEAVY) for page in ("", *PAGES)}
    loaded = [
        f"{page or 'Home'} loads {', '.join(heavy)}" for page, heavy in found.items() if heavy
    ]
    return "; ".join(loaded) or f"none of {', '.join(HEAVY)}  holds"


def main() -> None:
    """Measure everything and print it as a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--views", nargs="+", choices=list(VIEWS), default=list(VIEWS))
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20, help="for each view")
    parser.add_argument("--patience", type=float, default=60, help="seconds to wait for quiet")
    parser.add_argument("--moves-only", action="store_true", help="no browser, no imports")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, {asked.sessions} sessions")
    with serving() as server:
        given = asked.views, asked.sessions, asked.seconds, asked.patience
        asyncio.run(moved(server, *given))
        if asked.moves_only:
            return
        print(f"{'':<52} {'wanted':>9} {'measured':>9} {'load':>13}")
        for result in painting(server, asked.patience):
            print(result, flush=True)
    print(f"{'Opening a page loads':<52} {heavy_imports()}")


if __name__ == "__main__":
    main()

"""The speed of the running app: in a browser, with thirty sessions, and what a page loads.

Run from the repository: python -m tests.bench.app [--sessions 30] [--moves 20] [--patience 60]
Wall-clock times, so a busy machine shows; the load is printed with each of them. What the
server uses is read from /proc, so this runs on Linux alone.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from tests.bench.painting import press_to_paint
from tests.bench.sessions import crowd_of, paced
from tests.serving import Server, serving
from tests.test_imports import HEAVY, OPEN_PAGE, PAGES, loaded_by

CHARTS = {
    "Metrics, a threshold": ("/Metrics", "Female"),
    "Frontier, a threshold": ("/Frontier", "Female"),
    "Frontier, the chosen point": ("/Frontier", "Chosen point"),
}
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


@dataclass(frozen=True)
class Seen:
    """What a crowd has met: seconds until each answer, and the server's use of the machine."""

    times: list[float]
    cpu: float
    memory: float


def painting(server: Server, patience: float) -> list[Result]:
    """Measure the median from key press to painted charts."""
    results = []
    for what, (path, slider) in CHARTS.items():
        load = quiet(patience)
        times = press_to_paint(server.url, path, slider)
        median = statistics.median(times)
        results.append(Result(f"Key press to paint: {what}", median, 150, "ms", load))
    return results


def crowd(server: Server, sessions: int, moves: int, patience: float) -> list[Result]:
    """Measure how a crowd on Metrics is answered, and what it takes in memory."""
    load = quiet(patience)
    seen = asyncio.run(moved(server, sessions, moves))
    hundredths = statistics.quantiles((1000 * seconds for seconds in seen.times), n=100)
    who = f"{sessions} sessions"
    each = 1000 * seen.cpu / len(seen.times)
    return [
        Result("Processor time of the server for one move", each, 1000 / sessions, "ms", load),
        Result(f"Server response, median of {who}", hundredths[49], 300, "ms", load),
        Result(f"Server response, 95th percentile of {who}", hundredths[94], 300, "ms", load),
        Result(f"Resident memory with {who}", seen.memory, 300, "MB", load),
    ]


async def moved(server: Server, sessions: int, moves: int) -> Seen:
    """Let sessions move a slider, each once a second, and look at the server meanwhile."""
    async with crowd_of(sessions, server.url, "Metrics") as readers:
        before = processor_seconds(server.pid)
        times = await paced(readers, moves=moves)
        return Seen(times, processor_seconds(server.pid) - before, resident(server.pid))


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
    parser.add_argument("--sessions", type=int, default=30)
    parser.add_argument("--moves", type=int, default=20, help="of each session")
    parser.add_argument("--patience", type=float, default=60, help="seconds to wait for quiet")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores\n{'':<52} {'wanted':>9} {'measured':>9} {'load':>13}")
    with serving() as server:
        for result in crowd(server, asked.sessions, asked.moves, asked.patience):
            print(result, flush=True)
        for result in painting(server, asked.patience):
            print(result, flush=True)
    print(f"{'Opening a page loads':<52} {heavy_imports()}")


if __name__ == "__main__":
    main()

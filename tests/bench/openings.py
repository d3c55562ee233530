"""A room that opens the link at once: how soon pages stand, and what that takes.

Run from the repository: python -m tests.bench.openings [--cold 40] [--warm 60]
Readers speak the app's own protocol, without browsers. Wall-clock times, so a busy machine shows.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from itertools import cycle, islice
from typing import NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.typing import Origin, Subprotocol

from tests.bench.app import processor_seconds, resident
from tests.serving import Server, serving


class Visit(NamedTuple):
    """A page and what its address asks for."""

    page: str
    query: str = ""

    def __str__(self) -> str:
        return "?".join(filter(None, (self.page or "Home", self.query)))


KINDS = (
    Visit(""),
    Visit("Data"),
    Visit("Metrics"),
    Visit("Metrics", "by=race-five&uncertainty=on"),
    Visit("Incompatibility"),
    Visit("Frontier"),
    Visit("Frontier", "by=race-five&uncertainty=on"),
    Visit("Stress_test"),
    Visit("Test_time"),
)
"""What a room looks at first; each visitor of a crowd takes the next one."""


class Seen(NamedTuple):
    """Seconds until each page stood, and what the server took for it."""

    times: list[tuple[Visit, float]]
    processor: float
    memory: float

    def __str__(self) -> str:
        seconds = [time for _, time in self.times]
        twentieths = statistics.quantiles(seconds, n=20, method="inclusive")
        return (
            f"p50 {twentieths[9]:5.2f} s   p95 {twentieths[18]:5.2f} s   max {max(seconds):5.2f} s"
            f"   processor {self.processor / len(seconds):5.3f} s a visit"
            f"   memory {self.memory:4.0f} MB"
        )

    def by_kind(self) -> str:
        """Return the slowest visit of each kind, a line each."""
        slowest: dict[Visit, float] = defaultdict(float)
        for visit, seconds in self.times:
            slowest[visit] = max(slowest[visit], seconds)
        return "\n".join(f"    {seconds:5.2f} s  {visit}" for visit, seconds in slowest.items())


async def opened(url: str, visit: Visit) -> float:
    """Open a page as a new reader, and return the seconds until it stood.

    Raises
    ------
    RuntimeError
        If the page met an error.
    """
    start = time.perf_counter()
    stream = url.replace("http", "ws", 1) + "/_stcore/stream"
    asking = BackMsg()
    asking.rerun_script.page_name = visit.page
    asking.rerun_script.query_string = visit.query
    async with connect(
        stream, origin=Origin(url), subprotocols=[Subprotocol("streamlit")], max_size=None,
        open_timeout=120,
    ) as socket:  # fmt: skip
        await socket.send(asking.SerializeToString())
        async for raw in socket:
            answer = ForwardMsg.FromString(raw)  # type: ignore[arg-type]
            if answer.delta.new_element.WhichOneof("type") == "exception":
                raise RuntimeError(f"{visit}: {answer.delta.new_element.exception}")
            if answer.WhichOneof("type") == "script_finished":
                return time.perf_counter() - start
    raise RuntimeError(f"{visit}: the server ended the connection")


async def crowd(server: Server, visits: Sequence[Visit]) -> Seen:
    """Open pages at the same moment, each as a new reader."""
    before = processor_seconds(server.pid)
    times = await asyncio.gather(*(opened(server.url, visit) for visit in visits))
    spent = processor_seconds(server.pid) - before
    return Seen(list(zip(visits, times, strict=True)), spent, resident(server.pid))


def main() -> None:
    """Measure a cold server and a warm one, and print what was wanted beside it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cold", type=int, default=40, help="first visits of all kinds at once")
    parser.add_argument("--warm", type=int, default=60, help="visits of Metrics at once, later")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with serving() as server:
        first = asyncio.run(crowd(server, list(islice(cycle(KINDS), asked.cold))))
        print(f"{asked.cold} first visits, wanted p95 < 6 s, 300 MB\n  {first}\n{first.by_kind()}")
        for visit in KINDS:
            again = asyncio.run(crowd(server, [visit] * asked.warm))
            wanted = ", wanted p95 < 2 s, 300 MB" if visit == Visit("Metrics") else ""
            print(f"{asked.warm} more of {visit}{wanted}\n  {again}", flush=True)


if __name__ == "__main__":
    main()

"""Many readers at once: sessions that speak the app's own protocol, without browsers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

THRESHOLD = "threshold "
"""What the keys of the sliders of thresholds begin with, and their ids contain."""

PACE = 1.0
"""Seconds from one move of a session to its next."""


@dataclass
class Session:
    """One reader on a page: its connection, and the sliders of thresholds there.

    A browser would also say which large messages it still has, so that they need not travel
    again; a session says nothing and is sent everything.
    """

    socket: ClientConnection
    fragment: str = ""
    sliders: list[Slider] = field(default_factory=list)

    async def open(self, page: str) -> None:
        """Open a page, as its address in a browser would."""
        message = BackMsg()
        message.rerun_script.page_name = page
        await self._run(message)

    async def move(self, value: float) -> float:
        """Move the first threshold and return the seconds until the page has answered."""
        message = BackMsg()
        message.rerun_script.fragment_id = self.fragment
        self.sliders[0].default[:] = [value]
        for slider in self.sliders:
            state = message.rerun_script.widget_states.widgets.add()
            state.id = slider.id
            state.double_array_value.data[:] = slider.default
        start = time.perf_counter()
        await self._run(message)
        return time.perf_counter() - start

    async def _run(self, message: BackMsg) -> None:
        """Send a message and read all answers up to the one that ends the run."""
        await self.socket.send(message.SerializeToString())
        sliders = []
        async for raw in self.socket:
            answer = ForwardMsg.FromString(raw)
            if answer.WhichOneof("type") == "script_finished":
                break
            slider = answer.delta.new_element.slider
            if THRESHOLD in slider.id:
                self.fragment = answer.delta.fragment_id
                sliders.append(slider)
        self.sliders = self.sliders or [_as_drawn(slider) for slider in sliders]


def _as_drawn(slider: Slider) -> Slider:
    """Keep where a slider stands, which the server tells apart from its default."""
    if slider.set_value:
        slider.default[:] = slider.value
    return slider


@asynccontextmanager
async def crowd_of(n: int, url: str, page: str) -> AsyncIterator[list[Session]]:
    """Keep a number of sessions open on a page, until the end of the block."""
    readers = await asyncio.gather(*(_opened(url, page) for _ in range(n)))
    try:
        yield readers
    finally:
        await asyncio.gather(*(reader.socket.close() for reader in readers))


async def paced(readers: list[Session], *, moves: int) -> list[float]:
    """Let every session move a slider once a second; return the seconds of all answers."""
    waits = (PACE * place / len(readers) for place in range(len(readers)))
    times = await asyncio.gather(*map(partial(_moves, moves=moves), readers, waits))
    return [seconds for answers in times for seconds in answers]


async def _opened(url: str, page: str) -> Session:
    stream = url.replace("http", "ws", 1) + "/_stcore/stream"
    socket = await connect(
        stream, origin=Origin(url), subprotocols=[Subprotocol("streamlit")], max_size=None
    )
    session = Session(socket)
    await session.open(page)
    return session


async def _moves(session: Session, wait: float, *, moves: int) -> list[float]:
    """Move back and forth; whoever is answered late moves late, but not more seldom."""
    start = time.perf_counter() + wait
    times = []
    for move in range(moves):
        await asyncio.sleep(max(start + move * PACE - time.perf_counter(), 0))
        times.append(await session.move(0.3 + 0.01 * (move % 40)))
    return times

"""Many readers at once: sessions that speak the app's own protocol, without browsers.

A session does what Streamlit's page does in a browser: it offers to compress, keeps large
messages and says which of them it still has, so that they need not travel again, and follows
the address and the controls as the server sets them. Bytes are counted on the wire.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

THRESHOLD = "threshold "
"""What the keys of the sliders of thresholds begin with, and their ids contain."""

PACE = 1.0
"""Seconds from one move of a session to its next, on average."""

MOST_AGE = 2
"""So many runs a browser keeps a message that no run has used; Streamlit's default."""


@dataclass(frozen=True)
class View:
    """What readers look at, and what they move there.

    Attributes
    ----------
    name : str
        What it is called in a table.
    page, query : str
        Its address.
    moves : str
        What the keys of the controls begin with that are moved.
    """

    name: str
    page: str
    query: str = ""
    moves: str = THRESHOLD


class Line(ClientConnection):
    """A connection that counts the bytes that arrive, as they travel."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


@dataclass
class Kept:
    """A message that a browser still has: when it was last used, and by which fragment."""

    content: bytes
    used: int
    fragment: str


@dataclass
class Session:
    """One reader on a page: the connection, what the browser has kept, and the controls."""

    line: ClientConnection
    view: View
    query: str = ""
    page: str = ""
    runs: int = 0
    kept: dict[str, Kept] = field(default_factory=dict)
    controls: dict[str, tuple[str, Slider]] = field(default_factory=dict)

    async def open(self) -> None:
        """Open the page, as its address in a browser would."""
        self.query = self.view.query
        message = BackMsg()
        message.rerun_script.page_name = self.view.page
        message.rerun_script.query_string = self.query
        await self._run(message)
        if not self.controls:
            raise RuntimeError(f"{self.view.name}: nothing to move.")

    async def move(self, random: Random) -> float:
        """Move one of the controls somewhere else; return the seconds until all has arrived."""
        fragment, moved = self.controls[random.choice(sorted(self.controls))]
        message = BackMsg()
        run = message.rerun_script
        run.fragment_id = fragment
        run.page_script_hash = self.page
        run.query_string = self.query
        run.cached_message_hashes.extend(self.kept)
        _move(moved, random)
        run.widget_states.widgets.extend(state(one) for _, one in self.controls.values())
        start = time.perf_counter()
        await self._run(message)
        return time.perf_counter() - start

    @property
    def received(self) -> int:
        """Bytes that have arrived."""
        assert isinstance(self.line, Line)
        return self.line.received

    async def _run(self, message: BackMsg) -> None:
        """Send a message and read all answers up to the one that ends the run."""
        await self.line.send(message.SerializeToString())
        fragments: list[str] = []
        async for raw in self.line:
            assert isinstance(raw, bytes)
            answer = self.known(raw)
            kind = answer.WhichOneof("type")
            if kind == "new_session":
                fragments = list(answer.metadata.run.fragment_ids)
                self.page = answer.new_session.page_script_hash
            elif kind == "page_info_changed":
                self.query = answer.page_info_changed.query_string
            elif kind == "delta":
                self._look_for_controls(answer)
            elif kind == "script_finished":
                self._forget(fragments)
                if answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    break

    def known(self, raw: bytes) -> ForwardMsg:
        """Return a message, or the one that it refers to."""
        answer: ForwardMsg = ForwardMsg.FromString(raw)
        if answer.WhichOneof("type") == "ref_hash":
            kept = self.kept[answer.ref_hash]  # a KeyError if the server believes too much
            kept.used = self.runs
            again: ForwardMsg = ForwardMsg.FromString(kept.content)
            return again
        if answer.metadata.cacheable:
            kept = Kept(raw, self.runs, answer.delta.fragment_id)
            self.kept.setdefault(answer.hash, kept).used = self.runs
        return answer

    def _forget(self, fragments: list[str]) -> None:
        """Let go of what the runs of its fragment have not used for a while."""
        self.runs += 1
        old = [
            key
            for key, one in self.kept.items()
            if (not fragments or one.fragment in fragments) and self.runs - one.used > MOST_AGE
        ]
        for key in old:
            del self.kept[key]

    def _look_for_controls(self, answer: ForwardMsg) -> None:
        control = answer.delta.new_element.slider
        if f"-{self.view.moves}" in control.id:
            self.controls[control.id] = answer.delta.fragment_id, self._as_set(control)

    def _as_set(self, control: Slider) -> Slider:
        """Keep where a control stands, which only the server's word changes."""
        if control.id in self.controls and not control.set_value:
            _stand(control, self.controls[control.id][1])
        elif not control.set_value:
            _stand_at_default(control)
        return control


def state(control: Slider) -> WidgetState:
    """Return where a control stands, as a browser says it."""
    said = WidgetState(id=control.id)
    if control.options:
        said.string_array_value.data[:] = control.raw_value
    else:
        said.double_array_value.data[:] = control.value
    return said


def _stand(control: Slider, like: Slider) -> None:
    control.value[:] = like.value
    control.raw_value[:] = like.raw_value


def _stand_at_default(control: Slider) -> None:
    if control.options:
        control.raw_value[:] = [control.options[int(place)] for place in control.default]
    else:
        control.value[:] = control.default


def _move(control: Slider, random: Random) -> None:
    """Take a control to any other of its places, all alike likely."""
    if control.options:
        options = [option for option in control.options if option not in control.raw_value]
        control.raw_value[:] = [random.choice(options)]
        return
    steps = range(round((control.max - control.min) / control.step) + 1)
    here = round((control.value[0] - control.min) / control.step)
    there = random.choice([step for step in steps if step != here])
    control.value[:] = [round(control.min + there * control.step, 6)]


@dataclass
class Met:
    """What readers have met: seconds until each answer, and bytes that came for each."""

    seconds: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)


@asynccontextmanager
async def crowd_of(n: int, url: str, view: View) -> AsyncIterator[list[Session]]:
    """Keep a number of sessions open on a view, until the end of the block."""
    readers = await asyncio.gather(*(_opened(url, view) for _ in range(n)))
    try:
        yield readers
    finally:
        await asyncio.gather(*(reader.line.close() for reader in readers))


async def at_random(
    readers: Iterable[Session], *, lasting: float, seed: int, pace: float = PACE
) -> Met:
    """Let every session move something at moments of its own, about once a second.

    Parameters
    ----------
    readers : iterable of Session
    lasting : float
        Seconds after which nobody moves any more.
    seed : int
        Of the moments and the moves: the same seed asks the same.
    pace : float
        Mean seconds between two moves of a session; how long they are is exponential.
    """
    met = Met()
    await asyncio.gather(
        *(
            _moves(reader, met, Random(f"{seed} {place}"), lasting, pace)
            for place, reader in enumerate(readers)
        )
    )
    return met


async def _opened(url: str, view: View) -> Session:
    stream = url.replace("http", "ws", 1) + "/_stcore/stream"
    line = await connect(
        stream,
        origin=Origin(url),
        subprotocols=[Subprotocol("streamlit")],
        create_connection=Line,
        max_size=None,
        max_queue=None,
    )
    session = Session(line, view)
    await session.open()
    return session


async def _moves(session: Session, met: Met, random: Random, lasting: float, pace: float) -> None:
    """Move at random moments; whoever is answered late moves late, but not more seldom."""
    start, due = time.perf_counter(), 0.0
    while (due := due + random.expovariate(1 / pace)) < lasting:
        await asyncio.sleep(max(start + due - time.perf_counter(), 0))
        before = session.received
        met.seconds.append(await session.move(random))
        met.size.append(session.received - before)

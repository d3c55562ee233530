"""What a move sends: no more than has changed, in as few bytes as it can be said."""

import asyncio
from collections.abc import Iterator
from random import Random

import numpy as np
import pandas as pd
import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from equipoise.app.charts import light
from tests.bench.app import HEAVIEST, VIEWS
from tests.bench.sessions import Session, View, crowd_of
from tests.serving import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize(
    "name", ["metrics", "metrics-ten-unsure", "incompatibility-ten-unsure", "frontier"]
)
def test_a_move_sends_little(server: Server, name: str) -> None:
    sizes, _ = asyncio.run(_moved(server, VIEWS[name], moves=3))
    assert max(sizes) < 1000 * HEAVIEST


def test_a_chart_that_stays_the_same_does_not_travel_again(server: Server) -> None:
    """On the frontier, a threshold moves a mark on the plane; who flips, it does not change."""
    _, charts = asyncio.run(_moved(server, VIEWS["frontier"], moves=1))
    assert charts == [False, True]  # the plane anew, the flips by reference


async def _moved(server: Server, view: View, *, moves: int) -> tuple[list[int], list[bool]]:
    """Return the bytes of each move, and which charts of the last came as a reference."""
    random = Random(0)
    async with crowd_of(1, server.url, view) as (session,):
        sizes, references = [], []
        for _ in range(moves):
            before = session.received
            references = await _references(session, random)
            sizes.append(session.received - before)
    return sizes, references


async def _references(session: Session, random: Random) -> list[bool]:
    """Move once and return, chart by chart, whether it was only referred to."""
    came: list[bool] = []
    known = session.known

    def noted(raw: bytes) -> ForwardMsg:
        message = known(raw)
        if message.delta.new_element.HasField("vega_lite_chart"):
            came.append(ForwardMsg.FromString(raw).WhichOneof("type") == "ref_hash")
        return message

    session.known = noted  # type: ignore[method-assign]
    await session.move(random)
    session.known = known  # type: ignore[method-assign]
    return came


def test_a_light_table_says_the_same_in_fewer_bytes() -> None:
    frame = pd.DataFrame(
        {
            "group": ["Female × Black", "Male × White"] * 50,
            "count": np.arange(100) * 100,
            "share": np.linspace(0, 1, 100),
            "gap": [None, -3] * 50,
        }
    )
    table = light(frame)
    back = table.to_pandas()
    assert back["group"].tolist() == frame["group"].tolist()
    assert back["count"].tolist() == frame["count"].tolist()
    assert np.allclose(back["share"], frame["share"], rtol=0, atol=1e-7)
    assert back["gap"].isna().tolist() == [True, False] * 50
    assert table.nbytes < 0.4 * frame.memory_usage(index=False, deep=True).sum()


@pytest.mark.parametrize(
    "numbers", [[], [0, 255], [-1, 255], [-129, 0], [0, 65_536], [0, 2**40], [-(2**40), 2**31]]
)
def test_whole_numbers_stay_what_they_are(numbers: list[int]) -> None:
    table = light({"n": np.array(numbers, dtype=np.int64)})
    assert table["n"].to_pylist() == numbers

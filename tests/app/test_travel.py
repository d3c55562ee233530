"""What a move sends: little, and in as few bytes as it can be said."""

import asyncio
from collections.abc import Iterator
from random import Random

import numpy as np
import pandas as pd
import pytest

from equipoise.figures.figure import light
from tests.bench.app import HEAVIEST, VIEWS
from tests.bench.sessions import View, crowd_of
from tests.serving import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.mark.parametrize(
    "name", ["metrics", "metrics-ten-unsure", "incompatibility-ten-unsure", "frontier"]
)
def test_a_move_sends_little(server: Server, name: str) -> None:
    sizes = asyncio.run(_moved(server, VIEWS[name], moves=3))
    assert max(sizes) < 1000 * HEAVIEST


async def _moved(server: Server, view: View, *, moves: int) -> list[int]:
    """Return the bytes of each move on the wire."""
    random = Random(0)
    async with crowd_of(1, server.url, view) as (session,):
        sizes = []
        for _ in range(moves):
            before = session.received
            await session.move(random)
            sizes.append(session.received - before)
    return sizes


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

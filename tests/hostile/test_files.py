"""Every hostile file at every door that takes one: turned away in words, and not read here."""

import csv
import json
import os
import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pyarrow.parquet
import pytest

from equipoise.app.invariance import predictions, questions
from equipoise.app.stress import tables
from equipoise.io import delimited, files, limits, sandbox
from equipoise.io import json_tables as json_table
from equipoise.io.limits import Limits
from equipoise.stress.errors import ParameterError
from tests.hostile.files import FILES, TOO_LARGE
from tests.hostile.warm import Warm

ITEMS = b"id,z,s,pred\n1,a,all,1\n2,b,all,0\n"
MOST_MEGABYTES = 40
"""That the server may need while a file is turned away, its own copies of it among them."""


def _table(content: bytes) -> str:
    try:
        tables.read_table(content)
    except ParameterError as error:
        return str(error)
    return ""


def _why(found: object) -> str:
    return str(found.get("why", "")) if isinstance(found, dict) else ""


def _asked(content: bytes) -> str:
    found = questions.read_apart(content)
    return found if isinstance(found, str) else ""


class Door(NamedTuple):
    """What lets files in.

    Attributes
    ----------
    limits : Limits
    opened : callable
        Takes a file's content and returns why it was turned away; "" where it was read.
    """

    limits: Limits
    opened: Callable[[bytes], str]


DOORS = {
    "a table as a world": Door(limits.TABLE, _table),
    "items": Door(limits.ANSWERS, lambda content: _why(predictions.judge(content, b""))),
    "answers": Door(limits.ANSWERS, lambda content: _why(predictions.judge(ITEMS, content))),
    "texts to ask about": Door(limits.QUESTIONS, _asked),
}


@pytest.fixture(autouse=True, scope="module")
def _started_at_once() -> Iterator[None]:
    """Have sandboxes start without delay, where a process can turn into another."""
    with pytest.MonkeyPatch.context() as patch:
        if hasattr(socket, "send_fds") and hasattr(os, "fork"):
            patch.setattr(sandbox.subprocess, "Popen", Warm)
        yield
    Warm.close()


@pytest.fixture
def no_reader_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every reader of the server's own process fail; those apart are others."""

    def here(*_: object, **__: object) -> None:
        pytest.fail("A file was read in the server's own process.")

    for module, name in (
        *((pyarrow.parquet, "ParquetFile"), (pyarrow.parquet, "read_table"), (csv, "reader")),
        *((files, "read_delimited"), (files, "read_json"), (files, "read_parquet")),
        *((delimited.csv, "reader"), (json_table, "read_json")),
    ):
        monkeypatch.setattr(module, name, here)


def _peak() -> int:
    """Return the most megabytes that this process has had since the last `_forget_peak`."""
    status = Path("/proc/self/status").read_text()
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    assert found
    return int(found[1]) // 1024


@pytest.fixture
def little_memory() -> Iterator[None]:
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        yield
        return
    before = _peak()
    yield
    assert _peak() - before <= MOST_MEGABYTES


@pytest.mark.usefixtures("no_reader_here")
@pytest.mark.parametrize("name", FILES)
def test_each_is_turned_away_in_words(name: str, request: pytest.FixtureRequest) -> None:
    content = FILES[name].content()
    request.getfixturevalue("little_memory")  # Once it is built.
    with ThreadPoolExecutor() as pool:
        said = dict(
            zip(DOORS, pool.map(lambda one: one.opened(content), DOORS.values()), strict=True)
        )
    for door, why in said.items():
        fits = len(content) <= DOORS[door].limits.bytes
        assert re.search(FILES[name].refused if fits else TOO_LARGE, why), (door, why)
        assert "longer than it may" not in why, door
        assert "Error" not in why, door
        assert len(why) <= 700, door


def test_an_honest_file_is_read_at_the_same_doors() -> None:
    """So that what turns the others away is what they are."""
    rows = [
        {"id": str(k), "z": "ab"[k % 2], "s": "all", "text": "t", "x": k * k % 7}
        for k in range(240)
    ]
    assert _table(json.dumps(rows).encode()) == ""
    assert _asked(json.dumps(rows).encode()) == ""
    assert _why(predictions.judge(json.dumps(rows).encode(), b'[{"id": "1", "pred": 1}]')) == ""

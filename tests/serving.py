"""The app as a process of its own, on a free port of this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds that a server may take to answer on a busy machine."""


@dataclass(frozen=True)
class Server:
    """A running server: where it answers, and its process."""

    url: str
    pid: int

    @property
    def port(self) -> int:
        """The port of its address."""
        return int(self.url.rpartition(":")[2])


@contextmanager
def serving(root: Path = ROOT, *, port: int | None = None) -> Iterator[Server]:
    """Run the app that lies in a folder, until the end of the block.

    Parameters
    ----------
    root : path
    port : int, optional
        Where it answers; any free one if left out.

    Raises
    ------
    RuntimeError
        If the server ends or does not answer; with what it wrote.
    """
    port = port or _free_port()
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
    options = [f"--server.port={port}", f"--server.address={HOST}", "--server.headless=true"]
    with TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [*command, *options],
            cwd=root,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            if not _answers(f"http://{HOST}:{port}/_stcore/health", process):
                log.seek(0)
                raise RuntimeError(f"The server does not answer. It wrote:\n{log.read()}")
            yield Server(f"http://{HOST}:{port}", process.pid)
        finally:
            process.terminate()
            process.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _answers(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the server answers; it may have ended, or take too long."""
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        try:
            with urlopen(url, timeout=2) as answer:
                return bool(answer.status == 200)
        except (URLError, TimeoutError, ConnectionError):
            time.sleep(0.05)
    return False

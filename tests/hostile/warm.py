"""Sandboxes that start at once, for tests that need hundreds of them.

What takes a sandbox its second is importing the libraries. Here one process has imported them
and turns into a sandbox whenever one is asked for, with the same command, bounds and pipes.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any

_start = subprocess.Popen  # What it is before a `Warm` takes its place.
_TEMPLATE = """
import os, signal, socket, sys
import equipoise.invariance.endpoint.job, equipoise.invariance.judging
import equipoise.stress.table_files
from equipoise.io.sandbox import work

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
door = socket.socket(fileno=int(sys.argv[1]))
while True:
    message, pipes, _, _ = socket.recv_fds(door, 1, 2)
    if not message:
        break
    child = os.fork()
    if not child:
        for place, pipe in enumerate(pipes):
            os.dup2(pipe, place)
            os.close(pipe)
        door.close()
        try:
            work()
        finally:
            os._exit(0)
    for pipe in pipes:
        os.close(pipe)
    door.send(child.to_bytes(8, "big"))
"""


class Warm:
    """Stands in for `subprocess.Popen` where a sandbox is started."""

    returncode = None
    _lock = threading.Lock()
    _door: socket.socket | None = None
    _template: subprocess.Popen[bytes] | None = None

    def __init__(self, command: list[str], **options: Any) -> None:
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        with Warm._lock:
            if Warm._door is None:
                Warm._door, Warm._template = _opened(options)
            socket.send_fds(Warm._door, [b"1"], [theirs_in, theirs_out])
            self._pid = int.from_bytes(Warm._door.recv(8), "big")
        os.close(theirs_in)
        os.close(theirs_out)
        self.stdin, self.stdout = os.fdopen(ours_in, "wb"), os.fdopen(ours_out, "rb")

    def kill(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> None:
        """Return at once: the system clears away what has ended."""

    @classmethod
    def close(cls) -> None:
        """End the process that turns into others."""
        if cls._door is not None:
            assert cls._template is not None
            cls._door.close()
            cls._template.wait(30)
            cls._door = cls._template = None


def _opened(options: dict[str, Any]) -> tuple[socket.socket, subprocess.Popen[bytes]]:
    ours, theirs = socket.socketpair()
    template = _start(
        [sys.executable, "-c", _TEMPLATE, str(theirs.fileno())],
        cwd=options["cwd"],
        env=options["env"],
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
    )
    theirs.close()
    return ours, template

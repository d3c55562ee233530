"""Work on what strangers bring, in a process of its own with bounded memory and time.

A file can be made to need far more memory than its size, and an endpoint to never end its
answer. Here neither can do more than have its own process ended, and the process that serves
everybody only waits at a pipe. What passes there either way is a message: JSON in a line, and
after it the bytes that the line announces. Nothing that comes back is run, and nothing is read
before its size is known to be small enough.

What is bounded, and where:

- wall time, what comes back, and how many processes work at a time: everywhere;
- processor time, files (none may be written), memory images: on Linux and macOS;
- memory: on Linux. macOS takes the bound and does not keep it, and Windows has none of the kind.
  There the limits on bytes, cells and letters (see `limits`) hold before anything is unpacked,
  and wall time ends what they let through.

The environment's keys stay outside everywhere. The network is not closed by the system: a job
that has no use for it gets neither proxies nor certificates.
"""

from __future__ import annotations

import gc
import json
import math
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any

MOST_MEGABYTES = 800
"""Of address space; the libraries take some 400 before anything is read."""

MOST_BYTES = 16_000_000
"""That may come back from one process in all, unless its job is known to need more."""

LONGEST_LINE = 8_000_000
"""Bytes of the JSON of one message; as values it takes many times as much memory."""

AT_A_TIME = 2
"""Files that are read side by side, whoever brought them."""

BUSY = "Others' files are being read just now; try again in a minute."

_ROOT = Path(__file__).parents[2]
_COMMAND = "import gc; gc.disable(); from equipoise.io.sandbox import work; work()"
_JOB = re.compile(r"(equipoise(?:\.\w+)+):\w+")
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV")
_FOR_NETWORK = ("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY")
_SET = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "PYTHONDONTWRITEBYTECODE": "1",
}
_TOO_LONG = "It took longer than it may, and was ended."
_TOO_MUCH = (
    "It needed more memory than it may, and was ended. A file with very many columns, or one "
    "that is packed very densely, does that."
)
_TOO_MUCH_BACK = "More came of it than may be shown here, and it was ended."
_NOT_AGREED = "What came of it cannot be understood."

_turns = threading.BoundedSemaphore(AT_A_TIME)

Message = dict[str, Any]
"""What JSON can hold under its names; a name of its own may also have bytes."""

Tell = Callable[[Message], None]
Job = Callable[[Message, Tell], None]

_jobs: dict[str, Job] = {}


class SandboxError(RuntimeError):
    """The process said why it can't do its work, or ended without a word."""


def job(work: Job) -> Job:
    """Mark a function as one that a sandbox may be told to run.

    It takes an order and what it tells its messages with. A message has a "kind", which is
    neither "done" nor "failed".
    """
    _jobs[f"{work.__module__}:{work.__qualname__}"] = work
    return work


class Sandbox:
    """A process that does one job; it knows nothing of the environment's keys.

    Parameters
    ----------
    job : str
        A function of this package that is marked by `job`, as "module:function".
    order : dict
        What the job needs. It travels by a pipe and stands in no command line.
    seconds : float
        After so long it is ended; so much processor time it has, too.
    megabytes : int
        Address space it may take, where the system can bound that.
    most_bytes : int
        That may come back in all.
    network : bool
        Whether it is told the way to other machines: proxies and certificates.
    """

    def __init__(
        self,
        job: str,
        order: Message,
        *,
        seconds: float,
        megabytes: int = MOST_MEGABYTES,
        most_bytes: int = MOST_BYTES,
        network: bool = False,
    ) -> None:
        if not _JOB.fullmatch(job):
            raise ValueError(f"{job!r} is no job of this package.")
        bounds = {"job": job, "megabytes": megabytes, "seconds": math.ceil(seconds) + 1}
        self._sent = (bounds, order)
        self._left = most_bytes
        self._late = False
        kept = (*_KEPT, *_FOR_NETWORK) if network else _KEPT
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND],
            cwd=_ROOT,
            env={name: os.environ[name] for name in kept if name in os.environ} | _SET,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._timer = threading.Timer(seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()

    def messages(self) -> Iterator[Message]:
        """Yield what the process reports.

        Raises
        ------
        SandboxError
            If it fails, ends early, takes too long or reports too much; the message is fit for
            a reader once it is escaped, for it may quote what was read.
        """
        assert self._process.stdin
        assert self._process.stdout
        try:
            with suppress(BrokenPipeError), self._process.stdin as pipe:
                for message in self._sent:
                    _write(pipe, message)
            while (found := self._read(self._process.stdout)) is not None:
                if found["kind"] == "done":
                    return
                if found["kind"] == "failed":
                    raise SandboxError(str(found["why"])[:700])
                yield found
            self._process.wait()
            # The system ends what has used up its processor time; Windows has no such signal.
            spent = getattr(signal, "SIGXCPU", None)
            late = self._late or (spent is not None and self._process.returncode == -spent)
            raise SandboxError(_TOO_LONG if late else _TOO_MUCH)
        except (AttributeError, LookupError, RecursionError, TypeError, ValueError):
            raise SandboxError(_TOO_LONG if self._late else _NOT_AGREED) from None
        finally:
            self.drop()
            self._process.stdout.close()

    def stop(self) -> None:
        """End the process; what it has reported until now is all there is."""
        self.drop()

    def drop(self) -> None:
        """End the process at once."""
        self._timer.cancel()
        self._process.kill()
        self._process.wait()

    def _read(self, pipe: IO[bytes]) -> Message | None:
        """Return the next message, or None at the end; SandboxError where it is too large."""
        most = min(self._left, LONGEST_LINE)
        line = pipe.readline(most + 1)
        if len(line) > most:
            raise SandboxError(_TOO_MUCH_BACK)
        if not line.endswith(b"\n"):
            return None
        self._left -= len(line)
        message: Message = json.loads(line)
        for name, size in message.pop("attached").items():
            if not isinstance(size, int) or not 0 <= size <= self._left:
                raise SandboxError(_TOO_MUCH_BACK)
            self._left -= size
            message[name] = pipe.read(size)
            if len(message[name]) < size:
                return None
        return message

    def _expire(self) -> None:
        self._late = True
        self._process.kill()


def answer(
    job: str,
    order: Message,
    *,
    seconds: float,
    wait: float = 60.0,
    megabytes: int = MOST_MEGABYTES,
    most_bytes: int = MOST_BYTES,
) -> Message:
    """Return the one message of a job, after waiting for a turn.

    Parameters
    ----------
    job, order, seconds, megabytes, most_bytes
        As `Sandbox` takes them.
    wait : float
        Seconds to wait for others' files to be read.

    Raises
    ------
    SandboxError
        As `Sandbox.messages`, and where no turn comes.
    """
    if not _turns.acquire(timeout=wait):
        raise SandboxError(BUSY)
    try:
        box = Sandbox(job, order, seconds=seconds, megabytes=megabytes, most_bytes=most_bytes)
        for message in box.messages():
            return message
        raise SandboxError(_NOT_AGREED)
    finally:
        _turns.release()


def work() -> None:
    """Do what the standard input orders and report on the standard output."""
    bounds = _taken(sys.stdin.buffer)
    _bound(bounds["megabytes"], bounds["seconds"])
    # Whatever a library prints must not come between the reports.
    with os.fdopen(os.dup(1), "wb") as reports:
        os.dup2(2, 1)

        def tell(message: Message) -> None:
            _write(reports, message)
            reports.flush()

        try:
            order = _taken(sys.stdin.buffer)
            import_module(bounds["job"].partition(":")[0])
            # A million small values are no rubbish: looking for some among them takes seconds.
            gc.freeze()
            gc.set_threshold(1_000_000)
            gc.enable()
            _jobs[bounds["job"]](order, tell)
            tell({"kind": "done"})
        except (MemoryError, RecursionError):
            tell({"kind": "failed", "why": _TOO_MUCH})
        except Exception as error:  # Whatever it is, its reader is in another process.
            said = str(error) or type(error).__name__
            tell({"kind": "failed", "why": said if len(said) < 600 else f"{said[:600]} ..."})


def _write(pipe: IO[bytes], message: Message) -> None:
    """Write a message: what JSON can hold in a line, then the bytes."""
    attached = {name: value for name, value in message.items() if isinstance(value, bytes)}
    rest = {name: value for name, value in message.items() if name not in attached}
    sizes = {name: len(value) for name, value in attached.items()}
    pipe.write(json.dumps(rest | {"attached": sizes}).encode() + b"\n")
    for value in attached.values():
        pipe.write(value)


def _taken(pipe: IO[bytes]) -> Message:
    """Return a message of our own, whose size is no question."""
    message: Message = json.loads(pipe.readline())
    for name, size in message.pop("attached").items():
        message[name] = pipe.read(size)
    return message


def _bound(megabytes: int, seconds: int) -> None:
    """Bound this process, and let everything else go first, as far as the system does that."""
    if hasattr(os, "nice"):
        os.nice(5)
    with suppress(ImportError):
        import resource

        memory = megabytes * 2**20
        for what, most, end in (
            (resource.RLIMIT_AS, memory, memory),
            (resource.RLIMIT_CPU, seconds, seconds + 1),  # The first of them says what it was.
            (resource.RLIMIT_FSIZE, 0, 0),
            (resource.RLIMIT_CORE, 0, 0),
        ):
            with suppress(ValueError, OSError):
                resource.setrlimit(what, (most, end))

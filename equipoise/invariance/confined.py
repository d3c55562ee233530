"""Work on what strangers bring, in a process of its own with bounded memory and time.

A file can be made to need far more memory than its size, and an endpoint to never end its
answer. Here neither can do more than have its own process ended. Both sides speak JSON, a
message a line, so that nothing that comes back is run.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

MOST_MEGABYTES = 800
"""Of address space; the libraries take some 400 before anything is read."""

_ROOT = Path(__file__).parents[2]
_COMMAND = "from equipoise.invariance.confined import work; work()"
_JOBS = {
    "judge": "equipoise.invariance.judging",
    "items": "equipoise.invariance.judging",
    "ask": "equipoise.invariance.asking",
}
_KEPT = (
    *("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV"),
    *("SSL_CERT_FILE", "SSL_CERT_DIR", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"),
)
_ONE_THREAD = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "ARROW_DEFAULT_MEMORY_POOL": "system",
}

Message = dict[str, Any]
Job = Literal["judge", "items", "ask"]


class ConfinedError(RuntimeError):
    """The process said why it can't do its work, or ended without a word."""


class Confined:
    """A process that does one job; it knows nothing of the environment's keys.

    Parameters
    ----------
    job : {"judge", "items", "ask"}
    order : dict
        What the job needs, fit for JSON. It travels by a pipe and stands in no command line.
    seconds : float
        After so long it is ended.
    megabytes : int
        Address space it may take, where the system can bound that.
    """

    def __init__(
        self, job: Job, order: Message, *, seconds: float, megabytes: int = MOST_MEGABYTES
    ) -> None:
        self._order = json.dumps({"job": job, "megabytes": megabytes, "order": order}).encode()
        self._late = False
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND],
            cwd=_ROOT,
            env={name: os.environ[name] for name in _KEPT if name in os.environ} | _ONE_THREAD,
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
        ConfinedError
            If it fails, ends early or takes too long; the message is fit for a reader.
        """
        assert self._process.stdin
        assert self._process.stdout
        try:
            with suppress(BrokenPipeError), self._process.stdin as pipe:
                pipe.write(self._order)
            for line in self._process.stdout:
                message = json.loads(line)
                if message["kind"] == "done":
                    return
                if message["kind"] == "failed":
                    raise ConfinedError(message["why"])
                yield message
            raise ConfinedError(_TOO_LONG if self._late else _TOO_MUCH)
        except ValueError:
            raise ConfinedError(_TOO_LONG if self._late else _TOO_MUCH) from None
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

    def _expire(self) -> None:
        self._late = True
        self._process.kill()


_TOO_LONG = "It took longer than it may, and was ended."
_TOO_MUCH = (
    "It needed more memory than it may, and was ended. A file with very many columns, or one "
    "that is packed very densely, does that."
)


def work() -> None:
    """Do what the standard input orders and report on the standard output."""
    given = json.loads(sys.stdin.buffer.read())
    _bound(given["megabytes"])
    # Whatever a library prints must not come between the reports.
    with os.fdopen(os.dup(1), "wb") as reports:
        os.dup2(2, 1)

        def tell(message: Message) -> None:
            reports.write(json.dumps(message).encode() + b"\n")
            reports.flush()

        try:
            job: Callable[..., None] = getattr(import_module(_JOBS[given["job"]]), given["job"])
            job(given["order"], tell)
            tell({"kind": "done"})
        except (MemoryError, RecursionError):
            tell({"kind": "failed", "why": _TOO_MUCH})
        except Exception as error:  # Whatever it is, its reader is in another process.
            said = str(error) or type(error).__name__
            tell({"kind": "failed", "why": said if len(said) < 600 else f"{said[:600]} ..."})


def _bound(megabytes: int) -> None:
    """Bound this process's memory, and let everything else go first, where that can be done."""
    if hasattr(os, "nice"):
        os.nice(5)
    with suppress(ImportError, ValueError, OSError):
        import resource

        size = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

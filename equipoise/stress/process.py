"""A run in a process of its own, which can be watched, stopped and dropped from outside.

The process is niced: whatever else the machine has to do comes first.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Literal

from equipoise.stress.design import Design
from equipoise.stress.running import estimate, run

_ROOT = Path(__file__).parents[2]
_COMMAND = "from equipoise.stress.process import work; work()"

Message = tuple[str, Any]
"""("progress", (done, total)), ("result", table or seconds) or ("failed", why)."""


class RunProcess:
    """A process that runs a design, or estimates how long that would take.

    Parameters
    ----------
    design : Design
        It must be made of parts that can be pickled: functions of a module, no lambdas.
    repeats, seed : int
    results : path, optional
        See `equipoise.stress.run`.
    task : {"run", "estimate"}
    """

    def __init__(
        self,
        design: Design,
        *,
        repeats: int,
        seed: int = 0,
        results: str | os.PathLike[str] | None = None,
        task: Literal["run", "estimate"] = "run",
    ) -> None:
        self._order = pickle.dumps((task, design, repeats, seed, results))
        self._task = task
        # One thread each: the machine serves readers besides, and short vectors gain nothing.
        one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND],
            cwd=_ROOT,
            env=os.environ | one_thread,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def messages(self) -> Iterator[Message]:
        """Yield what the process reports, the result or failure last."""
        assert self._process.stdin
        assert self._process.stdout
        try:
            with suppress(BrokenPipeError), self._process.stdin as pipe:
                pipe.write(self._order)
            while True:
                kind, content = pickle.load(self._process.stdout)
                yield kind, content
                if kind != "progress":
                    return
        except (EOFError, pickle.UnpicklingError):
            # A killed process leaves no report, or half of one.
            yield "failed", "The process that ran it ended early."
        finally:
            # A reader who stops listening must not leave it at work.
            self.drop()
            self._process.stdout.close()

    def stop(self) -> None:
        """Ask it to end; what it has finished becomes the result.

        An estimate has nothing to finish and is ended at once.
        """
        if self._task == "estimate":
            self.drop()
        else:
            self._process.terminate()

    def drop(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()


def work() -> None:
    """Do what the standard input orders and report on the standard output."""
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    if hasattr(os, "nice"):
        os.nice(10)
    # Whatever a library prints must not come between the reports.
    with os.fdopen(os.dup(1), "wb") as reports:
        os.dup2(2, 1)

        def progress(done: int, total: int) -> None:
            _report(reports, "progress", (done, total))

        task, design, repeats, seed, results = pickle.load(sys.stdin.buffer)
        asked = {"repeats": repeats, "seed": seed}
        try:
            if task == "estimate":
                found: Any = estimate(design, **asked)
            else:
                found = run(design, **asked, progress=progress, stop=stop, results=results)
            _report(reports, "result", found)
        except Exception as error:  # Whatever it is, its reader is in another process.
            _report(reports, "failed", str(error) or type(error).__name__)


def _report(reports: BinaryIO, kind: str, content: Any) -> None:
    pickle.dump((kind, content), reports)
    reports.flush()

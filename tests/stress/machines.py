"""A Dask cluster as anybody starts one: in another folder, with nothing on its path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.waiting import until

PATIENCE = 60.0
"""Seconds that a run waits for a worker, and that a process may take to end."""


class Machines:
    """A scheduler and its workers, each a process of its own.

    Parameters
    ----------
    folder : path
        Where they are started.
    """

    def __init__(self, folder: Path) -> None:
        from distributed import Client

        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self._file = folder / "scheduler.json"
        self._scheduler = self._started(
            "scheduler",
            *("--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0"),
        )
        self.address = until(self._address, what="a scheduler")
        self.client = Client(self.address, set_as_default=False)

    def worker(self, *, path: Path | None = None, nanny: bool = False) -> subprocess.Popen[bytes]:
        """Start a worker with one thread, and perhaps a folder on its path."""
        process = self._started(
            "worker",
            *("--nthreads", "1", "--no-dashboard", "--nanny" if nanny else "--no-nanny"),
            *("--local-directory", str(self.folder)),
            **({"PYTHONPATH": str(path)} if path else {}),
        )
        self.workers.append(process)
        return process

    def wait(self, n: int) -> list[str]:
        """Return the addresses of n workers when they are there."""
        return until(
            lambda: (there := list(self.client.nthreads())) and len(there) == n and there,
            what=f"{n} workers",
        )

    def send_home(self) -> None:
        """End the workers."""
        for process in self.workers:
            # A nanny has a worker to end; others need not take leave.
            process.terminate() if "--nanny" in process.args else process.kill()
        for process in self.workers:
            process.wait(timeout=PATIENCE)
        self.workers.clear()
        until(lambda: not self.client.nthreads(), what="no worker")

    def close(self) -> None:
        """End everything."""
        self.send_home()
        self.client.close()
        self._scheduler.terminate()
        self._scheduler.wait(timeout=PATIENCE)

    def left(self) -> tuple[int, int]:
        """Return how many tasks the scheduler holds, and how many clients but this one."""

        def counted(dask_scheduler: Any) -> tuple[int, int]:
            return len(dask_scheduler.tasks), len(dask_scheduler.clients)

        tasks, clients = self.client.run_on_scheduler(counted)
        return tasks, clients - 2  # This one, and the scheduler's own.

    def _address(self) -> str | None:
        assert self._scheduler.poll() is None, "The scheduler has ended."
        try:
            return json.loads(self._file.read_text())["address"]
        except (OSError, ValueError):
            return None

    def _started(self, what: str, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        inherited = {name: v for name, v in os.environ.items() if name != "PYTHONPATH"}
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}"]
        return subprocess.Popen(
            [*command, *options, "--scheduler-file", str(self._file)],
            cwd=self.folder,
            env=inherited | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

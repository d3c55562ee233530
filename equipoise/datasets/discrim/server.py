"""An OpenAI-compatible server for one model file, on loopback, in a process of its own.

It needs the package `xllamacpp`, which is imported when the process starts.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MARK = "listening at "
_CONTEXT = 4096


@contextmanager
def served(model: Path, *, threads: int, log: Path) -> Iterator[str]:
    """Serve a model as long as the context lasts.

    Parameters
    ----------
    model : Path
        A GGUF file.
    threads : int
        Best as many as there are free cores.
    log : Path
        What the server says goes here.

    Yields
    ------
    str
        The base address for a client.

    Raises
    ------
    OSError
        If the server ends before it is ready; its log says why.
    """
    command = [sys.executable, "-m", __name__, str(model), str(threads)]
    with (
        log.open("ab") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            # Libraries print, too; the pipe ends where the server does.
            said = next((line for line in process.stdout if line.startswith(MARK)), None)
            if said is None:
                raise OSError(f"the model's server did not start; see {log}")
            yield f"{said.removeprefix(MARK).strip()}/v1"
        finally:
            process.terminate()


def serve(model: str, threads: int) -> None:
    """Serve until told to end, or until the process that asked for it has gone."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = model
    parameters.n_ctx = _CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.hostnames = ["127.0.0.1"]
    # The system picks a free port; the address is told once there is one.
    parameters.port = 0
    server = xllamacpp.Server(parameters)
    print(f"{MARK}{server.listening_address}", flush=True)
    os.dup2(2, 1)  # Nobody reads on.
    parent = os.getppid()
    done = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: done.set())
    # A parent that is killed sends no signal; then this process gets another parent.
    while not done.wait(2) and os.getppid() == parent:
        pass
    os._exit(0)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))

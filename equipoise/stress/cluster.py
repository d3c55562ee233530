"""Repeats on the machines of a Dask cluster, which need to know nothing of this package."""

from __future__ import annotations

import itertools
import pickle
import queue
import uuid
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from equipoise.stress import guest
from equipoise.stress.design import Design
from equipoise.stress.errors import ClusterError, ParameterError
from equipoise.stress.experiment import Outcome
from equipoise.stress.roll import Roll
from equipoise.stress.scheduler import connected

_MOMENT = 0.1
"""Seconds between two looks at whether to stop."""

_PACKAGE = Path(__file__).parents[1]


def outcomes(
    design: Design,
    seed: int,
    repeats: Iterator[int],
    *,
    address: str | None,
    n_jobs: int,
    patience: float,
    stop: Callable[[], bool],
    note: Callable[[str], None],
) -> Iterator[Outcome]:
    """Yield the outcome of each repeat as a cluster finishes it.

    The design and the sources of this package are values among others in the cluster: workers
    that join late, or are started anew, fetch them like any. A repeat whose worker has died is
    run again elsewhere.

    Parameters
    ----------
    design : Design
    seed : int
    repeats : iterator of int
    address : str, optional
        Of the scheduler; None: the present client of Dask.
    n_jobs : int
        Repeats handed out at a time; -1: two for each thread of the workers.
    patience : float
        Seconds to wait while no worker is there.
    stop : callable
        Asked all the time; true ends the run, and what the cluster still has is cancelled.
    note : callable
        Given sentences about the cluster.

    Raises
    ------
    ParameterError
        If the address is none, or the workers cannot load a part of the design.
    ClusterError
        If the cluster cannot run it, or no longer.
    """
    with connected(address) as client:
        roll = Roll(client, patience, note)
        errand = _Errand(client, design, seed, repeats)
        try:
            # Asked before anybody is looked for: when all is done, nobody needs to be there.
            while not stop() and not errand.finished():
                roll.look()
                errand.take_back(roll.fit)
                errand.hand_out(roll.fit, n_jobs if n_jobs > 0 else 2 * sum(roll.fit.values()))
                for kind, worker, content in errand.answers():
                    if kind == "unfit":
                        roll.strike(worker, content)
                    elif kind == "done":
                        roll.begun = True
                        yield pickle.loads(content)
        except (ParameterError, ClusterError):
            raise
        except Exception as error:
            if client.status == "running":
                raise
            raise ClusterError("The connection to the scheduler is lost.") from error
        finally:
            errand.cancel()


class _Errand:
    """The repeats that a cluster has been given."""

    def __init__(self, client: Any, design: Design, seed: int, repeats: Iterator[int]) -> None:
        import cloudpickle

        # By what its functions do, not by their names, which a worker does not know.
        cloudpickle.register_pickle_by_value(guest)
        self._client = client
        self._repeats = repeats
        self._sent: dict[Any, tuple[int, frozenset[str]]] = {}
        self._again: list[int] = []
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        files = guest.sources(_PACKAGE)
        self._version = guest.version(files)
        self._work = cloudpickle.dumps(guest.work)
        try:
            order = cloudpickle.dumps((design, seed))
        except Exception as error:  # Whatever an object of the design's maker raises.
            raise ParameterError(
                f"backend: a part of the design cannot be sent to a cluster ({error})."
            ) from error
        self._code = self._kept(zlib.compress(pickle.dumps(files)))
        self._order = self._kept(order)

    def finished(self) -> bool:
        """Return whether the cluster has nothing and nothing is left to be given to it."""
        if not self._sent and not self._again:
            self._again += itertools.islice(self._repeats, 1)
        return not self._sent and not self._again

    def hand_out(self, fit: dict[str, int], room: int) -> None:
        """Give the workers as many repeats as there is room for."""
        while fit and len(self._sent) < room:
            repeat = self._again.pop() if self._again else next(self._repeats, None)
            if repeat is None:
                return
            # Each has a key of its own: for a known one Dask hands out the task it has.
            future = self._client.submit(
                _by_itself(),
                self._work,
                self._code,
                self._version,
                self._order,
                repeat,
                key=f"equipoise-repeat-{repeat}-{uuid.uuid4().hex}",
                workers=list(fit),
                pure=False,
            )
            self._sent[future] = repeat, frozenset(fit)
            # In a thread of Dask's: it only queues the future, to be read in this one.
            future.add_done_callback(self._ended.put)

    def take_back(self, fit: dict[str, int]) -> None:
        """Take back repeats whose workers have all gone, when there are others."""
        for future, (repeat, workers) in list(self._sent.items()):
            # Dask keeps a task for the workers it was meant for, whether or not they come back.
            if fit and workers.isdisjoint(fit):
                self._renew(future, repeat)

    def answers(self) -> Iterator[tuple[str, str, Any]]:
        """Wait a moment; yield what has come meanwhile.

        Raises
        ------
        ParameterError, ClusterError
            If a repeat cannot be run. Or whatever the repeat has raised.
        """
        from distributed import KilledWorker

        with suppress(queue.Empty):
            future = self._ended.get(timeout=_MOMENT)
            while True:
                if future in self._sent:
                    repeat, _ = self._sent[future]
                    try:
                        answer = self._answer(future)
                    except KilledWorker as error:
                        raise ClusterError(
                            f"Repeat {repeat} was given up: each of the "
                            f"{error.allowed_failures + 1} workers that began it has died, the "
                            f"last at {error.last_worker.address}. It may need more memory than "
                            "a worker has."
                        ) from error
                    if answer is None or answer[0] != "done":
                        self._renew(future, repeat)
                    else:
                        del self._sent[future]
                    if answer is not None:
                        yield answer
                future = self._ended.get_nowait()

    def _answer(self, future: Any) -> tuple[str, str, Any] | None:
        """Return what a worker has answered; None if it died with the answer."""
        if future.status == "cancelled":
            raise ClusterError(
                "The connection to the scheduler is lost, or the cluster was restarted."
            )
        # Before the wait below, whose TimeoutError is Dask's own: a repeat may raise one, too.
        if future.status == "error":
            raise future.exception()
        try:
            kind, worker, content = future.result(timeout=10)
        except TimeoutError:
            return None
        if kind == "unreadable":
            raise ParameterError(
                f"backend: the worker {worker} cannot load a part of the design ({content}). "
                "What you have written yourself must be in the script that calls run, or in a "
                "module that the worker can import, too."
            )
        return kind, worker, content

    def _renew(self, future: Any, repeat: int) -> None:
        del self._sent[future]
        future.cancel()
        self._again.append(repeat)

    def cancel(self) -> None:
        """Cancel what the cluster still has."""
        with suppress(Exception):  # The cluster may be gone: then it has nothing.
            self._client.cancel([*self._sent, self._code, self._order])
        self._sent.clear()

    def _kept(self, content: bytes) -> Any:
        """Return a value of the cluster's that is made anew whenever its worker has died."""
        with warnings.catch_warnings():
            # It is sent once, and a table of rows may well be large.
            warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
            # A task, not scattered data: Dask can run a task again, and has no other copy of data.
            return self._client.submit(bytes, content, pure=False)


def _by_itself() -> Callable[..., Any]:
    """Return a function that neither the scheduler nor a worker needs to import."""

    # cloudpickle sends by value what is defined within a function, other things by name.
    def call(function: bytes, *given: Any) -> Any:
        return pickle.loads(function)(*given)

    return call

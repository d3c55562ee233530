"""Which workers of a Dask cluster are there, and which of them can run a stress test."""

from __future__ import annotations

import asyncio
import importlib.metadata
import math
import platform
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from equipoise.stress import guest
from equipoise.stress.errors import ClusterError

LIBRARIES = {
    "numpy": "numpy",
    "pandas": "pandas",
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "fairlearn": "fairlearn",
}
"""What a worker must be able to import, and the name it is installed by."""

ANSWERING = 60.0
"""Seconds that a worker may take to import them."""

_EVERY = 1.0
"""Seconds between two looks at who is there."""


class Roll:
    """The workers of a cluster, each examined before it is given anything.

    Parameters
    ----------
    client : Client of Dask
    patience : float
        Seconds to wait while no worker can take part.
    note : callable
        Given sentences about workers.

    Attributes
    ----------
    fit : mapping from address to int
        The threads of those that can take part.
    begun : bool
        Whether a repeat has been finished. Before, a worker that is unfit is an error, to be
        mended by whoever has just started the run; later it is left out, and noted.
    """

    def __init__(self, client: Any, patience: float, note: Callable[[str], None]) -> None:
        self.fit: dict[str, int] = {}
        self.begun = False
        self._client = client
        self._patience = patience
        self._note = note
        self._scheduler = client.scheduler.address
        self._unfit: dict[str, str] = {}
        self._here: dict[str, str] = {}
        self._looked = -math.inf
        self._waiting_since: float | None = None
        self._probe: Any = None

    def look(self) -> None:
        """See who is there, unless one has just looked, and examine those who are new.

        Raises
        ------
        ClusterError
            If a worker is unfit before a repeat has been finished; if nobody who is fit has
            been there for too long; if the scheduler is gone or runs another Python.
        """
        if time.monotonic() - self._looked < _EVERY:
            return
        try:
            present = self._client.nthreads()
            # Who has gone is forgotten: whoever comes back has perhaps been mended.
            self._unfit = {at: why for at, why in self._unfit.items() if at in present}
            passed = [at for at in self.fit if at in present]
            new = [at for at in present if at not in self.fit and at not in self._unfit]
            passed += self._examined(new) if new else []
        except (OSError, TimeoutError) as error:
            raise ClusterError(
                f"The connection to the scheduler at {self._scheduler} is lost ({error})."
            ) from error
        self.fit = {at: present[at] for at in passed}
        now = self._looked = time.monotonic()
        if self.fit:
            # Nobody holds the probe any more, so that Dask drops it.
            self._waiting_since = self._probe = None
        elif self._waiting_since is None:
            self._waiting_since = now
            # Clusters that grow by what there is to do start a worker for it.
            self._probe = self._client.submit(int, pure=False)
            self._note(
                f"No worker is connected to {self._scheduler} that could take part; "
                f"waiting up to {self._patience:g} seconds."
            )
        elif now - self._waiting_since >= self._patience:
            raise ClusterError(
                f"For {self._patience:g} seconds no worker was connected to {self._scheduler} "
                f"that could take part. Start one with dask worker {self._scheduler}."
            )

    def strike(self, worker: str, why: str) -> None:
        """Leave out a worker that cannot take part.

        Raises
        ------
        ClusterError
            If no repeat has been finished yet.
        """
        if not self.begun:
            raise ClusterError(f"The worker {worker} cannot take part: {why}.")
        if worker not in self._unfit:
            self._unfit[worker] = why
            self._note(f"The worker {worker} is left out: {why}.")
        self.fit.pop(worker, None)

    def _examined(self, workers: list[str]) -> list[str]:
        """Return those of new workers that can take part; note how their libraries differ."""
        answers = self._client.sync(self._ask, workers)
        passed, differing = [], defaultdict(list)
        faults = dict[str, str]()
        for worker, answer in zip(workers, answers, strict=True):
            if isinstance(answer, str):
                faults[worker] = answer
            elif answer is not None:
                passed.append(worker)
                for name, (_, found) in answer.items():
                    if found != self._here[name]:
                        differing[name, found].append(worker)
        for (name, found), those in differing.items():
            others = f" and {len(those) - 1} more" if len(those) > 1 else ""
            self._note(
                f"{LIBRARIES[name]} is {found} on {those[0]}{others}, and {self._here[name]} "
                "here: results may differ in their last digits."
            )
        if faults and not self.begun:
            # All of them at once: who has to mend one has to mend the others.
            all_faults = "; ".join(f"{worker}: {why}" for worker, why in faults.items())
            raise ClusterError(f"Not every worker of the cluster can take part. {all_faults}.")
        for worker, why in faults.items():
            self.strike(worker, why)
        return passed

    async def _ask(self, workers: list[str]) -> list[Any]:
        """Return for each worker what it has, why it is unfit, or None if it is gone."""
        if not self._here:
            scheduler = await self._client.scheduler.versions(packages=[])
            found = _minor(scheduler["host"]["python"])
            if found != _minor(platform.python_version()):
                raise ClusterError(f"The scheduler at {self._scheduler} {_other_python(found)}.")
            self._here = {name: _installed(package) for name, package in LIBRARIES.items()}
        return await asyncio.gather(*map(self._answer, workers))

    async def _answer(self, worker: str) -> Any:
        try:
            # A function of another Python's would not even arrive: this one is known to all.
            python = await self._run(worker, platform.python_version)
            if not isinstance(python, str):
                return None
            if _minor(python) != _minor(platform.python_version()):
                return f"it {_other_python(_minor(python))}"
            found = await self._run(worker, guest.survey, tuple(LIBRARIES))
        except TimeoutError:
            return f"it has not answered for {ANSWERING:g} seconds"
        if not isinstance(found, dict):
            return None
        for name, (there, why) in found.items():
            if not there:
                return (
                    f"it cannot import {LIBRARIES[name]} ({why}); install this package's "
                    "requirements there (pip install -r requirements.txt)"
                )
        return found

    async def _run(self, worker: str, function: Any, *given: Any) -> Any:
        """Return what a function returns on a worker, or what it raised; None from no worker."""
        asked = self._client.run(function, *given, workers=[worker], on_error="return")
        found = await asyncio.wait_for(asked, ANSWERING)
        return found.get(worker)


def _installed(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _minor(version: str) -> str:
    """Return the part of a Python's version that compiled functions depend on."""
    return ".".join(version.split(".")[:2])


def _other_python(found: str) -> str:
    here = _minor(platform.python_version())
    return f"runs Python {found}, and this run Python {here}; start it with Python {here}"

"""Running a design: repeats one after the other, side by side, or on a cluster."""

from __future__ import annotations

import itertools
import math
import os
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace

import numpy as np
import pandas as pd

from equipoise.stress.design import Design
from equipoise.stress.errors import ParameterError, check_count, check_within
from equipoise.stress.experiment import SPLITS, Outcome, Stopped, one_repeat
from equipoise.stress.fingerprint import fingerprint
from equipoise.stress.ledger import Ledger

COLUMNS = ("bias", "level", "repeat", "model", "split", "measure", "group", "value", "reason")

MOST_JOBS = 1024
"""At a time; each is a process of its own with most backends."""

PATIENCE = 30.0
"""Seconds to wait for a worker of a cluster."""

Stop = Callable[[], bool] | threading.Event


def run(
    design: Design,
    *,
    repeats: int,
    seed: int = 0,
    backend: str | None = None,
    n_jobs: int = -1,
    progress: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
    results: str | os.PathLike[str] | None = None,
    patience: float = PATIENCE,
    note: Callable[[str], None] | None = None,
) -> pd.DataFrame:
    """Run a design several times over.

    Parameters
    ----------
    design : Design
    repeats : int
        How often, each time with other random numbers; at least 1.
    seed : int
        From 0. Random numbers belong to seed and repeat: neither the backend, nor the
        number of jobs, nor stopping and resuming changes a result.
    backend : str, optional
        None: in this process, one repeat after the other. "dask:ADDRESS": on the cluster of
        Dask with the scheduler at this address, "dask": on that of the present client; the
        workers get this package from here. Else a backend of joblib: "loky" (processes),
        "threading", or any other that has been registered.
    n_jobs : int
        Jobs at a time with a backend, at most `MOST_JOBS`; -1 is one for each core.
    progress : callable (done, total), optional
        Called at the start and after each repeat.
    stop : callable or Event, optional
        Asked between levels (with a backend, between repeats); true ends the run.
    results : path, optional
        A file that keeps each finished repeat. Repeats of the same design and seed that it
        holds already are read, not run.
    patience : float
        Seconds to wait for a worker while a cluster has none that could take part.
    note : callable (sentence), optional
        Told what the reader of the results should know of a cluster: that nobody is there,
        that a worker was left out, or that it has other versions of libraries.

    Returns
    -------
    DataFrame
        One row for each value: bias, level, repeat, model (the arm's name), split ("train":
        the biased rows, or "test"), measure, group ("": everybody), value (NaN where there
        is none) and reason (why, else ""). ``attrs["repeats"]`` counts the repeats in it,
        fewer than asked for if the run was stopped; ``attrs["notes"]`` lists what `note` was
        told.

    Raises
    ------
    ParameterError
        If a parameter is out of range or the file holds something else.
    ClusterError
        If a cluster cannot do the run, or no longer. Finished repeats are in `results`.
    """
    check_count("repeats", repeats, 1)
    check_count("seed", seed, 0)
    if n_jobs != -1:
        check_count("n_jobs, if it is not -1,", n_jobs, 1, MOST_JOBS)
    check_within("patience", patience, 0, math.inf)
    ledger = Ledger(results, fingerprint(design, seed)) if results is not None else None
    shape = (len(design.levels), len(design.arms), len(SPLITS), len(design.measures))
    # The file may hold more repeats than are asked for now.
    found = {r: o for r, o in (ledger.read(shape) if ledger else {}).items() if r < repeats}
    # A file that holds all repeats may be write-protected.
    if ledger and len(found) < repeats:
        ledger.check()
    done = frozenset(found)
    # No list: there may be more repeats than memory holds.
    missing = (repeat for repeat in range(repeats) if repeat not in done)
    asked = stop.is_set if isinstance(stop, threading.Event) else stop
    report = progress or (lambda done, total: None)
    notes: list[str] = []

    def noted(sentence: str) -> None:
        notes.append(sentence)
        if note:
            note(sentence)

    report(len(found), repeats)
    running = _outcomes(design, seed, missing, backend, n_jobs, asked, patience, noted)
    # What ends the loop must not leave jobs behind.
    with closing(running) as outcomes:
        for outcome in outcomes:
            if ledger:
                # On disk before it is reported: what counts as done outlives a kill.
                ledger.append(outcome)
            found[outcome.repeat] = outcome
            report(len(found), repeats)
    table = tidy(design, [found[repeat] for repeat in sorted(found)])
    table.attrs["notes"] = notes
    return table


def estimate(design: Design, *, repeats: int, seed: int = 0) -> float:
    """Return the seconds one core would take, from running one level of one repeat."""
    check_count("repeats", repeats, 1)
    middle = design.levels[len(design.levels) // 2]
    started = time.perf_counter()
    one_repeat(replace(design, levels=(middle,)), seed, 0)
    return (time.perf_counter() - started) * len(design.levels) * repeats


def tidy(design: Design, outcomes: list[Outcome]) -> pd.DataFrame:
    """Return the outcomes of repeats as the table that `run` describes."""
    parts = []
    for outcome in outcomes:
        axes = (
            np.array(design.levels, dtype=np.float64),
            np.array([arm.name for arm in design.arms], dtype=object),
            np.array(SPLITS, dtype=object),
            np.array(list(design.measures), dtype=object),
            np.array(["", *outcome.groups], dtype=object),
        )
        level, model, split, measure, group = (
            axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")
        )
        reason = np.full(len(level), "", dtype=object)
        reason[list(outcome.reasons)] = list(outcome.reasons.values())
        columns = {
            "bias": design.title,
            "level": level,
            "repeat": outcome.repeat,
            "model": model,
            "split": split,
            "measure": measure,
            "group": group,
            "value": outcome.values.ravel(),
            "reason": reason,
        }
        parts.append(pd.DataFrame(columns))
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(COLUMNS))
    table.attrs["repeats"] = len(outcomes)
    return table


def _outcomes(
    design: Design,
    seed: int,
    repeats: Iterator[int],
    backend: str | None,
    n_jobs: int,
    stop: Callable[[], bool] | None,
    patience: float,
    note: Callable[[str], None],
) -> Generator[Outcome]:
    """Yield the outcome of each repeat as it is there; end early when asked to stop."""
    if backend is None:
        for repeat in repeats:
            try:
                yield one_repeat(design, seed, repeat, stop)
            except Stopped:
                return
        return
    if not isinstance(backend, str):
        raise ParameterError(f"backend must be a name, but is {backend!r}.")
    kind, colon, address = backend.partition(":")
    if colon and kind != "dask":
        raise ParameterError(f"backend: only dask takes an address, not {kind!r}.")
    # With nothing left to do no pool is begun and no cluster is spoken to.
    first = next(repeats, None)
    if first is None or (stop is not None and stop()):
        return
    repeats = itertools.chain([first], repeats)
    if kind == "dask":
        from equipoise.stress.cluster import outcomes

        yield from outcomes(
            design, seed, repeats,
            address=address if colon else None, n_jobs=n_jobs, patience=patience,
            stop=stop or (lambda: False), note=note,
        )  # fmt: skip
        return
    import joblib

    try:
        chosen = joblib.parallel_config(backend=kind, n_jobs=n_jobs)
    except ValueError as error:
        raise ParameterError(f"backend: {error}") from error
    with chosen:
        work = (joblib.delayed(one_repeat)(design, seed, repeat) for repeat in repeats)
        # Unordered, so that each is kept when it ends, however long an earlier one takes.
        done = joblib.Parallel(return_as="generator_unordered")(work)
        try:
            for outcome in done:
                yield outcome
                if stop is not None and stop():
                    return
        finally:
            done.close()

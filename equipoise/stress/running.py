"""Running a design: repeats one after the other, or through joblib on any number of machines."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import numpy as np
import pandas as pd

from equipoise.stress.design import Design
from equipoise.stress.errors import ParameterError, check_count
from equipoise.stress.experiment import SPLITS, Outcome, Stopped, one_repeat
from equipoise.stress.fingerprint import fingerprint
from equipoise.stress.ledger import Ledger

COLUMNS = ("bias", "level", "repeat", "model", "split", "measure", "group", "value", "reason")

MOST_JOBS = 1024
"""At a time; each is a process of its own with most backends."""

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
        None: in this process, one repeat after the other. Else a backend of joblib: "loky"
        (processes), "threading", "dask" (the present client), "dask:ADDRESS" (a scheduler),
        or any other that has been registered.
    n_jobs : int
        Jobs at a time with a backend, at most `MOST_JOBS`; -1 is one for each core.
    progress : callable (done, total), optional
        Called at the start and after each repeat.
    stop : callable or Event, optional
        Asked between levels (with a backend, between repeats); true ends the run.
    results : path, optional
        A file that keeps each finished repeat. Repeats of the same design and seed that it
        holds already are read, not run.

    Returns
    -------
    DataFrame
        One row for each value: bias, level, repeat, model (the arm's name), split ("train":
        the biased rows, or "test"), measure, group ("": everybody), value (NaN where there
        is none) and reason (why, else ""). ``attrs["repeats"]`` counts the repeats in it,
        fewer than asked for if the run was stopped.

    Raises
    ------
    ParameterError
        If a parameter is out of range or the file holds something else.
    """
    check_count("repeats", repeats, 1)
    check_count("seed", seed, 0)
    if n_jobs != -1:
        check_count("n_jobs, if it is not -1,", n_jobs, 1, MOST_JOBS)
    ledger = Ledger(results, fingerprint(design, seed)) if results is not None else None
    found = {r: o for r, o in (ledger.read() if ledger else {}).items() if r < repeats}
    done = frozenset(found)
    missing = (repeat for repeat in range(repeats) if repeat not in done)
    asked = stop.is_set if isinstance(stop, threading.Event) else stop
    report = progress or (lambda done, total: None)
    report(len(found), repeats)
    for outcome in _outcomes(design, seed, missing, backend, n_jobs, asked):
        if ledger:
            ledger.append(outcome)
        found[outcome.repeat] = outcome
        report(len(found), repeats)
    return tidy(design, [found[repeat] for repeat in sorted(found)])


def estimate(design: Design, *, repeats: int, seed: int = 0) -> float:
    """Return the seconds one core would take, from running one level of one repeat."""
    check_count("repeats", repeats, 1)
    middle = design.levels[len(design.levels) // 2]
    started = time.perf_counter()
    one_repeat(replace(design, levels=(middle,)), seed, 0)
    return (time.perf_counter() - started) * len(design.levels) * repeats


def tidy(design: Design, outcomes: list[Outcome]) -> pd.DataFrame:
    """Return the outcomes of repeats as the table that `run` describes."""
    parts = [_table(design, outcome) for outcome in outcomes]
    table = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(COLUMNS))
    table.attrs["repeats"] = len(outcomes)
    return table


def _table(design: Design, outcome: Outcome) -> pd.DataFrame:
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
    return pd.DataFrame(columns)


def _outcomes(
    design: Design,
    seed: int,
    repeats: Iterator[int],
    backend: str | None,
    n_jobs: int,
    stop: Callable[[], bool] | None,
) -> Iterator[Outcome]:
    """Yield the outcome of each repeat as it is there; end early when asked to stop."""
    if backend is None:
        for repeat in repeats:
            try:
                yield one_repeat(design, seed, repeat, stop)
            except Stopped:
                return
        return
    first = next(repeats, None)
    if first is None or (stop is not None and stop()):
        return
    import joblib

    with _backend(backend, n_jobs):
        work = (
            joblib.delayed(one_repeat)(design, seed, repeat)
            for repeat in itertools.chain([first], repeats)
        )
        outcomes = joblib.Parallel(return_as="generator_unordered")(work)
        try:
            for outcome in outcomes:
                yield outcome
                if stop is not None and stop():
                    return
        finally:
            outcomes.close()


@contextmanager
def _backend(name: str, n_jobs: int) -> Iterator[None]:
    """Let joblib use a backend, connected to a scheduler where an address is given."""
    import joblib

    if not isinstance(name, str):
        raise ParameterError(f"backend must be a name, but is {name!r}.")
    kind, _, address = name.partition(":")
    if address and kind != "dask":
        raise ParameterError(f"backend: only dask takes an address, not {kind!r}.")
    with ExitStack() as stack:
        if address:
            from distributed import Client

            stack.enter_context(Client(address))  # type: ignore[no-untyped-call]
        try:
            chosen = joblib.parallel_config(backend=kind, n_jobs=n_jobs)
        except ValueError as error:
            raise ParameterError(f"backend: {error}") from error
        with chosen:
            yield

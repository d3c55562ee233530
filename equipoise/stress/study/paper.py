"""Running the paper's study: in rounds of ten repeats, kept as they finish.

A working file beside the artifact holds every finished repeat of every curve, so that a run
that is stopped or killed goes on where it was. Rounds go through all curves: after the
first there is a whole study, with fewer repeats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from equipoise.io.journal import Journal
from equipoise.io.sums import record_sum
from equipoise.io.writing import check_target, write_atomically
from equipoise.stress.errors import ParameterError, check_count
from equipoise.stress.experiment import SPLITS
from equipoise.stress.running import run
from equipoise.stress.study.artifact import (
    ARTIFACT,
    GROUPS,
    MEASURES,
    CurveResult,
    Model,
    PaperStudy,
    document,
)
from equipoise.stress.study.curves import CURVES, DESCRIBED_MODELS, REPEATS, Curve, N
from equipoise.stress.study.provenance import Cost, provenance

SEED = 0
ROUND = 10
ABOUT = (
    "The study of Akpinar et al., A Sandbox Tool to Bias(Stress)-Test Fairness Algorithms "
    "(arXiv 2204.10233), run anew: ten curves, seven models. Values are ten-thousandths, "
    "curve by curve as [level][model][measure][group][repeat], on test rows that are never "
    "biased; train holds means on the biased training rows."
)

Progress = Callable[[Curve, int, int], None]
"""Called with the curve at work, and with repeats of curves done and in total."""


@dataclass(frozen=True)
class Settings:
    """What a run of the study is to do.

    Attributes
    ----------
    out : Path
        The artifact to write.
    repeats, n, seed, jobs : int
    """

    out: Path = ARTIFACT
    repeats: int = REPEATS
    n: int = N
    seed: int = SEED
    jobs: int = 1

    def __post_init__(self) -> None:
        check_count("repeats", self.repeats, 1)
        check_count("jobs", self.jobs, 1)
        check_count("seed", self.seed, 0)
        CURVES[0].design(self.n)

    @property
    def work(self) -> Path:
        """The working file."""
        return self.out.with_suffix(".progress.jsonl")


def run_paper(settings: Settings, progress: Progress | None = None) -> PaperStudy:
    """Run the study, or what is missing of it, and write its artifact.

    Parameters
    ----------
    settings : Settings
    progress : callable, optional

    Raises
    ------
    KeyboardInterrupt
        If interrupted; what was finished stays in the working file.
    ParameterError
        If the working file is something else.
    """
    check_target(settings.out)
    tables = {}
    done = dict.fromkeys((curve.key for curve in CURVES), 0)
    with _session(settings):
        for upto in [*range(ROUND, settings.repeats, ROUND), settings.repeats]:
            for curve in CURVES:

                def report(finished: int, _: int, curve: Curve = curve) -> None:
                    done[curve.key] = finished
                    if progress is not None:
                        progress(curve, sum(done.values()), len(CURVES) * settings.repeats)

                tables[curve.key] = run(
                    curve.design(settings.n),
                    repeats=upto,
                    seed=settings.seed,
                    backend="loky" if settings.jobs > 1 else None,
                    n_jobs=settings.jobs,
                    progress=report,
                    results=settings.work,
                )
    curves = tuple(result(curve, tables[curve.key], settings) for curve in CURVES)
    models = tuple(Model(arm.name, description) for arm, description in DESCRIBED_MODELS)
    source = provenance(
        seed=settings.seed,
        n=settings.n,
        repeats=settings.repeats,
        jobs=settings.jobs,
        cost=spent(settings.work),
    )
    study = PaperStudy(ABOUT, source, models, curves)
    write_atomically(settings.out, document(study))
    record_sum(settings.out)
    # Last: until artifact and sum are on disk, a run that is killed goes on from it.
    settings.work.unlink()
    return study


def result(curve: Curve, table: pd.DataFrame, settings: Settings) -> CurveResult:
    """Return the table that `run` gave for a curve as arrays."""
    sizes = (len(curve.levels), len(DESCRIBED_MODELS), len(SPLITS), len(MEASURES), len(GROUPS))
    if len(table) != settings.repeats * int(np.prod(sizes)):
        raise ParameterError(f"{curve.key}: the run has {table.attrs['repeats']} repeats only.")
    values = table["value"].to_numpy().reshape(-1, *sizes)
    why = table["reason"].to_numpy().reshape(-1, *sizes)
    at_test = SPLITS.index("test")
    reasons = {}
    for level, model in np.ndindex(sizes[:2]):
        given = [text for text in why[:, level, model, at_test].ravel() if text]
        if given:
            reasons[level, model] = str(given[0])
    test = np.moveaxis(values[:, :, :, at_test], 0, -1)
    train = values[:, :, :, SPLITS.index("train")].mean(axis=0)
    return CurveResult(curve.key, curve.title, curve.axis, curve.levels, test, train, reasons)


@contextmanager
def _session(settings: Settings) -> Iterator[None]:
    """Add what the session costs to the working file, unless that is something else."""
    started, usable = Cost.now(), True
    try:
        yield
    except ParameterError:
        usable = False
        raise
    finally:
        if settings.jobs > 1:
            from joblib.externals.loky import get_reusable_executor

            # Processes are counted once they have ended.
            get_reusable_executor().shutdown(wait=True)
        if usable and settings.work.exists():
            cost = Cost.now() - started
            line = json.dumps({"session": {"cpu": cost.cpu, "wall": cost.wall}})
            Journal(settings.work).append(line.encode())


def spent(work: Path) -> Cost:
    """Return what the sessions of a working file cost together."""
    total = Cost(0.0, 0.0)
    for line in Journal(work).lines():
        if line.startswith(b'{"session"'):
            # Of a session that was killed while it wrote this, the cost is not known.
            with suppress(ValueError, TypeError):
                total += Cost(**json.loads(line)["session"])
    return total

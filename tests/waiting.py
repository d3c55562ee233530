"""Waiting for what another process or thread does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds after which something is given up that should long have happened.

To end a hang, not to measure: several test processes may share the machine with other work.
"""


def until(happened: Callable[[], T], what: str = "it took too long") -> T:
    """Wait until something is true; return it."""
    end = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < end, f"In vain: {what}"
        time.sleep(0.02)
    return found

"""What follows a slider is drawn for one reader after the other, as they asked.

Python runs one thread at a time. Of thirty that share it all would end late; one by one, most
end early, and what is switched between them is saved.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 0.25
"""Seconds after which a reader is drawn for all the same: somebody's work may take long."""

_turn = threading.Lock()


def in_turn(draw: Callable[P, R]) -> Callable[P, R]:
    """Return a function that waits for its turn before it draws; below `st.fragment`."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
        mine = _turn.acquire(timeout=PATIENCE)
        try:
            return draw(*args, **kwargs)
        finally:
            if mine:
                _turn.release()

    return drawn

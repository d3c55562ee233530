"""What is kept is computed once: whoever asks meanwhile waits for the one who is at it.

`functools.cache` computes a value as often as it is asked for before the first answer is there:
a room that opens a page at the same moment would build its charts once a reader.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class _Place(Generic[R]):
    """Where one value is put, by one thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.filled = False
        self.value: R


class Once(Generic[P, R]):
    """A function that keeps its values; made by `once`.

    Attributes
    ----------
    __wrapped__ : callable
        The function itself, which keeps nothing.
    cache_info, cache_clear : callable
        As `functools.lru_cache` has them.
    """

    def __init__(self, function: Callable[P, R], maxsize: int | None) -> None:
        self.__wrapped__ = function
        places = lru_cache(maxsize)(lambda *_, **__: _Place[R]())
        self._places: Callable[..., _Place[R]] = places
        self._finding = threading.Lock()
        self.cache_info, self.cache_clear = places.cache_info, places.cache_clear
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the value, computed now if it never was."""
        # Two who ask for the first time at once must be given the same place.
        with self._finding:
            place = self._places(*args, **kwargs)
        if not place.filled:
            with place.lock:
                if not place.filled:  # What fails is not kept; the next one tries again.
                    place.value = self.__wrapped__(*args, **kwargs)
                    place.filled = True
        return place.value


def once(*, maxsize: int | None = None) -> Callable[[Callable[P, R]], Once[P, R]]:
    """Return a decorator that keeps a function's values, each computed by one thread alone.

    Parameters
    ----------
    maxsize : int, optional
        Values kept, the last used ones; all if left out. The arguments must be hashable. A
        function may not ask itself for the same value.
    """

    def kept(function: Callable[P, R]) -> Once[P, R]:
        return Once(function, maxsize)

    return kept

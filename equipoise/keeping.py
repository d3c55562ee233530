"""What is kept is computed once: whoever asks meanwhile waits for the one who is at it.

`functools.cache` computes a value as often as it is asked for before the first answer is there:
a room that opens a page at the same moment would build its charts once a reader.

`once` keeps values for the whole process: of our own making only, never a stranger's names.
`kept` keeps them with the thing they were computed from. The tally of a built-in audit is
shared by all sessions, and so is what follows from it; a reader's own lives in one session, and
everything that was computed from it goes when it goes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, partial, update_wrapper, wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
Owner = TypeVar("Owner")

_SHELF = "_kept"


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

    def keeping(function: Callable[P, R]) -> Once[P, R]:
        return Once(function, maxsize)

    return keeping


class _Shelf(dict[Any, Once[..., Any]]):
    """What was computed from an object, by function; a copy of the object starts without."""

    def __reduce__(self) -> tuple[type[_Shelf], tuple[()]]:
        return _Shelf, ()

    def __deepcopy__(self, _: Any) -> _Shelf:
        return _Shelf()


def kept(
    *, maxsize: int | None = None
) -> Callable[[Callable[Concatenate[Owner, P], R]], Callable[Concatenate[Owner, P], R]]:
    """Return a decorator that keeps a function's values with its first argument.

    They last as long as that object, and nobody finds them who does not have it. It must not
    change, and no more must what is returned, which is shared.

    Parameters
    ----------
    maxsize : int, optional
        Values kept for each object, the last used ones; all if left out. The other arguments
        must be hashable.
    """

    def keeping(
        function: Callable[Concatenate[Owner, P], R],
    ) -> Callable[Concatenate[Owner, P], R]:
        @wraps(function)
        def asked(owner: Owner, *args: P.args, **kwargs: P.kwargs) -> R:
            shelf = vars(owner).setdefault(_SHELF, _Shelf())
            known = shelf.get(asked)
            if known is None:
                # Of two threads that come here at once, both go on with what the first one set.
                known = shelf.setdefault(asked, Once(partial(function, owner), maxsize))
            value: R = known(*args, **kwargs)
            return value

        return cast(Callable[Concatenate[Owner, P], R], asked)

    return keeping

"""What is kept is computed by one thread, while the others wait for it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from equipoise.once import once

CROWD = 8
PATIENCE = 30


def test_a_crowd_computes_a_value_once() -> None:
    entered, together, calls = threading.Event(), threading.Barrier(CROWD + 1), []

    @once()
    def slow(name: str) -> object:
        calls.append(name)
        assert entered.wait(PATIENCE)
        return object()

    def ask() -> object:
        together.wait(PATIENCE)
        return slow("a")

    with ThreadPoolExecutor(CROWD) as crowd:
        asked = [crowd.submit(ask) for _ in range(CROWD)]
        together.wait(PATIENCE)
        entered.set()
        found = {id(one.result(PATIENCE)) for one in asked}
    assert (len(found), calls) == (1, ["a"])


def test_others_values_do_not_wait() -> None:
    release = threading.Event()

    @once()
    def value(name: str) -> str:
        assert name != "long" or release.wait(PATIENCE)
        return name

    with ThreadPoolExecutor(1) as other:
        long = other.submit(value, "long")
        assert value("short") == "short"  # While the long one is at work.
        assert not long.done()
        release.set()
        assert long.result(PATIENCE) == "long"


def test_a_failure_is_not_kept() -> None:
    tries = []

    @once()
    def fails_at_first() -> int:
        tries.append(1)
        if len(tries) == 1:
            raise ValueError("not yet")
        return len(tries)

    with pytest.raises(ValueError, match="not yet"):
        fails_at_first()
    assert fails_at_first() == fails_at_first() == 2


def test_the_last_used_are_kept() -> None:
    calls = []

    @once(maxsize=2)
    def square(x: int, *, times: int = 1) -> int:
        """Return the square."""
        calls.append(x)
        return times * x * x

    assert [square(x) for x in (1, 2, 1, 3, 1, 2)] == [1, 4, 1, 9, 1, 4]
    assert calls == [1, 2, 3, 2]
    assert square(2, times=2) == 8
    assert square.cache_info().maxsize == 2
    square.cache_clear()
    assert square.cache_info().currsize == 0
    assert (square.__name__, square.__doc__) == ("square", "Return the square.")
    assert square.__wrapped__(5) == 25

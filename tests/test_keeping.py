"""What is kept is computed by one thread, while the others wait for it."""

import copy
import gc
import pickle
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from equipoise.keeping import kept, once

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


class Thing:
    """Something that values are computed from."""


def test_what_is_kept_with_a_thing_is_computed_once_for_it() -> None:
    calls = []

    @kept()
    def value(thing: Thing, name: str, *, more: int = 0) -> object:
        calls.append((thing, name, more))
        return object()

    one, other = Thing(), Thing()
    assert value(one, "a") is value(one, "a")
    assert value(one, "a") is not value(one, "a", more=1)
    assert value(one, "a") is not value(other, "a")
    assert calls == [(one, "a", 0), (one, "a", 1), (other, "a", 0)]


def test_what_is_kept_with_a_thing_goes_with_it() -> None:
    @kept()
    def holder(thing: Thing) -> tuple[Thing]:
        return (thing,)  # It may hold what it was computed from.

    thing = Thing()
    gone = weakref.ref(thing)
    holder(thing)
    del thing
    gc.collect()
    assert gone() is None


def test_two_functions_of_one_name_keep_apart() -> None:
    def make(answer: int):
        @kept()
        def value(thing: Thing) -> int:
            return answer

        return value

    thing = Thing()
    assert (make(1)(thing), make(2)(thing)) == (1, 2)


def test_no_more_is_kept_with_a_thing_than_was_said() -> None:
    calls = []

    @kept(maxsize=1)
    def value(thing: Thing, name: str) -> None:
        calls.append(name)

    thing = Thing()
    for name in "aba":
        value(thing, name)
    assert calls == ["a", "b", "a"]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))])
def test_a_copy_starts_without(copied) -> None:
    @kept()
    def value(thing: Thing) -> object:
        return object()

    thing = Thing()
    first = value(thing)
    assert value(copied(thing)) is not first
    assert value(thing) is first


def test_a_crowd_computes_once_what_is_kept_with_a_thing() -> None:
    together, calls, thing = threading.Barrier(CROWD), [], Thing()

    @kept()
    def value(thing: Thing) -> object:
        calls.append(thing)
        time.sleep(0.1)  # Long enough for the others to ask.
        return object()

    def ask(_: int) -> int:
        together.wait(PATIENCE)
        return id(value(thing))

    with ThreadPoolExecutor(CROWD) as crowd:
        assert len(set(crowd.map(ask, range(CROWD)))) == len(calls) == 1

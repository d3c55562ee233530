"""The pool of larger runs: in line, stopped, dropped, and never more than it may hold."""

import time
from collections.abc import Callable

import pytest

from equipoise.app.stress import pool as pools
from equipoise.app.stress.pool import Job, Pool, PoolFullError
from equipoise.stress import Design, Synthetic, UnderRepresentation


def job(repeats: int = 2, **options) -> Job:
    design = Design(Synthetic(), UnderRepresentation(label=1), levels=(0.0, 0.5), n=400)
    return Job(design, repeats, **options)


def until(met: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def test_runs_wait_in_line_and_follow_each_other() -> None:
    pool, first, second, third = Pool(), job(), job(), job()
    for one in (first, second, third):
        pool.submit(one)
    assert [pool.position(one) for one in (first, second, third)] == [0, 1, 2]
    pool.drop(second)
    assert pool.position(third) == 1
    until(lambda: third.over)
    assert [one.state for one in (first, second, third)] == ["done", "dropped", "done"]
    assert first.result is not None
    assert first.result.attrs["repeats"] == 2
    assert second.result is None


def test_a_stopped_run_keeps_what_it_has_finished() -> None:
    pool, long = Pool(), job(repeats=100_000)
    pool.submit(long)
    until(lambda: long.done > 0)
    assert long.seconds_left is not None
    pool.stop(long)
    until(lambda: long.result is not None)
    assert long.state == "stopped"
    assert 0 < long.result.attrs["repeats"] < 100_000


def test_a_run_that_waits_can_be_stopped_too() -> None:
    pool, long, waiting = Pool(), job(repeats=100_000), job()
    pool.submit(long)
    pool.submit(waiting)
    pool.stop(waiting)
    assert waiting.state == "stopped"
    assert waiting.over
    pool.drop(long)
    until(lambda: not pool._running)


def test_a_full_line_turns_runs_away() -> None:
    pool, long = Pool(longest=1), job(repeats=100_000)
    pool.submit(long)
    waiting = job()
    pool.submit(waiting)
    with pytest.raises(PoolFullError, match="1 runs are waiting"):
        pool.submit(job())
    pool.drop(waiting)
    pool.drop(long)
    until(lambda: not pool._running)


def test_who_leaves_releases_the_place(monkeypatch) -> None:
    monkeypatch.setattr(pools, "_LOOK_AFTER", 0.1)
    monkeypatch.setattr(pools, "_ABSENCE", 0.2)
    here = True
    pool = Pool()
    left, next_one = job(repeats=100_000, here=lambda: here), job()
    pool.submit(left)
    pool.submit(next_one)
    until(lambda: left.done > 0)
    here = False
    until(lambda: next_one.over)
    assert left.state == "dropped"
    assert next_one.state == "done"


def test_a_run_that_fails_says_why() -> None:
    pool, wrong = Pool(), job(repeats=0)
    pool.submit(wrong)
    until(lambda: wrong.over)
    assert wrong.state == "failed"
    assert "repeats must be" in wrong.why


def test_too_long_a_run_is_stopped(monkeypatch) -> None:
    monkeypatch.setattr(pools, "_LOOK_AFTER", 0.1)
    monkeypatch.setattr(pools, "MOST_SECONDS", 8.0)
    pool, long = Pool(), job(repeats=100_000)
    pool.submit(long)
    until(lambda: long.result is not None)
    assert long.state == "stopped"

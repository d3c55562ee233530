"""Runs of a stress test: a process each, whose finished repeats are kept."""

import gc
import time
from collections.abc import Callable
from typing import Any

from equipoise.app.line import Line
from equipoise.app.stress.runs import StressRun
from equipoise.stress import Design, Synthetic, UnderRepresentation, run


def run_of(repeats: int = 2, **options: Any) -> StressRun:
    design = Design(Synthetic(), UnderRepresentation(label=1), levels=(0.0, 0.5), n=400)
    return StressRun(repeats, design=design, **options)


def a_line() -> Line:
    return Line(at_a_time=1, longest=3)


def until(met: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.05)


def test_runs_follow_each_other() -> None:
    line, first, second = a_line(), run_of(), run_of()
    line.submit(first)
    line.submit(second)
    until(lambda: second.over)
    for one in (first, second):
        assert (one.state, one.done) == ("done", 2)
        assert one.result is not None
        assert one.result.attrs["repeats"] == 2


def test_a_stopped_run_keeps_what_it_has_finished() -> None:
    line, long = a_line(), run_of(repeats=100_000)
    line.submit(long)
    until(lambda: long.done > 0)
    line.stop(long)
    until(lambda: long.over)
    assert long.state == "stopped"
    assert long.result is not None
    assert 0 < long.result.attrs["repeats"] < 100_000


def test_a_dropped_run_ends_at_once() -> None:
    line, long = a_line(), run_of(repeats=100_000)
    line.submit(long)
    until(lambda: long.process is not None)
    line.drop(long)
    until(lambda: long.over)
    assert long.state == "dropped"
    assert long.result is None


def test_a_run_that_fails_says_why() -> None:
    line, wrong = a_line(), run_of(repeats=0)
    line.submit(wrong)
    until(lambda: wrong.over)
    assert wrong.state == "failed"
    assert "repeats must be" in wrong.why


def test_a_stopped_run_goes_on_where_it_was() -> None:
    line, first = a_line(), run_of(repeats=100_000)  # It can't be over before it is stopped.
    line.submit(first)
    until(lambda: first.done > 1)
    line.stop(first)
    until(lambda: first.over)
    assert first.state == "stopped"
    wanted = first.done + 3
    second = run_of(repeats=wanted, finished=first.finished)
    line.submit(second)
    until(lambda: second.over)
    assert second.state == "done"
    assert second.result is not None
    assert second.result.equals(run(second.design, repeats=wanted))
    kept = second.finished.file.read_text().splitlines()
    assert len(kept) == wanted  # None was run twice.


def test_what_a_run_has_kept_goes_with_it() -> None:
    one = run_of()
    folder = one.finished.file.parent
    assert folder.is_dir()
    del one
    gc.collect()
    assert not folder.exists()

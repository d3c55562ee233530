"""Runs of a stress test: a process each, whose finished repeats are kept."""

import gc
import time
from dataclasses import dataclass
from typing import Any

import pytest

from equipoise.app.jobs import queue as lines
from equipoise.app.jobs.queue import Line
from equipoise.app.stress import runs
from equipoise.app.stress.runs import PlanRun, StressRun, curves_of, ending_words
from equipoise.stress import Design, Synthetic, UnderRepresentation, run
from tests.waiting import until


def run_of(repeats: int = 2, **options: Any) -> StressRun:
    design = Design(Synthetic(), UnderRepresentation(label=1), levels=(0.0, 0.5), n=400)
    return StressRun(repeats, design=design, **options)


def a_line() -> Line:
    return Line(at_a_time=1, longest=3)


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


@pytest.mark.parametrize(
    ("state", "why", "said"),
    [
        ("done", "", ":material/check_circle: **Done**: 3 repeats."),
        ("stopped", "", "**Stopped** after 0 of 3 repeats."),
        ("stopped", "It was long.", "**Stopped** after 0 of 3 repeats. It was long."),
        ("dropped", "", "**Given up** while nobody was here."),
        ("failed", "No *room*.", r"**It failed.** No \*room\*."),
    ],
)
def test_how_a_run_ended_is_said(state: str, why: str, said: str) -> None:
    one = run_of(3)
    one.state, one.why = state, why
    assert ending_words(one).endswith(said)


def test_what_a_run_found_is_read_once_and_what_is_kept_is_said() -> None:
    one = run_of(3)
    one.result, one.state = run(one.design, repeats=2), "stopped"
    assert curves_of(one) is curves_of(one)
    assert len(curves_of(one).values) == 2
    assert ending_words(one).endswith(
        "**Stopped** after 2 of 3 repeats. What is finished is kept for this session."
    )


# --- plans ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Endless(Synthetic):
    """A world whose rows never come."""

    def draw(self, n: int, seed: Any) -> Any:
        time.sleep(600)


def plan_of(world: Any = None, **options: Any) -> PlanRun:
    design = Design(world or Synthetic(), UnderRepresentation(label=1), levels=(0.0, 0.5), n=400)
    return PlanRun(design=design, repeats=5, **options)


def test_a_plan_is_a_time_and_goes_beside_a_run() -> None:
    line, long, plan = a_line(), run_of(repeats=100_000), plan_of()
    line.submit(long)
    line.submit(plan)
    until(lambda: plan.over)
    assert (plan.state, plan.done, long.over) == ("done", 1, False)
    assert plan.seconds is not None
    assert 0 < plan.seconds < 600
    line.drop(long)
    until(lambda: long.over)


def test_a_plan_that_cannot_be_says_why() -> None:
    line, plan = a_line(), plan_of()
    plan.repeats = 0
    line.submit(plan)
    until(lambda: plan.over)
    assert (plan.state, plan.seconds) == ("failed", None)
    assert "repeats must be" in plan.why


@pytest.mark.parametrize("how", ["in time", "by its reader", "whose reader left"])
def test_a_plan_that_hangs_ends(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_LOOK_AFTER", 0.05)
    line, after = a_line(), plan_of()
    plan = plan_of(Endless(), here=lambda: how != "whose reader left")
    line.submit(plan)
    line.submit(after)
    until(lambda: plan.process is not None)
    process = plan.process
    assert process is not None
    if how == "in time":
        monkeypatch.setattr(runs, "PLAN_SECONDS", 0.2)
        until(lambda: plan.over)
        monkeypatch.undo()
    elif how == "by its reader":
        line.stop(plan)
    else:
        monkeypatch.setattr(lines, "_ABSENCE", 0.2)
    until(lambda: plan.over)
    assert plan.state == ("dropped" if how == "whose reader left" else "stopped")
    assert bool(plan.why) == (how == "in time")
    assert process._process.poll() is not None  # The process is gone, too.
    until(lambda: after.over)
    assert after.state == "done"

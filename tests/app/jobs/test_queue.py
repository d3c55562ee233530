"""The line of runs: they wait, follow each other, are stopped, dropped and turned away."""

import threading
import time
from dataclasses import dataclass, field

import pytest

from equipoise.app.jobs import queue as lines
from equipoise.app.jobs.queue import Line, LineFullError, Run, RunFailedError
from tests.waiting import until


class Work:
    """Parts that are let through one by one; `stop` keeps them, `drop` does not."""

    def __init__(self) -> None:
        self.parts = threading.Semaphore(0)
        self.ended = ""

    def stop(self) -> None:
        self.ended = self.ended or "stopped"
        self.parts.release()

    def drop(self) -> None:
        self.ended = "dropped"
        self.parts.release()


@dataclass(eq=False)
class Fake(Run[Work]):
    wrong: Exception | None = None
    deaf: bool = False  # Goes on with its part when it is asked to stop.
    done: int = field(default=0, init=False)
    work: Work = field(default_factory=Work, init=False)
    kept: bool = field(default=True, init=False)

    def begin(self) -> Work:
        return self.work

    def follow(self, process: Work) -> None:
        while self.done < self.total and not self.ends(process):
            process.parts.acquire()
            self.done += not process.ended
        if self.wrong:
            raise self.wrong

    def ends(self, process: Work) -> bool:
        return process.ended == "dropped" if self.deaf else bool(process.ended)

    def forget(self) -> None:
        self.kept = False


class Short(Fake):
    short = True


def finish(run: Fake) -> None:
    run.work.parts.release(run.total)
    until(lambda: run.over)


def a_line(at_a_time: int = 1, longest: int = 5) -> Line:
    return Line(at_a_time=at_a_time, longest=longest)


def test_runs_wait_and_follow_each_other() -> None:
    line, runs = a_line(), [Fake(2) for _ in range(3)]
    for run in runs:
        line.submit(run)
    assert [line.position(run) for run in runs] == [0, 1, 2]
    assert [run.state for run in runs] == ["running", "waiting", "waiting"]
    finish(runs[0])
    until(lambda: runs[1].state == "running")
    assert [line.position(run) for run in runs] == [0, 0, 1]
    finish(runs[1])
    finish(runs[2])
    assert {(run.state, run.done, run.kept) for run in runs} == {("done", 2, False)}


def test_several_run_side_by_side() -> None:
    line, runs = a_line(at_a_time=2), [Fake(1) for _ in range(3)]
    for run in runs:
        line.submit(run)
    assert [run.state for run in runs] == ["running", "running", "waiting"]
    for run in runs:
        finish(run)


def test_a_pace_tells_what_is_left() -> None:
    run = Fake(10)
    assert run.seconds_left is None
    a_line().submit(run)
    assert run.seconds_left is None
    run.work.parts.release(2)
    until(lambda: run.done == 2)
    took = time.monotonic() - run.started
    assert run.seconds_left == pytest.approx(took * 4, abs=1)
    finish(run)
    assert run.seconds_left is None


@pytest.mark.parametrize("state", ["stopped", "dropped"])
def test_a_run_can_be_ended_at_work_and_in_line(state: str) -> None:
    line, first, second = a_line(), Fake(3), Fake(3)
    line.submit(first)
    line.submit(second)
    until(lambda: first.process is not None)
    end = line.stop if state == "stopped" else line.drop
    end(second)
    assert (second.state, second.over, second.kept) == (state, True, False)
    end(first)
    until(lambda: first.over)
    assert (first.state, first.work.ended, first.kept) == (state, state, False)
    assert second.process is None


def test_what_is_over_stays_as_it_ended() -> None:
    line, run = a_line(), Fake(1)
    line.submit(run)
    finish(run)
    line.stop(run)
    line.drop(run)
    assert (run.state, run.work.ended) == ("done", "")


def test_a_full_line_turns_runs_away() -> None:
    line, runs = a_line(longest=1), [Fake(1) for _ in range(3)]
    line.submit(runs[0])
    line.submit(runs[1])
    with pytest.raises(LineFullError, match="1 runs are waiting"):
        line.submit(runs[2])
    assert (runs[2].state, line.position(runs[2])) == ("waiting", 0)
    finish(runs[0])
    finish(runs[1])


@pytest.mark.parametrize(
    ("wrong", "why"),
    [(RunFailedError("The model is gone."), "The model is gone."), (KeyError("sk"), "KeyError")],
)
def test_a_failure_is_told_and_the_next_one_starts(wrong: Exception, why: str) -> None:
    line, failing, after = a_line(), Fake(1, wrong=wrong), Fake(1)
    line.submit(failing)
    line.submit(after)
    finish(failing)
    assert (failing.state, failing.why) == ("failed", why)
    until(lambda: after.state == "running")
    finish(after)


def test_who_has_left_gives_up_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_LOOK_AFTER", 0.02)
    monkeypatch.setattr(lines, "_ABSENCE", 0.1)
    line, left, waiting, here = a_line(), Fake(1, lambda: False), Fake(1, lambda: False), Fake(1)
    for run in (left, waiting, here):
        line.submit(run)
    until(lambda: here.state == "running")
    assert (left.state, waiting.state) == ("dropped", "dropped")
    finish(here)
    assert here.state == "done"


def test_too_long_a_run_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_LOOK_AFTER", 0.02)
    line, run = a_line(), Fake(5)
    line.submit(run)
    run.work.parts.release(2)
    until(lambda: run.done == 2)
    monkeypatch.setattr(lines, "MOST_SECONDS", 0.0)
    until(lambda: run.over)
    assert (run.state, run.work.ended, run.done) == ("stopped", "stopped", 2)
    assert "that it may take here" in run.why


def test_what_does_not_stop_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_LOOK_AFTER", 0.02)
    line, run, after = a_line(), Fake(5, deaf=True), Fake(1)
    line.submit(run)
    line.submit(after)
    until(lambda: run.process is not None)
    line.stop(run)
    assert not run.over
    monkeypatch.setattr(lines, "_GRACE", 0.0)
    until(lambda: run.over)
    assert (run.state, run.work.ended) == ("stopped", "dropped")
    finish(after)


def test_short_runs_go_beside_long_ones() -> None:
    line = a_line(longest=2)
    long = [Fake(1) for _ in range(3)]
    short = [Short(1) for _ in range(3)]
    for run in [*long, *short]:
        line.submit(run)
    assert [line.position(run) for run in [*long, *short]] == [0, 1, 2, 0, 1, 2]
    assert [run.state for run in [*long, *short]] == ["running", "waiting", "waiting"] * 2
    for full in (Fake(1), Short(1)):
        with pytest.raises(LineFullError):
            line.submit(full)
    for run in short:
        finish(run)
    assert (long[0].state, long[1].state) == ("running", "waiting")
    for run in long:
        finish(run)

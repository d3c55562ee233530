"""Planning on the bench: one line for all, one plan a reader, and an end to each."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from equipoise.app.jobs import queue as lines
from equipoise.app.stress import plans
from equipoise.app.stress.runs import PlanRun
from tests.pages.pages import open_page
from tests.waiting import until


def opened() -> AppTest:
    return run(
        open_page("Stress test", **{"s.room": "bench", "s.rows": "1000", "s.repair": "reweighing"})
    )


def run(at: AppTest) -> AppTest:
    at.run()
    assert not at.exception, at.exception[0].message
    assert not at.error, at.error[0].value
    return at


def said(at: AppTest) -> str:
    return " ".join(part.value for part in at.markdown)


def press_plan(at: AppTest) -> PlanRun:
    at.button(key="s larger plan it").click()
    found: PlanRun = run(at).session_state[plans.PLAN].run
    return found


class Trials:
    """Processes that stand for trials: they go on until they are let go, and are counted."""

    def __init__(self) -> None:
        self.at_work: set[Trial] = set()
        self.most = 0
        self.lock = threading.Lock()

    def begin(self, run: PlanRun) -> "Trial":
        return Trial(self)


class Trial:
    def __init__(self, trials: Trials) -> None:
        self.trials, self.ended = trials, threading.Event()
        with trials.lock:
            trials.at_work.add(self)
            trials.most = max(trials.most, len(trials.at_work))

    def messages(self) -> Iterator[tuple[str, Any]]:
        assert self.ended.wait(60)
        with self.trials.lock:
            self.trials.at_work.remove(self)
        yield "result", 0.5

    def drop(self) -> None:
        self.ended.set()

    stop = drop


def let_go(plan: PlanRun) -> None:
    until(lambda: plan.process is not None)
    assert plan.process is not None
    plan.process.drop()
    until(lambda: plan.over)


@pytest.fixture
def trials(monkeypatch: pytest.MonkeyPatch) -> Trials:
    found = Trials()
    monkeypatch.setattr(PlanRun, "begin", lambda run: found.begin(run))
    return found


def test_however_many_press_one_is_planned_at_a_time(trials: Trials) -> None:
    room = [opened() for _ in range(5)]
    runs = [press_plan(at) for at in room]
    assert [plans.line().position(plan) for plan in runs] == [0, 1, 2, 3, 4]
    assert "Trying one level of one repeat" in said(room[0])
    assert "**Busy, position 4.**" in said(room[4])
    # Pressed again and again, a session keeps one plan: the newest.
    again = [press_plan(room[2]) for _ in range(4)]
    assert [plan.state for plan in (runs[2], *again)] == ["dropped"] * 4 + ["waiting"]
    assert plans.line().position(again[-1]) == 4
    room[1].button(key=f"{plans.PLAN} stop").click()  # Who waits can give it up, too.
    run(room[1])
    assert runs[1].state == "stopped"
    assert "The planning was stopped." in room[1].info[-1].value
    left = [runs[0], runs[3], runs[4], again[-1]]
    for plan in left:
        let_go(plan)
    assert trials.most == 1
    for at, plan in zip((room[0], room[3], room[4], room[2]), left, strict=True):
        assert plan.state == "done"
        assert "**Planned:**" in said(run(at))


def test_a_plan_that_takes_too_long_gets_words(
    trials: Trials, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = opened()
    plan = press_plan(at)
    until(lambda: plan.process is not None)
    monkeypatch.setattr(lines, "_LOOK_AFTER", 0.05)
    monkeypatch.setattr(PlanRun, "most_seconds", 0.2)
    until(lambda: plan.over)
    run(at)
    assert "that it may take here. Ask for fewer rows" in at.info[-1].value


def test_an_empty_field_gets_words() -> None:
    assert "Rows of a repeat must be 200 to 60,000." in plans.out_of_range(None, 3)
    assert plans.out_of_range(200, 200) == plans.out_of_range(60_000, 1) == ""

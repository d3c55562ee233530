"""Runs against endpoints: a process each, ended at any moment."""

import time
from typing import Any

import pytest

from equipoise.app.invariance.runs import EndpointRun
from equipoise.app.jobs.queue import Line
from equipoise.datasets.discrim.artifact import TASK
from equipoise.invariance.running.tasks import task_to
from tests.invariance.endpoints import Behaviour, Endpoint, endpoint
from tests.waiting import until

pytest.importorskip("openai")

ROWS = [
    {"id": f"{unit}-{z}", "text": f"Shop {unit}, {z}?", "z": z, "s": "all", "unit": f"u{unit}"}
    for unit in range(3)
    for z in TASK.contexts
]


def order(here: Endpoint | str, **changes: Any) -> dict[str, Any]:
    asked = {
        "address": here if isinstance(here, str) else here.url,
        "model": "m",
        "key": "sk-typed-in-by-a-reader",
        "named": True,
        "rows": ROWS,
        "task": task_to(TASK),
        "strategies": ["default"],
        "m": 1,
        "seed": 0,
        "workers": 1,
    }
    return asked | changes


def a_line() -> Line:
    return Line(at_a_time=2, longest=2)


def test_a_run_from_end_to_end() -> None:
    with endpoint(lambda *_: Behaviour("yes")) as here:
        run = EndpointRun(len(ROWS), order=order(here))
        a_line().submit(run)
        until(lambda: run.over)
        assert run.state == "done"
        assert [one["id"] for one in run.answers] == [row["id"] for row in ROWS]
        assert {one["pred"] for one in run.answers} == {1}
        assert set(here.keys) == {"Bearer sk-typed-in-by-a-reader"}
    until(lambda: not run.order)  # The key is forgotten.


def test_an_endpoint_that_never_answers_is_left_at_once() -> None:
    with endpoint(lambda number, _: Behaviour("yes", delay=0 if number < 2 else 60)) as here:
        run, line = EndpointRun(len(ROWS), order=order(here)), a_line()
        line.submit(run)
        until(lambda: len(run.answers) == 2)
        started = time.monotonic()
        line.stop(run)
        until(lambda: run.over)
        assert run.state == "stopped"
        assert time.monotonic() - started < 30
        assert len(run.answers) == 2
        until(lambda: not run.order)


def test_what_the_endpoint_says_of_a_wrong_key_holds_no_key() -> None:
    said = b'{"error": {"message": "bad key sk-typed-in-by-a-reader"}}'
    with endpoint(lambda *_: Behaviour(status=401, body=said)) as here:
        run = EndpointRun(len(ROWS), order=order(here))
        a_line().submit(run)
        until(lambda: run.over)
    assert run.state == "failed"
    assert "401" in run.why
    assert "sk-typed" not in run.why + repr(run)


@pytest.mark.parametrize("address", ["http://127.0.0.1:8080/v1", "http://169.254.169.254/v1"])
def test_what_nobody_named_and_is_not_open_to_all_is_not_asked(address: str) -> None:
    run = EndpointRun(len(ROWS), order=order(address, named=False, key=""))
    a_line().submit(run)
    until(lambda: run.over)
    assert run.state == "failed"
    assert "not open to all" in run.why


def test_a_redirect_is_not_followed() -> None:
    with endpoint(lambda *_: Behaviour()) as other:
        moved = Behaviour(status=307, headers={"Location": f"{other.url}/chat/completions"})
        with endpoint(lambda *_: moved) as here:
            run = EndpointRun(len(ROWS), order=order(here))
            a_line().submit(run)
            until(lambda: run.over)
        assert "redirects" in run.why
        assert not other.requests

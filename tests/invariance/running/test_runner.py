"""Runs: in order, resumed, stopped, retried, given up; and what they show of a known leak."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from equipoise.invariance import score, si_bias
from equipoise.invariance.running.clients import ClientError, Reply, Request, ScriptedClient
from equipoise.invariance.running.planning import plan
from equipoise.invariance.running.prompts import what_is_asked
from equipoise.invariance.running.retrying import Stopped, with_retries
from equipoise.invariance.running.runner import MOST_ERRORS, RunError, run, run_rows
from equipoise.invariance.running.strategies import STRATEGIES
from tests.invariance.asking import PLAIN, crossed, text_of, yes_to_the_left
from tests.invariance.endpoints import Behaviour, endpoint
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
ITEMS = crossed(6)


def bias(strategy: str, leaking: frozenset[int], n_units: int) -> float:
    items = crossed(n_units)
    answers = run(items, PLAIN, [strategy], yes_to_the_left(leaking), m=1)
    return si_bias(answers.table["pred"], None, items.table["z"]).value


@pytest.mark.parametrize("leak", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("strategy", ["ooc", "obfuscate_only"])
def test_a_known_leak_is_what_is_left_of_the_gap(leak: float, strategy: str) -> None:
    n_units = 40
    leaking = frozenset(range(round(leak * n_units)))
    assert bias("default", leaking, n_units) == 1
    assert bias(strategy, leaking, n_units) == pytest.approx(leak)


def test_answers_come_by_row_and_then_by_strategy() -> None:
    answers = run(ITEMS, PLAIN, ["ignore", "default"], yes_to_the_left())
    assert list(answers.table["id"]) == [id for id in ITEMS.table["id"] for _ in range(2)]
    assert list(answers.table["strategy"]) == ["ignore", "default"] * 12
    assert set(answers.table["calls"]) == {1}
    scored = score(ITEMS, answers)
    assert scored["default"].ci.value == 0


@pytest.mark.parametrize("workers", [1, 3])
def test_workers_change_nothing(workers: int, tmp_path: Path) -> None:
    names = list(STRATEGIES)
    alone = run(ITEMS, PLAIN, names, yes_to_the_left(frozenset({1})))
    client = yes_to_the_left(frozenset({1}))
    cache = tmp_path / "replies.jsonl"
    seen: list[tuple[int, int]] = []
    together = run(
        ITEMS,
        PLAIN,
        names,
        client,
        workers=workers,
        cache=cache,
        progress=lambda *at: seen.append(at),
    )
    assert together.table.equals(alone.table)
    assert seen == [(done, 120) for done in range(1, 121)]
    silent = ScriptedClient([])
    assert run(ITEMS, PLAIN, names, silent, cache=cache).table.equals(alone.table)
    assert not silent.requests


def test_strategies_share_the_calls_they_have_in_common() -> None:
    client = yes_to_the_left()
    run(crossed(1), PLAIN, ["default", "obfuscate_only", "ooc"], client, m=1)
    kinds = [what_is_asked(PLAIN, request.messages).kind for request in client.requests]
    # Two copies are hidden alike; from there on the second asks what the first has asked.
    assert (kinds.count("obfuscate"), kinds.count("rewrite")) == (2, 1)
    assert len({json.dumps(request.messages) for request in client.requests}) == len(kinds)


def test_a_plan_counts_what_is_left_to_ask(tmp_path: Path) -> None:
    cache = tmp_path / "replies.jsonl"
    names = ["default", "ooc"]
    made = plan(ITEMS, PLAIN, names, model="scripted", m=2, cache=cache)
    assert (made.rows, made.calls, made.cached, made.seconds) == (12, 12 * 7, 0, None)
    assert made.tokens_in > made.tokens_out > 0
    client = yes_to_the_left()
    rows = run_rows(ITEMS, PLAIN, names, client, m=2, cache=cache)
    for _ in range(5):
        next(rows)
    timed = plan(ITEMS, PLAIN, names, model="scripted", m=2, cache=cache, seconds_per_call=2)
    assert timed.calls + timed.cached == 12 * 7
    assert timed.cached >= 5
    assert timed.seconds == timed.calls * 2
    assert "kept already" in str(timed)
    assert list(rows)
    done = plan(ITEMS, PLAIN, names, model="scripted", m=2, cache=cache)
    assert (done.calls, done.tokens_in, done.tokens_out) == (0, 0, 0)


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (["defualt"], {}, "no strategy 'defualt'"),
        (["default", "default"], {}, "twice"),
        ([], {}, "at least one"),
        (["ooc"], {"m": 0}, "m, the number"),
        (["ooc"], {"workers": 0}, "workers"),
    ],
)
def test_what_cannot_be_run(names: list[str], options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run(ITEMS, PLAIN, names, yes_to_the_left(), **options)
    with pytest.raises(ValueError, match=message):
        plan(ITEMS, PLAIN, names, model="m", **options)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_stop_keeps_what_is_finished(workers: int) -> None:
    stop = threading.Event()
    client = yes_to_the_left()
    answers = run(
        ITEMS,
        PLAIN,
        ["default"],
        client,
        workers=workers,
        stop=stop.is_set,
        progress=lambda done, total: stop.set() if done == 4 else None,
    )
    assert 4 <= len(answers.table) < 12
    assert list(answers.table["id"]) == list(ITEMS.table["id"][: len(answers.table)])
    assert score(ITEMS, answers)["default"].n == len(answers.table)


def test_a_row_that_fails_is_an_error_and_the_rest_goes_on() -> None:
    def reply(request: Request) -> str:
        if "number 2" in request.messages[1]["content"]:
            raise ClientError("too long")
        return "no"

    answers = run(ITEMS, PLAIN, ["default"], ScriptedClient(reply))
    failed = answers.table[answers.table["status"] == "error"]
    assert list(failed["id"]) == ["2-left", "2-right"]
    assert failed["pred"].isna().all()
    assert set(failed["raw"]) == {"too long"}


def test_what_is_hopeless_ends_the_run_at_once() -> None:
    client = ScriptedClient([ClientError("wrong key", hopeless=True)])
    with pytest.raises(RunError, match="wrong key"):
        run(ITEMS, PLAIN, ["default"], client)
    assert len(client.requests) == 1


def test_many_failures_in_a_row_end_the_run() -> None:
    client = ScriptedClient(["no", *[ClientError("out of order")] * 99])
    with pytest.raises(RunError, match="out of order"):
        run(ITEMS, PLAIN, ["default"], client)
    assert len(client.requests) == 1 + MOST_ERRORS


def test_retries_back_off_and_listen() -> None:
    slept: list[float] = []
    failures = iter([ClientError("", again=True), ClientError("", again=True, wait=0.3)])

    def call() -> str:
        for error in failures:
            raise error
        return "done"

    assert with_retries(call, first_pause=0.4, sleep=slept.append) == "done"
    assert 0.3 <= sum(slept) - 0.3 <= 0.5
    assert max(slept) <= 0.2


def test_retries_have_an_end_and_a_longest_pause() -> None:
    slept: list[float] = []
    tried: list[int] = []

    def call() -> None:
        tried.append(1)
        raise ClientError("busy", again=True, wait=1e9)

    with pytest.raises(ClientError, match="busy"):
        with_retries(call, attempts=3, longest_pause=1.0, sleep=slept.append)
    assert len(tried) == 3
    assert sum(slept) == pytest.approx(2.0)


def test_a_stop_interrupts_a_pause() -> None:
    slept: list[float] = []

    def call() -> None:
        raise ClientError("busy", again=True, wait=50)

    with pytest.raises(Stopped):
        with_retries(call, stop=lambda: len(slept) == 3, sleep=slept.append)
    assert len(slept) == 3


def test_no_two_workers_ask_the_same() -> None:
    asked: list[str] = []

    def reply(request: Request) -> Reply:
        asked.append(json.dumps(request.messages))
        time.sleep(0.01)
        return Reply("yes")

    table = ITEMS.table.assign(text=text_of(1, "left"))
    same = type(ITEMS)(table)
    run(same, PLAIN, ["default"], ScriptedClient(reply), workers=4)
    assert len(asked) == 1


def answer_by_content(number: int, request: dict[str, Any]) -> Behaviour:
    """Answer as a model would that is at its ease, the same to the same request."""
    asked = what_is_asked(PLAIN, request["messages"])
    if asked.kind == "answer":
        return Behaviour("Yes" if "left" in asked.text else "No")
    return Behaviour(f"{asked.text} Seen with seed {request['seed']}.")


def troubled(number: int, request: dict[str, Any]) -> Behaviour:
    """Answer so, but for one failure of every kind on the way."""
    trouble = {
        1: Behaviour(status=429, headers={"Retry-After": "0.05"}, body=b"{}"),
        4: Behaviour(status=500, headers={"Retry-After": "0"}, body=b"oops"),
        7: Behaviour(status=503, headers={"Retry-After": "0"}, body=b""),
        10: Behaviour(status=429, headers={"Retry-After": "0"}, body=b"<html>"),
    }
    return trouble.get(number, answer_by_content(number, request))


def child(url: str, cache: Path, out: Path, workers: int) -> subprocess.Popen[bytes]:
    arguments = [url, str(cache), str(out), str(workers)]
    command = [sys.executable, "-m", "tests.invariance.killed", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env={**os.environ, "EQUIPOISE_API_KEY": "sk-x1"})


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_that_is_killed_goes_on_to_the_same_file(tmp_path: Path, workers: int) -> None:
    pytest.importorskip("openai")
    with endpoint(troubled) as here:
        whole = tmp_path / "whole.jsonl"
        assert child(here.url, tmp_path / "a.jsonl", whole, workers).wait(60) == 0
        n_calls = len(here.requests) - 4
    cache, out = tmp_path / "b.jsonl", tmp_path / "resumed.jsonl"
    kill_at = n_calls // 2

    def slow_from_the_middle(number: int, request: dict[str, Any]) -> Behaviour:
        behaviour = answer_by_content(number, request)
        behaviour.delay = 30.0 if number >= kill_at else 0.0
        return behaviour

    with endpoint(slow_from_the_middle) as here:
        process = child(here.url, cache, out, workers)
        deadline = time.monotonic() + PATIENCE
        while len(here.requests) <= kill_at and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
    assert not out.exists()
    kept = cache.read_bytes()
    assert kept.count(b"\n") >= kill_at - workers
    cache.write_bytes(kept + b'{"key":"torn')
    with endpoint(answer_by_content) as here:
        assert child(here.url, cache, out, workers).wait(60) == 0
        assert len(here.requests) == n_calls - kept.count(b"\n")
    assert out.read_bytes() == whole.read_bytes()
    assert not any(b"sk-x1" in file.read_bytes() for file in tmp_path.iterdir())

"""Work in a process of its own: bounded, ended, and without the environment's keys."""

import io
import json
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pandas as pd
import pytest

from equipoise.datasets.discrim.artifact import TASK
from equipoise.invariance.endpoint.job import ASK
from equipoise.invariance.judging import ITEMS, JUDGE
from equipoise.invariance.running.tasks import task_to
from equipoise.io import sandbox
from equipoise.io.sandbox import Sandbox, SandboxError
from equipoise.stress.table_files import PEOPLE
from tests.invariance.endpoints import Behaviour, endpoint

FILE = b"id,z,s,pred\n1,a,all,1\n2,b,all,0\n"


def judged(items: bytes, answers: bytes = b"", *, seconds: float = 60.0) -> dict[str, Any]:
    return sandbox.answer(JUDGE, {"items": items, "answers": answers}, seconds=seconds)


def test_one_file_may_hold_items_and_answers() -> None:
    found = judged(FILE)
    assert found["table"][0]["si_bias"] == 1
    assert found["contexts"] == ["a", "b"]


def test_what_is_wrong_is_told_with_its_row() -> None:
    with pytest.raises(SandboxError, match=r"Row 3 .*pred is 'maybe'"):
        judged(FILE.replace(b"2,b,all,0", b"2,b,all,maybe"))


def test_a_message_is_not_as_long_as_the_file() -> None:
    with pytest.raises(SandboxError) as caught:
        judged(b"id,z,s,pred\n1,a,all," + b"x" * 100_000 + b"\n2,b,all,1\n")
    assert len(str(caught.value)) < 700


def test_it_ends_in_time() -> None:
    started = time.monotonic()
    with pytest.raises(SandboxError, match="longer than it may"):
        judged(FILE, seconds=0.05)
    assert time.monotonic() - started < 10


BIG = """
from equipoise.io import sandbox
def big(order, tell):
    bytearray(2**31)
big.__module__ = "equipoise.io.sandbox"
sandbox.job(big)
sandbox.work()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded there only")
def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_COMMAND", BIG)
    with pytest.raises(SandboxError, match="more memory than it may"):
        report("big", {})


def test_a_packed_file_that_unfolds() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    text = arrow.DictionaryArray.from_arrays([0] * 20_000, ["x" * 1_000_000])
    table = arrow.table({"id": list(map(str, range(20_000))), "z": text})
    buffer = io.BytesIO()
    parquet.write_table(table, buffer, compression="zstd")
    assert len(buffer.getvalue()) < 1_000_000
    with pytest.raises(SandboxError, match=r"letters|memory"):
        judged(buffer.getvalue())


def test_nested_json_is_refused() -> None:
    with pytest.raises(SandboxError):
        judged(b'[{"id":' + b"[" * 100_000 + b"]" * 100_000 + b"}]")


def test_keys_of_the_environment_stay_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def popen(command: list[str], **options: Any) -> Any:
        given.update(options, command=command)
        raise OSError

    monkeypatch.setenv("EQUIPOISE_API_KEY", "sk-secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setattr(sandbox.subprocess, "Popen", popen)
    with pytest.raises(OSError):  # noqa: PT011
        Sandbox(ASK, {"key": "sk-typed"}, seconds=1)
    assert "sk-" not in json.dumps(given["env"])
    assert "sk-" not in " ".join(given["command"])


def test_a_proxy_hears_nothing_of_what_stays_on_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour("no")) as proxy, endpoint(lambda *_: Behaviour()) as here:
        for name in ("HTTP_PROXY", "HTTPS_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        rows = [{"id": z, "text": "A shop?", "z": z, "s": "all"} for z in TASK.contexts[:2]]
        order = {
            **{"address": here.url, "model": "m", "key": "sk-typed-in", "named": True},
            **{"rows": rows, "task": task_to(TASK), "strategies": ["default"]},
            **{"m": 1, "seed": 0, "workers": 1},
        }
        answers = list(Sandbox(ASK, order, seconds=60, network=True).messages())
    assert [answer["pred"] for answer in answers] == [1, 1]
    assert not proxy.keys


def test_too_many_rows_and_columns() -> None:
    with pytest.raises(SandboxError, match="more than 20,000 rows"):
        judged(b"id,z\n" + b"".join(b"%d,a\n" % k for k in range(20_001)))
    wide = pd.DataFrame([[0] * 101], columns=[f"c{k}" for k in range(101)]).to_csv(index=False)
    with pytest.raises(SandboxError, match="101 columns"):
        judged(wide.encode())


def test_too_many_contexts() -> None:
    rows = "".join(f"{k},c{k},all,1\n" for k in range(11))
    with pytest.raises(SandboxError, match="11 contexts"):
        judged(f"id,z,s,pred\n{rows}".encode())


def report(name: str, order: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    box = Sandbox(f"equipoise.io.sandbox:{name}", order, seconds=30, **options)
    return list(box.messages())


def as_child(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Have sandboxes run other code, which may report whatever it likes."""
    head = "import json, os, sys; out = sys.stdout.buffer; "
    monkeypatch.setattr(sandbox, "_COMMAND", head + code)


SAY = "say = lambda m: out.write(json.dumps({'attached': {}} | m).encode() + b'\\n'); "


def ran(**options: Any) -> list[dict[str, Any]]:
    return list(Sandbox("equipoise.any:job", {}, seconds=30, **options).messages())


@pytest.mark.parametrize(
    "name", ["os:system", "equipoise.io.sandbox", "equipoise:a;b", "equipoise.io.sandbox:a.b"]
)
def test_only_functions_of_this_package_are_named(name: str) -> None:
    with pytest.raises(ValueError, match="no job of this package"):
        Sandbox(name, {}, seconds=1)


def test_only_what_is_marked_as_a_job_is_run() -> None:
    with pytest.raises(SandboxError, match="_bound"):
        report("_bound", {})


@pytest.mark.parametrize(
    "code",
    [
        "out.write(b'x' * 3_000_000)",
        "say({'kind': 'a', 'text': 'x' * 1_100_000})",
        "[say({'kind': 'a', 'text': 'x' * 1_000}) for k in range(2_000)]",
        'out.write(b\'{"kind": "a", "attached": {"b": 99999999999}}\\n\'); out.write(b\'x\' * 9)',
        'out.write(b\'{"kind": "a", "attached": {"b": -1}}\\n\')',
    ],
)
def test_what_comes_back_is_bounded(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    as_child(monkeypatch, SAY + code)
    with pytest.raises(SandboxError, match="More came of it"):
        ran(most_bytes=1_000_000)


@pytest.mark.parametrize(
    "line", ["[1]", "[" * 100_000, "nonsense", "{}", '{"attached": 3}', '{"attached": {"a": "b"}}']
)
def test_what_comes_back_is_not_trusted(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    as_child(monkeypatch, f"print({line!r})")
    with pytest.raises(SandboxError):
        ran()


def test_bytes_come_back_beside_json(monkeypatch: pytest.MonkeyPatch) -> None:
    as_child(
        monkeypatch,
        'out.write(b\'{"kind": "a", "attached": {"b": 3}}\\n\\n\\x00\\xff\');'
        'out.write(b\'{"kind": "done", "attached": {}}\\n\')',
    )
    assert ran() == [{"kind": "a", "b": b"\n\0\xff"}]


def test_what_is_cut_off_is_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    as_child(monkeypatch, 'out.write(b\'{"kind": "a", "attached": {"b": 9}}\\nshort\')')
    with pytest.raises(SandboxError, match="more memory than it may"):
        ran()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not bound processor time")
def test_processor_time_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    spin = "from equipoise.io.sandbox import _bound; _bound(800, 1)\nwhile True: pass"
    monkeypatch.setattr(sandbox, "_COMMAND", spin)
    with pytest.raises(SandboxError, match="longer than it may"):
        list(Sandbox("equipoise.any:job", {}, seconds=120).messages())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not bound files")
def test_nothing_is_written(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out"
    code = (
        "from equipoise.io.sandbox import _bound; _bound(800, 9);"
        f"open({str(target)!r}, 'wb').write(b'x' * 10)"
    )
    monkeypatch.setattr(sandbox, "_COMMAND", code)
    with pytest.raises(SandboxError):
        ran()
    assert not target.exists() or target.stat().st_size == 0


def test_the_way_to_other_machines_is_told_to_those_who_need_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://name:word@proxy")
    told = "say({'kind': 'a', 'b': os.environ.get('HTTPS_PROXY')}); say({'kind': 'done'})"
    as_child(monkeypatch, SAY + told)
    assert ran() == [{"kind": "a", "b": None}]
    assert ran(network=True) == [{"kind": "a", "b": "http://name:word@proxy"}]


def test_only_so_many_work_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight that come at once never more than two are at work; all are served."""
    lock, at_work, most = threading.Lock(), 0, 0

    class Slow:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def messages(self) -> Iterator[dict[str, Any]]:
            nonlocal at_work, most
            with lock:
                at_work += 1
                most = max(most, at_work)
            try:
                time.sleep(0.05)
                yield {"kind": "a"}
            finally:
                with lock:
                    at_work -= 1

    monkeypatch.setattr(sandbox, "Sandbox", Slow)
    with ThreadPoolExecutor(8) as pool:
        served = list(pool.map(lambda _: sandbox.answer("a", {}, seconds=1), range(8)))
    assert served == [{"kind": "a"}] * 8
    assert most == sandbox.AT_A_TIME


def test_who_waits_too_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_turns", threading.BoundedSemaphore(1))
    sandbox._turns.acquire()
    with pytest.raises(SandboxError, match="Others' files are being read"):
        sandbox.answer(JUDGE, {}, seconds=1, wait=0.01)


def test_a_turn_is_given_back_however_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "_turns", threading.BoundedSemaphore(1))
    for _ in range(2):
        as_child(monkeypatch, "pass")
        with pytest.raises(SandboxError, match="more memory"):
            sandbox.answer(JUDGE, {}, seconds=30, wait=0.01)


def test_what_a_model_writes_is_cut_before_it_comes_back() -> None:
    pytest.importorskip("openai")
    with endpoint(lambda *_: Behaviour("no " * 1_000_000)) as here:
        rows = [{"id": z, "text": "A shop?", "z": z, "s": "all"} for z in TASK.contexts[:2]]
        order = {
            **{"address": here.url, "model": "m", "key": "", "named": True},
            **{"rows": rows, "task": task_to(TASK), "strategies": ["default"]},
            **{"m": 1, "seed": 0, "workers": 1},
        }
        box = Sandbox(ASK, order, seconds=60, most_bytes=10_000, network=True)
        answers = list(box.messages())
    assert [len(answer["raw"]) for answer in answers] == [2_000, 2_000]


@pytest.mark.parametrize("name", [ASK, JUDGE, ITEMS, PEOPLE])
def test_every_job_is_one(name: str) -> None:
    assert name in sandbox._jobs

"""Work in a process of its own: bounded, ended, and without the environment's keys."""

import base64
import io
import json
import sys
import time
from typing import Any

import pandas as pd
import pytest

from equipoise.datasets.discrim import TASK
from equipoise.invariance import confined, task_to
from equipoise.invariance.confined import Confined, ConfinedError
from tests.invariance.endpoints import Behaviour, endpoint

ITEMS = b"id,z,s,pred\n1,a,all,1\n2,b,all,0\n"


def judged(items: bytes, answers: bytes = b"", *, seconds: float = 60.0) -> dict[str, Any]:
    order = {name: base64.b64encode(one).decode() for name, one in
             (("items", items), ("answers", answers))}  # fmt: skip
    return next(iter(Confined("judge", order, seconds=seconds).messages()))


def test_one_file_may_hold_items_and_answers() -> None:
    found = judged(ITEMS)
    assert found["table"][0]["si_bias"] == 1
    assert found["contexts"] == ["a", "b"]


def test_what_is_wrong_is_told_with_its_row() -> None:
    with pytest.raises(ConfinedError, match=r"Row 3 .*pred is 'maybe'"):
        judged(ITEMS.replace(b"2,b,all,0", b"2,b,all,maybe"))


def test_a_message_is_not_as_long_as_the_file() -> None:
    with pytest.raises(ConfinedError) as caught:
        judged(b"id,z,s,pred\n1,a,all," + b"x" * 100_000 + b"\n2,b,all,1\n")
    assert len(str(caught.value)) < 700


def test_it_ends_in_time() -> None:
    started = time.monotonic()
    with pytest.raises(ConfinedError, match="longer than it may"):
        judged(ITEMS, seconds=0.05)
    assert time.monotonic() - started < 10


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded there only")
def test_a_wide_table_does_not_take_the_machine_with_it() -> None:
    header = ",".join(f"c{k}" for k in range(100_000))
    with pytest.raises(ConfinedError, match="more memory than it may"):
        judged(f"{header}\n{'x' * 2}\n".encode() + b"x\n" * 200_000)


def test_a_packed_file_that_unfolds() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    text = arrow.DictionaryArray.from_arrays([0] * 20_000, ["x" * 1_000_000])
    table = arrow.table({"id": list(map(str, range(20_000))), "z": text})
    buffer = io.BytesIO()
    parquet.write_table(table, buffer, compression="zstd")
    assert len(buffer.getvalue()) < 1_000_000
    with pytest.raises(ConfinedError, match=r"letters|memory"):
        judged(buffer.getvalue())


def test_nested_json_is_refused() -> None:
    with pytest.raises(ConfinedError):
        judged(b'[{"id":' + b"[" * 100_000 + b"]" * 100_000 + b"}]")


def test_keys_of_the_environment_stay_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def popen(command: list[str], **options: Any) -> Any:
        given.update(options, command=command)
        raise OSError

    monkeypatch.setenv("EQUIPOISE_API_KEY", "sk-secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setattr(confined.subprocess, "Popen", popen)
    with pytest.raises(OSError):  # noqa: PT011
        Confined("ask", {"key": "sk-typed"}, seconds=1)
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
        answers = list(Confined("ask", order, seconds=60).messages())
    assert [answer["pred"] for answer in answers] == [1, 1]
    assert not proxy.keys


def test_too_many_rows_and_columns() -> None:
    with pytest.raises(ConfinedError, match="20,001 rows"):
        judged(b"id,z\n" + b"".join(b"%d,a\n" % k for k in range(20_001)))
    wide = pd.DataFrame([[0] * 101], columns=[f"c{k}" for k in range(101)]).to_csv(index=False)
    with pytest.raises(ConfinedError, match="101 columns"):
        judged(wide.encode())


def test_too_many_contexts() -> None:
    rows = "".join(f"{k},c{k},all,1\n" for k in range(11))
    with pytest.raises(ConfinedError, match="11 contexts"):
        judged(f"id,z,s,pred\n{rows}".encode())

"""``python -m equipoise.invariance run``."""

import json
import sys
from pathlib import Path

import pytest

from equipoise.invariance import read_answers, read_manifest, write_items
from equipoise.invariance.__main__ import main
from equipoise.invariance.prompts import prompts_hash
from equipoise.invariance.tasks import task_to
from tests.invariance.asking import PLAIN, crossed
from tests.invariance.endpoints import Behaviour, endpoint
from tests.invariance.test_runner import answer_by_content

KEY = "sk-secret-0123456789abcdef"


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the arguments of a run, but for the address."""
    monkeypatch.setenv("EQUIPOISE_API_KEY", KEY)
    write_items(crossed(3), tmp_path / "items.csv")
    (tmp_path / "task.json").write_text(json.dumps(task_to(PLAIN)))
    return [
        *("run", "--items", str(tmp_path / "items.csv"), "--task", str(tmp_path / "task.json")),
        *("--strategies", "default, ooc", "--model", "m", "--m", "1"),
        *("--cache", str(tmp_path / "cache.jsonl"), "--out", str(tmp_path / "answers.csv")),
    ]


def written(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(folder.iterdir()))


def test_a_run_from_plan_to_score(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("openai")
    with endpoint(answer_by_content) as here:
        steps = tmp_path / "steps.jsonl"
        assert main([*prepared, "--base-url", here.url, "--steps", str(steps)]) == 0
        assert here.keys[0] == f"Bearer {KEY}"
        said = capsys.readouterr().err
        assert "6 rows, 2 strategies (default, ooc): 24 calls." in said
        assert "12 of 12" in said
        n_calls = len(here.requests)
        assert main([*prepared, "--base-url", here.url]) == 0
        assert len(here.requests) == n_calls
    answers = read_answers(tmp_path / "answers.csv")
    assert answers.strategies == ("default", "ooc")
    assert answers.table["pred"].notna().all()
    records = [json.loads(line) for line in steps.read_text().splitlines()]
    assert [step["name"] for step in records[1]["steps"]] == [
        *("context", "obfuscate", "rewrite", "answer"),
    ]
    manifest = read_manifest(tmp_path / "answers.manifest.json")
    assert (manifest.prompts_sha256, manifest.m) == (prompts_hash(), 1)
    files = ["--items", str(tmp_path / "items.csv"), "--answers", str(tmp_path / "answers.csv")]
    assert main(["score", *files, "--permutations", "200"]) == 0
    assert KEY.encode() not in written(tmp_path)
    assert KEY not in said + capsys.readouterr().out


def test_a_dry_run_asks_nothing(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*prepared, "--base-url", "http://127.0.0.1:9", "--dry-run"]) == 0
    assert "24 calls" in capsys.readouterr().err
    assert not (tmp_path / "answers.csv").exists()


def test_what_breaks_off_leaves_its_answers(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("openai")

    def closing(number: int, request: dict[str, object]) -> Behaviour:
        refused = Behaviour(status=401, body=f"bad key {KEY}".encode())
        return refused if number > 9 else answer_by_content(number, request)

    with endpoint(closing) as here:
        assert main([*prepared, "--base-url", here.url]) == 1
    said = capsys.readouterr().err
    assert "answered 401" in said
    assert "answers are in" in said
    assert len(read_answers(tmp_path / "answers.csv").table) >= 4
    assert KEY not in said
    assert KEY.encode() not in written(tmp_path)


def test_an_interrupted_run_leaves_its_answers(
    prepared: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("openai")

    def interrupt(self: object, done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("equipoise.invariance.run_command.Progress.show", interrupt)
    with endpoint(answer_by_content) as here:
        assert main([*prepared, "--base-url", here.url]) == 130
    assert "Stopped. 3 answers are in" in capsys.readouterr().err
    assert len(read_answers(tmp_path / "answers.csv").table) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--strategies", "magic"], "no strategy 'magic'"),
        (["--task", "nowhere.json"], "nowhere.json cannot be read"),
        (["--items", "nowhere.csv"], "nowhere.csv cannot be read"),
        (["--m", "0"], "at least 1"),
        (["--base-url", "http://u:p@h/v1"], "no user"),
    ],
)
def test_what_is_wrong_is_said(
    prepared: list[str], change: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("openai")
    assert main([*prepared, "--base-url", "http://127.0.0.1:9", *change]) == 1
    assert message in capsys.readouterr().err


def test_without_openai_it_says_what_is_needed(
    prepared: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    assert main([*prepared, "--base-url", "http://127.0.0.1:9"]) == 1
    assert "needs the package openai" in capsys.readouterr().err

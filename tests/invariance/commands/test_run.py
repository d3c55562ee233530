"""``python -m equipoise.invariance run``."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from equipoise.invariance import read_answers
from equipoise.invariance.__main__ import main
from equipoise.invariance.running.cache import Cache
from equipoise.invariance.running.manifest import read_manifest
from equipoise.invariance.running.strategies import prompts_hash
from equipoise.invariance.running.tasks import task_to
from equipoise.invariance.tables.items import write_items
from equipoise.version import __version__
from tests.invariance.asking import PLAIN, crossed
from tests.invariance.endpoints import Behaviour, endpoint
from tests.invariance.running.test_runner import answer_by_content

KEY = "sk-secret-0123456789abcdef"


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the arguments of a run, but for the address."""
    pytest.importorskip("openai")
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
    with endpoint(answer_by_content) as here:
        steps = tmp_path / "steps.jsonl"
        assert main([*prepared, "--base-url", here.url, "--steps", str(steps)]) == 0
        assert here.keys[0] == f"Bearer {KEY}"
        said = capsys.readouterr().err
        assert "6 rows, 2 strategies (default, ooc): 24 calls at most" in said
        assert "12 of 12 answers" in said
        assert f"12 answers of 12 are in {tmp_path / 'answers.csv'}. Next:" in said
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
    assert manifest.equipoise == __version__
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

    def closing(number: int, request: dict[str, object]) -> Behaviour:
        refused = Behaviour(status=401, body=f"bad key {KEY}".encode())
        return refused if number > 9 else answer_by_content(number, request)

    with endpoint(closing) as here:
        assert main([*prepared, "--base-url", here.url]) == 1
    said = capsys.readouterr().err
    assert "answered 401" in said
    assert "answers.part.csv. The same command goes on from there." in said
    assert len(read_answers(tmp_path / "answers.part.csv").table) >= 4
    assert KEY not in said
    assert KEY.encode() not in written(tmp_path)


def test_an_interrupted_run_leaves_its_answers(
    prepared: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:

    def interrupt(self: object, done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("equipoise.invariance.commands.run.Progress.show", interrupt)
    with endpoint(answer_by_content) as here:
        (tmp_path / "answers.csv").write_text("what an earlier run left")
        assert main([*prepared, "--base-url", here.url]) == 130
    assert "Stopped.\n3 answers of 12 are in" in capsys.readouterr().err
    assert len(read_answers(tmp_path / "answers.part.csv").table) == 3
    assert (tmp_path / "answers.csv").read_text() == "what an earlier run left"
    assert read_manifest(tmp_path / "answers.part.manifest.json").n_items == 6


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices of Linux")
@pytest.mark.parametrize("option", ["--out", "--cache", "--steps"])
def test_a_device_is_refused_before_anything_is_asked(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    (tmp_path / "full.csv").symlink_to("/dev/full")
    with endpoint(answer_by_content) as here:
        asked = [*prepared, "--base-url", here.url, option, str(tmp_path / "full.csv")]
        assert main(asked) == 1
        assert not here.requests
    assert f"{option}: {tmp_path}/full.csv is a device" in capsys.readouterr().err


def test_a_full_disk_under_the_replies_ends_in_a_sentence(
    prepared: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def full(file: object, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("equipoise.io.journal._write", full)
    with endpoint(answer_by_content) as here:
        assert main([*prepared, "--base-url", here.url]) == 1
    assert "cannot be written: No space left on device" in capsys.readouterr().err


def test_replies_are_kept_beside_the_answers(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = prepared.index("--cache")
    arguments = prepared[:place] + prepared[place + 2 :]
    with endpoint(answer_by_content) as here:
        assert main([*arguments, "--base-url", here.url]) == 0
        assert (tmp_path / "answers.cache.jsonl").exists()
        asked = len(here.requests)
        assert main([*arguments, "--base-url", here.url]) == 0
        assert len(here.requests) == asked


def test_what_could_not_be_read_is_counted(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with endpoint(lambda *_: Behaviour("perhaps")) as here:
        assert main([*prepared, "--base-url", here.url]) == 0
    assert "12 answers of 12 (12 unreadable) are in" in capsys.readouterr().err


def test_whatever_breaks_off_a_run_leaves_its_answers(
    prepared: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    put = Cache.put

    def full(self: Cache, *given: Any) -> None:
        if len(self) == 9:
            raise ZeroDivisionError("something nobody thought of")
        put(self, *given)

    monkeypatch.setattr(Cache, "put", full)
    with endpoint(answer_by_content) as here:
        assert main([*prepared, "--base-url", here.url]) == 1
    assert "error: ZeroDivisionError: something nobody" in capsys.readouterr().err
    assert len(read_answers(tmp_path / "answers.part.csv").table) == 5


def test_nothing_but_errors_is_no_success(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "items.csv").write_text("id,z,s,text\n1,A,all,Shop?\n2,B,all,Shop?\n")
    with endpoint(lambda *_: Behaviour(status=400)) as here:
        assert main([*prepared, "--base-url", here.url]) == 1
    said = capsys.readouterr().err
    assert "4 answers of 4 (4 error) are in" in said
    assert "The first error: " in said


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--out", "items.csv"], "--items and --out are the same file"),
        (["--out", "./here/../cache.jsonl"], "--cache and --out are the same file"),
        (["--steps", "task.json"], "--task and --steps are the same file"),
        (["--steps", "answers.part.csv"], "the part of --out and --steps are the same file"),
        (["--cache", "answers.manifest.json"], "--cache and the manifest are the same file"),
        (["--out", "answers.txt"], r"answers.txt must end in .csv, .jsonl or .parquet"),
        (["--steps", "."], "--steps: . is a folder"),
        (["--out", "items.csv/answers.csv"], "cannot be written"),
    ],
)
@pytest.mark.parametrize("dry", [[], ["--dry-run"]])
def test_files_are_told_apart_before_anything_is_asked(
    prepared: list[str],
    change: list[str],
    message: str,
    dry: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    with endpoint(answer_by_content) as here:
        assert main([*prepared, "--base-url", here.url, *change, *dry]) == 1
        assert not here.requests
    assert message in capsys.readouterr().err
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_what_is_likely_a_mistake_is_remarked(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = task_to(PLAIN) | {"contexts": ["Alpha", "Omega"]}
    (tmp_path / "task.json").write_text(json.dumps(other))
    arguments = [*prepared, "--base-url", "http://127.0.0.1:9", "--dry-run", "--m", "2"]
    assert main(arguments) == 0
    said = capsys.readouterr().err
    assert "of 2 votes half may say yes" in said
    assert "which the task does not name; it names Alpha and Omega." in said


def test_items_without_a_text_are_not_asked_about(
    prepared: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "items.csv").write_text("id,z,s,text\n1,A,all,Shop?\n2,B,all, \n")
    assert main([*prepared, "--base-url", "http://127.0.0.1:9"]) == 1
    assert "The item '2' has no text (1 such of 2)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (["--strategies", "magic"], "no strategy 'magic'"),
        (["--task", "nowhere.json"], "nowhere.json cannot be read"),
        (["--items", "nowhere.csv"], "nowhere.csv cannot be read"),
        (["--m", "0"], "from 1 to 99"),
        (["--m", "1" + "0" * 400], "from 1 to 99"),
        (["--seed", "99999999999999999999"], "seed must lie"),
        (["--model", "sk-0123456789abcdef"], "looks like a key"),
        (["--base-url", "http://u:p@h/v1"], "no user"),
    ],
)
def test_what_is_wrong_is_said(
    prepared: list[str], change: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*prepared, "--base-url", "http://127.0.0.1:9", *change]) == 1
    assert message in capsys.readouterr().err


def test_without_openai_it_says_what_is_needed(
    prepared: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("equipoise.invariance.commands.run.find_spec", lambda name: None)
    assert main([*prepared, "--base-url", "http://127.0.0.1:9", "--dry-run"]) == 1
    assert 'needs the package openai: python -m pip install "openai' in capsys.readouterr().err

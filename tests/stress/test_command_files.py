"""What the command line writes and keeps: nothing is lost, nothing replaced by mistake."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from equipoise.stress.__main__ import main
from tests.stress.test_specs import SPEC


def test_a_folder_that_is_not_there_is_said_before_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    out = tmp_path / "absent" / "x.csv"
    asked = ["run", "--bias", "label-noise", "--n", "200", "--repeats", "1", "--out", str(out)]
    assert main(asked) == 1
    said = capsys.readouterr().err
    assert "error: --out: there is no folder" in said
    assert "repeats" not in said


RUN = ["run", "--bias", "label-noise", "--amount", "0", "--n", "200", "--repeats", "2"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices of Linux")
@pytest.mark.parametrize("option", ["--out", "--results"])
@pytest.mark.parametrize("place", ["/dev/full", "/dev/null", "folder"])
def test_what_is_no_file_is_refused_before_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture, option: str, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    assert main([*RUN, option, str(tmp_path / place)]) == 1
    said = capsys.readouterr().err
    assert f"{place} is a " in said
    assert "repeats" not in said
    assert not Path("/dev/full").is_file()


def test_a_full_disk_loses_neither_the_older_result_nor_the_new(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "x.csv"
    out.write_text("older")

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    assert main(RUN) == 0
    wanted = capsys.readouterr().out
    monkeypatch.setattr("equipoise.io.writing.os.fsync", full)
    assert main([*RUN, "--out", str(out)]) == 1
    told = capsys.readouterr()
    assert "x.csv cannot be written: No space left on device" in told.err
    assert "The results went to standard output." in told.err
    assert told.out == wanted
    assert out.read_text() == "older"
    assert list(tmp_path.iterdir()) == [out]


def test_a_full_disk_under_the_kept_repeats_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    assert main([*RUN[:-1], "1", "--results", str(kept), "--out", str(tmp_path / "x")]) == 0
    before = kept.read_bytes()

    def full(file: object, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("equipoise.io.journal._write", full)
        assert main([*RUN, "--results", str(kept)]) == 1
    assert "kept.jsonl cannot be written: No space left" in capsys.readouterr().err
    assert kept.read_bytes() == before
    assert main([*RUN, "--results", str(kept), "--out", str(tmp_path / "y")]) == 0


@pytest.mark.parametrize("keeps", [True, False])
def test_an_interrupted_run_says_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch, keeps: bool
) -> None:
    out, kept = tmp_path / "x.csv", tmp_path / "kept.jsonl"
    out.write_text("older")

    def interrupt(progress: object, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("equipoise.stress.command._Progress.__call__", interrupt)
    results = ["--results", str(kept)] if keeps else []
    assert main([*RUN, "--out", str(out), *results]) == 130
    said = capsys.readouterr().err
    assert (f"Finished repeats are in {kept}." if keeps else "Nothing was written.") in said
    assert out.read_text() == "older"
    assert kept.exists() == keeps


def test_no_input_is_replaced_by_the_result(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table, spec = tmp_path / "people.csv", tmp_path / "design.json"
    table.write_text("a,b\n")
    spec.write_text(json.dumps(SPEC))
    asked = [*RUN, "--world", str(table), "--label-column", "a", "--group-column", "b"]
    for given, file in ((asked, table), (["run", "--spec", str(spec)], spec)):
        before = file.read_text()
        assert main([*given, "--out", str(file)]) == 1
        assert file.read_text() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda line: {**line, "repeat": "0"},
        lambda line: {**line, "repeat": -1},
        lambda line: {**line, "groups": [1, 2]},
        lambda line: {**line, "groups": None},
        lambda line: {**line, "values": ["1"] * len(line["values"])},
        lambda line: {**line, "values": [10**400] * len(line["values"])},
        lambda line: {**line, "values": [float("inf")] * len(line["values"])},
        lambda line: {**line, "values": line["values"][:-1]},
        lambda line: {**line, "shape": [len(line["values"])]},
        lambda line: {**line, "reasons": {"99999": "why"}},
        lambda line: {**line, "reasons": {"0": 7}},
        lambda line: {**line, "reasons": [1]},
        lambda line: {key: value for key, value in line.items() if key != "shape"},
    ],
)
def test_odd_lines_of_kept_repeats_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture, change: Callable[[dict], dict]
) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [*RUN, "--results", str(kept), "--out", str(tmp_path / "x")]
    assert main(asked) == 0
    lines = kept.read_text().splitlines()
    kept.write_text(json.dumps(change(json.loads(lines[0]))) + "\n" + lines[1] + "\n")
    capsys.readouterr()
    assert main(asked) == 1
    assert "kept.jsonl is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("torn", [b"\xff\xfe\x00", b"[" * 100_000, b"7", b"null", b'{"key": 1'])
def test_lines_of_no_run_are_passed_over(tmp_path: Path, torn: bytes) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [*RUN, "--results", str(kept), "--out", str(tmp_path / "x")]
    assert main(asked) == 0
    first = (tmp_path / "x").read_bytes()
    kept.write_bytes(torn + b"\n" + kept.read_bytes())
    assert main(asked) == 0
    assert (tmp_path / "x").read_bytes() == first

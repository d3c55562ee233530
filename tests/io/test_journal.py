"""Journals: a line is on disk whole, or the file is as it was."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from equipoise.io import journal
from equipoise.io.journal import Journal
from equipoise.io.writing import WritingError

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


def run_python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)


def test_lines_come_back(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "deep" / "kept.jsonl")
    assert kept.lines() == []
    for line in (b"one", "zwölf".encode()):
        kept.append(line)
    assert kept.lines() == [b"one", "zwölf".encode(), b""]


@pytest.mark.parametrize("torn", [b'{"a', "ü".encode()[:1]])
def test_half_a_line_stays_a_line_of_its_own(tmp_path: Path, torn: bytes) -> None:
    kept = Journal(tmp_path / "kept.jsonl")
    kept.path.write_bytes(b"one\n" + torn)
    kept.append(b"two")
    assert kept.lines() == [b"one", torn, b"two", b""]


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_leaves_the_lines_that_were_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    kept = Journal(tmp_path / "kept.jsonl")
    kept.append(b"one")
    before = kept.path.read_bytes()

    def full(file: object, *_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    if call == "fsync":
        monkeypatch.setattr(journal.os, "fsync", full)
    else:
        monkeypatch.setattr(journal, "_write", full)
    with pytest.raises(WritingError, match=r"No space left on device\. What it holds already"):
        kept.append(b"two")
    assert kept.path.read_bytes() == before


@posix
def test_a_line_that_fits_in_part_is_taken_back(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "kept.jsonl")
    kept.append(b"x" * 5_000)
    before = kept.path.read_bytes()
    code = (
        "import resource, signal, sys; from equipoise.io.journal import Journal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (6_000, 6_000))\n"
        "try:\n    Journal(sys.argv[1]).append(b'y' * 5_000)\n"
        "except OSError as error:\n    print(error)\n"
    )
    assert "cannot be written: File too large" in run_python(code, kept.path).stdout
    assert kept.path.read_bytes() == before


@posix
@pytest.mark.parametrize("device", ["/dev/full", "/dev/null", "/dev/zero"])
def test_a_device_is_no_journal(device: str) -> None:
    kept = Journal(device)
    for use in (kept.check, kept.lines, lambda: kept.append(b"one")):
        with pytest.raises(WritingError, match="only a file can be written"):
            use()


@posix
def test_a_pipe_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    kept = Journal(tmp_path / "pipe")
    for use in (kept.check, kept.lines, lambda: kept.append(b"one")):
        with pytest.raises(WritingError, match="is a pipe"):
            use()


WRITER = (
    "import json, sys; from equipoise.io.journal import Journal\n"
    "kept = Journal(sys.argv[1])\n"
    "for n in range(int(sys.argv[3])):\n"
    "    kept.append(json.dumps([sys.argv[2], n, sys.argv[2] * 20_000]).encode())\n"
    "    if n == 3: print('under way', flush=True)\n"
)


@posix
def test_runs_that_share_a_journal_lose_nothing_even_when_some_are_killed(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    writers = {
        name: subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file), name, str(count)],
            stdout=subprocess.PIPE, text=True,
        )
        for name, count in (("a", 40), ("b", 40), ("killed", 100_000))
    }  # fmt: skip
    try:
        killed = writers["killed"]
        assert killed.stdout is not None
        assert killed.stdout.readline() == "under way\n"
        killed.send_signal(signal.SIGKILL)
        assert [writers[name].wait(60) for name in "ab"] == [0, 0]
    finally:
        for writer in writers.values():
            writer.kill()
            writer.communicate()
    Journal(file).append(b'["after", 0, ""]')
    whole, torn = [], 0
    for line in Journal(file).lines()[:-1]:
        try:
            whole.append(json.loads(line))
        except ValueError:
            torn += 1
    assert torn <= 1
    for name in "ab":
        assert [n for who, n, text in whole if who == name and text == name * 20_000] == list(
            range(40)
        )
    assert whole[-1] == ["after", 0, ""]

"""Writing whole: whatever goes wrong, the older file is there, and nothing lies beside it."""

from __future__ import annotations

import errno
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from equipoise.io import writing
from equipoise.io.writing import WritingError, check_target, replacing, write_atomically

posix = pytest.mark.skipif(sys.platform == "win32", reason="kinds of files Windows has not")


def test_the_folder_is_made_and_nothing_is_left_beside(tmp_path: Path) -> None:
    file = tmp_path / "new" / "deep" / "scores.csv"
    write_atomically(file, "grün\n")
    assert file.read_bytes() == "grün\n".encode()
    assert list(file.parent.iterdir()) == [file]


def test_what_is_not_utf8_is_written_as_given(tmp_path: Path) -> None:
    write_atomically(tmp_path / "a.npz", b"\xff\x00\r\n")
    assert (tmp_path / "a.npz").read_bytes() == b"\xff\x00\r\n"


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch, call: str) -> Iterator[None]:
    """Let a call of the system fail as on a full disk."""

    def fails(*given: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(writing.os, call, fails)
        yield


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("older", [b"older", None])
def test_a_full_disk_leaves_the_older_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, older: bytes | None
) -> None:
    file = tmp_path / "scores.csv"
    if older is not None:
        file.write_bytes(older)
    before = sorted(tmp_path.iterdir())
    with (
        full_disk(monkeypatch, call),
        pytest.raises(WritingError, match=r"scores\.csv cannot be written: No space left"),
    ):
        write_atomically(file, "newer")
    assert sorted(tmp_path.iterdir()) == before
    assert older is None or file.read_bytes() == older


@posix
def test_a_limit_of_the_system_leaves_the_older_file(tmp_path: Path) -> None:
    """The real thing: the system takes a part of the content and refuses the rest."""
    file = tmp_path / "scores.csv"
    file.write_text("older")
    code = (
        "import resource, signal, sys; from equipoise.io.writing import write_atomically\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))\n"
        "try:\n    write_atomically(sys.argv[1], 'x' * 1_000_000)\n"
        "except OSError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True, check=True
    )
    assert "cannot be written: File too large" in done.stdout
    assert file.read_text() == "older"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError, SystemExit])
def test_whoever_makes_the_content_may_fail(tmp_path: Path, error: type[BaseException]) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("older")

    def fails() -> None:
        with replacing(file) as part:
            part.write(b"half of it")
            raise error

    with pytest.raises(error):
        fails()
    assert file.read_text() == "older"
    assert list(tmp_path.iterdir()) == [file]


@posix
def test_a_killed_writer_leaves_the_older_file_and_the_next_one_clears_up(tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("older")
    code = (
        "import sys, time; from equipoise.io.writing import replacing\n"
        "with replacing(sys.argv[1]) as part:\n"
        "    part.write(b'half of it'); part.flush(); print('in the middle', flush=True)\n"
        "    time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the middle\n"
        process.send_signal(signal.SIGKILL)
    assert file.read_text() == "older"
    (left,) = set(tmp_path.iterdir()) - {file}
    assert left.read_bytes() == b"half of it"
    write_atomically(file, "newer")
    assert left.exists(), "a young part may belong to another writer"
    long_ago = time.time() - 2 * writing.STALE
    os.utime(left, (long_ago, long_ago))
    write_atomically(tmp_path / "others.csv", "")
    assert left.exists(), "the part of another file"
    write_atomically(file, "newest")
    assert not left.exists()
    assert file.read_text() == "newest"


@posix
def test_nobody_else_reads_a_part_and_the_mode_is_that_of_open(tmp_path: Path) -> None:
    file, opened = tmp_path / "scores.csv", tmp_path / "opened.csv"
    for umask in (0o022, 0o077, 0o002):
        before = os.umask(umask)
        try:
            opened.write_text("")
            with replacing(file) as part:
                (beside,) = set(tmp_path.iterdir()) - {file, opened}
                assert stat.S_IMODE(beside.stat().st_mode) == 0o600
                part.write(b"secret until whole")
        finally:
            os.umask(before)
        assert file.stat().st_mode == opened.stat().st_mode
        file.unlink()
        opened.unlink()


@posix
def test_the_mode_of_the_older_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("older")
    file.chmod(0o640)
    write_atomically(file, "newer")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        here = Path.cwd()
        os.chdir(path.parent)  # The name of a socket may not be long.
        try:
            one.bind(path.name)
        finally:
            os.chdir(here)


@posix
@pytest.mark.parametrize(
    ("make", "said"),
    [
        pytest.param(Path.mkdir, "is a folder; name a file in it", id="folder"),
        pytest.param(os.mkfifo, "is a pipe, and only a file can be written", id="pipe"),
        pytest.param(_socket, "is a socket, and only a file can be written", id="socket"),
        pytest.param(
            lambda path: path.symlink_to("/dev/null"),
            "is a device, and only a file can be written",
            id="link to a device",
        ),
        pytest.param(lambda path: path.symlink_to(path.name), "cannot be written", id="loop"),
    ],
)
def test_only_files_are_written(tmp_path: Path, make: Callable[[Path], object], said: str) -> None:
    place = tmp_path / "place"
    make(place)
    kind = os.lstat(place).st_mode
    for writes in (check_target, lambda path: write_atomically(path, "x")):
        with pytest.raises(WritingError, match=said):
            writes(place)
    assert os.lstat(place).st_mode == kind
    assert list(tmp_path.iterdir()) == [place]


@posix
@pytest.mark.parametrize("device", ["/dev/null", "/dev/full", "/dev/stdout", "/dev/zero"])
def test_devices_stay_what_they_are(device: str) -> None:
    if not os.path.exists(device):
        pytest.skip(f"{device} is not there")
    before = os.stat(device)
    if stat.S_ISREG(before.st_mode):
        pytest.skip("standard output is a file here")
    with pytest.raises(WritingError, match="only a file can be written"):
        write_atomically(device, "x")
    assert os.stat(device).st_mode == before.st_mode


@posix
def test_a_link_stays_and_what_it_points_at_is_written(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    file, link = tmp_path / "results" / "scores.csv", tmp_path / "latest.csv"
    link.symlink_to(file)
    for content in ("first", "second"):
        write_atomically(link, content)
        assert link.is_symlink()
        assert file.read_text() == content
    assert sorted(tmp_path.iterdir()) == [link, file.parent]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("file/scores.csv", "is no folder"),
        ("x" * 300, "cannot be written"),
        ("a\0b", "is no name of a file"),
    ],
)
def test_names_that_can_hold_no_file(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "file").write_text("")
    for writes in (check_target, lambda path: write_atomically(path, "x")):
        with pytest.raises(WritingError, match=said):
            writes(f"{tmp_path}/{name}")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_the_longest_name_is_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("x" * 255), "long")
    assert (tmp_path / ("x" * 255)).read_text() == "long"


@pytest.mark.parametrize("closed", ["scores.csv", ""])
def test_what_is_write_protected_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, closed: str
) -> None:
    """Asked of the system, whose answer is put in its mouth: root may write anywhere."""
    (tmp_path / "scores.csv").write_text("older")
    protected = os.path.realpath(tmp_path / closed)
    monkeypatch.setattr(writing.os, "access", lambda path, mode: str(path) != protected)
    with pytest.raises(WritingError, match=r"scores\.csv cannot be written: .*write-protected"):
        write_atomically(tmp_path / "scores.csv", "newer")
    assert (tmp_path / "scores.csv").read_text() == "older"


def test_no_place_is_written_for_a_mere_check(tmp_path: Path) -> None:
    check_target(tmp_path / "new" / "scores.csv")
    assert list(tmp_path.iterdir()) == []


def test_many_write_one_file_and_it_is_always_whole(tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    file.write_text("0" * 100_000)
    code = (
        "import sys; from equipoise.io.writing import write_atomically\n"
        "for _ in range(40): write_atomically(sys.argv[1], sys.argv[2] * 100_000)\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", code, str(file), digit]) for digit in "123"]
    try:
        while any(writer.poll() is None for writer in writers):
            content = file.read_text()
            assert len(content) == 100_000
            assert len(set(content)) == 1
            time.sleep(0.001)
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()
    assert all(writer.returncode == 0 for writer in writers)
    assert list(tmp_path.iterdir()) == [file]

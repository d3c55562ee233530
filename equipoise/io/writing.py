"""Writing files whole: what was there stays until all of the new is on disk.

Every output goes this way. The new content grows beside its target, in a file that nobody
else can read, and takes the target's place in one step.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

STALE = 24 * 3600.0
"""Seconds after which a part that a killed process left behind is cleared away."""

_KINDS = (
    (stat.S_ISDIR, "is a folder; name a file in it"),
    (stat.S_ISCHR, "is a device, and only a file can be written"),
    (stat.S_ISBLK, "is a device, and only a file can be written"),
    (stat.S_ISFIFO, "is a pipe, and only a file can be written"),
    (stat.S_ISSOCK, "is a socket, and only a file can be written"),
)
_asking_umask = threading.Lock()


class WritingError(OSError):
    """A file that cannot be written; what was there before is untouched."""


def check_target(path: str | os.PathLike[str]) -> Path:
    """Return the file that writing to a path writes; nothing is written or made.

    A command asks before it computes anything, so that nobody waits in vain.

    Parameters
    ----------
    path : path
        A link is followed: it stays, and what it points at is written.

    Returns
    -------
    Path

    Raises
    ------
    WritingError
        If the path is anything but a regular file or free, is write-protected, or lies where no
        file can be made. A folder that is missing is no reason: it will be made.
    """
    name = os.fspath(path)
    if "\0" in name:
        raise WritingError(f"{name!r} is no name of a file.")
    target = Path(os.path.realpath(name))
    try:
        mode = os.stat(target).st_mode
    except (FileNotFoundError, NotADirectoryError):
        _check_folder(path, target)
        return target
    except OSError as error:
        raise _error(path, error) from error
    for is_kind, why in _KINDS:
        if is_kind(mode):
            raise WritingError(f"{path} {why}.")
    if not os.access(target, os.W_OK):
        raise WritingError(f"{path} cannot be written: it is write-protected.")
    _check_folder(path, target)
    return target


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file that takes the place of a path once it is whole.

    Parameters
    ----------
    path : path
        As for `check_target`. Its folder is made when needed. The new file has the mode of the
        one it replaces, or the one that `open` would give it.

    Yields
    ------
    binary file
        Private until it replaces the target. Where the body raises anything at all, it is
        removed and the target stays as it was.

    Raises
    ------
    WritingError
        If the path cannot be written.
    """
    target = check_target(path)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Parts have short names, however long the target's own is.
        start = f".{hashlib.sha256(os.fsencode(target.name)).hexdigest()[:12]}-"
        # What a killed process left of the same target goes; younger parts may be in use.
        for left in target.parent.glob(f"{start}*.part"):
            with contextlib.suppress(OSError):
                if time.time() - left.stat().st_mtime > STALE:
                    left.unlink()
        handle, name = tempfile.mkstemp(prefix=start, suffix=".part", dir=target.parent)
    except OSError as error:
        raise _error(path, error) from error
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            try:
                file.flush()
                os.fsync(file.fileno())
            except OSError as error:
                raise _error(path, error) from error
        try:
            os.chmod(part, _mode(target))
            os.replace(part, target)
        except OSError as error:
            raise _error(path, error) from error
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    # The new name is put on disk, too, where the system can: a crash must not bring back the old.
    with contextlib.suppress(OSError):
        opened = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def write_atomically(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file so that readers see the old content or the new, never a part.

    Parameters
    ----------
    path : path
        As for `replacing`.
    content : str or bytes
        The whole of it; text is written as UTF-8.

    Raises
    ------
    WritingError
        If the file can't be written; what was there before is then untouched.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        with replacing(path) as file:
            file.write(data)
    except WritingError:
        raise
    except OSError as error:
        raise _error(path, error) from error


def _check_folder(path: str | os.PathLike[str], target: Path) -> None:
    """Raise WritingError unless a file can be made beside the target."""
    with contextlib.suppress(OSError):
        if os.path.islink(target):
            raise WritingError(f"{path} is a link that points at itself.")
    try:
        place = next(one for one in target.parents if one.exists())
    except OSError as error:
        raise _error(path, error) from error
    if not place.is_dir():
        raise WritingError(f"{path} cannot be written: {place} is no folder.")
    if not os.access(place, os.W_OK | os.X_OK):
        raise WritingError(f"{path} cannot be written: the folder {place} is write-protected.")
    try:
        longest = os.pathconf(place, "PC_NAME_MAX")
    except (AttributeError, OSError, ValueError):
        return
    if len(os.fsencode(target.name)) > longest:
        raise _error(path, OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG)))


def _error(path: str | os.PathLike[str], error: OSError) -> WritingError:
    why = error.strerror or str(error)
    return WritingError(f"{path} cannot be written: {why}. What was there is untouched.")


def _mode(target: Path) -> int:
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        pass
    # The system tells it only by setting it: strict in between, for whatever else runs.
    with _asking_umask:
        umask = os.umask(0o077)
        os.umask(umask)
    return 0o666 & ~umask

"""Reading and writing artifacts: JSON files of columns and facts, checked on the way in."""

from __future__ import annotations

import json
import reprlib
import typing
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from equipoise.io.sums import SUMS, sha256, sums_beside, what_happened


class ArtifactError(ValueError):
    """An artifact that is missing, damaged or not of the expected shape.

    Parameters
    ----------
    problem : str
        Names the file, the key, the position and the value that is wrong.
    command : str
        What makes the artifact anew; "" where that is not known.
    """

    def __init__(self, problem: str, command: str = "") -> None:
        super().__init__(problem, command)
        self.problem = problem
        self.command = command

    def __str__(self) -> str:
        if not self.command:
            return self.problem
        return f"{self.problem}. What makes it anew: {self.command}"


@contextmanager
def made_by(command: str) -> Iterator[None]:
    """Let errors about an artifact say which command makes it anew."""
    try:
        yield
    except ArtifactError as error:
        raise ArtifactError(error.problem, error.command or command) from error


def compact(value: object) -> str:
    """Return a value as JSON without spaces; ValueError on NaN and infinities."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def read_content(path: Path) -> bytes:
    """Return what a file holds, once its SHA-256 is the one in the list beside it.

    Raises
    ------
    ArtifactError
        If the file can't be read, or is not the one in the list.
    """
    try:
        if path.exists() and not path.is_file():
            raise ArtifactError(f"{path}: can't be read (it is no regular file)")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise ArtifactError(f"{path}: there is no such file") from error
    except OSError as error:
        raise ArtifactError(f"{path}: can't be read ({error.strerror})") from error
    try:
        sums = sums_beside(path)
    except (OSError, ValueError) as error:
        raise ArtifactError(
            f"{path.with_name(SUMS)}: can't be read ({error})",
            f"git checkout -- {path.parent.name}/{SUMS}",
        ) from error
    if sums is not None and sums.get(path.name) != sha256(content):
        raise ArtifactError(f"{path}: {what_happened(path.name, content, sums)}")
    return content


def read_object(path: Path, keys: Collection[str]) -> dict[str, Any]:
    """Read a JSON object that has exactly the given keys.

    Parameters
    ----------
    path : Path
        The artifact.
    keys : collection of str
        Every key the object must have; it may have no other.

    Returns
    -------
    dict
        The parsed object. Its values have not been checked yet.

    Raises
    ------
    ArtifactError
        If the file can't be read, is not JSON, is no object, or has other keys.
    """
    content = read_content(path)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ArtifactError(f"{path}: not valid JSON, or cut short ({error})") from error
    check_keys(path, "", document, keys)
    return typing.cast(dict[str, Any], document)


def check_keys(path: Path, where: str, value: object, keys: Collection[str]) -> None:
    """Raise ArtifactError unless a value is an object with exactly these keys."""
    place = where or "the document"
    if not isinstance(value, dict):
        raise ArtifactError(f"{path}: {place} is {reprlib.repr(value)}, expected an object")
    for problem, names in (
        ("lacks the key", [key for key in keys if key not in value]),
        ("has the unknown key", [key for key in value if key not in keys]),
    ):
        if names:
            raise ArtifactError(f"{path}: {place} {problem} {reprlib.repr(names[0])}")


def check_column(
    path: Path,
    key: str,
    values: object,
    *,
    accepts: Callable[[Any], bool],
    expected: str,
    n_rows: int | None = None,
) -> None:
    """Check a column value by value.

    Parameters
    ----------
    path : Path
        The artifact, for the message.
    key : str
        Name of the column, for the message.
    values : object
        The column as parsed; a list or, with one character a row, a string.
    accepts : callable
        Tells whether one value is valid.
    expected : str
        What a valid value is, in words.
    n_rows : int, optional
        Number of values the column must have.

    Raises
    ------
    ArtifactError
        If it is no list or string, is empty, has another length, or holds an invalid value.
    """
    if not isinstance(values, (list, str)) or not values:
        raise ArtifactError(
            f"{path}: {key} is {reprlib.repr(values)}, expected a list with a value for each row"
        )
    if n_rows is not None and len(values) != n_rows:
        raise ArtifactError(f"{path}: {key} has {len(values)} values, expected {n_rows}")
    for position, value in enumerate(values):
        if not accepts(value):
            raise ArtifactError(
                f"{path}: {key}[{position}] is {reprlib.repr(value)}, expected {expected}"
            )


def is_label(value: object) -> bool:
    """Tell whether a parsed value is the integer 0 or 1."""
    return type(value) is int and value in (0, 1)


def is_score(value: object) -> bool:
    """Tell whether a parsed value is a number from 0 to 1."""
    return type(value) in (int, float) and 0 <= typing.cast(float, value) <= 1


def one_of(names: Sequence[str]) -> Callable[[object], bool]:
    """Return a check that a parsed value is one of these names."""
    return lambda value: isinstance(value, str) and value in names

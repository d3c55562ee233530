"""Turning parsed JSON into dataclasses, as their annotations say."""

from __future__ import annotations

import dataclasses
import math
import reprlib
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from equipoise.io.artifacts import ArtifactError, check_keys

T = TypeVar("T")


def decode(path: Path, where: str, kind: type[T], value: object) -> T:
    """Turn a parsed JSON value into a typed one.

    Parameters
    ----------
    path : Path
        The artifact, for the message.
    where : str
        Place of the value in it, for the message.
    kind : type
        ``str``, ``int``, ``float``, a dataclass, ``tuple[X, ...]`` or ``dict[str, X]``,
        where X is again one of these.
    value : object
        The parsed value.

    Returns
    -------
    object
        An instance of `kind`.

    Raises
    ------
    ArtifactError
        Naming the first place whose value is of another kind, or makes no sense there.
    """
    result: Any
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        check_keys(path, where, value, hints)
        given = cast(dict[str, Any], value)
        parts = {name: decode(path, f"{where}.{name}", hints[name], given[name]) for name in hints}
        try:
            result = kind(**parts)
        except ValueError as error:  # What the record itself refuses, such as a negative count.
            raise ArtifactError(f"{path}: {where}: {error}") from error
    elif get_origin(kind) is tuple and isinstance(value, list):
        item = get_args(kind)[0]
        result = tuple(decode(path, f"{where}[{i}]", item, part) for i, part in enumerate(value))
    elif get_origin(kind) is dict and isinstance(value, dict):
        item = get_args(kind)[1]
        result = {key: decode(path, f"{where}.{key}", item, part) for key, part in value.items()}
    elif _is_plain(kind, value):
        result = value
    else:
        expected = _NAMES.get(get_origin(kind) or kind, "another type")
        raise ArtifactError(f"{path}: {where} is {reprlib.repr(value)}, expected {expected}")
    return cast(T, result)


_NAMES: dict[Any, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    tuple: "a list",
    dict: "an object",
}


def _is_plain(kind: type, value: object) -> bool:
    if type(value) is float:
        return kind is float and math.isfinite(value)
    return type(value) is kind or (kind is float and type(value) is int)

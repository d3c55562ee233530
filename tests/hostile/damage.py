"""What can happen to a file on its way: damage as data, for every door that reads one.

A kind of damage takes the folder and the file's name and leaves something else there.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable
from pathlib import Path

Damage = Callable[[Path], object]

WEB_PAGE = b"<!DOCTYPE html>\n<html><head><title>Log in</title></head><body>Wi-Fi</body></html>\n"
LFS_POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"
)


def rewritten(change: Callable[[bytes], bytes]) -> Damage:
    """Return the damage that writes a file anew after a change to its bytes."""
    return lambda file: file.write_bytes(change(file.read_bytes()))


def with_content(content: bytes) -> Damage:
    """Return the damage that puts something else in place of a file."""
    return lambda file: file.write_bytes(content)


def _digit_flipped(content: bytes) -> bytes:
    """Exchange the last 1 in the first half for a 0: it parses as before."""
    place = content.rfind(b"1", 0, len(content) // 2)
    return content[:place] + b"0" + content[place + 1 :]


def _folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _swapped(file: Path) -> None:
    others = sorted(one for one in file.parent.iterdir() if one.is_file() and one.suffix)
    other = next(one for one in others if one.name != file.name and one.suffix == file.suffix)
    file.write_bytes(other.read_bytes())


def _pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


DAMAGE: dict[str, Damage] = {
    "missing": Path.unlink,
    "empty": with_content(b""),
    "cut short by five bytes": rewritten(lambda content: content[:-5]),
    "cut in half": rewritten(lambda content: content[: len(content) // 2]),
    "one digit flipped": rewritten(_digit_flipped),
    "one byte in the middle": rewritten(
        lambda content: content[: len(content) // 2] + b"\xff" + content[len(content) // 2 + 1 :]
    ),
    "the end twice": rewritten(lambda content: content + content[-200:]),
    "a web page": with_content(WEB_PAGE),
    "a pointer of Git LFS": with_content(LFS_POINTER),
    "other line ends": rewritten(lambda content: content.replace(b"\n", b"\r\n")),
    "a byte order mark": rewritten(lambda content: codecs.BOM_UTF8 + content),
    "UTF-16": rewritten(lambda content: content.decode("latin-1").encode("utf-16")),
    "zeros, as a crash leaves them": rewritten(lambda content: bytes(len(content))),
    "deep nesting": with_content(b"[" * 100_000),
    "deep objects": with_content(b'{"a":' * 50_000),
    "a huge number": with_content(b"9" * 5_000),
    "an infinite number": with_content(b'{"a": 1e999, "b": NaN}'),
    "an empty object": with_content(b"{}"),
    "half a character": with_content(b'{"a": "\\ud800"}'),
    "an empty zip": with_content(b"PK\x05\x06" + bytes(18)),
    "a folder": _folder,
}
"""Every kind by its name."""

if hasattr(os, "mkfifo"):
    DAMAGE["a pipe"] = _pipe

SWAPPED = _swapped
"""The content of another file of the folder, of the same kind where there is one."""

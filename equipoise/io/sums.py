"""The SHA-256 of every committed file, in a list beside them that ``sha256sum -c`` reads too.

A file that was cut short or changed may still parse. Whatever reads a committed file checks
its sum (`equipoise.io.artifacts.read_content`); whatever builds one anew puts its sum
into the list. A folder without a list has files of the reader's own, and nothing to check.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from equipoise.io.writing import write_atomically

SUMS = "SHA256SUMS"
"""The list's name in its folder."""

_LINE = re.compile(r"([0-9a-f]{64}) [ *](\S.*)")
_LFS = b"version https://git-lfs"
_PAGES = (b"<!doctype html", b"<html")


def sums_beside(path: Path) -> dict[str, str] | None:
    """Return the sums of a file's folder by file name; None where there is no list.

    Raises
    ------
    OSError
        If the list cannot be read.
    ValueError
        If it is something else; the line is named.
    """
    place = path.with_name(SUMS)
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None
    found = {}
    for number, line in enumerate(lines, start=1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number} is no sum and name of a file")
        found[match[2]] = match[1]
    return found


def record_sum(path: Path) -> None:
    """Put a file's present sum into the list beside it; where there is none, do nothing.

    Raises
    ------
    OSError
        If file or list cannot be read or written.
    """
    place = path.with_name(SUMS)
    try:
        known = sums_beside(path)
    except ValueError:
        known = {}
    if known is None:
        return
    known[path.name] = sha256(path.read_bytes())
    write_atomically(place, "".join(f"{known[name]}  {name}\n" for name in sorted(known)))


def sha256(content: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def what_happened(name: str, content: bytes, sums: Mapping[str, str]) -> str:
    """Say what a file looks like whose sum is not the one in the list."""
    wanted, found = sums.get(name, ""), sha256(content)
    others = [other for other, one in sums.items() if one == found]
    start = content[:200].lstrip().lower()
    if not content:
        return "it is empty"
    if others:
        return f"this is the content of {others[0]}"
    if content.startswith(_LFS):
        return "this is a pointer of Git LFS in place of the file"
    if start.startswith(_PAGES):
        return "this is a web page in place of the file"
    if sha256(content.removeprefix(codecs.BOM_UTF8)) == wanted:
        return "a byte order mark was put before it"
    if sha256(content.replace(b"\r\n", b"\n")) == wanted:
        return "its line ends were changed, as some programs do that copy text files"
    if not wanted:
        return f"{SUMS} does not name it"
    return f"it was cut short or changed; its SHA-256 is not the one in {SUMS}"

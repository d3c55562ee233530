"""The file in which a run keeps every reply it got, a line each.

It is a journal (`equipoise.io.journal`): a run that is killed loses the call it was at and no
other. Runs of other models and tasks may share the file, at the same time too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from pathlib import Path
from typing import Any

from equipoise.invariance.running.clients import (
    MOST_COUNT,
    Reply,
    Request,
    is_count,
    whole_characters,
)
from equipoise.io.journal import Journal

_BEGINNING = re.compile(rb'\{"key":"[0-9a-f]{64}","text":"')
_SAMPLE = b'{"key":"' + b"0" * 64 + b'","text":"'
"""How each line begins, and one such beginning."""


class CacheError(ValueError):
    """A cache file that is something else, or can't be written."""


class Cache:
    """Replies by request, kept in memory and, with a path, in a file.

    Parameters
    ----------
    path : path, optional
        Made, with its folder, when the first reply comes.

    Raises
    ------
    CacheError
        If the file holds something else or can't be read.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = None if path is None else Path(path)
        self._journal = None if path is None else Journal(path)
        self._replies = {} if self._journal is None else _read(self._journal)
        self._writing = threading.Lock()
        self._under_way: dict[str, threading.Lock] = {}

    def __len__(self) -> int:
        return len(self._replies)

    def get(self, model: str, request: Request) -> Reply | None:
        """Return the reply to a request, or None."""
        return self._replies.get(key_of(model, request))

    def put(self, model: str, request: Request, reply: Reply) -> None:
        """Keep a reply; it is on disk when this returns."""
        key = key_of(model, request)
        fields: dict[str, Any] = {
            "key": key,
            "text": reply.text,
            "seconds": reply.seconds,
            "tokens_in": reply.tokens_in,
            "tokens_out": reply.tokens_out,
            "ended": reply.ended,
        }
        line = json.dumps(fields, separators=(",", ":")).encode()
        with self._writing:
            if self._journal is not None:
                try:
                    self._journal.append(line)
                except OSError as error:
                    raise CacheError(f"The cache {error}") from error
            self._replies[key] = reply

    def claim(self, model: str, request: Request) -> threading.Lock:
        """Return the lock under which one request is asked, so that no two ask the same."""
        with self._writing:
            return self._under_way.setdefault(key_of(model, request), threading.Lock())

    def seconds_per_call(self) -> float | None:
        """Return the mean duration of the calls kept; None where there are none."""
        if not self._replies:
            return None
        return sum(reply.seconds for reply in self._replies.values()) / len(self._replies)


def key_of(model: str, request: Request) -> str:
    """Return the SHA-256 of all that a reply depends on, in hexadecimal."""
    parts = [model, request.messages, request.temperature, request.max_tokens, request.seed]
    # Escaped: half a character, which UTF-8 refuses, has a key as well.
    content = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(content.encode()).hexdigest()


def _read(journal: Journal) -> dict[str, Reply]:
    try:
        lines = journal.lines()
    except OSError as error:
        why = error.strerror or error
        raise CacheError(f"The cache {journal.path} cannot be read: {why}") from error
    # Two runs at once may have kept a reply each to one request: the later line counts.
    kept = dict(entry for entry in map(_parsed, lines) if entry is not None)
    # What runs leave that were killed as they wrote their first line is no other file.
    completed = (line + _SAMPLE[len(line) :] for line in lines)
    torn = lines and lines[-1] != b"" and all(map(_BEGINNING.match, completed))
    if lines and not kept and not torn:
        raise CacheError(
            f"{journal.path} holds no replies of a run; name another file as the cache."
        )
    return kept


def _parsed(line: bytes) -> tuple[str, Reply] | None:
    try:
        found = json.loads(line)
        key, text, ended = found["key"], found["text"], found["ended"]
        seconds, tokens = found["seconds"], (found["tokens_in"], found["tokens_out"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    right = (
        all(isinstance(one, str) for one in (key, text))
        and all(map(is_count, tokens))
        and isinstance(ended, bool)
        and (is_count(seconds) or isinstance(seconds, float))
        # Python reads NaN and Infinity in JSON; neither lies in here.
        and 0 <= seconds <= MOST_COUNT
    )
    # An earlier release kept halves of characters, which no file of answers can hold.
    return (key, Reply(whole_characters(text), seconds, *tokens, ended)) if right else None

"""Replies that are kept survive whatever ends a run."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from equipoise.invariance.running.cache import Cache, CacheError, key_of
from equipoise.invariance.running.clients import Reply, Request

REQUEST = Request([{"role": "user", "content": "Grüße\nand \u2028 more"}], 0.7, 16, 5)
REPLY = Reply("Ja.\n\u2028\x85 end", 0.25, 3, 2, False)


def test_what_is_put_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "replies.jsonl"
    Cache(path).put("m", REQUEST, REPLY)
    again = Cache(path)
    assert (again.get("m", REQUEST), len(again)) == (REPLY, 1)
    assert again.get("other", REQUEST) is None
    assert again.seconds_per_call() == 0.25


def test_every_part_of_a_request_counts() -> None:
    others = [
        Request([{"role": "user", "content": "x"}], 0.7, 16, 5),
        Request(REQUEST.messages, 0.0, 16, 5),
        Request(REQUEST.messages, 0.7, 17, 5),
        Request(REQUEST.messages, 0.7, 16, 6),
    ]
    assert len({key_of("m", each) for each in (REQUEST, *others)} | {key_of("n", REQUEST)}) == 6


def test_half_a_line_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    Cache(path).put("m", REQUEST, REPLY)
    whole = path.read_bytes()
    for length in (1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole + whole[:length])
        cache = Cache(path)
        assert cache.get("m", REQUEST) == REPLY
        cache.put("n", REQUEST, REPLY)
        assert len(Cache(path)) == 2


def test_a_first_line_cut_short_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_bytes(b'{"key":"ab')
    Cache(path).put("m", REQUEST, REPLY)
    assert len(Cache(path)) == 1


def test_first_lines_cut_short_twice_are_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_bytes(b'{"key":"ab\n' + b'{"key":"' + b"0" * 64 + b'","text":"on')
    assert len(Cache(path)) == 0


@pytest.mark.parametrize(
    "content",
    [
        *(b"[1, 2]", b'{"question": "?"}', b"Dear diary", b"\n", b'{"key":"ab"}', b"\xff\xfe"),
        *(b'{"key":"ab\n', b'{"key":"' + b"0" * 64 + b'","value":1', b'{"key":"xy'),
    ],
)
def test_one_foreign_line_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    with pytest.raises(CacheError, match="holds no replies"):
        Cache(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(pytest.param(name, 10**400, id=f"huge {name}") for name in ("seconds", "tokens_in")),
        *(("seconds", wrong) for wrong in (None, "1", True, -1.0, math.nan, math.inf)),
        *(("tokens_in", wrong) for wrong in (None, "1", True, -1, 1.5)),
        *(("text", None), ("text", ["a"]), ("ended", 1), ("ended", None), ("key", 5)),
    ],
)
def test_a_line_of_the_wrong_types_is_no_reply(tmp_path: Path, name: str, value: Any) -> None:
    path = tmp_path / "replies.jsonl"
    Cache(path).put("m", REQUEST, REPLY)
    line = json.loads(path.read_bytes())
    with path.open("a") as file:
        file.write(json.dumps(line | {"key": "0" * 64} | {name: value}) + "\n")
    again = Cache(path)
    assert (len(again), again.seconds_per_call()) == (1, 0.25)


def test_halves_of_characters_are_healed(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    Cache(path).put("m", REQUEST, Reply("hm \ud83d"))
    found = Cache(path).get("m", REQUEST)
    assert found is not None
    assert found.text == "hm \ufffd"


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary,\ntoday\n")
    with pytest.raises(CacheError, match=r"notes\.txt holds no replies"):
        Cache(path)
    with pytest.raises(CacheError, match="cannot be read"):
        Cache(tmp_path)
    cache = Cache(tmp_path / "later")
    (tmp_path / "later").mkdir()
    with pytest.raises(CacheError, match="later is a folder"):
        cache.put("m", REQUEST, REPLY)

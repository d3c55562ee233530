"""Manifests: written and read again, and closed to keys."""

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from equipoise.invariance import read_items
from equipoise.invariance.running.manifest import (
    Manifest,
    items_hash,
    read_manifest,
    write_manifest,
)
from equipoise.invariance.running.tasks import Task, task_to
from equipoise.invariance.tables.items import write_items
from tests.invariance.asking import LABELLED, PLAIN

GOOD = Manifest(
    model="Qwen2.5-Coder-1.5B-Instruct-Q4_K_M",
    date="2026-01-31T12:00:00+00:00",
    prompts_sha256="0" * 64,
    items_sha256="a" * 64,
    n_items=210,
    strategies=("default", "ooc"),
    model_sha256="f1" * 32,
    runtime="xllamacpp 0.2.1, 2 threads",
    remarks=("A basic question set; CC BY 4.0, https://example.org/a?design=1",),
)
SECRETS = [
    "https://me:pass@example.org/v1",
    "https://example.org/v1?api_key=abc",
    "https://example.org/v1?x=1&token=abc",
    "sk-proj-abcdefghijklmnop",
    "gsk_abcdefghijklmnop1234",
    "hf_abcdefghijklmnopqrst",
    "Authorization: x",
    "Bearer abcdefghijklmnop",
    "0123456789abcdef0123456789abcdef",
    "OPENAI_API_KEY=something",
]


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    write_manifest(GOOD, path)
    assert read_manifest(path) == GOOD


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("field", ["endpoint_model", "remarks", "model", "runtime"])
def test_what_looks_like_a_key_is_refused_and_not_repeated(secret: str, field: str) -> None:
    value = (secret,) if field == "remarks" else secret
    with pytest.raises(ValueError, match=f"{field} holds what looks like") as error:
        replace(GOOD, **{field: value})
    assert secret not in str(error.value)


def test_an_unknown_field_is_refused_and_a_key_in_it_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    write_manifest(GOOD, path)
    document = json.loads(path.read_text())
    path.write_text(json.dumps({**document, "extra": 1}))
    with pytest.raises(ValueError, match="unknown field 'extra'"):
        read_manifest(path)
    path.write_text(json.dumps({**document, "extra": {"a": SECRETS[3]}}))
    with pytest.raises(ValueError, match="extra holds what looks like a key"):
        read_manifest(path)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"prompts_sha256": "abc"}, "prompts_sha256 must be 64"),
        ({"prompts_sha256": ""}, "prompts_sha256 must be 64"),
        ({"items_sha256": ""}, "items_sha256 must be 64"),
        ({"items_sha256": "g" * 64}, "items_sha256 must be 64"),
        ({"items_sha256": "a" * 65}, "items_sha256 must be 64"),
        ({"model_sha256": "abc", "endpoint_model": "m"}, "model_sha256 must be 64"),
        ({"model_sha256": ""}, "its model_sha256 or its endpoint_model"),
        ({"model": ""}, "Name the model"),
        ({"n_items": 0}, "n_items must be at least 1"),
        ({"temperature": -1}, "temperature must be at least 0"),
        ({"temperature": float("nan")}, "temperature must be at least 0"),
        ({"strategies": ()}, "strategies must name"),
        ({"date": "yesterday"}, "date must be written"),
        ({"m": 0}, "m must be at least 1"),
        ({"model": 5}, "model must be a text"),
        ({"runtime": ["a"]}, "runtime must be a text"),
        ({"equipoise": 2}, "equipoise must be a text"),
        ({"items_sha256": None}, "items_sha256 must be a text"),
        ({"n_items": "210"}, "n_items must be a whole number"),
        ({"m": True}, "m must be a whole number"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"task": "Is it toxic?"}, "A task is an object"),
        ({"task": task_to(PLAIN) | {"positive": "maybe"}}, "positive is 'maybe'"),
    ],
)
def test_what_is_wrong_is_said(changed: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(GOOD, **changed)


@pytest.mark.parametrize(
    "changed",
    [
        {"model_sha256": "", "endpoint_model": "m"},
        {"n_items": 1, "m": 1, "temperature": 0},
        {"date": "2026-01-31", "seed": -5},
    ],
)
def test_what_is_right_at_the_edge(changed: dict) -> None:
    assert replace(GOOD, **changed)


@pytest.mark.parametrize("task", [PLAIN, LABELLED])
def test_seed_and_task_are_written_and_read_again(task: Task, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    given = replace(GOOD, seed=7, task=task)
    write_manifest(given, path)
    assert json.loads(path.read_text())["seed"] == 7
    assert json.loads(path.read_text())["task"]["question"] == task.question
    found = read_manifest(path)
    assert found == given
    assert found.task == task


def test_a_manifest_from_before_they_were_kept_is_read(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    write_manifest(GOOD, path)
    document = json.loads(path.read_text())
    later = ("seed", "task", "equipoise")
    path.write_text(json.dumps({k: v for k, v in document.items() if k not in later}))
    found = read_manifest(path)
    assert (found.seed, found.task, found.equipoise) == (None, None, "")


def test_a_key_in_a_task_is_refused_and_not_repeated() -> None:
    task = replace(PLAIN, question="Is sk-abcdefghijklmnopqrst a key?")
    with pytest.raises(ValueError, match="task holds what looks like a key") as error:
        replace(GOOD, task=task)
    assert "abcdefgh" not in str(error.value)


@pytest.mark.parametrize("content", ["", "[1]", "{}", '{"model": "a"}', '{"a":' * 100_000])
def test_a_file_that_is_no_manifest(content: str, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=r"manifest\.json"):
        read_manifest(path)
    with pytest.raises(ValueError, match="cannot be read"):
        read_manifest(tmp_path / "none.json")


def test_the_hash_of_items_is_that_of_what_they_say(tmp_path: Path) -> None:
    items = read_items(pd.DataFrame({"id": [1, 2], "z": ["A", "B"], "y": [1, 1]}))
    for name in ("a.csv", "a.parquet", "a.jsonl"):
        write_items(items, tmp_path / name)
        assert items_hash(read_items(tmp_path / name)) == items_hash(items)
    base = {"id": [1, 2], "z": ["A", "B"], "y": [1, 1], "text": ["a", "b"], "unit": ["u", "u"]}
    known = items_hash(read_items(pd.DataFrame(base)))
    for changed in (
        {"z": ["A", "C"]},
        {"id": [1, 3]},
        {"text": ["a", "c"]},
        {"unit": ["u", "v"]},
        {"y": [0, 0]},
        {"s": ["all", "all"]},
        {"z": ["A", "B"], "id": [2, 1]},
    ):
        assert items_hash(read_items(pd.DataFrame(base | changed))) != known

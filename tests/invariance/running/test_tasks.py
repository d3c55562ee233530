"""Tasks, and what is wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from equipoise.invariance.running.tasks import read_task, task_from, task_to

SPEC: dict[str, Any] = {
    "question": "Is it toxic?",
    "options": ["toxic", "non-toxic"],
    "positive": "toxic",
    "attribute": "religion",
    "contexts": ["Christian", "Muslim"],
    "description": "a comment",
    "label_descriptions": {"toxic": "a toxic comment", "non-toxic": "a harmless comment"},
}


def test_a_task_survives_its_file(tmp_path: Path) -> None:
    task = task_from(SPEC)
    path = tmp_path / "task.json"
    path.write_text(json.dumps(task_to(task)))
    assert read_task(path) == task
    assert task.options == ("toxic", "non-toxic")
    assert task.adjusts_for_label
    assert [task.label(option) for option in (0, 1)] == [1, 0]
    assert task.describe(1) == "a harmless comment"


def test_without_an_adjustment_set_the_description_is_plain() -> None:
    task = task_from({**SPEC, "label_descriptions": None})
    assert not task.adjusts_for_label
    assert task.describe(0) == task.describe(None) == "a comment"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"question": " "}, "question"),
        ({"options": ["yes"]}, "two options"),
        ({"options": "yes"}, "list of texts"),
        ({"options": ["Yes", "yes "]}, "differ"),
        ({"options": ["yes", 0]}, "0 is none"),
        ({"positive": "maybe"}, "'maybe'"),
        ({"contexts": ["one"]}, "two contexts"),
        ({"label_descriptions": {"toxic": "x"}}, "each option"),
        ({"label_descriptions": {"toxic": "x", "non-toxic": ""}}, "texts"),
        ({"optoins": []}, "no 'optoins'"),
    ],
)
def test_a_faulty_task_says_what_is_wrong(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        task_from({**SPEC, **change})


def test_a_task_that_lacks_fields_names_them() -> None:
    with pytest.raises(ValueError, match="positive, attribute"):
        task_from({"question": "?", "options": ["a", "b"], "contexts": ["c", "d"]})
    with pytest.raises(ValueError, match="object"):
        task_from([])


@pytest.mark.parametrize(("content", "message"), [("{", "not JSON"), ("[]", "object")])
def test_a_faulty_file_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "task.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=rf"task\.json.*{message}"):
        read_task(path)
    with pytest.raises(ValueError, match="cannot be read"):
        read_task(tmp_path / "none.json")

"""Cases of the second round: inputs that were answered wrongly, and what is right.

Each case is checked in `tests/cases/second_<part>.py`, which holds CHECKS: from a case's id to
a function of its input and of what is right, which asserts.
"""

import json
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent / "cases"
CASES = {case["id"]: case for case in json.loads((FOLDER / "second_round.json").read_text())}

# Which module checks which case: an id stands here once, in the one list of its part.
PARTS: dict[str, list[int]] = {
    "second_core": [1, 2, 3, 4, 5, 6, 30],
    "second_measures": [14, 15],
    "second_reading": [7, 8, 9, 10, 11, 12, 16, 17, 18, 19, 21, 22, 23, 24],
    "second_stress": [20, 29],
    "second_test_time": [13, 25, 26, 27, 28],
}
PART_OF = {f"EQ2-{number:02}": part for part, numbers in PARTS.items() for number in numbers}


def checks(part: str) -> dict[str, Callable[[dict[str, Any], dict[str, Any]], None]]:
    """Return what a part checks; nothing where its module is not there."""
    name = f"tests.cases.{part}"
    return import_module(name).CHECKS if find_spec(name) else {}


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=f"{name} {case['kind']}") for name, case in CASES.items()]
)
def test_case(case: dict[str, Any]) -> None:
    part = PART_OF[case["id"]]
    assert case["id"] in checks(part), f"{part} does not check {case['id']}"
    checks(part)[case["id"]](case["input"], case["right"])


def test_every_case_has_one_part_and_no_part_checks_anything_else() -> None:
    listed = [number for numbers in PARTS.values() for number in numbers]
    assert len(listed) == len(set(listed))
    assert PART_OF.keys() == CASES.keys()
    assert {path.stem for path in FOLDER.glob("second_*.py")} <= PARTS.keys()
    for part in PARTS:
        assert checks(part).keys() <= {name for name in CASES if PART_OF[name] == part}

"""What the requirements allow: a floor and a ceiling each, which CI installs as they stand."""

import re
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
FILES = ("requirements.txt", "tests/requirements.txt")


def lines() -> list[str]:
    texts = "\n".join((ROOT / name).read_text() for name in FILES)
    return [line for line in texts.splitlines() if line and not line.startswith("#")]


def floors() -> dict[str, str]:
    """Return what CI pins for its run on the lowest versions, by its own command."""
    script = (ROOT / ".ci/run").read_text()
    command = re.search(r"lowest_versions\(\) \{\n(.*?)\n\}", script, re.DOTALL)
    assert command
    done = subprocess.run(
        ["bash", "-c", command[1]], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return dict(line.split("==") for line in done.stdout.splitlines())


@pytest.mark.parametrize("line", lines())
def test_every_requirement_has_a_floor_that_ci_pins(line: str) -> None:
    wanted = Requirement(line)
    assert {one.operator for one in wanted.specifier} == {">=", "<"}
    floor = floors()[wanted.name]
    assert floor in wanted.specifier
    assert not any(
        Version(floor) > Version(one.version) for one in wanted.specifier if one.operator == ">="
    )
    assert version(wanted.name) in wanted.specifier


def test_ci_runs_the_lowest_versions_and_the_newest() -> None:
    script = (ROOT / ".ci/run").read_text()
    assert 'PIP_CONSTRAINT="$work/lowest.txt" test_on "$lowest"' in script
    assert re.search(r'^test_on "\$highest"', script, re.MULTILINE)
    assert script.index("bin/mypy") < script.index('test_on "$lowest"')

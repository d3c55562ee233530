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


def told_by_ci(command: str) -> list[str]:
    """Return the lines that a command of CI's own functions prints."""
    script = (ROOT / ".ci/run").read_text()
    functions = re.findall(r"^\w+\(\) \{.*?\}$", script, re.MULTILINE | re.DOTALL)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join((*functions, command))],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout.splitlines()


def floors() -> dict[str, str]:
    """Return what CI pins for its run on the lowest versions."""
    return dict(line.split("==") for line in told_by_ci("lowest_versions"))


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


def test_the_lowest_run_leaves_out_the_browser_and_nothing_else() -> None:
    whole = [line.removesuffix(" &&") for line in told_by_ci("readme_test_command")]
    *first, browser = whole
    assert browser.endswith("pytest -m browser")
    assert told_by_ci("readme_test_command | without_browser") == first
    assert '-m "not browser"' in first[-1]

"""The version stands in one place, and the changelog tells of it."""

import re
from pathlib import Path

from packaging.version import Version

import equipoise

ROOT = Path(__file__).parents[1]


def released() -> list[str]:
    """Return the versions that the changelog tells of, in its order."""
    changelog = (ROOT / ".github/CHANGELOG.md").read_text(encoding="utf-8")
    return re.findall(r"^## (\S+)", changelog, re.MULTILINE)


def test_the_changelog_begins_with_this_version() -> None:
    assert released()[0] == equipoise.__version__


def test_versions_go_down_from_there() -> None:
    versions = [Version(each) for each in released()]
    assert len(versions) > 1
    assert versions == sorted(set(versions), reverse=True)


def test_it_is_written_nowhere_else() -> None:
    found = [
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / "equipoise").rglob("*.py")
        if f'"{equipoise.__version__}"' in file.read_text(encoding="utf-8")
    ]
    assert found == ["equipoise/version.py"]

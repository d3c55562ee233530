"""What the contributor's guide and the README's picture of the house name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / ".github/CONTRIBUTING.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")

_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")


def named_in(text: str) -> list[str]:
    """Return the paths and modules in a text's code, fenced or not."""
    words = [word.strip("`,;()") for code in _CODE.findall(text) for word in code.split()]
    blocks = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    words += [word for block in blocks for word in block.split()]
    paths = [word for word in words if "/" in word and _PATH.fullmatch(word)]
    modules = [word for word in words if re.fullmatch(r"(equipoise|tests)(\.\w+)+", word)]
    return sorted({*paths, *modules})


def rooms() -> list[str]:
    """Return the files and folders in the README's picture of the house, from its root."""
    (drawing,) = re.findall(r"^```\n(streamlit_app\.py .*?)^```", README, re.MULTILINE | re.DOTALL)
    found = []
    for line in drawing.splitlines():
        folder = "equipoise/" if line.startswith(" ") else ""
        names = re.match(r"\s*((?:[\w.]+(?:\.py|/)\s+)*[\w.]+(?:\.py|/))(?=\s|$)", line)
        assert names, line
        found += [folder + name for name in names[1].split()]
    return found


def is_there(name: str) -> bool:
    if "/" in name or name.endswith(".py"):
        return (ROOT / name).exists()
    place = ROOT.joinpath(*name.split("."))
    if place.is_dir() or place.with_suffix(".py").is_file():
        return True
    # The last part may be a name in a module.
    *parents, last = name.split(".")
    place = ROOT.joinpath(*parents)
    files = (place.with_suffix(".py"), place / "__init__.py")
    return any(file.is_file() and last in file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("name", [name for name in named_in(GUIDE) if ".venv" not in name])
def test_what_the_guide_names_is_there(name: str) -> None:
    assert is_there(name)


@pytest.mark.parametrize("name", rooms())
def test_what_the_readme_draws_is_there(name: str) -> None:
    assert is_there(name)


def test_every_folder_of_the_package_is_drawn() -> None:
    folders = {f"equipoise/{file.parent.name}/" for file in ROOT.glob("equipoise/*/__init__.py")}
    assert folders <= set(rooms())


def test_the_guide_answers_at_least_eighteen_questions() -> None:
    (table,) = re.findall(r"^## Where do I change.*?(?=^## )", GUIDE, re.MULTILINE | re.DOTALL)
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 18
    assert all(named_in(row) for row in rows)


def test_a_wrong_path_would_be_seen() -> None:
    found = named_in(
        "`equipoise/none.py`, `equipoise/`, the page's\n```sh\nrun tests/none.py\n```"
    )
    assert found == ["equipoise/", "equipoise/none.py", "tests/none.py"]
    assert [is_there(name) for name in found] == [True, False, False]

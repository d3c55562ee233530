"""All tasks and guesses are listed once, under ids of their own, on pages that there are."""

import ast
from pathlib import Path

from equipoise.app.links import PAGES
from equipoise.tasks.catalogue import CATALOGUE
from equipoise.tasks.task import Guess, Task

TASKS = Path(__file__).parents[2] / "equipoise" / "tasks"


def made() -> list[str]:
    """Return how each module makes its tasks and guesses: a call for each."""
    calls = (
        node.func.id
        for file in TASKS.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    )
    return [name for name in calls if name in ("Task", "Guess")]


def test_what_there_is_to_do_is_listed() -> None:
    assert len(CATALOGUE) >= len(made()) > 20
    assert {type(one) for one in CATALOGUE.values()} == {Task, Guess}


def test_each_has_its_id_and_its_page() -> None:
    pages = {page.name for page in PAGES}
    for key, one in CATALOGUE.items():
        folder, _, name = key.partition("/")
        assert name == name.lower().strip()
        assert one.page in pages
        assert folder == one.page.lower().replace(" ", "-")

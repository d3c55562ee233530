"""What sessions share is computed once, by one, while the others wait."""

import ast
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from equipoise.app import views
from equipoise.app.frontier import kept as frontiers

PACKAGE = Path(__file__).parents[2] / "equipoise"
CROWD = 6
CHEAP = {"invariance/running/context_words.py"}  # A pattern compiled twice costs nothing.


def test_a_crowd_finds_a_frontier_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streamlit's caches let one session compute a value; the app relies on that."""
    calls, together = [], threading.Barrier(CROWD)
    find = frontiers.frontier

    def slow(*args, **options):
        calls.append(args)
        time.sleep(0.3)  # Long enough for the others to ask.
        return find(*args, **options)

    def ask(_: int) -> int:
        together.wait(30)
        return id(frontiers.frontier_of("sex", "equal_opportunity"))

    views.tally_of("sex")
    frontiers.frontier_of.clear()
    monkeypatch.setattr(frontiers, "frontier", slow)
    with ThreadPoolExecutor(CROWD) as crowd:
        found = set(crowd.map(ask, range(CROWD)))
    assert (len(found), len(calls)) == (1, 1)


def test_nothing_is_kept_by_a_cache_that_lets_a_crowd_compute_together() -> None:
    found = set()
    for file in PACKAGE.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                kept = [ast.unparse(decorator) for decorator in function.decorator_list]
                if any("lru_cache" in one or one in ("cache", "functools.cache") for one in kept):
                    found.add(file.relative_to(PACKAGE).as_posix())
    assert found <= CHEAP

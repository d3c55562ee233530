"""What sessions share is computed once, by one, while the others wait."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "equipoise"
CHEAP = {"invariance/running/context_words.py"}  # A pattern compiled twice costs nothing.


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

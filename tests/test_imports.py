"""What may be loaded by what: the core stands alone, and a page opens without heavy libraries."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("sklearn", "scipy", "fairlearn")
PAGES = sorted(f"pages/{path.name}" for path in ROOT.glob("pages/*.py"))

OPEN_PAGE = """
from streamlit.testing.v1 import AppTest
app = AppTest.from_file("streamlit_app.py", default_timeout=60).run()
if {page!r}:
    app.switch_page({page!r}).run()
assert not app.exception, app.exception[0].message
"""


def loaded_by(statement: str) -> set[str]:
    """Return the top-level packages that a fresh Python has loaded after a statement."""
    report = "import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}\n{report}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


def test_the_core_knows_neither_streamlit_nor_altair() -> None:
    found = loaded_by("import equipoise, equipoise.words, equipoise.datasets")
    assert found.isdisjoint({"streamlit", "altair", *HEAVY})


def test_charts_know_no_streamlit() -> None:
    modules = [f"equipoise.charts.{path.stem}" for path in ROOT.glob("equipoise/charts/[a-z]*.py")]
    found = loaded_by(f"import {', '.join(modules)}")
    assert "altair" in found
    assert found.isdisjoint({"streamlit", *HEAVY})


def test_the_app_loads_nothing_heavy() -> None:
    modules = [f"equipoise.app.{path.stem}" for path in ROOT.glob("equipoise/app/[a-z]*.py")]
    assert loaded_by(f"import {', '.join(modules)}").isdisjoint(HEAVY)


@pytest.mark.parametrize("page", ["", *PAGES])
def test_opening_a_page_loads_nothing_heavy(page: str) -> None:
    assert loaded_by(OPEN_PAGE.format(page=page)).isdisjoint(HEAVY)

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


def modules_of(*parts: str) -> list[str]:
    """Return all modules of some parts of the package, but those that run as commands."""
    files = [file for part in parts for file in sorted((ROOT / "equipoise").glob(part))]
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]


PARTS = ("datasets", "frontiers", "incompatibility", "io", "uncertainty")
CORE = ("*.py", *(f"{part}/**/*.py" for part in PARTS))


def test_the_core_knows_neither_streamlit_nor_altair() -> None:
    everything = modules_of(*CORE, "stress/**/*.py", "invariance/**/*.py")
    found = loaded_by(f"import {', '.join(everything)}")
    assert found.isdisjoint({"streamlit", "altair"})


def test_what_pages_read_of_the_core_is_light() -> None:
    found = loaded_by("import equipoise, equipoise.words, equipoise.datasets")
    assert found.isdisjoint(HEAVY)


def test_figures_know_no_streamlit() -> None:
    found = loaded_by(f"import {', '.join(modules_of('figures/**/*.py'))}")
    assert "altair" in found
    assert found.isdisjoint({"streamlit", *HEAVY})


def test_the_app_loads_nothing_heavy() -> None:
    assert loaded_by(f"import {', '.join(modules_of('app/**/*.py'))}").isdisjoint(HEAVY)


@pytest.mark.parametrize("page", ["", *PAGES])
def test_opening_a_page_loads_nothing_heavy(page: str) -> None:
    assert loaded_by(OPEN_PAGE.format(page=page)).isdisjoint(HEAVY)

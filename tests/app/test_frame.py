"""The frame: what every page has, and what happens when the artifact cannot be read."""

import subprocess
import sys
from pathlib import Path

import pytest

from equipoise.app import links
from equipoise.datasets import ArtifactError
from equipoise.datasets.adult import audit
from equipoise.figures.theme import COLOURS, SHAPES, SIGNS
from equipoise.version import __version__

ROOT = Path(__file__).parents[2]


def test_home_states_its_claim_and_keeps_the_answer_back(app) -> None:
    app.open("Home")
    said = " ".join(m.value for m in app.at.markdown)
    assert "0.3205" in said
    assert "54.0" in said
    assert "0.9347" not in said
    app.at.radio(key="guess home/pairs-told-apart").set_value("In 9 of 10 pairs")
    app.run()
    assert "0.9347" in " ".join(m.value for m in app.at.markdown)


@pytest.mark.parametrize("page", [Path(page.path).stem for page in links.PAGES])
def test_the_foot_names_the_version(app, page: str) -> None:
    app.open("Home" if page == "streamlit_app" else page)
    assert app.at.sidebar.caption[-1].value == f"Equipoise {__version__}"


def test_a_broken_artifact_gives_a_page_and_no_traceback(app, monkeypatch) -> None:
    def broken() -> None:
        raise ArtifactError("adult_test.json: y_true[3] is 7, expected 0 or 1")

    audit.adult_audit.cache_clear()
    monkeypatch.setattr(audit, "load_adult", broken)
    app.open("Home")
    assert app.at.title[0].value == "The predictions cannot be read"
    assert "y\\_true\\[3\\] is 7" in app.at.error[0].value
    assert "equipoise.datasets adult" in app.at.code[0].value


def test_every_page_has_its_file() -> None:
    found = sorted(p.name for p in (ROOT / "pages").glob("*.py"))
    assert [Path(page.path).name for page in links.PAGES[1:]] == found


@pytest.mark.parametrize("file", [page.path for page in links.PAGES])
def test_a_page_imports_no_heavy_library(file: str) -> None:
    script = (
        "import sys, ast; tree = ast.parse(open(sys.argv[1]).read());"
        "tree.body = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))];"
        "exec(compile(tree, 'page', 'exec'));"
        "print([m for m in ('sklearn', 'scipy', 'fairlearn') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(ROOT / file)],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "[]"


def test_groups_never_differ_by_colour_alone() -> None:
    assert len(set(SHAPES)) == len(set(SIGNS)) == len(SHAPES) == 10
    for palette in COLOURS.values():
        assert len(set(palette)) == len(palette) == 10


def test_the_configuration_hands_over_the_same_colours() -> None:
    import tomllib

    theme = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]
    assert tuple(theme["chartCategoricalColors"]) == COLOURS["light"]
    assert tuple(theme["dark"]["chartCategoricalColors"]) == COLOURS["dark"]


@pytest.mark.parametrize(("mode", "background"), [("light", "#FFFFFF"), ("dark", "#121212")])
def test_every_colour_stands_out(mode: str, background: str) -> None:
    for colour in COLOURS[mode]:
        assert contrast(colour, background) >= 3


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colours."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

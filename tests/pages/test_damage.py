"""A damaged file is said readably on the page that needs it; the other pages go on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from equipoise.app.invariance.lesson import lesson
from equipoise.app.invariance.recorded import recording
from equipoise.app.stress import gallery
from equipoise.datasets.adult import artifact as adult
from equipoise.datasets.adult.audit import adult_audit
from equipoise.datasets.discrim import artifact as discrim
from equipoise.invariance.lesson import recorded
from equipoise.io.sums import SUMS
from equipoise.stress.study import artifact, load_published
from equipoise.stress.study import recorded as findings
from tests.hostile.damage import DAMAGE
from tests.pages.pages import ROOT, open_page

stress_adult = sys.modules["equipoise.stress.adult"]

AUDITS = ("Home", "Data", "Metrics", "Incompatibility", "Frontier")
LOADED = (adult_audit, lesson, recording)
BROKEN = "The predictions cannot be read"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the committed folder, from which the app reads."""
    folder = tmp_path / "data"
    shutil.copytree(ROOT / "data", folder)
    monkeypatch.setattr(adult, "ARTIFACT", folder / "adult_test.json")
    monkeypatch.setattr(discrim, "DATA", folder)
    monkeypatch.setattr(recorded, "ARTIFACT", folder / "templates.json")
    monkeypatch.setattr(artifact, "ARTIFACT", folder / "stress_paper.json")
    monkeypatch.setattr(findings, "FINDINGS", folder / "stress_findings.json")
    published = folder / "stress_published.csv"
    monkeypatch.setattr(gallery, "load_published", lambda: load_published(published))
    monkeypatch.setattr(stress_adult, "ARTIFACT", folder / "adult_features.npz")
    monkeypatch.setattr(stress_adult, "_people", stress_adult._people.__wrapped__)
    st.cache_resource.clear()
    for load in LOADED:
        load.cache_clear()
    yield folder
    st.cache_resource.clear()
    for load in LOADED:
        load.cache_clear()


def said(at: AppTest) -> str:
    boxes = (at.title, at.markdown, at.info, at.error, at.code, at.caption)
    shown = " ".join(str(part.value) for kind in boxes for part in kind)
    return shown.replace("\\", "")  # Markdown's own, before an underscore.


@pytest.mark.parametrize("damage", ["missing", "cut short by five bytes", "a web page"])
def test_pages_that_audit_say_that_the_predictions_are_broken(data: Path, damage: str) -> None:
    DAMAGE[damage](data / "adult_test.json")
    for page in AUDITS:
        at = open_page(page)
        assert at.title[0].value == BROKEN
        assert "adult_test.json" in said(at)
        assert "python -m equipoise.datasets adult" in at.code[0].value


@pytest.mark.parametrize(
    ("page", "params"),
    [
        ("Stress test", {}),
        ("Stress test", {"s.room": "stories"}),
        ("Test time", {}),
        ("Test time", {"i.room": "own"}),
    ],
)
def test_other_pages_go_on_without_the_predictions(
    data: Path, page: str, params: dict[str, str]
) -> None:
    DAMAGE["cut short by five bytes"](data / "adult_test.json")
    link = {"by": "race-five", "t.Black": "0.4", "t.Female": "0.4", **params}
    at = open_page(page, **link)
    assert BROKEN not in said(at)
    assert "no group" not in said(at)
    at.run()
    assert not at.exception


NEEDED = [
    ("templates.json", "Test time", {}, "python -m equipoise.datasets templates"),
    (
        "stress_paper.json",
        "Stress test",
        {"s.room": "paper"},
        "python -m equipoise.stress paper",
    ),
    ("stress_published.csv", "Stress test", {"s.room": "paper"}, "git checkout -- data/stress_"),
    (
        "stress_findings.json",
        "Stress test",
        {"s.room": "stories"},
        "python -m equipoise.stress finding NUMBER --record",
    ),
    (
        "adult_features.npz",
        "Stress test",
        {"s.room": "bench", "s.world": "adult-sex"},
        "python -m equipoise.stress adult",
    ),
    ("discrim_items.csv", "Test time", {"i.room": "model"}, "python -m equipoise.datasets disc"),
    *(
        (f"discrim_{name}", "Test time", {"i.room": "model"}, "discrim --record model.gguf")
        for name in ("answers.csv", "steps.jsonl", "manifest.json")
    ),
]


@pytest.mark.parametrize(
    ("name", "page", "params", "command"), NEEDED, ids=[name for name, *_ in NEEDED]
)
def test_the_page_that_needs_a_file_says_so(
    data: Path, name: str, page: str, params: dict[str, str], command: str
) -> None:
    DAMAGE["cut short by five bytes"](data / name)
    at = open_page(page, **params)
    assert name in said(at)
    assert "cut short or changed" in said(at)
    assert command in said(at)
    others = [one for one in ("Metrics", "Stress test", "Test time") if one != page]
    for other in others:
        assert name not in said(open_page(other))


def test_a_mended_file_is_taken_up_without_a_restart(data: Path) -> None:
    whole = (data / "adult_test.json").read_bytes()
    DAMAGE["cut in half"](data / "adult_test.json")
    at = open_page("Metrics")
    assert at.title[0].value == BROKEN
    (data / "adult_test.json").write_bytes(whole)
    at.run()
    assert not at.exception
    assert at.title[0].value != BROKEN


def test_a_damaged_list_of_sums_stops_nothing_silently(data: Path) -> None:
    (data / SUMS).write_bytes(b"<html>")
    at = open_page("Metrics")
    assert at.title[0].value == BROKEN
    assert f"git checkout -- data/{SUMS}" in at.code[0].value

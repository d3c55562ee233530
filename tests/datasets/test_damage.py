"""Every kind of damage to every committed file ends in its own error, which names the file."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equipoise.datasets import ArtifactError, adult_card, load_adult
from equipoise.datasets.__main__ import main as datasets_main
from equipoise.datasets.discrim.artifact import ANSWERS, ITEMS, MANIFEST, STEPS, load_discrim
from equipoise.invariance.lesson.recorded import load_lesson
from equipoise.io.artifacts import read_content
from equipoise.io.sums import SUMS, record_sum, sums_beside
from equipoise.stress import adult
from equipoise.stress.__main__ import main as stress_main
from equipoise.stress.study import load_findings, load_paper, load_published
from equipoise.stress.study.recorded import record
from tests.hostile.damage import DAMAGE

DATA = Path(__file__).parents[2] / "data"
stress_adult = sys.modules["equipoise.stress.adult"]  # The name in the package is the function.


def load_features(file: Path) -> object:
    """Load the features as `adult` does, from a file of one's own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(stress_adult, "ARTIFACT", file)
        patched.setattr(stress_adult, "_people", stress_adult._people.__wrapped__)
        return adult("sex")


def load_folder(file: Path) -> object:
    return load_discrim(file.parent)


DISCRIM = "python -m equipoise.datasets discrim"
LOADERS: list[tuple[str, Callable[[Path], object], type[Exception], str]] = [
    ("adult_test.json", load_adult, ArtifactError, "python -m equipoise.datasets adult"),
    ("adult_test.json", adult_card, ArtifactError, "python -m equipoise.datasets adult"),
    ("adult_features.npz", load_features, OSError, "python -m equipoise.stress adult"),
    ("templates.json", load_lesson, ArtifactError, "python -m equipoise.datasets templates"),
    ("stress_paper.json", load_paper, ArtifactError, "python -m equipoise.stress paper"),
    ("stress_findings.json", load_findings, ArtifactError, "python -m equipoise.stress finding"),
    ("stress_published.csv", load_published, ArtifactError, "git checkout -- data/stress_pub"),
    (ITEMS, load_folder, ArtifactError, DISCRIM),
    (ANSWERS, load_folder, ArtifactError, f"{DISCRIM} --record"),
    (STEPS, load_folder, ArtifactError, f"{DISCRIM} --record"),
    (MANIFEST, load_folder, ArtifactError, f"{DISCRIM} --record"),
]
IDS = [f"{name} {load.__name__}" for name, load, *_ in LOADERS]
NAMES = {name for name, *_ in LOADERS}
each_loader = pytest.mark.parametrize(("name", "load", "kind", "command"), LOADERS, ids=IDS)


@pytest.fixture
def data(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of the committed folder; of the file a case is about, and what belongs to it."""
    about = getattr(request.node, "callspec", None)
    name = about.params.get("name", "") if about else ""
    part = "discrim_*" if str(name).startswith("discrim") else name if name in NAMES else "*.*"
    (tmp_path / "data").mkdir()
    for file in (*DATA.glob(part), DATA / SUMS):
        shutil.copy(file, tmp_path / "data")
    return tmp_path / "data"


def test_every_committed_file_is_held_and_tried() -> None:
    files = {file.name for file in DATA.iterdir()} - {SUMS, ".gitattributes"}
    held = sums_beside(DATA / "any") or {}
    assert files == set(held) == NAMES
    for name, wanted in held.items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == wanted, name


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="needs sha256sum")
def test_the_list_is_one_that_sha256sum_reads() -> None:
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", SUMS], cwd=DATA, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_git_leaves_the_bytes_alone() -> None:
    """Whatever the reader's git does to line ends elsewhere."""
    done = subprocess.run(
        ["git", "check-attr", "text", "--", *(f"data/{name}" for name, *_ in LOADERS)],
        cwd=DATA.parent, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        pytest.skip("no repository")
    assert all(line.endswith(": text: unset") for line in done.stdout.splitlines())
    assert done.stdout


@each_loader
def test_undamaged_files_load(
    data: Path, name: str, load: Callable[[Path], object], kind: object, command: object
) -> None:
    load(data / name)


@each_loader
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_refused(
    data: Path,
    name: str,
    load: Callable[[Path], object],
    kind: type[Exception],
    command: str,
    damage: str,
) -> None:
    before = (data / name).read_bytes()
    DAMAGE[damage](data / name)
    if (data / name).is_file() and (data / name).read_bytes() == before:
        load(data / name)  # Nothing was there to damage so.
        return
    with pytest.raises(kind) as caught:
        load(data / name)
    assert name in str(caught.value)
    assert command in str(caught.value)
    assert len(str(caught.value)) < 600


@each_loader
@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_ends_in_its_own_error_without_a_list_too(
    data: Path,
    name: str,
    load: Callable[[Path], object],
    kind: type[Exception],
    command: str,
    damage: str,
) -> None:
    """As for a file of the reader's own: what it holds is checked value by value."""
    (data / SUMS).unlink()
    DAMAGE[damage](data / name)
    try:
        load(data / name)
    except kind as error:
        assert name in str(error) or name.startswith("discrim"), error  # noqa: PT017
        assert command in str(error) or name == ITEMS, error  # noqa: PT017


@each_loader
def test_the_content_of_another_file_is_recognised(
    data: Path, name: str, load: Callable[[Path], object], kind: type[Exception], command: str
) -> None:
    other = "stress_published.csv" if name != "stress_published.csv" else "templates.json"
    (data / name).write_bytes((DATA / other).read_bytes())
    with pytest.raises(kind, match=f"this is the content of {other}"):
        load(data / name)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("empty", "it is empty"),
        ("a web page", "this is a web page"),
        ("a pointer of Git LFS", "this is a pointer of Git LFS"),
        ("other line ends", "its line ends were changed"),
        ("a byte order mark", "a byte order mark was put before it"),
        ("cut short by five bytes", "it was cut short or changed"),
    ],
)
def test_what_happened_is_said(data: Path, damage: str, said: str) -> None:
    DAMAGE[damage](data / ANSWERS)
    with pytest.raises(ArtifactError, match=said):
        load_discrim(data)


def test_a_file_nobody_may_read(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    for name, load, kind, command in LOADERS:
        with pytest.raises(kind, match="Permission denied") as caught:
            load(data / name)
        assert command.split(" --")[0] in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"<html>", b"\xff\xfe", b"0" * 64 + b"\n"])
def test_a_damaged_list_is_named(data: Path, content: bytes) -> None:
    (data / SUMS).write_bytes(content)
    with pytest.raises(ArtifactError, match=f"{SUMS}"):
        load_adult(data / "adult_test.json")


def test_who_builds_a_file_anew_puts_its_sum_into_the_list(data: Path) -> None:
    file = data / "templates.json"
    file.write_bytes(file.read_bytes().replace(b"\n", b" \n", 1))
    others = {k: v for k, v in (sums_beside(file) or {}).items() if k != file.name}
    with pytest.raises(ArtifactError):
        load_lesson(file)
    record_sum(file)
    load_lesson(file)
    assert (sums_beside(file) or {}).items() > others.items()
    (data / SUMS).unlink()
    record_sum(file)
    assert not (data / SUMS).exists(), "a folder of one's own gets no list"


# --- the same with the sum of the damaged file, as if its builder had been at fault ------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("model", value) for value in (7, None, [], {}, True)),
        *(("m", value) for value in ("3", 0.5, None)),
        pytest.param("m", 10**400, id="a huge m"),
        *(("temperature", value) for value in ("hot", None, [], -1)),
        *(("strategies", value) for value in (7, None, [1], "default", [])),
        *(("task", value) for value in (7, [], {"question": 7}, {"options": None})),
        *(("remarks", value) for value in (7, [1], {})),
        *(("date", value) for value in (7, "soon", None)),
        *(("items_sha256", value) for value in (7, "", "x" * 64)),
    ],
)
def test_a_manifest_of_other_types_is_refused(data: Path, field: str, value: Any) -> None:
    document = json.loads((data / MANIFEST).read_bytes())
    (data / MANIFEST).write_text(json.dumps({**document, field: value}))
    record_sum(data / MANIFEST)
    with pytest.raises(ArtifactError, match=MANIFEST):
        load_discrim(data)


@pytest.mark.parametrize(
    "line",
    [
        *("7", "[]", "null", "{}", '{"id": 7, "strategy": "ooc", "steps": 7}'),
        *('{"id": [], "strategy": {}, "steps": []}', '{"id": "q1", "strategy": "ooc"}'),
        '{"id": "q1", "strategy": "ooc", "steps": [{"name": 7}]}',
        "[" * 100_000,
    ],
)
def test_steps_of_other_types_are_refused(data: Path, line: str) -> None:
    with (data / STEPS).open("a") as file:
        file.write(f"{line}\n")
    record_sum(data / STEPS)
    with pytest.raises(ArtifactError, match=STEPS):
        load_discrim(data)


@pytest.mark.parametrize(
    ("name", "column"),
    [
        ("sex", np.full(45_222, 7)),
        ("sex", np.zeros(45_222)),
        ("age", np.array(["old"] * 45_222)),
        ("age", np.zeros((45_222, 2), dtype=int)),
        ("age", np.zeros(7, dtype=int)),
        ("income above 50K", np.full(45_222, -1)),
        ("race", np.array([None] * 45_222, dtype=object)),
        ("race", np.array(1)),
    ],
)
def test_features_of_other_types_are_refused(data: Path, name: str, column: np.ndarray) -> None:
    file = data / "adult_features.npz"
    with np.load(file) as found:
        columns = {key: found[key] for key in found}
    np.savez_compressed(file, **{**columns, name: column})
    record_sum(file)
    with pytest.raises(OSError, match=r"adult_features\.npz is damaged"):
        load_features(file)


def test_a_list_is_read_from_where_the_file_lies(tmp_path: Path) -> None:
    (tmp_path / "own.json").write_bytes(b"{}")
    assert read_content(tmp_path / "own.json") == b"{}"


# --- built anew ---------------------------------------------------------------------------------


def test_a_damaged_file_of_findings_can_be_recorded_anew(data: Path) -> None:
    file = data / "stress_findings.json"
    known = load_findings(file)
    DAMAGE["cut in half"](file)
    for finding in known.values():
        record(finding, file)
    again = load_findings(file)
    assert list(again) == list(known)
    assert file.read_bytes() == (DATA / file.name).read_bytes()
    assert sums_beside(file) == sums_beside(DATA / file.name)


def test_the_features_are_written_whole(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = data / "adult_features.npz"
    with np.load(file) as found:
        columns = {name: found[name] for name in found}
    monkeypatch.setattr(stress_adult, "ARTIFACT", file)
    monkeypatch.setattr(stress_adult, "columns_from", lambda source: columns)
    before = file.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("equipoise.io.writing.os.fsync", full)
        assert stress_main(["adult"]) == 1
    assert "adult_features.npz cannot be written: No space" in capsys.readouterr().err
    assert file.read_bytes() == before
    DAMAGE["cut short by five bytes"](file)
    assert stress_main(["adult"]) == 0
    load_features(file)
    assert stress_main(["adult", "--check"]) == 0


@pytest.mark.parametrize(
    "asked", [["adult", "--out"], ["templates", "--out"], ["discrim", "--out"]]
)
def test_no_build_begins_where_nothing_can_be_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    asked: list[str],
) -> None:
    def late(*given: object, **options: object) -> None:
        raise AssertionError("fetched first")

    monkeypatch.setattr("equipoise.datasets.adult.build.fetch", late)
    monkeypatch.setattr("equipoise.datasets.templates.recording._classifier", late)
    monkeypatch.setattr("equipoise.datasets.discrim.command.discrim_items", late)
    (tmp_path / "folder" / ITEMS).mkdir(parents=True)
    place = tmp_path / "folder"
    assert datasets_main([*asked, str(place)]) == 1
    assert "is a folder; name a file in it" in capsys.readouterr().err


def test_a_build_that_is_stopped_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("equipoise.datasets.adult.build.fetch", stopped)
    assert datasets_main(["adult", "--out", str(tmp_path / "a.json")]) == 130
    assert "Stopped; no file was left half written." in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

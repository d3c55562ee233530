"""Running the study: whole, stopped, killed and resumed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equipoise.stress import running
from equipoise.stress.errors import ParameterError
from equipoise.stress.experiment import Outcome, one_repeat
from equipoise.stress.study import load_paper
from equipoise.stress.study.paper import Settings, run_paper, spent
from equipoise.stress.study.provenance import Cost
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
SMALL = {"n": 400, "repeats": 2}


def start(out: Path) -> subprocess.Popen[str]:
    """Start the command on a small study in a process of its own."""
    options = [f"--{name}={value}" for name, value in (SMALL | {"out": out, "jobs": 1}).items()]
    return subprocess.Popen(
        [sys.executable, "-m", "equipoise.stress", "paper", *options],
        cwd=ROOT,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Whatever starts the tests in the background leaves this signal ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def interrupted(out: Path, how: signal.Signals) -> tuple[int, str, int]:
    """Interrupt a run once five repeats are finished; return code, words and repeats kept."""
    work = Settings(out).work
    running = start(out)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and (not work.exists() or lines(work) < 5):
        assert running.poll() is None, running.stderr and running.stderr.read()
        time.sleep(0.02)
    running.send_signal(how)
    said = running.communicate(timeout=PATIENCE)[1]
    return running.returncode, said, lines(work)


def lines(work: Path) -> int:
    return work.read_text(encoding="utf-8").count('"values"')


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The values of a run that nothing interrupted."""
    out = tmp_path_factory.mktemp("whole") / "study.json"
    run_paper(Settings(out, **SMALL))
    assert not Settings(out).work.exists()
    return load_paper(out).values("removed_minority")


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_run_loses_nothing(
    whole: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: signal.Signals
) -> None:
    out = tmp_path / "study.json"
    code, said, kept = interrupted(out, how)
    assert code == (-signal.SIGKILL if how is signal.SIGKILL else 130), said
    # The fifth may have been seen while it was written, and is then taken back.
    assert 4 <= kept <= 20
    assert not out.exists()
    run_afresh: list[int] = []

    def counted(*arguments: Any) -> Outcome:
        run_afresh.append(arguments[2])
        return one_repeat(*arguments)

    monkeypatch.setattr(running, "one_repeat", counted)
    run_paper(Settings(out, **SMALL))
    assert len(run_afresh) == 20 - kept
    np.testing.assert_array_equal(load_paper(out).values("removed_minority"), whole)


def test_several_processes_give_the_same(whole: np.ndarray, tmp_path: Path) -> None:
    out = tmp_path / "study.json"
    study = run_paper(Settings(out, jobs=2, **SMALL))
    np.testing.assert_array_equal(load_paper(out).values("removed_minority"), whole)
    assert study.provenance.jobs == 2
    assert study.provenance.cpu_minutes > 0


def test_impossible_settings_are_named(tmp_path: Path) -> None:
    for wrong, name in (({"repeats": 0}, "repeats"), ({"jobs": 0}, "jobs"), ({"n": 10}, "n must")):
        with pytest.raises(ParameterError, match=name):
            Settings(tmp_path / "study.json", **wrong)


def test_a_working_file_of_something_else_is_not_touched(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "study.json", **SMALL)
    settings.work.write_text("shopping list\n", encoding="utf-8")
    with pytest.raises(ParameterError, match="holds no results"):
        run_paper(settings)
    assert settings.work.read_text(encoding="utf-8") == "shopping list\n"


@pytest.mark.parametrize(
    "cut", [b'{"session"', b'{"session": {"cpu": 1.0, "wa', b'{"session": [2]}']
)
def test_a_cost_that_was_cut_short_is_left_out(tmp_path: Path, cut: bytes) -> None:
    work = tmp_path / "work.jsonl"
    whole = b'{"session": {"cpu": 2.0, "wall": 1.5}}\n'
    work.write_bytes(whole + cut + b"\n" + whole)
    assert spent(work) == Cost(4.0, 3.0)
    work.write_bytes(whole + cut)
    assert spent(work) == Cost(2.0, 1.5)

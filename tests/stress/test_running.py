"""Runs: the same on every backend, kept as they go, stopped and resumed."""

import threading
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Combined,
    Design,
    GridSearch,
    LabelNoise,
    Logistic,
    Missingness,
    PostProcessing,
    Synthetic,
    Table,
    UnderRepresentation,
    run,
)
from equipoise.stress.errors import ParameterError
from equipoise.stress.fingerprint import fingerprint

DESIGN = Design(
    Synthetic(),
    Combined(((UnderRepresentation(label=1), None), (Missingness(), 0.2))),
    levels=(0.0, 0.5, 1.0),
    arms=(
        DO_NOTHING,
        Arm("grid search", Logistic("none"), GridSearch(size=10)),
        Arm("post-processing", repair=PostProcessing()),
    ),
    n=600,
)
REPEATS = 4


@pytest.fixture(scope="module")
def expected() -> pd.DataFrame:
    return run(DESIGN, repeats=REPEATS, seed=0)


def test_the_same_seed_gives_the_same_results(expected: pd.DataFrame) -> None:
    pd.testing.assert_frame_equal(run(DESIGN, repeats=REPEATS, seed=0), expected)
    other = run(DESIGN, repeats=REPEATS, seed=1)
    assert not other["value"].equals(expected["value"])


def test_a_repeat_does_not_depend_on_how_many_there_are(expected: pd.DataFrame) -> None:
    fewer = run(DESIGN, repeats=2, seed=0)
    first = expected[expected["repeat"] < 2]
    pd.testing.assert_frame_equal(fewer, first, check_like=False)


def test_known_values_on_every_python(expected: pd.DataFrame) -> None:
    of = (expected["split"] == "test") & (expected["measure"] == "accuracy")
    found = expected[of & (expected["model"] == "do nothing") & (expected["group"] == "")]
    assert found["value"].round(6).tolist()[:3] == [0.54, 0.543333, 0.536667]


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_joblib_changes_nothing(expected: pd.DataFrame, backend: str) -> None:
    found = run(DESIGN, repeats=REPEATS, seed=0, backend=backend, n_jobs=2)
    pd.testing.assert_frame_equal(found, expected)


def test_a_dask_cluster_changes_nothing(expected: pd.DataFrame, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://",
        host="127.0.0.1", dashboard_address="127.0.0.1:0", local_directory=str(tmp_path),
    ) as cluster:  # fmt: skip
        backend = f"dask:{cluster.scheduler_address}"
        found = run(DESIGN, repeats=REPEATS, seed=0, backend=backend)
    pd.testing.assert_frame_equal(found, expected)


@pytest.mark.parametrize(
    ("backend", "message"), [("absent", "backend: "), ("loky:tcp://x", "only dask takes")]
)
def test_an_unknown_backend(backend: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        run(DESIGN, repeats=1, backend=backend)


def test_progress_counts_repeats() -> None:
    seen: list[tuple[int, int]] = []
    run(DESIGN, repeats=3, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("backend", [None, "threading"])
def test_stop_and_resume(expected: pd.DataFrame, tmp_path: Path, backend: str | None) -> None:
    kept, stop = tmp_path / "deep" / "kept.jsonl", threading.Event()

    def after_two(done: int, total: int) -> None:
        if done == 2:
            stop.set()

    part = run(
        DESIGN, repeats=REPEATS, seed=0, results=kept, stop=stop, progress=after_two,
        backend=backend, n_jobs=1,
    )  # fmt: skip
    assert part.attrs["repeats"] == 2
    seen: list[int] = []
    whole = run(
        DESIGN, repeats=REPEATS, seed=0, results=kept, progress=lambda done, _: seen.append(done)
    )
    assert seen[0] == 2
    pd.testing.assert_frame_equal(whole, expected)


def test_stopping_within_a_repeat_leaves_it_out() -> None:
    asked = iter([False] * 4 + [True])
    assert run(DESIGN, repeats=3, stop=lambda: next(asked)).attrs["repeats"] == 1
    nothing = run(DESIGN, repeats=3, stop=lambda: True)
    assert nothing.empty
    assert nothing.attrs["repeats"] == 0


def test_a_run_killed_as_it_wrote_loses_one_repeat(expected: pd.DataFrame, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    run(DESIGN, repeats=REPEATS, seed=0, results=kept)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:-100])
    seen: list[int] = []
    again = run(
        DESIGN, repeats=REPEATS, seed=0, results=kept, progress=lambda done, _: seen.append(done)
    )
    assert seen == [REPEATS - 1, REPEATS]
    pd.testing.assert_frame_equal(again, expected)
    assert run(DESIGN, repeats=REPEATS, seed=0, results=kept).equals(expected)


def test_one_file_keeps_several_runs_apart(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    run(DESIGN, repeats=1, seed=0, results=kept)
    other = run(DESIGN, repeats=1, seed=1, results=kept)
    assert other.equals(run(DESIGN, repeats=1, seed=1))
    assert len(kept.read_text().splitlines()) == 2


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n")
    with pytest.raises(ParameterError, match="holds no results"):
        run(DESIGN, repeats=1, results=file)
    assert file.read_text() == "my notes\n"


@pytest.mark.parametrize("given", [{"repeats": 0}, {"repeats": 1.5}, {"repeats": 1, "seed": -1}])
def test_impossible_runs(given: dict) -> None:
    with pytest.raises(ParameterError, match="must be a whole number"):
        run(DESIGN, **given)


def test_a_fingerprint_stands_for_the_inputs() -> None:
    frame = pd.DataFrame({"y": [0, 1] * 5, "g": list("ab") * 5, "x": np.arange(10.0)})
    tree, deeper = DecisionTreeClassifier(max_depth=2), DecisionTreeClassifier(max_depth=3)
    designs = [
        DESIGN,
        replace(DESIGN, n=800),
        replace(DESIGN, bias=UnderRepresentation()),
        replace(DESIGN, bias=UnderRepresentation(label=1)),
        replace(DESIGN, arms=(Arm("tree", tree),)),
        replace(DESIGN, arms=(Arm("tree", deeper),)),
        replace(DESIGN, world=Table(frame, label="y", group="g")),
        replace(DESIGN, world=Table(frame.assign(x=0.0), label="y", group="g")),
        replace(DESIGN, bias=lambda data, amount, rng: data),
        replace(DESIGN, bias=lambda data, amount, rng: data.take(slice(0, 9))),
    ]
    assert len({fingerprint(design, 0) for design in designs}) == len(designs)
    assert fingerprint(DESIGN, 0) != fingerprint(DESIGN, 1)
    same = replace(DESIGN, world=Synthetic(), arms=tuple(DESIGN.arms))
    assert fingerprint(same, 0) == fingerprint(DESIGN, 0)


@pytest.mark.parametrize(
    "line",
    ['"values":[1]', '"values":null,"shape":[1]', '"values":"x","repeat":0', '"values":[[]]'],
)
def test_a_ledger_with_odd_lines_is_named(tmp_path: Path, line: str) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text(f'{{"key":"{fingerprint(DESIGN, 0)}",{line}}}\n')
    with pytest.raises(ParameterError, match=r"results: .*kept.jsonl is damaged"):
        run(DESIGN, repeats=1, results=kept)


def test_a_ledger_cut_within_a_letter_keeps_its_whole_lines(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = run(DESIGN, repeats=1, results=kept)
    with kept.open("ab") as file:
        file.write('{"key":"ü'.encode()[:-1])
    assert run(DESIGN, repeats=1, results=kept).equals(first)


def test_a_file_that_is_no_text_is_no_ledger(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_bytes(bytes(range(128, 256)) + b"\n")
    with pytest.raises(ParameterError, match="holds no results of a run"):
        run(DESIGN, repeats=1, results=kept)


def test_left_out_jobs_are_one_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def noted(*, backend: str, n_jobs: int) -> AbstractContextManager[None]:
        asked.append((backend, n_jobs))
        return nullcontext()

    monkeypatch.setattr("joblib.parallel_config", noted)
    run(DESIGN, repeats=1, backend="threading")
    run(DESIGN, repeats=1, backend="threading", n_jobs=3)
    assert asked == [("threading", -1), ("threading", 3)]


def test_repeats_beyond_counting_are_begun_not_listed() -> None:
    """A range of them fits in memory, a list does not: the first is run at once."""
    design = Design(Synthetic(), LabelNoise(), (0.0,), n=200)
    asked = iter([False, True])
    table = run(design, repeats=10**12, stop=lambda: next(asked))
    assert table.attrs["repeats"] == 1

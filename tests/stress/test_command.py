"""The command line, and designs written as JSON."""

import errno
import json
import os
from collections.abc import Callable
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
    ParameterError,
    PostProcessing,
    Synthetic,
    UnderRepresentation,
    Varied,
    design_from,
    run,
)
from equipoise.stress.__main__ import main
from equipoise.stress.specs import REPAIRS, repair_from

SPEC = {
    "world": {"kind": "synthetic", "r": 0.3, "majority": [1, 2], "minority": [2, 1]},
    "bias": {
        "kind": "combined",
        "parts": [
            {"bias": {"kind": "under-representation", "label": 1}, "amount": 0.4},
            {"bias": "missingness"},
        ],
    },
    "levels": [0, 0.5],
    "arms": [
        {"name": "do nothing"},
        {
            "name": "repaired",
            "model": {"kind": "logistic", "intercept": "none"},
            "repair": {"kind": "grid-search", "size": 10, "first_row": ["B", 1]},
        },
    ],
    "n": 400,
    "reference": "true",
}


def test_a_design_from_json() -> None:
    assert design_from(json.loads(json.dumps(SPEC))) == Design(
        Synthetic(r=0.3, majority=(1, 2), minority=(2, 1)),
        Combined(((UnderRepresentation(label=1), 0.4), (Missingness(), None))),
        levels=(0, 0.5),
        arms=(
            Arm("do nothing", Logistic()),
            Arm("repaired", Logistic("none"), GridSearch(size=10, first_row=("B", 1))),
        ),
        n=400,
        reference="true",
    )


def test_a_parameter_of_the_world_may_vary() -> None:
    spec = {"world": "synthetic", "bias": "under-representation", "levels": [0, 1]}
    design = design_from({**spec, "varies": "d", "amount": 0.4})
    assert design.world == Varied(Synthetic(), "d")
    assert (design.varies, design.amount, design.arms) == ("world", 0.4, (DO_NOTHING,))


def test_other_models_and_references() -> None:
    design = design_from({**SPEC, "arms": [{"name": "t", "model": {"kind": "tree"}}]})
    assert isinstance(design.arms[0].model, DecisionTreeClassifier)
    learned = design_from({**SPEC, "reference": {"kind": "logistic", "intercept": "none"}})
    assert learned.reference == Logistic("none")


@pytest.mark.parametrize("kind", REPAIRS)
def test_every_repair_has_a_name(kind: str) -> None:
    assert (repair_from(kind) is None) == (kind == "none")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"colour": "red"}, "unknown key 'colour'; known are: world"),
        ({"world": "earth"}, "world must be one of synthetic, table, adult, but is 'earth'"),
        ({"world": {"kind": "synthetic", "p": 1}}, "argument 'p'; it takes r, eta, d"),
        ({"world": {"kind": "table", "file": "absent.csv"}}, "no file absent.csv"),
        ({"bias": {"kind": "label-noise", "label": 3}}, "label must be"),
        ({"arms": [{"model": "logistic"}]}, "an arm lacks the key 'name'"),
        ({"arms": [{"name": "x", "repair": "prayer"}]}, "repair must be one of none, grid"),
        ({"n": 3}, "n must be"),
        ({"n": 1e4}, "n must be a whole number"),
        ({"n": None}, "n must be"),
        ({"world": None}, "world must be one of .* but is None"),
        ({"bias": ["label-noise"]}, "bias must be one of"),
        ({"bias": {"kind": ["label-noise"]}}, "bias must be one of"),
        ({"bias": {"kind": "combined", "parts": 3}}, "parts must be a list"),
        ({"bias": {"kind": "combined", "parts": [{}]}}, "combined bias lacks the key 'bias'"),
        ({"levels": 0.5}, "levels must be a list"),
        ({"levels": "0.5"}, "levels must be a list"),
        ({"levels": ["much"]}, "each level must lie in .* but is much"),
        ({"arms": 1}, "arms must be a list"),
        ({"arms": ["logistic"]}, "an arm must be an object"),
    ],
)
def test_a_mistake_in_json_is_named(changes: dict, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        design_from({**SPEC, **changes})
    with pytest.raises(ParameterError, match="the design lacks the key 'bias'"):
        design_from({"world": "synthetic", "levels": [0]})


def test_the_command_writes_what_run_returns(tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    asked = (
        "run --world synthetic --eta 0.3 --bias label-noise --label 1 --amount 0:0.4:3 --n 400 "
        f"--repair grid-search post-processing --grid 10 --repeats 2 --seed 4 --out {out}"
    )
    assert main(asked.split()) == 0
    design = Design(
        Synthetic(eta=0.3),
        LabelNoise(label=1),
        levels=(0.0, 0.2, 0.4),
        arms=(
            DO_NOTHING,
            Arm("grid-search", repair=GridSearch(size=10)),
            Arm("post-processing", repair=PostProcessing()),
        ),
        n=400,
    )
    written = pd.read_csv(out, keep_default_na=False, na_values={"value": [""]})
    expected = run(design, repeats=2, seed=4)
    assert np.allclose(written["value"], expected["value"], equal_nan=True)
    assert (
        written.drop(columns="value")
        .astype(str)
        .equals(expected.drop(columns="value").astype(str))
    )


def test_a_table_and_a_spec_from_files(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    people = pd.DataFrame({"x": rng.normal(size=300), "g": rng.choice(["u", "v"], 300)})
    people["hired"] = np.where(people["x"] > 0, "yes", "no")
    people.to_csv(tmp_path / "people.csv", index=False)
    asked = (
        f"run --world {tmp_path}/people.csv --label-column hired --group-column g --positive yes "
        f"--bias missingness --amount 0 1 --n 200 --repeats 1 --out {tmp_path}/a.csv"
    )
    assert main(asked.split()) == 0
    assert len(pd.read_csv(tmp_path / "a.csv")) == 2 * 2 * 9
    (tmp_path / "design.json").write_text(json.dumps(SPEC))
    kept = tmp_path / "kept.jsonl"
    asked = f"run --spec {tmp_path}/design.json --repeats 2 --results {kept} --out {tmp_path}/b"
    assert main(asked.split()) == 0
    assert len(kept.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("run", "--bias must be one of"),
        ("run --bias missingness --r 0.7", "r (share of the minority) must lie in (0, 0.5]"),
        ("run --bias missingness --amount much", "--amount must be numbers or first:last:count"),
        ("run --bias missingness --world x.csv", "--label-column must name a column"),
        ("run --spec absent.json", "absent.json"),
        ("run --bias missingness --repeats 0", "repeats must be"),
        ("run --bias base-rate-shift --feature 1", "it takes group"),
        ("run --bias label-noise --n 100000000000", "n: 100,000,000,000 rows need about"),
        ("run --bias label-noise --n -5", "n must be a whole number of at least 100, but is -5"),
        ("run --bias label-noise --amount 0:1:100000000000", "amounts must be at most 1,000"),
        ("run --bias label-noise --amount 0:1:0", "amounts must be a whole number of at least 1"),
        ("run --bias label-noise --repair grid-search --grid 99999999999", "at most 10,000"),
        ("run --bias label-noise --repair grid-search --grid 0", "size (of the grid) must be"),
        ("run --bias label-noise --jobs 0 --backend loky", "n_jobs, if it is not -1, must be"),
        ("run --bias label-noise --jobs 99999 --backend loky", "must be at most 1,024"),
        (
            "run --bias label-noise --repair grid-search --first C",
            "first_row must name one of A, B",
        ),
        ("run --world adult --bias label-noise --n 100000000000", "the rows of the table"),
        ("paper --n 100000000000 --jobs 1 --out never.json", "n: 100,000,000,000 rows need about"),
        ("finding 3 --n 100000000000", "n: 100,000,000,000 rows need about"),
    ],
)
def test_what_is_wrong_is_said(asked: str, message: str, capsys: pytest.CaptureFixture) -> None:
    assert main(asked.split()) == 1
    said = capsys.readouterr().err
    assert message in said
    (error,) = [line for line in said.splitlines() if "error: " in line]
    assert error.startswith("error: ")


def test_a_folder_that_is_not_there_is_said_before_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    out = tmp_path / "absent" / "x.csv"
    asked = ["run", "--bias", "label-noise", "--n", "200", "--repeats", "1", "--out", str(out)]
    assert main(asked) == 1
    said = capsys.readouterr().err
    assert "error: --out: there is no folder" in said
    assert "repeats" not in said


RUN = ["run", "--bias", "label-noise", "--amount", "0", "--n", "200", "--repeats", "2"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices of Linux")
@pytest.mark.parametrize("option", ["--out", "--results"])
@pytest.mark.parametrize("place", ["/dev/full", "/dev/null", "folder"])
def test_what_is_no_file_is_refused_before_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture, option: str, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    assert main([*RUN, option, str(tmp_path / place)]) == 1
    said = capsys.readouterr().err
    assert f"{place} is a " in said
    assert "repeats" not in said
    assert not Path("/dev/full").is_file()


def test_a_full_disk_loses_neither_the_older_result_nor_the_new(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "x.csv"
    out.write_text("older")

    def full(file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    assert main(RUN) == 0
    wanted = capsys.readouterr().out
    monkeypatch.setattr("equipoise.io.writing.os.fsync", full)
    assert main([*RUN, "--out", str(out)]) == 1
    told = capsys.readouterr()
    assert "x.csv cannot be written: No space left on device" in told.err
    assert "The results went to standard output." in told.err
    assert told.out == wanted
    assert out.read_text() == "older"
    assert list(tmp_path.iterdir()) == [out]


def test_a_full_disk_under_the_kept_repeats_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    assert main([*RUN[:-1], "1", "--results", str(kept), "--out", str(tmp_path / "x")]) == 0
    before = kept.read_bytes()

    def full(file: object, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr("equipoise.io.journal._write", full)
        assert main([*RUN, "--results", str(kept)]) == 1
    assert "kept.jsonl cannot be written: No space left" in capsys.readouterr().err
    assert kept.read_bytes() == before
    assert main([*RUN, "--results", str(kept), "--out", str(tmp_path / "y")]) == 0


@pytest.mark.parametrize("keeps", [True, False])
def test_an_interrupted_run_says_what_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture, monkeypatch: pytest.MonkeyPatch, keeps: bool
) -> None:
    out, kept = tmp_path / "x.csv", tmp_path / "kept.jsonl"
    out.write_text("older")

    def interrupt(progress: object, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("equipoise.stress.command._Progress.__call__", interrupt)
    results = ["--results", str(kept)] if keeps else []
    assert main([*RUN, "--out", str(out), *results]) == 130
    said = capsys.readouterr().err
    assert (f"Finished repeats are in {kept}." if keeps else "Nothing was written.") in said
    assert out.read_text() == "older"
    assert kept.exists() == keeps


def test_no_input_is_replaced_by_the_result(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    table, spec = tmp_path / "people.csv", tmp_path / "design.json"
    table.write_text("a,b\n")
    spec.write_text(json.dumps(SPEC))
    asked = [*RUN, "--world", str(table), "--label-column", "a", "--group-column", "b"]
    for given, file in ((asked, table), (["run", "--spec", str(spec)], spec)):
        before = file.read_text()
        assert main([*given, "--out", str(file)]) == 1
        assert file.read_text() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda line: {**line, "repeat": "0"},
        lambda line: {**line, "repeat": -1},
        lambda line: {**line, "groups": [1, 2]},
        lambda line: {**line, "groups": None},
        lambda line: {**line, "values": ["1"] * len(line["values"])},
        lambda line: {**line, "values": [10**400] * len(line["values"])},
        lambda line: {**line, "values": [float("inf")] * len(line["values"])},
        lambda line: {**line, "values": line["values"][:-1]},
        lambda line: {**line, "shape": [len(line["values"])]},
        lambda line: {**line, "reasons": {"99999": "why"}},
        lambda line: {**line, "reasons": {"0": 7}},
        lambda line: {**line, "reasons": [1]},
        lambda line: {key: value for key, value in line.items() if key != "shape"},
    ],
)
def test_odd_lines_of_kept_repeats_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture, change: Callable[[dict], dict]
) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [*RUN, "--results", str(kept), "--out", str(tmp_path / "x")]
    assert main(asked) == 0
    lines = kept.read_text().splitlines()
    kept.write_text(json.dumps(change(json.loads(lines[0]))) + "\n" + lines[1] + "\n")
    capsys.readouterr()
    assert main(asked) == 1
    assert "kept.jsonl is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("torn", [b"\xff\xfe\x00", b"[" * 100_000, b"7", b"null", b'{"key": 1'])
def test_lines_of_no_run_are_passed_over(tmp_path: Path, torn: bytes) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [*RUN, "--results", str(kept), "--out", str(tmp_path / "x")]
    assert main(asked) == 0
    first = (tmp_path / "x").read_bytes()
    kept.write_bytes(torn + b"\n" + kept.read_bytes())
    assert main(asked) == 0
    assert (tmp_path / "x").read_bytes() == first


def test_few_rows_are_noted(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    main(f"run --bias missingness --amount 0 --n 200 --repeats 1 --out {tmp_path}/a".split())
    assert "note: With 200 rows" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert "--spec design.json" in shown


def test_repeats_beyond_counting_are_begun_not_listed(tmp_path: Path) -> None:
    """A range of them fits in memory, a list does not: the first is run at once."""
    design = Design(Synthetic(), LabelNoise(), (0.0,), n=200)
    asked = iter([False, True])
    table = run(design, repeats=10**12, stop=lambda: next(asked))
    assert table.attrs["repeats"] == 1


def test_the_row_that_comes_first_can_be_asked_for(tmp_path: Path) -> None:
    values = []
    for first in ("A", "B"):
        out = tmp_path / f"{first}.csv"
        asked = (
            "run --bias under-representation --label 1 --d -1.7 --amount 0.4 --n 8000 --repeats 1 "
            f"--intercept none --repair grid-search --first {first} --seed 1 --out {out}"
        )
        assert main(asked.split()) == 0
        table = pd.read_csv(out)
        chosen = (table["model"] == "grid-search") & (table["measure"] == "fidelity")
        values.append(table[chosen & (table["group"] == "B")]["value"].iloc[-1])
    assert values[0] > values[1] + 0.2


def test_what_a_table_leaves_out_is_noted(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    rng = np.random.default_rng(0)
    people = pd.DataFrame({"x": rng.normal(size=300), "g": rng.choice(["u", "v"], 300)})
    people["y"] = rng.integers(0, 2, 300)
    people["number"] = np.arange(300) + 7
    people.to_csv(tmp_path / "people.csv")
    asked = (
        f"run --world {tmp_path}/people.csv --label-column y --group-column g --bias missingness "
        f"--amount 0 --n 200 --repeats 1 --out {tmp_path}/a.csv"
    )
    assert main(asked.split()) == 0
    said = capsys.readouterr().err
    assert "note: The first column has no name" in said
    assert "note: Column 'number' only numbers the rows" in said


def test_a_column_cannot_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "\x1b]0;pwned\x07"
    world = tmp_path / f"people{evil}.csv"
    world.write_text(f"hired,who,{evil}\n" + "1,a,7x\n0,b,8\n" * 200)
    columns = ("--label-column", f"no{evil}", "--group-column", "who")
    assert main(["run", "--world", str(world), *columns, "--bias", "label-noise"]) == 1
    said = capsys.readouterr().err
    assert "pwned" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_the_biases_that_are_offered_are_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 1
    offered = capsys.readouterr().err.removeprefix("error: --bias must be one of ")
    for kind in offered.partition(", or ")[0].split(", "):
        options = ("--n", "200", "--amount", "0", "--repeats", "1")
        assert main(["run", "--bias", kind, *options]) == 0

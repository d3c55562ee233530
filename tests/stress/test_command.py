"""The command line."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from equipoise.stress import (
    DO_NOTHING,
    Arm,
    Design,
    GridSearch,
    LabelNoise,
    PostProcessing,
    Synthetic,
    run,
)
from equipoise.stress.__main__ import main
from tests.stress.test_specs import SPEC


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


def test_few_rows_are_noted(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    main(f"run --bias missingness --amount 0 --n 200 --repeats 1 --out {tmp_path}/a".split())
    assert "note: With 200 rows" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--help"])
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert "--spec design.json" in shown


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

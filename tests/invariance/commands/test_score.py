"""``score`` and ``check`` from the command line."""

import argparse
from pathlib import Path

import pandas as pd
import pytest

from equipoise.invariance.commands.score import add_check, add_score

ITEMS = "id,z,y,unit\na,A,1,u\nb,B,1,u\nc,A,0,v\nd,B,0,v\n"
ANSWERS = "id,strategy,pred,s_lm\na,default,1,1\nb,default,0,1\nc,default,,0\nd,default,0,1\n"


def run(*arguments: object) -> int:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(required=True)
    add_score(commands)
    add_check(commands)
    options = parser.parse_args([str(argument) for argument in arguments])
    status: int = options.work(options)
    return status


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    items, answers = tmp_path / "items.csv", tmp_path / "answers.csv"
    items.write_text(ITEMS)
    answers.write_text(ANSWERS)
    return items, answers


def test_score(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    items, answers = files
    out = items.with_name("table.csv")
    assert run("score", "--items", items, "--answers", answers, "--out", out) == 0
    said = capsys.readouterr().out
    assert "default: 4 rows, 1 without an answer" in said
    assert "SI-bias         1.000: A above B in stratum 1" in said
    assert "p-value       1.0000, cannot tell" in said
    assert said.count("There is no population sample") == 1
    assert "missing answers could make it [1.000," in said
    assert "agree with the given in 75.0" in said
    table = pd.read_csv(out)
    assert list(table["strategy"]) == ["default"]
    assert table["si_bias"][0] == 1


def test_check(files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    items, answers = files
    assert run("check", "--items", items) == 0
    assert run("check", "--items", items, "--answers", answers) == 0
    said = capsys.readouterr().out
    assert "4 items: 4 balanced, 0 population" in said
    assert "contexts: A, B" in said
    assert "2 units; 4 labels" in said
    assert "default: 4 answers (3 ok, 1 missing)" in said


def test_what_is_wrong_is_said_with_the_file(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    items, answers = files
    answers.write_text("id,pred\na,1\nz,0\n")
    assert run("score", "--items", items, "--answers", answers) == 1
    assert "answers.csv: Row 3 (the header is row 1): no item has" in capsys.readouterr().err
    assert run("check", "--items", items.with_name("none.csv")) == 1
    assert capsys.readouterr().err.count("none.csv") == 1
    assert run("score", "--items", items, "--answers", answers, "--out", "t.xlsx") == 1
    assert "t.xlsx: the table is written as CSV" in capsys.readouterr().err


def test_strategies_asked_different_rows(
    files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    items, answers = files
    answers.write_text(ANSWERS + "a,ooc,1,\nb,ooc,1,\n")
    assert run("score", "--items", items, "--answers", answers, "--permutations", 99) == 0
    assert "compare them with --common" in capsys.readouterr().err
    options = ("--permutations", 99, "--common")
    assert run("score", "--items", items, "--answers", answers, *options) == 0
    assert "--common" not in capsys.readouterr().err


def test_no_table_replaces_a_device_or_waits_for_the_measures(
    files: tuple[Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def late(*given: object, **options: object) -> None:
        raise AssertionError("scored first")

    monkeypatch.setattr("equipoise.invariance.commands.score.score", late)
    items, answers = files
    (tmp_path / "folder.csv").mkdir()
    out = tmp_path / "folder.csv"
    assert run("score", "--items", items, "--answers", answers, "--out", out) == 1
    assert "folder.csv is a folder" in capsys.readouterr().err


def test_names_cannot_command_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Contexts, strata, strategies, notes and errors, in what is said and in what is wrong."""
    evil = "\x1b[2Jno\x1b]0;pwned\x07"
    items, answers = tmp_path / f"items{evil}.csv", tmp_path / "answers.csv"
    rows = [f"{k},{evil if k % 2 else 'B'},{evil}" for k in range(40)]
    items.write_text("\n".join(["id,z,s", *rows]))
    answers.write_text(
        "\n".join(["id,pred,strategy", *(f"{k},{k % 2},{evil}" for k in range(40))])
    )
    assert run("check", "--items", items, "--answers", answers) == 0
    assert run("score", "--items", items, "--answers", answers, "--permutations", 99) == 0
    answers.write_text(f"id,pred\n1,{evil}\n")
    assert run("score", "--items", items, "--answers", answers) == 1
    said = "".join(capsys.readouterr())
    assert "\N{REPLACEMENT CHARACTER}[2Jno" in said
    assert "\x1b" not in said
    assert "\x07" not in said


def test_ctrl_c_is_no_traceback(
    files: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stopped(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("equipoise.invariance.commands.score.score", stopped)
    assert run("score", "--items", files[0], "--answers", files[1]) == 130
    assert "Stopped; nothing was written." in capsys.readouterr().err

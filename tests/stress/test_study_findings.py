"""The four findings: recorded, read, and established anew on a smaller scale."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from equipoise.datasets import ArtifactError
from equipoise.stress.study import Finding, load_findings
from equipoise.stress.study.findings import establish
from equipoise.stress.study.provenance import Cost, provenance
from equipoise.stress.study.recorded import FINDINGS, record

ROOT = Path(__file__).parents[2]


def finding(number: int, found: str = "as claimed") -> Finding:
    source = provenance(seed=1, n=600, repeats=2, jobs=1, cost=Cost(1.0, 1.0))
    rows = (("a", 1, 0.5), ("b", 2, 0.25))
    return Finding(number, "claim", "setting", found, True, ("x", "y", "z"), rows, source)


def test_all_four_are_recorded_and_hold() -> None:
    findings = load_findings()
    assert list(findings) == [1, 2, 3, 4]
    for number, each in findings.items():
        assert each.number == number
        assert each.holds
        assert each.provenance.n == 60_000
        assert each.provenance.versions["fairlearn"]
        assert len(each.table) == len(each.rows)
    assert FINDINGS.stat().st_size < 100_000


def test_recorded_figures_are_those_of_the_claims() -> None:
    findings = load_findings()
    one = findings[1].table
    assert (one[one["run"] == "mean, no repair"]["no intercept, or repaired"] > 0.95).all()
    two = findings[2].table.set_index("beta")
    assert two["condition"][0.2] == pytest.approx(-0.04)
    assert two["mean fidelity"][0.2] == pytest.approx(0.5, abs=0.02)
    three = findings[3].table
    alone = three[three["first row"] == "as drawn"]["fidelity"]
    assert (alone < 0.1).any()
    assert (alone > 0.9).any()
    four = findings[4].table
    assert four["grid 10"].mean() < four["do nothing"].mean() - 0.1


def test_recording_keeps_the_others_and_replaces_its_own(tmp_path: Path) -> None:
    path = tmp_path / "findings.json"
    for each in (finding(3), finding(1), finding(3, "otherwise")):
        record(each, path)
    known = load_findings(path)
    assert list(known) == [1, 3]
    assert known[3].found == "otherwise"
    assert known[1].rows == finding(1).rows


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("rows", [["a", 1]], r"findings\[0\].rows\[0\] has not 3 values"),
        ("rows", [["a", 1, None]], r"rows\[0\] holds null"),
        ("rows", [], "rows is no list"),
        ("holds", "yes", "holds is 'yes'"),
        ("number", 5, "numbered"),
    ],
)
def test_damage_is_named(tmp_path: Path, key: str, value: object, message: str) -> None:
    path = tmp_path / "findings.json"
    record(finding(2), path)
    document = json.loads(path.read_text(encoding="utf-8"))
    document["findings"][0][key] = value
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(ArtifactError, match=message):
        load_findings(path)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_each_can_be_established_anew(number: int) -> None:
    again = establish(number, repeats=2, n=4000)
    assert again.number == number
    assert set(load_findings()[number].columns) == set(again.columns)
    assert again.rows
    assert again.provenance.repeats == 2


def test_the_command_says_what_is_missing() -> None:
    statement = (
        "import sys; sys.modules['fairlearn'] = None; from equipoise.stress.__main__ import main; "
        "sys.exit(main(['finding', '3', '--repeats', '1', '--n', '1000']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", statement], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "fairlearn" in done.stderr

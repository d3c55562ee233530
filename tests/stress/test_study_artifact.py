"""The recorded study: what its loader accepts, refuses and gives."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from equipoise.datasets import ArtifactError
from equipoise.stress import Synthetic
from equipoise.stress.study import CURVES, check, load_paper
from equipoise.stress.study.artifact import ARTIFACT, CurveResult, Model, PaperStudy, document
from equipoise.stress.study.curves import ARMS
from equipoise.stress.study.provenance import Cost, provenance
from equipoise.stress.theory import fidelity_without
from equipoise.version import __version__

ROOT = Path(__file__).parents[2]
EMPTY = "No row of group B with label 1 is left."


def small_study() -> PaperStudy:
    """One curve of two levels, two models and three repeats, one cell without values."""
    values = np.arange(2 * 2 * 3 * 3 * 3).reshape(2, 2, 3, 3, 3) / 1000
    values[1, 1] = np.nan
    train = np.full((2, 2, 3, 3), 0.5)
    curve = CurveResult("removed", "Removed", "share", (0.0, 1.0), values, train, {(1, 1): EMPTY})
    source = provenance(seed=0, n=600, repeats=3, jobs=1, cost=Cost(60.0, 90.0))
    return PaperStudy("A study.", source, (Model("a", "one"), Model("b", "two")), (curve,))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "study.json"
    path.write_text(document(small_study()), encoding="utf-8")
    return path


def test_what_is_written_is_read(file: Path) -> None:
    written, read = small_study(), load_paper(file)
    assert read.provenance == written.provenance
    assert read.provenance.versions["equipoise"] == __version__
    assert read.models == written.models
    np.testing.assert_allclose(read.curves[0].values, written.curves[0].values, atol=5e-5)
    assert read.curves[0].reasons == {(1, 1): EMPTY}


def test_dots_leave_out_what_has_no_value(file: Path) -> None:
    dots = load_paper(file).dots("removed")
    assert len(dots) == 3 * 3
    assert dots["value"].notna().all()


def test_summary_gives_spread_and_the_reason_of_a_hole(file: Path) -> None:
    study = load_paper(file)
    table = study.summary("removed", "accuracy", "A")
    values = study.values("removed", "accuracy", "A")
    assert table["mean"][0] == pytest.approx(values[0, 0].mean())
    assert table["se"][0] == pytest.approx(values[0, 0].std(ddof=1) / 3**0.5)
    hole = table.iloc[3]
    assert (hole["n"], hole["reason"]) == (0, EMPTY)
    assert np.isnan(hole["mean"])


def test_an_unknown_curve_is_named(file: Path) -> None:
    with pytest.raises(KeyError, match="no curve 'other'"):
        load_paper(file).curve("other")


def set_value(document: dict[str, Any]) -> None:
    document["curves"][0]["values"][0][1][2][0][1] = 10_001


def drop_repeat(document: dict[str, Any]) -> None:
    document["curves"][0]["values"][0][0][0][0].pop()


def drop_reason(document: dict[str, Any]) -> None:
    document["curves"][0]["reasons"] = []


def misplace_reason(document: dict[str, Any]) -> None:
    document["curves"][0]["reasons"] = [[2, 0, "why"]]


def unknown_key(document: dict[str, Any]) -> None:
    document["extra"] = 1


def other_measures(document: dict[str, Any]) -> None:
    document["measures"] = ["accuracy"]


def no_curves(document: dict[str, Any]) -> None:
    document["curves"] = []


def wrong_date(document: dict[str, Any]) -> None:
    document["provenance"]["date"] = "yesterday"


def text_in_values(document: dict[str, Any]) -> None:
    document["curves"][0]["train"][0][0][0][0] = "half"


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (set_value, r"curves\[0\].values\[0\]\[1\]\[2\]\[0\]\[1\] is 10001"),
        (drop_repeat, r"curves\[0\].values is no array of numbers"),
        (drop_reason, r"curves\[0\].values\[1\]\[1\] lacks a reason"),
        (misplace_reason, r"curves\[0\].reasons\[0\] is"),
        (unknown_key, "unknown key 'extra'"),
        (other_measures, "measures is not"),
        (no_curves, "curves is no list"),
        (wrong_date, "provenance: Invalid isoformat"),
        (text_in_values, r"curves\[0\].train is no array of numbers"),
    ],
)
def test_damage_is_named(
    file: Path, damage: Callable[[dict[str, Any]], None], message: str
) -> None:
    document = json.loads(file.read_text(encoding="utf-8"))
    damage(document)
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(ArtifactError, match=message):
        load_paper(file)


def test_a_missing_file_and_half_a_file_are_named(file: Path, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="no such file"):
        load_paper(tmp_path / "none.json")
    file.write_bytes(file.read_bytes()[:200])
    with pytest.raises(ArtifactError, match="not valid JSON"):
        load_paper(file)


def test_the_committed_study_is_whole() -> None:
    study = load_paper()
    assert (study.provenance.n, study.provenance.repeats) == (60_000, 50)
    assert [curve.key for curve in study.curves] == [curve.key for curve in CURVES]
    assert all(a.levels == b.levels for a, b in zip(study.curves, CURVES, strict=True))
    assert study.names == tuple(arm.name for arm in ARMS)
    assert ARTIFACT.stat().st_size < 2_000_000


def test_its_only_hole_is_post_processing_without_positive_minority_rows() -> None:
    holes = {
        (curve.key, curve.levels[level], model)
        for curve in load_paper().curves
        for level, model in curve.reasons
    }
    assert holes == {
        ("removed_positives", 1.0, 4),
        ("removed_positives_other_rates", 1.0, 4),
    }


def test_quoted_figures_are_repeated() -> None:
    checked = list(check(load_paper()))
    main = [figure for figure in checked if figure.is_main]
    assert len(main) == 9
    assert all(figure.holds and figure.holds_strictly for figure in main)
    # Of 35 means without a stated error one or two may lie outside by chance.
    differing = {(f.quoted.curve, f.quoted.level, f.model) for f in checked if not f.holds}
    assert differing <= {
        ("removed_minority", 0.9, "grid 13"),
        ("removed_minority", 0.9, "post-processing"),
    }


def test_without_any_bias_doing_nothing_is_the_reference() -> None:
    for key in ("removed_positives", "removed_minority", "missing_minority"):
        assert (load_paper().values(key)[0, 0] == 1).all()


def test_repeats_at_other_base_rates_fall_into_two_heaps() -> None:
    study = load_paper()
    level = study.curve("base_rates").levels.index(1.15)
    published = study.values("base_rates")[level, study.names.index("grid 10")]
    assert ((published < 0.15) | (published > 0.85)).all()
    assert 10 <= (published < 0.15).sum() <= 40


def test_losing_the_heaviest_feature_costs_what_theory_says() -> None:
    study = load_paper()
    mean = study.summary("missing_minority").query("level == 1 and model == 'do nothing'")
    theory = fidelity_without(Synthetic().minority)
    assert float(mean["mean"].iloc[0]) == pytest.approx(theory, abs=4 * float(mean["se"].iloc[0]))


def test_reading_loads_nothing_heavy() -> None:
    statement = "import sys; from equipoise.stress.study import *; load_paper(); load_findings()"
    report = "print(*{name.split('.')[0] for name in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-c", f"{statement}; {report}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {"sklearn", "scipy", "fairlearn", "joblib"} & set(done.stdout.split())

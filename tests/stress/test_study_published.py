"""The published values: read whole, on the levels of the study, beside its own."""

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from equipoise.datasets import ArtifactError
from equipoise.stress import Synthetic, draw
from equipoise.stress.study import CURVES, load_paper, load_published
from equipoise.stress.study.published import (
    CURVE_OF,
    PUBLISHED,
    Beside,
    Point,
    authors_level,
    base_rate_difference,
    beside,
    points_of,
)

LINES = PUBLISHED.read_text(encoding="utf-8").splitlines()


def rows() -> list[dict[str, str]]:
    return list(csv.DictReader(LINES))


def test_every_line_of_the_file_is_a_level_of_its_curve() -> None:
    by_key = {curve.key: curve for curve in CURVES}
    assert set(CURVE_OF.values()) == set(by_key)
    told = {(CURVE_OF[row["experiment"]], float(row["level"])) for row in rows()}
    ours = {
        (key, authors_level(key, level)) for key, curve in by_key.items() for level in curve.levels
    }
    assert told == ours
    assert len(rows()) == len(told) == 107


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['experiment']} {row['level']}")
def test_a_value_is_found_where_the_authors_have_it(row: dict[str, str]) -> None:
    key = CURVE_OF[row["experiment"]]
    levels = next(curve.levels for curve in CURVES if curve.key == key)
    (level,) = [one for one in levels if authors_level(key, one) == float(row["level"])]
    point = points_of(key, levels)[level]
    assert (point.majority, point.minority, point.sd) == tuple(
        float(row[name]) for name in ("majority_fidelity", "minority_fidelity", "minority_sd")
    )


@pytest.mark.parametrize(
    ("key", "level", "published", "sd"),
    [
        # What an earlier version of the authors' files had otherwise.
        ("removed_positives", 1.0, 0.9642, 0.016),
        ("missing_minority", 0.9, 0.9591, 0.033),
        ("missing_minority", 0.0, 0.9757, 0.017),
        ("missing_minority", 0.5, 0.9751, 0.018),
        ("missing_minority", 1.0, 0.6371, 0.032),
        ("removed_minority", 0.99, 0.6936, 0.175),
        ("base_rates", 1.15, 0.4232, 0.457),
        ("base_rates", -4.0, 0.7082, 0.229),
        ("noise_minority", 0.4, 0.9785, 0.014),
    ],
)
def test_single_values(key: str, level: float, published: float, sd: float) -> None:
    point = points_of(key, (level,))[level]
    assert (point.minority, point.sd) == (published, sd)
    assert point.error == pytest.approx(sd / math.sqrt(50))


@pytest.mark.parametrize("d", [-4.0, -1.7, -0.3, 0.0, 0.7, 1.15, 4.0])
def test_a_mean_of_features_is_told_as_the_base_rates_it_makes(d: float) -> None:
    data = draw(200_000, Synthetic(d=d, eta=0), 0)
    rates = [data.truth[data.group == group].mean() for group in (0, 1)]
    assert base_rate_difference(d) == pytest.approx(rates[0] - rates[1], abs=0.01)


def test_most_published_means_are_the_study_s() -> None:
    """Two ways to the same experiment; where it is another one, they differ."""
    study = load_paper()
    found = {curve.key: beside(study, curve.key) for curve in study.curves}
    within = [row.within for part in found.values() for row in part]
    assert np.mean(within) > 0.8
    for key in ("noise_minority", "noise_positives", "noise_positives_other_rates"):
        (at,) = [row for row in found[key] if row.level == 0.4]
        assert not at.within
        assert at.published.minority > at.mean


@pytest.mark.parametrize(
    ("mean", "error", "within"),
    [(0.90, 0.0, True), (0.92, 0.0, True), (0.93, 0.0, False), (0.93, 0.02, True)],
)
def test_two_standard_errors_of_the_difference(mean: float, error: float, within: bool) -> None:
    point = Point(majority=1.0, minority=0.9, sd=0.0101 * math.sqrt(50))
    assert Beside(0.0, point, mean, error).within is within


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda lines: [], "the header is not"),
        (lambda lines: ["a,b", *lines[1:]], "the header is not"),
        (lambda lines: [*lines, '"no such curve",0.1,0.9,0.9,0.1'], "line 109 is no level"),
        (lambda lines: [*lines, '"base rates",0.9,1.1,0.9,0.1'], "line 109 holds a value outside"),
        (lambda lines: [*lines, '"base rates",0.9,0.9,-0.1,0.1'], "line 109 holds a value"),
        (lambda lines: [*lines, '"base rates",0.9,0.9'], "line 109 is no level"),
        (lambda lines: [*lines, '"base rates",0.9,0.9,nan,0.1'], "line 109 holds a value outside"),
        (lambda lines: [*lines, lines[1]], "line 109 repeats a level of whole minority"),
        (lambda lines: [line for line in lines if "base rates\"" not in line or "other" in line],
         "base rates is missing"),
    ],
)  # fmt: skip
def test_damage_is_named(tmp_path: Path, damage, message: str) -> None:
    path = tmp_path / "published.csv"
    path.write_text("\n".join(damage(LINES)) + "\n", encoding="utf-8")
    with pytest.raises(ArtifactError, match=message):
        load_published(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="no such file"):
        load_published(tmp_path / "none.csv")

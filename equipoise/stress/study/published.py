"""The values behind the paper's own pictures, beside those of the recorded study.

`data/stress_published.csv` holds the fidelity of both groups with the repair as published, at
every level of all ten curves: means over 50 repeats and, of the minority, the standard
deviation. They are the authors' own figures, the files fid_*.csv in the folder `plot data` of
github.com/mnagired/fairness-sandbox as they stand now; some files of earlier versions differ.
A level is told in the authors' terms there: the share of rows that is left, or the difference
of the groups' base rates.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from equipoise.io.artifacts import ArtifactError, made_by, read_content
from equipoise.keeping import once
from equipoise.stress.study.artifact import PaperStudy
from equipoise.stress.theory import base_rate
from equipoise.stress.worlds import Synthetic

PUBLISHED = Path(__file__).resolve().parents[3] / "data" / "stress_published.csv"
"""The committed file."""

COMMAND = "git checkout -- data/stress_published.csv"
"""What brings it back: the authors' figures, and no run's."""

REPEATS = 50
"""Of the authors, behind every mean and standard deviation."""

CURVE_OF = {
    "positive minority under-represented": "removed_positives",
    "whole minority under-represented": "removed_minority",
    "positive minority under-represented, other base rates": "removed_positives_other_rates",
    "base rates": "base_rates",
    "x1 missing, whole minority": "missing_minority",
    "x1 missing, positive minority": "missing_positives",
    "x1 missing, positive minority, other base rates": "missing_positives_other_rates",
    "label noise, whole minority": "noise_minority",
    "label noise, positive minority": "noise_positives",
    "label noise, positive minority, other base rates": "noise_positives_other_rates",
}
"""The study's short name of a curve by the file's name of it."""

COLUMNS = ("experiment", "level", "majority_fidelity", "minority_fidelity", "minority_sd")
WITHIN = 2
"""Standard errors of a difference that chance alone seldom exceeds."""


@dataclass(frozen=True)
class Point:
    """What the authors published at one level.

    Attributes
    ----------
    majority, minority : float
        Mean fidelity with the repair.
    sd : float
        Standard deviation of the minority's over repeats.
    """

    majority: float
    minority: float
    sd: float

    @property
    def error(self) -> float:
        """Standard error of the minority's mean."""
        return self.sd / math.sqrt(REPEATS)


Published = Mapping[str, Mapping[float, Point]]
"""By curve, then by level in the authors' terms."""


@dataclass(frozen=True)
class Beside:
    """A published mean of the minority beside the study's.

    Attributes
    ----------
    level : float
        In the study's terms.
    published : Point
    mean, error : float
        The study's, with the grid as published, and its standard error.
    """

    level: float
    published: Point
    mean: float
    error: float

    @property
    def within(self) -> bool:
        """Whether both means differ by no more than two standard errors of their difference."""
        apart = abs(self.mean - self.published.minority)
        return apart <= WITHIN * math.hypot(self.error, self.published.error)


@once()
@made_by(COMMAND)
def load_published(path: Path = PUBLISHED) -> Published:
    """Load the published values.

    Raises
    ------
    ArtifactError
        If the file is missing, damaged, or names a curve nobody knows; the line is named.
    """
    content = read_content(path)
    try:
        rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ArtifactError(f"{path}: it cannot be read ({error})") from error
    if not rows or tuple(rows[0]) != COLUMNS:
        raise ArtifactError(f"{path}: the header is not {','.join(COLUMNS)}")
    found: dict[str, dict[float, Point]] = {key: {} for key in CURVE_OF.values()}
    for number, row in enumerate(rows[1:], start=2):
        where = f"{path}: line {number}"
        try:
            name, given, majority, minority, sd = row
            key, level = CURVE_OF[name], round(float(given), 2)
            point = Point(float(majority), float(minority), float(sd))
        except (ValueError, KeyError) as error:
            raise ArtifactError(f"{where} is no level of a known curve ({error})") from error
        if not (0 <= point.majority <= 1 and 0 <= point.minority <= 1 and 0 <= point.sd <= 1):
            raise ArtifactError(f"{where} holds a value outside 0 to 1")
        if level in found[key]:
            raise ArtifactError(f"{where} repeats a level of {row[0]}")
        found[key][level] = point
    missing = [name for name, key in CURVE_OF.items() if not found[key]]
    if missing:
        raise ArtifactError(f"{path}: {missing[0]} is missing")
    return found


def authors_level(key: str, level: float) -> float:
    """Return a level of a curve of the study as the authors tell it, to two decimals."""
    if key.startswith("removed"):
        return round(1 - level, 2)
    # The authors' are tenths, which our means of features meet only nearly.
    if key == "base_rates":
        return round(base_rate_difference(level), 1)
    return round(level, 2)


def base_rate_difference(d: float) -> float:
    """Return the majority's base rate minus the minority's where the former's features mean d.

    Base rates are shares of positive noise-free labels; the minority's is one half.
    """
    return base_rate(d, Synthetic().majority) - 0.5


def points_of(key: str, levels: tuple[float, ...]) -> dict[float, Point]:
    """Return what was published of a curve, by level in the study's terms."""
    known = load_published().get(key, {})
    by_level = {level: known.get(authors_level(key, level)) for level in levels}
    return {level: point for level, point in by_level.items() if point is not None}


def beside(study: PaperStudy, key: str) -> list[Beside]:
    """Hold every published mean of a curve against the study's grid as published."""
    levels = study.curve(key).levels
    ours = study.values(key)[:, study.names.index("grid 10")]
    means, errors = ours.mean(axis=1), ours.std(axis=1, ddof=1) / math.sqrt(ours.shape[1])
    return [
        Beside(level, point, float(means[place]), float(errors[place]))
        for level, point in points_of(key, levels).items()
        for place in (levels.index(level),)
    ]

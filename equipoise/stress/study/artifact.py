"""The recorded study: what its artifact holds, and how it is read.

`data/stress_paper.json` holds every repeat's measures on the test half as whole
ten-thousandths, and the means on the training half. Reading it loads neither scikit-learn
nor Fairlearn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from equipoise.io.artifacts import ArtifactError, check_keys, compact, made_by, read_object
from equipoise.io.decoding import decode
from equipoise.stress.data import Floats
from equipoise.stress.study.provenance import Provenance

ARTIFACT = Path(__file__).resolve().parents[3] / "data" / "stress_paper.json"
"""The committed artifact."""

COMMAND = "python -m equipoise.stress paper"
"""What makes it anew."""

UNIT = 10_000
"""Values are kept as whole numbers of this fraction."""

MEASURES = ("accuracy", "disparity", "fidelity")
GROUPS = ("", "A", "B")
"""Everybody, the majority, the minority."""

KEYS = ("about", "provenance", "models", "measures", "groups", "curves")
CURVE_KEYS = ("key", "title", "axis", "levels", "values", "train", "reasons")


@dataclass(frozen=True)
class Model:
    """One of the ways to train that the study compares."""

    name: str
    description: str


@dataclass(frozen=True, eq=False)
class CurveResult:
    """What the study found along one curve.

    Attributes
    ----------
    key, title, axis : str
        Short name, title, and what a level is.
    levels : tuple of float
    values : (levels, models, measures, groups, repeats) array of float
        On the test half; NaN where there is no value.
    train : (levels, models, measures, groups) array of float
        Means over repeats on the biased training half.
    reasons : mapping from (level, model) positions to str
        Why there is no value.
    """

    key: str
    title: str
    axis: str
    levels: tuple[float, ...]
    values: Floats
    train: Floats
    reasons: Mapping[tuple[int, int], str]


@dataclass(frozen=True, eq=False)
class PaperStudy:
    """The recorded study.

    Attributes
    ----------
    about : str
    provenance : Provenance
    models : tuple of Model
    curves : tuple of CurveResult
    """

    about: str
    provenance: Provenance
    models: tuple[Model, ...]
    curves: tuple[CurveResult, ...]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the models."""
        return tuple(model.name for model in self.models)

    def curve(self, key: str) -> CurveResult:
        """Return a curve by its short name; KeyError if there is none."""
        for curve in self.curves:
            if curve.key == key:
                return curve
        raise KeyError(f"There is no curve {key!r}; there are: {[c.key for c in self.curves]}.")

    def values(self, key: str, measure: str = "fidelity", group: str = "B") -> Floats:
        """Return (levels, models, repeats): every repeat's measure on the test half."""
        return self.curve(key).values[:, :, MEASURES.index(measure), GROUPS.index(group)]

    def dots(self, key: str, measure: str = "fidelity", group: str = "B") -> pd.DataFrame:
        """Return every repeat as a row: level, model, repeat, value (NaN left out)."""
        values = self.values(key, measure, group)
        level, model, repeat = np.indices(values.shape).reshape(3, -1)
        columns = {
            "level": np.array(self.curve(key).levels)[level],
            "model": np.array(self.names, dtype=object)[model],
            "repeat": repeat,
            "value": values.ravel(),
        }
        return pd.DataFrame(columns).dropna(ignore_index=True)

    def summary(self, key: str, measure: str = "fidelity", group: str = "B") -> pd.DataFrame:
        """Return mean and spread over repeats by level and model.

        Returns
        -------
        DataFrame
            Columns level, model, n (repeats with a value), mean, sd, se (of the mean) and
            reason (why there is no value, else "").
        """
        curve, values = self.curve(key), self.values(key, measure, group)
        rows = []
        for i, level in enumerate(curve.levels):
            for j, model in enumerate(self.names):
                known = values[i, j][~np.isnan(values[i, j])]
                n = len(known)
                mean = known.mean() if n else np.nan
                sd = known.std(ddof=1) if n > 1 else np.nan
                reason = curve.reasons.get((i, j), "")
                rows.append((level, model, n, mean, sd, sd / np.sqrt(max(n, 1)), reason))
        return pd.DataFrame(rows, columns=["level", "model", "n", "mean", "sd", "se", "reason"])


@made_by(COMMAND)
def load_paper(path: str | Path | None = None) -> PaperStudy:
    """Load the recorded study.

    Parameters
    ----------
    path : str or Path, optional
        Another artifact than the committed one.

    Raises
    ------
    ArtifactError
        If the file is missing, damaged or not of the expected shape.
    """
    file = ARTIFACT if path is None else Path(path)
    document = read_object(file, KEYS)
    for key, expected in (("measures", MEASURES), ("groups", GROUPS)):
        if document[key] != list(expected):
            raise ArtifactError(f"{file}: {key} is not {list(expected)}")
    about = decode(file, "about", str, document["about"])
    source = decode(file, "provenance", Provenance, document["provenance"])
    models = decode(file, "models", tuple[Model, ...], document["models"])
    given = document["curves"]
    if not isinstance(given, list) or not given:
        raise ArtifactError(f"{file}: curves is no list of curves")
    curves = tuple(
        _read_curve(file, f"curves[{place}]", curve, len(models), source.repeats)
        for place, curve in enumerate(given)
    )
    return PaperStudy(about, source, models, curves)


def document(study: PaperStudy) -> str:
    """Return the study as the text of its artifact, one line for each curve."""
    head = {
        "about": study.about,
        "provenance": asdict(study.provenance),
        "models": [asdict(model) for model in study.models],
        "measures": MEASURES,
        "groups": GROUPS,
    }
    # A curve a line, so that a change of one can be read where versions are compared.
    curves = ",\n".join(
        compact(
            {
                "key": curve.key,
                "title": curve.title,
                "axis": curve.axis,
                "levels": curve.levels,
                "values": _whole(curve.values),
                "train": _whole(curve.train),
                "reasons": [[*places, reason] for places, reason in curve.reasons.items()],
            }
        )
        for curve in study.curves
    )
    return f'{compact(head)[:-1]},\n"curves":[\n{curves}\n]}}\n'


def _whole(values: Floats) -> Any:
    """Return nested lists of whole numbers, None for NaN."""
    if values.ndim > 1:
        return [_whole(part) for part in values]
    return [None if np.isnan(value) else round(value * UNIT) for value in values.tolist()]


def _read_curve(file: Path, where: str, given: Any, n_models: int, repeats: int) -> CurveResult:
    check_keys(file, where, given, CURVE_KEYS)
    key, title, axis = (decode(file, f"{where}.{k}", str, given[k]) for k in CURVE_KEYS[:3])
    levels = decode(file, f"{where}.levels", tuple[float, ...], given["levels"])
    shape = (len(levels), n_models, len(MEASURES), len(GROUPS))
    values = _read_values(file, f"{where}.values", given["values"], (*shape, repeats))
    train = _read_values(file, f"{where}.train", given["train"], shape)
    reasons = _read_reasons(file, f"{where}.reasons", given["reasons"], shape[:2])
    empty = np.isnan(values).any(axis=(2, 3, 4))
    for level, model in zip(*np.nonzero(empty), strict=True):
        if (int(level), int(model)) not in reasons:
            raise ArtifactError(f"{file}: {where}.values[{level}][{model}] lacks a reason")
    return CurveResult(key, title, axis, levels, values, train, reasons)


def _read_values(file: Path, where: str, given: Any, shape: tuple[int, ...]) -> Floats:
    """Return an array of shares; ArtifactError unless shape and range are right."""
    try:
        values = np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArtifactError(f"{file}: {where} is no array of numbers ({error})") from error
    if values.shape != shape:
        raise ArtifactError(f"{file}: {where} has the shape {values.shape}, expected {shape}")
    # Holes pass, being NaN here: no comparison with it is true.
    wrong = (values < 0) | (values > UNIT) | (values % 1 > 0)
    if wrong.any():
        place = "".join(f"[{i}]" for i in np.argwhere(wrong)[0])
        raise ArtifactError(
            f"{file}: {where}{place} is {values[wrong][0]:g}, "
            f"expected a whole number from 0 to {UNIT} or null"
        )
    return np.asarray(values / UNIT)


def _read_reasons(
    file: Path, where: str, given: Any, shape: tuple[int, ...]
) -> dict[tuple[int, int], str]:
    found = {}
    for place, entry in enumerate(given if isinstance(given, list) else [given]):
        match entry:
            case [int(level), int(model), str(reason)] if (
                0 <= level < shape[0] and 0 <= model < shape[1] and reason
            ):
                found[level, model] = reason
            case _:
                raise ArtifactError(
                    f"{file}: {where}[{place}] is {entry!r}, "
                    "expected a level, a model and a reason"
                )
    return found

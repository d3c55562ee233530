"""The recorded study as its picture, its sentences and its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.figures.stress import charts
from equipoise.figures.stress import words as said
from equipoise.figures.stress.curves import FIELDS, lower
from equipoise.stress.gains import Gain, gain
from equipoise.stress.study.artifact import CurveResult, PaperStudy
from equipoise.stress.study.published import base_rate_difference


class Mode(NamedTuple):
    """Models of the study to be compared, and what to call them.

    Attributes
    ----------
    title : str
    nothing : tuple of str
        The model that is not repaired: its name in the study, and the one it is drawn with.
    repaired : tuple of tuples of str
        Those that are; a second one differs from the first in the order of rows.
    """

    title: str
    nothing: tuple[str, str]
    repaired: tuple[tuple[str, str], ...]

    @property
    def drawn(self) -> dict[str, str]:
        """The name each model is drawn with, by its name in the study."""
        return dict((self.nothing, *self.repaired))


MODES = {
    "published": Mode(
        "as published",
        ("do nothing", "do nothing: shared intercept"),
        (("grid 10", "repaired: no intercept, 10 of 13 points, rows as drawn"),),
    ),
    "same": Mode(
        "same model on both sides",
        ("no intercept", "do nothing: no intercept"),
        (
            ("grid 13, A first", "repaired: no intercept, all 13 points, a row of A first"),
            ("grid 13, B first", "the same with a row of B first"),
        ),
    ),
    "post": Mode(
        "post-processing",
        ("do nothing", "do nothing: shared intercept"),
        (("post-processing", "post-processed: shared intercept"),),
    ),
}
GROUPS = {"B": "minority, B", "A": "majority, A", "": charts.EVERYBODY}
_VARIED = "base_rates"


def axis_of(curve: CurveResult) -> str:
    """Return what the horizontal axis of a curve measures."""
    if curve.key == _VARIED:
        return "majority's share of positives minus the minority's"
    return curve.axis


def place_of(curve: CurveResult, level: float) -> float:
    """Return where a level stands on the axis: a mean of features as the base rates it makes."""
    return base_rate_difference(level) if curve.key == _VARIED else level


def is_share(curve: CurveResult) -> bool:
    """Return whether levels are shares, written as percentages."""
    return curve.key != _VARIED


def level_words(curve: CurveResult, level: float) -> str:
    """Return a level as a sentence has it."""
    if is_share(curve):
        return words.percent(level, 0)
    return f"a difference of {words.signed(place_of(curve, level), 1)}"


def study_rows(
    study: PaperStudy, key: str, mode: Mode, measure: str, group: str
) -> tuple[charts.Columns, charts.Columns, charts.Columns]:
    """Return the lines, dots and holes of a mode's models, under the names they are drawn with."""
    curve, names, who = study.curve(key), mode.drawn, group or charts.EVERYBODY
    means, dots = study.summary(key, measure, group), study.dots(key, measure, group)
    means, dots = (
        part[part["model"].isin(list(names))].assign(
            level=lambda rows: rows["level"].map(lambda level: place_of(curve, level)),
            model=lambda rows: rows["model"].map(names),
            group=who,
        )
        for part in (means, dots)
    )
    means = means.assign(value=means["mean"])
    return (
        charts.columns_of(means, FIELDS),
        charts.columns_of(dots, FIELDS),
        charts.columns_of(means[means["n"] == 0], ("level", "reason")),
    )


def gains_of(
    study: PaperStudy, key: str, mode: Mode, measure: str, group: str
) -> Iterator[tuple[str, list[Gain]]]:
    """Yield the name of each repaired model and what it gains at every level."""
    values = study.values(key, measure, group)
    nothing = values[:, study.names.index(mode.nothing[0])]
    compare = lower if measure == "disparity" else gain
    for name, drawn in mode.repaired:
        repaired = values[:, study.names.index(name)]
        yield drawn, [compare(*pair) for pair in zip(nothing, repaired, strict=True)]


def takeaway(study: PaperStudy, key: str, mode: Mode, measure: str, group: str) -> str:
    """Say where the repair gains and loses, and what a mark stands for."""
    curve = study.curve(key)
    levels = [level_words(curve, level) for level in curve.levels]
    found = list(gains_of(study, key, mode, measure, group))
    parts = [said.gains_words(levels, gains) for _, gains in found]
    if len(found) > 1:
        firsts = ("With a row of A first: ", "With a row of B first: ")
        parts = [
            first + part[0].lower() + part[1:] for first, part in zip(firsts, parts, strict=True)
        ]
    nothing = study.values(key, measure, group)[:, study.names.index(mode.nothing[0])]
    same = [int(i) for i in np.flatnonzero((nothing == 1).all(axis=1))]
    if same and measure == "fidelity":
        parts.append(
            f"At {level_words(curve, curve.levels[same[0]])} doing nothing is the reference "
            "itself, so that nothing can gain on it."
        )
    if measure == "disparity":
        parts.append("To gain is to have less disparity.")
    half = words.count(study.provenance.n // 2)
    rows = f"this group's rows among {half}" if group else f"all {half}"
    parts.append(
        f"± is a standard error over {study.provenance.repeats} repeats; each dot is one repeat: "
        f"{rows} test rows that were never biased."
    )
    return " ".join(parts)


def table_of(study: PaperStudy, key: str, mode: Mode, measure: str, group: str) -> pd.DataFrame:
    """Return what is drawn, in words."""
    curve, rows = study.curve(key), study.summary(key, measure, group)
    rows = rows[rows["model"].isin(list(mode.drawn))]
    levels = [level_words(curve, level) for level in rows["level"]]
    return pd.DataFrame(
        {
            "model": rows["model"].map(mode.drawn),
            "mean": rows["mean"].map(words.percent),
            "standard deviation": rows["sd"].map(words.percent),
            "repeats": rows["n"].map(words.count),
        }
    ).set_index(pd.Index(levels, name="level"))

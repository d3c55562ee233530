"""The recorded study as its picture, its sentences and its tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.stress import charts
from equipoise.figures.stress import words as said
from equipoise.figures.stress.axis import axis_of, is_share, level_words, place_of
from equipoise.figures.stress.curves import FIELDS, lower
from equipoise.figures.stress.published import published_rows, published_words
from equipoise.stress.bench import MADE_UP
from equipoise.stress.gains import Gain, gain
from equipoise.stress.study.artifact import PaperStudy


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


def paper_figure(study: PaperStudy, key: str, mode: Mode, measure: str, group: str) -> Figure:
    """Return a figure of the study: some of its models, a measure, and a group or everybody.

    Its data's "holes" are the levels at which a model has no value, and why.
    """
    curve = study.curve(key)
    lines, dots, holes = study_rows(study, key, mode, measure, group)
    printed = published_rows(study, key, measure, group)
    diamonds = f" {published_words(study, key, group)}" if printed["level"] else ""
    axis = axis_of(curve)
    return Figure(
        title=f"{charts.TITLES[measure]}: {GROUPS[group]}",
        takeaway=takeaway(study, key, mode, measure, group) + diamonds,
        alt=f"{curve.title}: {charts.TITLES[measure]} against the {axis}. Dashed where nothing is "
        "done, full where repaired, dotted with the rows in another order, as means; every repeat "
        "as a dot; what was published as diamonds on a thin line.",
        spec=charts.curves_spec(
            MADE_UP,
            measure,
            axis,
            tuple(mode.drawn.values()),
            (place_of(curve, curve.levels[0]), place_of(curve, curve.levels[-1])),
            height=320,
            legends=("models",),
            shares=is_share(curve),
        ),
        data={
            "lines": lines,
            "dots": dots,
            "holes": holes,
            "here": {"level": []},
            "published": printed,
        },
        table=lambda: table_of(study, key, mode, measure, group),
    )


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

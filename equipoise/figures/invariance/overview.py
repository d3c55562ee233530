"""Before and after in one picture: SI-bias over its noise, as asked and asked otherwise."""

from __future__ import annotations

from typing import Any

import pandas as pd

from equipoise import words
from equipoise.figures.figure import Figure
from equipoise.figures.invariance.bands import Band, band_rows, bands_spec
from equipoise.figures.invariance.words import (
    APART,
    DIAMOND,
    LEGEND,
    SHORT,
    p_words,
    widest,
)
from equipoise.invariance.lesson.measured import DRAWN, Measured
from equipoise.keeping import once

_NAMES = ("Before", "After")


def overview_figure(before: Measured, after: Measured) -> Figure:
    """Show SI-bias under two ways of asking, each over what noise alone shows."""
    drawn = after.strategy in DRAWN
    bands = [
        Band(name, one.si.value, one.null.mean, one.null.upper, one.verdict)
        for name, one in zip(_NAMES, (before, after), strict=True)
    ]
    if drawn:
        bands[1] = bands[1]._replace(expected=after.expected_gap)
    return Figure(
        title="SI-bias, over what noise alone would show",
        alt="Two rows, before and after: a dot for SI-bias, on a grey bar beyond which noise "
        "alone goes in at most 1 of 20 cases.",
        takeaway=f"Before: {widest(before)} After: {widest(after)} {APART}\n\n"
        f"{LEGEND}{' ' + DIAMOND if drawn else ''}",
        spec=_spec(),
        data=band_rows(bands),
        table=lambda: overview_table(before, after),
    )


@once()
def _spec() -> dict[str, Any]:
    return bands_spec(_NAMES)


def overview_table(before: Measured, after: Measured) -> pd.DataFrame:
    """Return the measures of both, a column each."""
    rows = {
        name: {
            "Asked": SHORT[found.strategy],
            "SI-bias": words.number(found.si.value),
            "Noise, on average": words.number(found.null.mean),
            "Noise: at most 1 in 20 beyond": words.number(found.null.upper),
            "p-value": p_words(found.p_value),
            "Widest gap between averages over all draws": words.number(found.expected_gap),
            "CI probability": words.number(found.ci.value),
            "Macro F1": words.number(found.f1.value),
        }
        for name, found in zip(_NAMES, (before, after), strict=True)
    }
    return pd.DataFrame(rows).rename_axis("Measure")

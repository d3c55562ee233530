"""SI-bias over what noise alone shows: a row for each way of asking."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import altair as alt
import pandas as pd

from equipoise import words
from equipoise.figures.invariance.axes import Columns, context_axis
from equipoise.figures.theme import INK, QUIET, source, specification

_ROOMY, _TIGHT = 62, 34
_SMALLEST_TOP = 0.3


class Band(NamedTuple):
    """A row: its name, SI-bias, what noise shows, and what is expected over all draws."""

    name: str
    value: float
    mean: float
    upper: float
    verdict: str
    expected: float = float("nan")


def top_of(*values: Iterable[float]) -> float:
    """Return where an axis of SI-bias ends: a round number above all values, at most 1."""
    largest = max((one for some in values for one in some if math.isfinite(one)), default=0.0)
    return min(max(math.ceil(largest * 10 + 0.5) / 10, _SMALLEST_TOP), 1.0)


def bands_spec(names: tuple[str, ...], top: float = 1.0, *, told: bool = True) -> dict[str, Any]:
    """Return the chart of `band_rows`, for "bands" and "expected".

    It keeps nothing: names may be a reader's own, and are to go when their session does.

    Parameters
    ----------
    names : tuple of str
        The rows, from top to bottom.
    top : float
        Where the axis ends.
    told : bool
        Whether each row's number and verdict stand above it; for a few rows.
    """
    thick = 22 if told else 16
    # The domain keeps a row for those whose SI-bias is undefined.
    rows_scale = alt.Scale(domain=list(names))
    y = alt.Y("name:N", scale=rows_scale, axis=context_axis(labelLimit=150))
    scale = alt.Scale(domain=[0, top], nice=False)
    axis = alt.Axis(title="SI-bias", format=".2f", tickCount=5, grid=not told)
    rows, expected = alt.Chart(source("bands")), alt.Chart(source("expected"))
    x, start = (alt.X(f"{name}:Q", scale=scale, axis=axis) for name in ("value", "start"))
    # A screen reader is given the dots alone: each of them says all of its row.
    noise = rows.mark_bar(
        color=QUIET, fillOpacity=0.28, stroke=QUIET, strokeWidth=1, height=thick, aria=False
    )
    mean = rows.mark_tick(color=INK, thickness=1.5, size=thick, opacity=0.7, aria=False)
    dots = rows.mark_point(size=130, strokeWidth=2.5, color=INK, stroke=INK)
    above = alt.condition("datum.verdict == 'above noise'", alt.value(1), alt.value(0))
    diamonds = expected.mark_point(
        color=INK, filled=False, shape="diamond", size=170, strokeWidth=1.6, aria=False
    )
    tips = [
        alt.Tooltip("name:N", title="asked"),
        alt.Tooltip("value:Q", title="SI-bias", format=".3f"),
        alt.Tooltip("mean:Q", title="noise, on average", format=".3f"),
        alt.Tooltip("upper:Q", title="noise: at most 1 in 20 beyond", format=".3f"),
        alt.Tooltip("verdict:N", title="verdict"),
    ]
    layers = [
        noise.encode(x=start, x2="upper:Q", y=y),
        mean.encode(x="mean:Q", y=y),
        diamonds.encode(x=x, y=y),
        dots.encode(x=x, y=y, fill=alt.value(INK), fillOpacity=above, tooltip=tips),
    ]
    if told:
        text = rows.mark_text(align="left", baseline="bottom", dy=-15)
        layers.append(text.encode(x=start, y=y, text="said:N"))
    height = (_ROOMY if told else _TIGHT) * len(names)
    return specification(alt.layer(*layers).properties(height=height))


def band_rows(bands: Sequence[Band]) -> dict[str, Columns]:
    """Return what `bands_spec` draws; rows whose SI-bias is undefined are left out."""
    known = [band for band in bands if math.isfinite(band.value) and math.isfinite(band.mean)]
    drawn = [band for band in known if math.isfinite(band.expected)]
    return {
        "bands": {
            "name": [band.name for band in known],
            "value": [band.value for band in known],
            "start": [0.0] * len(known),
            "mean": [band.mean for band in known],
            "upper": [band.upper for band in known],
            "verdict": [band.verdict for band in known],
            "said": [f"{words.number(band.value)} {band.verdict}" for band in known],
        },
        "expected": {
            "name": [band.name for band in drawn],
            "value": [band.expected for band in drawn],
        },
    }


def bands_of(measures: pd.DataFrame) -> list[Band]:
    """Return a row for each strategy, given `Scores.table`."""
    columns = ("strategy", "si_bias", "null_mean", "null_upper", "verdict")
    return [Band(*row) for row in measures[list(columns)].itertuples(index=False)]

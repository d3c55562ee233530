"""SI-bias over what noise alone shows: a row for each way of asking."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import altair as alt

from equipoise import words
from equipoise.charts.invariance import Columns, context_axis
from equipoise.charts.theme import INK, QUIET, source, specification
from equipoise.invariance import NullBand, verdict

LEGEND = (
    "The dot is SI-bias, full where above noise. The grey bar is what noise alone reaches in 19 "
    "of 20 cases, the tick in it what noise shows on average."
)
"""How to read the chart, but for the diamond."""

DIAMOND = "The hollow diamond is the widest gap over all draws, exactly."


class Band(NamedTuple):
    """A row: its name, SI-bias, what noise shows, and what is expected over all draws."""

    name: str
    value: float
    null: NullBand
    expected: float = float("nan")


@functools.cache
def bands_spec(names: tuple[str, ...], top: float = 1.0) -> dict[str, Any]:
    """Return the chart of `band_rows`, for "bands" and "expected".

    Parameters
    ----------
    names : tuple of str
        The rows, from top to bottom.
    top : float
        Where the axis ends.
    """
    y = alt.Y("name:N", sort=list(names), axis=context_axis())
    scale = alt.Scale(domain=[0, top], nice=False)
    axis = alt.Axis(title="SI-bias", format=".2f", tickCount=5, grid=False)
    rows, expected = alt.Chart(source("bands")), alt.Chart(source("expected"))
    x = alt.X("value:Q", scale=scale, axis=axis)
    noise = rows.mark_bar(color=QUIET, opacity=0.28, height=22, aria=False)
    mean = rows.mark_tick(color=INK, thickness=1.5, size=22, opacity=0.7, aria=False)
    dots = rows.mark_point(size=130, strokeWidth=2.5, color=INK, stroke=INK)
    above = alt.condition("datum.verdict == 'above noise'", alt.value(1), alt.value(0))
    diamonds = expected.mark_point(
        color=INK, filled=False, shape="diamond", size=170, strokeWidth=1.6
    )
    tips = [
        alt.Tooltip("name:N", title="asked"),
        alt.Tooltip("value:Q", title="SI-bias", format=".3f"),
        alt.Tooltip("mean:Q", title="noise, on average", format=".3f"),
        alt.Tooltip("upper:Q", title="noise, 19 of 20", format=".3f"),
    ]
    return specification(
        alt.layer(
            noise.encode(x=alt.X("start:Q", scale=scale, axis=axis), x2="upper:Q", y=y),
            mean.encode(x="mean:Q", y=y),
            diamonds.encode(x=x, y=y),
            dots.encode(x=x, y=y, fill=alt.value(INK), fillOpacity=above, tooltip=tips),
            rows.mark_text(align="left", baseline="bottom", dy=-15).encode(
                x=alt.X("start:Q", scale=scale, axis=axis), y=y, text="said:N"
            ),
        ).properties(height=62 * len(names))
    )


def band_rows(bands: Sequence[Band]) -> dict[str, Columns]:
    """Return what `bands_spec` draws; rows whose SI-bias is undefined are left out."""
    known = [band for band in bands if band.value >= 0 and not band.null.reason]
    drawn = [band for band in known if band.expected >= 0]
    verdicts = [verdict(band.null.p_value(band.value)) for band in known]
    return {
        "bands": {
            "name": [band.name for band in known],
            "value": [band.value for band in known],
            "start": [0.0] * len(known),
            "mean": [band.null.mean for band in known],
            "upper": [band.null.upper for band in known],
            "verdict": verdicts,
            "said": [
                f"{words.number(band.value)} {found}"
                for band, found in zip(known, verdicts, strict=True)
            ],
        },
        "expected": {
            "name": [band.name for band in drawn],
            "value": [band.expected for band in drawn],
        },
    }

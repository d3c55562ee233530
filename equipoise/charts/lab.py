"""The threshold lab: score distributions cut by a threshold that is dragged in the browser.

Everything lies in one drawing with a band for each group, so that a drag may wander across
bands and still move the line it began on. The drawing holds the counts at every threshold
of the grid and follows the pointer by itself; the page hears of it on release.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import altair as alt
import numpy as np
import pandas as pd

from equipoise.charts.theme import (
    INK,
    QUIET,
    group_shape,
    source,
    specification,
)
from equipoise.rates import confusion_curves
from equipoise.tally import Tally

HELD, AT = "held", "at"
"""The two selections: the group whose line was taken hold of, and where the pointer is."""

_LAST = 100
_HEAD, _FOOT = 40, 34
_HALVES = {2: 54, 5: 36}
_SMALLEST = 24
# Pixels of a band: its head holds the name and the counts of the upper half, its foot those
# of the lower half; between them the two halves of the histogram.

# A line follows the pointer as long as the page's thresholds are those it was taken from:
# `gen` counts their changes, so that a later preset or slider is not overruled by an old drag.
_LINE = (
    f"isValid({AT}.gen) && {AT}.gen[0] === datum.gen && {HELD}.group[0] === datum.group"
    f" ? {AT}.k[0] : datum.now"
)
_TILES = "tiles"
_ON_TILE = f"event.item && event.item.mark.name === '{_TILES}_marks'"
# A finger that begins to scroll also goes down; it sets a threshold only when it taps.
_DOWN = f"pointerdown[event.pointerType !== 'touch' && {_ON_TILE}]"
_TAP = f"click[event.pointerType !== 'mouse' && {_ON_TILE}]"
_DRAG = f"[{_DOWN}, window:pointerup] > pointermove[{_ON_TILE}]"


def lab_frames(tally: Tally, shown: Sequence[str]) -> dict[str, pd.DataFrame]:
    """Return what the lab draws whatever the thresholds: outlines and counts.

    Parameters
    ----------
    tally : Tally
        On the grid of 101 thresholds.
    shown : sequence of str
        The groups to draw, from top to bottom.

    Returns
    -------
    dict of DataFrame
        "outlines": group, label, k, y, base; one row per group, label and hundredth, with
        the edge of the histogram (y) and where it stands (base) in units of bands.
        "steps": group, k, low, high, tn, fp, fn, tp; the counts at every threshold k / 100.
    """
    places = [tally.groups.index(group) for group in shown]
    return {"outlines": _outlines(tally, places), "steps": _steps(tally, places)}


def present_rows(
    shown: Sequence[str], thresholds: Mapping[str, float], generation: int
) -> dict[str, list[Any]]:
    """Return where the page's thresholds stand: columns group, now (hundredths), gen."""
    return {
        "group": list(shown),
        "now": [round(thresholds[group] * _LAST) for group in shown],
        "gen": [generation] * len(shown),
    }


def released(selection: Mapping[str, Any]) -> tuple[str, float] | None:
    """Return the group and threshold that a finished drag stands for.

    Parameters
    ----------
    selection : mapping from str to list of dict
        What the two selections hold.

    Returns
    -------
    (str, float) or None
        None if nothing is held.
    """
    held, at = selection.get(HELD), selection.get(AT)
    if not held or not at:
        return None
    return held[0]["group"], at[0]["k"] / _LAST


@functools.lru_cache(maxsize=64)
def lab_spec(groups: tuple[str, ...], shown: tuple[str, ...]) -> dict[str, Any]:
    """Return the lab's drawing for data "outlines", "steps" and "present".

    Parameters
    ----------
    groups : tuple of str
        All groups of the comparison; they fix the colours and shapes.
    shown : tuple of str
        The groups drawn.
    """
    chart = alt.layer(
        *_histograms(groups),
        *_lines(groups, len(shown)),
        *_counts(len(shown)),
        _tiles(),
    )
    return specification(chart.properties(height=len(shown) * band_height(len(shown))))


def band_height(n: int) -> int:
    """Return the height in pixels of each of n bands."""
    return _HEAD + 2 * _half(n) + _FOOT


def _half(n: int) -> int:
    """Return the height in pixels of each half of the histograms in n bands."""
    return next((half for most, half in _HALVES.items() if n <= most), _SMALLEST)


def _outlines(tally: Tally, places: Sequence[int]) -> pd.DataFrame:
    """Return histograms of both labels, positive upwards; heights are square roots of counts."""
    counts = tally.counts[places]
    tallest = np.maximum(counts.max(axis=-1, keepdims=True), 1)
    heights = np.sqrt(counts / tallest)
    # Steps need an end: the last interval is drawn from 1.00 to 1.01.
    heights = np.concatenate([heights, heights[..., -1:]], axis=-1)
    half, band = _half(len(places)), band_height(len(places))
    base = (np.arange(len(places)) + (_HEAD + half) / band)[:, None, None]
    # Depths grow downwards: the negative label (0) hangs below, the positive (1) stands above.
    downwards = np.array([1, -1])[None, :, None] * half / band
    place, label, k = np.indices(heights.shape)
    return pd.DataFrame(
        {
            "group": np.array(tally.groups, dtype=object)[places][place.ravel()],
            "label": label.ravel().astype(np.int8),
            "k": k.ravel().astype(np.int16),
            "y": (base + downwards * heights).ravel().round(4),
            "base": np.broadcast_to(base, heights.shape).ravel(),
        }
    )


def _steps(tally: Tally, places: Sequence[int]) -> pd.DataFrame:
    curves = confusion_curves(tally)
    place, k = np.indices((len(places), _LAST + 1))
    cells = {cell: getattr(curves, cell)[places].ravel() for cell in ("tn", "fp", "fn", "tp")}
    return pd.DataFrame(
        {
            "group": np.array(tally.groups, dtype=object)[places][place.ravel()],
            "k": k.ravel().astype(np.int16),
            "low": place.ravel().astype(np.int16),
            "high": place.ravel().astype(np.int16) + 1,
            **cells,
        }
    )


def _following(name: str) -> alt.Chart:
    """Return a chart of a table whose rows know their group's line, in hundredths."""
    now = alt.LookupData(data=source("present"), key="group", fields=["now", "gen"])
    return alt.Chart(source(name)).transform_lookup("group", now).transform_calculate(line=_LINE)


def _x(field: str = "x:Q", **options: Any) -> alt.X:
    scale = alt.Scale(domain=[-0.005, 1.01], nice=False)
    axis = alt.Axis(title="score", format=".1f", values=[0, 0.2, 0.4, 0.6, 0.8, 1], grid=False)
    return alt.X(field, scale=scale, axis=axis, **options)


def _y(field: str) -> alt.Y:
    # Bands count downwards; the domain follows from the tiles, which fill all of them.
    return alt.Y(field, scale=alt.Scale(reverse=True, nice=False, zero=True), axis=None)


def _histograms(groups: tuple[str, ...]) -> list[alt.Chart]:
    """Return the four outcomes: filled above is positive, hollow below is negative."""
    scale = alt.Scale(domain=list(groups))
    of_group = {
        "fill": alt.Fill("group:N", scale=scale, legend=None),
        "stroke": alt.Stroke("group:N", scale=scale, legend=None),
    }
    quiet = {"fill": alt.value(QUIET), "stroke": alt.value(QUIET)}
    layers = []
    for label, opacity in ((1, 0.9), (0, 0.12)):
        for side, look in (("<=", quiet), (">=", of_group)):
            layers.append(
                _following("outlines")
                .transform_filter(f"datum.label === {label} && datum.k {side} datum.line")
                .transform_calculate(x="datum.k / 100")
                .mark_area(
                    interpolate="step-after",
                    orient="vertical",
                    fillOpacity=opacity,
                    strokeWidth=1,
                    aria=False,
                )
                .encode(x=_x(), y=_y("y:Q"), y2="base:Q", detail="group:N", **look)
            )
    return layers


def _at_line() -> alt.Chart:
    """Return a chart of the one row per group whose threshold is the present one."""
    return _following("steps").transform_filter("datum.k === datum.line")


def _lines(groups: tuple[str, ...], n: int) -> list[alt.Chart]:
    half, band = _half(n), band_height(n)
    at_line = _at_line().transform_calculate(
        x="datum.k / 100",
        top=f"datum.low + {(_HEAD - 4) / band}",
        bottom=f"datum.low + {(_HEAD + 2 * half + 4) / band}",
        base=f"datum.low + {(_HEAD + half) / band}",
    )
    rule = at_line.mark_rule(strokeWidth=2, aria=False).encode(
        x=_x(), y=_y("top:Q"), y2="bottom:Q"
    )
    handle = at_line.mark_point(size=190, stroke=INK, strokeWidth=1.5, aria=False).encode(
        x=_x(),
        y=_y("base:Q"),
        fill=alt.Fill("group:N", scale=alt.Scale(domain=list(groups)), legend=None),
        shape=group_shape(groups),
    )
    return [rule, handle]


def _counts(n: int) -> list[alt.Chart]:
    """Return the counts in words, in the corner of the outcome they belong to."""
    band = band_height(n)
    name, above, below = (depth / band for depth in (11, _HEAD - 13, band - _FOOT + 13))
    at = "' selected at ' + format(datum.k / 100, '.2f')"
    selected = f"{_n('tp + datum.fp')} + ' of ' + {_n('tp + datum.fp + datum.fn + datum.tn')}"
    return [
        _words("datum.group", name, "left", bold=True),
        _words(f"{selected} + {at}", name, "right", bold=True),
        _words(f"{_n('fn')} + ' missed'", above, "left"),
        _words(f"{_n('tp')} + ' of ' + {_n('tp + datum.fn')} + ' found'", above, "right"),
        _words(f"{_n('tn')} + ' rightly left out'", below, "left"),
        _words(f"{_n('fp')} + ' selected in error'", below, "right"),
    ]


def _n(cells: str) -> str:
    return f"format(datum.{cells}, ',')"


def _words(
    text: str, depth: float, align: Literal["left", "right"], *, bold: bool = False
) -> alt.Chart:
    edge = alt.value(0) if align == "left" else alt.value("width")
    mark = (
        _at_line()
        .transform_calculate(words=text, y=f"datum.low + {depth}")
        .mark_text(
            align=align,
            baseline="middle",
            fontSize=12,
            fontWeight="bold" if bold else "normal",
            aria=False,
        )
    )
    written: alt.Chart = mark.encode(x=edge, y=_y("y:Q"), text="words:N")
    return written


def _tiles() -> alt.Chart:
    """Return the invisible tiles that know which threshold the pointer is at."""
    held = alt.selection_point(
        name=HELD, fields=["group"], on=f"{_DOWN}, {_TAP}", clear=False, toggle=False
    )
    at = alt.selection_point(
        name=AT, fields=["k", "gen"], on=f"{_DRAG}, {_DOWN}, {_TAP}", clear=False, toggle=False
    )
    mark = (
        _following("steps")
        .transform_calculate(x="(datum.k - 0.5) / 100", x2="(datum.k + 0.5) / 100")
        .mark_rect(fillOpacity=0, strokeOpacity=0, cursor="ew-resize", aria=False)
    )
    tiles: alt.Chart = mark.encode(x=_x(), x2="x2:Q", y=_y("low:Q"), y2="high:Q")
    return tiles.properties(name=_TILES).add_params(held, at)

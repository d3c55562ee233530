"""The threshold lab: score distributions cut by a threshold that is dragged in the browser.

Everything lies in one drawing with a band for each group, so that a drag may wander across
bands and still move the line it began on. The drawing holds the counts at every threshold
of the grid (`charts.bands`) and follows the pointer by itself; the page hears of it on release.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Literal

import altair as alt

from equipoise.charts.bands import FOOT, HEAD, LAST, band_height, half_height
from equipoise.charts.theme import (
    INK,
    QUIET,
    group_shape,
    source,
    specification,
)

HELD, AT = "held", "at"
"""The two selections: the group whose line was taken hold of, and where the pointer is."""

_X_TITLE = "score; heights are square roots of counts"
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
    return held[0]["group"], at[0]["k"] / LAST


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


def _following(name: str) -> alt.Chart:
    """Return a chart of a table whose rows know their group's line, in hundredths."""
    now = alt.LookupData(data=source("present"), key="group", fields=["now", "gen"])
    return alt.Chart(source(name)).transform_lookup("group", now).transform_calculate(line=_LINE)


def _x(field: str = "x:Q", **options: Any) -> alt.X:
    scale = alt.Scale(domain=[-0.005, 1.01], nice=False)
    axis = alt.Axis(title=_X_TITLE, format=".1f", values=[0, 0.2, 0.4, 0.6, 0.8, 1], grid=False)
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
    half, band = half_height(n), band_height(n)
    at_line = _at_line().transform_calculate(
        x="datum.k / 100",
        top=f"datum.low + {(HEAD - 4) / band}",
        bottom=f"datum.low + {(HEAD + 2 * half + 4) / band}",
        base=f"datum.low + {(HEAD + half) / band}",
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
    name, above, below = (depth / band for depth in (11, HEAD - 13, band - FOOT + 13))
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

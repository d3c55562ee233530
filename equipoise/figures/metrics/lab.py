"""The threshold lab: score distributions cut by a threshold that is dragged in the browser.

Everything lies in one drawing with a band for each group, so that a drag may wander across
bands and still move the line it began on. The drawing holds the counts at every threshold
of the grid (`bands`) and follows the pointer by itself; the page hears of it on release.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import altair as alt
import pyarrow as pa

from equipoise import words
from equipoise.audit import View
from equipoise.figures.figure import Figure, light
from equipoise.figures.metrics.bands import (
    FOOT,
    HEAD,
    LAST,
    band_height,
    half_height,
    lab_frames,
    present_rows,
)
from equipoise.figures.metrics.words import everybody
from equipoise.figures.theme import FEW_GROUPS, INK, QUIET, group_shape, source, specification
from equipoise.foreign import plain
from equipoise.keeping import kept
from equipoise.tally import Tally

HELD, AT = "held", "at"
"""The two selections: the group whose line was taken hold of, and where the pointer is."""

_X_TITLE = ["score", "heights: square roots of counts, each half to its own scale"]
# A line follows the pointer as long as the page's thresholds are those it was taken from:
# `gen` counts their changes, so that a later preset or slider is not overruled by an old drag.
# It stands inside filters, which pass on only the rows that come or go, frame by frame.
_LINE = (
    f"(isValid({AT}.k) && datum.group === {HELD}.group[0]"
    f" && {AT}.gen[0] === data('present')[0].gen"
    f" ? {AT}.k[0] : data('present')[datum.band].now)"
)
_TILES = "tiles"
_ON_TILE = f"event.item && event.item.mark.name === '{_TILES}_marks'"
# A finger that begins to scroll also goes down; it sets a threshold only when it taps.
_DOWN = f"pointerdown[event.pointerType !== 'touch' && {_ON_TILE}]"
_TAP = f"click[event.pointerType !== 'mouse' && {_ON_TILE}]"
_DRAG = f"[{_DOWN}, window:pointerup] > pointermove[{_ON_TILE}]"


def lab(view: View, shown: tuple[str, ...], generation: int = 0) -> Figure:
    """Return the score distributions with thresholds to drag.

    Parameters
    ----------
    view : View
    shown : tuple of str
        The groups drawn.
    generation : int
        A number that changes whenever the page's thresholds do.
    """
    positive, negative = (plain(view.vocabulary.outcome(label).plural) for label in (1, 0))
    found = {view.vocabulary.positives_of(group): row for group, row in view.rows.items()}
    if len(view.groups) > FEW_GROUPS:
        found = {f"{view.vocabulary.positive_adjective} people": everybody(view.overall)}
    parts = (
        words.share(row["tp"], row["tp"] + row["fn"], plain(people))
        for people, row in found.items()
    )
    return Figure(
        title="Drag a threshold",
        takeaway=f"Above each baseline, filled: people who {positive}. Below it, hollow: those "
        f"who {negative}. Right of the line, in colour, they are selected. Drag the line or tap "
        "in a band; from the keyboard the sliders above do the same.\n\n"
        f"Found: {words.listed(parts)}.",
        alt="Score distributions, a band for each group: those who "
        f"{view.vocabulary.positive.plural} stand above the baseline, all others hang below, and "
        "the group's threshold cuts them into the four outcomes. The sliders set the same "
        "thresholds.",
        spec=lab_spec(view.tally, shown),
        data={
            **_still(view.tally, shown),
            "present": present_rows(shown, view.thresholds, generation),
        },
    )


@kept(maxsize=32)
def _still(tally: Tally, shown: tuple[str, ...]) -> dict[str, pa.Table]:
    """Return what no threshold changes, ready to travel."""
    return {name: light(frame) for name, frame in lab_frames(tally, shown).items()}


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


@kept(maxsize=32)
def lab_spec(tally: Tally, shown: tuple[str, ...]) -> dict[str, Any]:
    """Return the lab's drawing for data "outlines", "steps" and "present".

    Parameters
    ----------
    tally : Tally
        Of all groups of the comparison; they fix the colours and shapes.
    shown : tuple of str
        The groups drawn.
    """
    groups, n = tally.groups, len(shown)
    histograms = alt.layer(*_halves(groups, n), data=source("outlines"))
    # Only the one row per group whose threshold is the present one.
    at_line = alt.layer(*_line(groups, n), *_counts(n), data=source("steps"))
    at_line = at_line.transform_filter(f"datum.k === {_LINE}")
    # Tiles lie on top, so that the pointer meets them wherever it is.
    chart = alt.layer(histograms, at_line, _tiles(n))
    return specification(chart.properties(height=n * band_height(n)))


def _x(field: str = "x:Q", **options: Any) -> alt.X:
    # From a little below 0, for a line there, to the end of the last interval.
    scale = alt.Scale(domain=[-0.005, 1.01], nice=False)
    axis = alt.Axis(title=_X_TITLE, format=".1f", values=[0, 0.2, 0.4, 0.6, 0.8, 1], grid=False)
    return alt.X(field, scale=scale, axis=axis, **options)


def _y(field: str, n: int) -> alt.Y:
    """Return the depth in bands, counted downwards.

    A domain taken from the data would change with every frame, and all marks with it.
    """
    scale = alt.Scale(domain=[0, n], reverse=True, nice=False, zero=False)
    return alt.Y(field, scale=scale, axis=None)


def _halves(groups: tuple[str, ...], n: int) -> list[alt.Chart]:
    """Return the four outcomes: filled above is positive, hollow below is negative.

    All are drawn in grey, and those selected once more in their group's colour.
    """
    scale = alt.Scale(domain=list(groups))
    coloured = {
        "fill": alt.Fill("group:N", scale=scale, legend=None),
        "stroke": alt.Stroke("group:N", scale=scale, legend=None),
    }
    grey = {"fill": alt.value(QUIET), "stroke": alt.value(QUIET)}
    return [
        alt.Chart()
        .transform_filter(f"datum.label === {label}{only}")
        .mark_area(
            interpolate="step-after",
            # Both axes are numbers: Vega would have to guess which way the area stands.
            orient="vertical",
            fillOpacity=opacity,
            strokeWidth=1.2,
            # Outlines are nothing to be read aloud; the counts are said above the drawing.
            aria=False,
        )
        .encode(x=_x(), y=_y("y:Q", n), y2="base:Q", detail="group:N", **look)
        for label, opacity in ((1, 1), (0, 0.12))
        for only, look in (("", grey), (f" && datum.k >= {_LINE}", coloured))
    ]


def _line(groups: tuple[str, ...], n: int) -> list[alt.Chart]:
    """Return the line and the handle on it."""
    half, band = half_height(n), band_height(n)
    depths = {"top": HEAD - 4, "bottom": HEAD + 2 * half + 4, "base": HEAD + half}
    part = alt.Chart().transform_calculate(
        **{name: f"datum.band + {depth / band}" for name, depth in depths.items()}
    )
    rule = part.mark_rule(strokeWidth=2, aria=False).encode(
        x=_x(), y=_y("top:Q", n), y2="bottom:Q"
    )
    handle = part.mark_point(size=190, stroke=INK, strokeWidth=1.5, aria=False).encode(
        x=_x(),
        y=_y("base:Q", n),
        fill=alt.Fill("group:N", scale=alt.Scale(domain=list(groups)), legend=None),
        shape=group_shape(groups),
    )
    return [rule, handle]


def _counts(n: int) -> list[alt.Chart]:
    """Return the counts in words, in the corner of the outcome they belong to."""
    name, above, below = 11, HEAD - 13, band_height(n) - FOOT + 13
    at = "' selected at ' + format(datum.k / 100, '.2f')"
    selected = f"{_n('tp + datum.fp')} + ' of ' + {_n('tp + datum.fp + datum.fn + datum.tn')}"
    return [
        _words("datum.group", n, name, "left", bold=True),
        _words(f"{selected} + {at}", n, name, "right", bold=True),
        _words(f"{_n('fn')} + ' missed'", n, above, "left"),
        _words(f"{_n('tp')} + ' of ' + {_n('tp + datum.fn')} + ' found'", n, above, "right"),
        _words(f"{_n('tn')} + ' rightly left out'", n, below, "left"),
        _words(f"{_n('fp')} + ' selected in error'", n, below, "right"),
    ]


def _n(cells: str) -> str:
    return f"format(datum.{cells}, ',')"


def _words(
    text: str, n: int, top: float, align: Literal["left", "right"], *, bold: bool = False
) -> alt.Chart:
    """Return a text at one edge of each band, so many pixels below its top."""
    part = alt.Chart().transform_calculate(words=text, y=f"datum.band + {top / band_height(n)}")
    mark = part.mark_text(
        align=align,
        baseline="middle",
        fontSize=12,
        fontWeight="bold" if bold else "normal",
        aria=False,
    )
    edge = alt.value(0) if align == "left" else alt.value("width")
    written: alt.Chart = mark.encode(x=edge, y=_y("y:Q", n), text="words:N")
    return written


def _tiles(n: int) -> alt.Chart:
    """Return the invisible tiles that know which threshold the pointer is at."""
    # Nothing clears them: what was dragged last holds until the page's thresholds change.
    held = alt.selection_point(
        name=HELD, fields=["group"], on=f"{_DOWN}, {_TAP}", clear=False, toggle=False
    )
    at = alt.selection_point(
        name=AT, fields=["k", "gen"], on=f"{_DRAG}, {_DOWN}, {_TAP}", clear=False, toggle=False
    )
    mark = (
        alt.Chart(source("steps"))
        # A drag remembers under which thresholds it began.
        .transform_lookup("group", alt.LookupData(source("present"), "group", ["gen"]))
        .transform_calculate(
            x1="(datum.k - 0.5) / 100", x2="(datum.k + 0.5) / 100", below="datum.band + 1"
        )
        .mark_rect(fillOpacity=0, strokeOpacity=0, cursor="ew-resize", aria=False, tooltip=None)
    )
    tiles: alt.Chart = mark.encode(x=_x("x1:Q"), x2="x2:Q", y=_y("band:Q", n), y2="below:Q")
    return tiles.properties(name=_TILES).add_params(held, at)

"""One look for every chart: colours, shapes and the making of specifications.

A specification names its data and holds none, so that it is built once and only data
travels when a threshold moves. Group colours come from the page's own list of category
colours, which differs between light and dark; a chart states the order of its groups, never
a colour. Colour is never alone: each group also has a shape, and a label beside its marks.
There are ten of each. From the eleventh group on colours come again, each with its next shape,
so that a pair of colour and shape comes again only after a hundred groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from equipoise import words
from equipoise.foreign import plain

COLOURS = {
    "light": (
        "#0072B2", "#D55E00", "#007A59", "#B5568C", "#9C6A00",
        "#2A8AC4", "#5C2D91", "#8C3D00", "#6B6B6B", "#004D7A",
    ),
    "dark": (
        "#56B4E9", "#E69F00", "#1FBF92", "#CC79A7", "#F0E442",
        "#4C8DFF", "#B79AE8", "#FF7F2A", "#B8B8B8", "#A5D8FF",
    ),
}  # fmt: skip
"""Group colours in their order, after Okabe and Ito (2008), each at least 3:1 on its
background. `.streamlit/config.toml` hands the same lists to the charts."""

_STAR = "M0,-1L.27,-.36L.95,-.31L.43,.14L.59,.81L0,.45L-.59,.81L-.43,.14L-.95,-.31L-.27,-.36Z"
_HEXAGON = "M-.9,0L-.45,-.78L.45,-.78L.9,0L.45,.78L-.45,.78Z"
_PENTAGON = "M0,-.95L.9,-.29L.56,.77L-.56,.77L-.9,-.29Z"
_SALTIRE = "M-.8,-.5L-.5,-.8L0,-.3L.5,-.8L.8,-.5L.3,0L.8,.5L.5,.8L0,.3L-.5,.8L-.8,.5L-.3,0Z"

SHAPES = (
    "circle", "square", "triangle-up", "diamond", "triangle-down",
    "cross", _STAR, _HEXAGON, _PENTAGON, _SALTIRE,
)  # fmt: skip
"""Each group's shape; the first ten in the order of `COLOURS`."""

TEXT_COLOURS = ("blue", "orange", "green", "violet", "yellow")
"""The names of the first of them in Markdown, as the app colours text."""

SIGNS = "●■▲◆▼✚★⬢⬟✖"
"""The same shapes as characters, for text."""

VERDICTS = {
    "holds": (":material/check:", "✓", "holds"),
    "fails": (":material/close:", "✕", "fails"),
    "cannot tell": (":material/question_mark:", "?", "cannot tell"),
    "undefined": (":material/horizontal_rule:", words.UNDEFINED, "cannot be assessed"),
}
"""Each verdict's icon, its mark where there are no icons, and its word, which is always there."""

FEW_GROUPS = 4
"""Of up to so many groups everything is drawn and said, in sight. Of more the reader picks, or
only totals and the lowest and the highest number are said: the table has them all."""

QUIET = "#7A808A"
"""Backgrounds and other quiet marks of no group, not text; 3.9:1 on white, 4.5:1 on dark."""

INK = "currentColor"
"""The page's text colour, light or dark: for labels, rules and whatever is of no group."""

RATE_FORMAT = ".0%"
RATE_LABEL = f"format(datum.value * 100, '.0f') + '{words.NARROW}%'"
"""What an axis of shares writes beside its ticks: percentages as sentences write them, 20 %."""

_CONFIG = {
    "autosize": {"type": "fit-x", "contains": "padding"},
    "text": {"color": INK, "fontSize": 13},
    "rule": {"color": INK},
    "tick": {"color": INK},
    "point": {"filled": True, "opacity": 1, "size": 110},
    "line": {"strokeWidth": 2},
    "axisY": {"labelLimit": 170},
    # A name stands beside its marks. Streamlit's theme moves the outermost names inwards.
    "axisYDiscrete": {"labelFlush": False},
    # What a mark says at the pointer and to a screen reader, where its chart states no format.
    "tooltipFormat": {"numberFormat": ",.4~f"},
}


def group_label(groups: tuple[str, ...], group: str) -> str:
    """Return a group's name, as Markdown, after its sign."""
    return f"{group_sign(groups, group)} {plain(group)}"


def group_sign(groups: tuple[str, ...], group: str) -> str:
    """Return a group's shape, in its colour where text has that colour, as Markdown."""
    place = groups.index(group)
    sign, colour = SIGNS[_shape(place)], place % len(SHAPES)
    return f":{TEXT_COLOURS[colour]}[{sign}]" if colour < len(TEXT_COLOURS) else sign


def signs(groups: Iterable[str]) -> dict[str, str]:
    """Return the shape of each group as a character, for text."""
    return {group: SIGNS[_shape(place)] for place, group in enumerate(groups)}


def symbol(icon: str) -> str:
    """Return a Material symbol as the app writes it in Markdown."""
    return f":material/{icon}:"


def group_colour(groups: Sequence[str], field: str = "group") -> alt.Color:
    """Return the colour channel of a chart whose rows carry their group's name."""
    return alt.Color(f"{field}:N", scale=alt.Scale(domain=list(groups)), legend=None)


def group_shape(groups: Sequence[str], field: str = "group") -> alt.Shape:
    """Return the shape channel that goes with `group_colour`."""
    shapes = [SHAPES[_shape(place)] for place in range(len(groups))]
    scale = alt.Scale(domain=list(groups), range=shapes)
    return alt.Shape(f"{field}:N", scale=scale, legend=None)


def share_axis(title: str | None = None, **options: Any) -> alt.Axis:
    """Return an axis for shares between 0 and 1, written as percentages."""
    return alt.Axis(title=title, labelExpr=RATE_LABEL, tickCount=5, **options)


def share_scale() -> alt.Scale:
    """Return the scale from 0 to 1 that every rate and threshold is drawn on."""
    return alt.Scale(domain=[0, 1], nice=False)


def source(name: str) -> alt.NamedData:
    """Return a stand-in for the table that will be handed over under this name."""
    return alt.NamedData(name)


def specification(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """Return a chart as a plain dictionary that fits the width it is given.

    Build it once (`equipoise.keeping` on the function that calls this) and never change it.
    """
    spec = chart.to_dict(validate=False)
    return spec | {"autosize": _CONFIG["autosize"], "config": _CONFIG}


def _shape(place: int) -> int:
    # Charts take colours in turn by themselves, so it is the shape that has to move on.
    return (place + place // len(SHAPES)) % len(SHAPES)

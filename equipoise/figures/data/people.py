"""Charts of the Data page: who is in the test set.

A row of a chart is a group: its shape and a line of text above, its bars below, so that long
names fit a phone. Filled bars are people with a positive label, outlined bars those without.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise import foreign, words
from equipoise.figures.theme import (
    group_colour,
    group_shape,
    share_axis,
    share_scale,
    source,
    specification,
)
from equipoise.keeping import once
from equipoise.tally import Tally

FEW = 30
"""Fewer people than this are marked: one more or less moves a rate among them by over 3 points,
and chance alone moves it by up to some 18 (95 % of samples)."""

_STEP = 42
_TEXT_Y, _BAR_Y = -9, 9


def few(people: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where there are too few people for a rate among them to say much."""
    return np.asarray(people < FEW)


def few_groups(tally: Tally) -> NDArray[np.bool_]:
    """Return a (K,) array: whether a group has few people with one of the two labels.

    It says how much its true- and false-positive rates rest on; its base rate rests on them all.
    """
    return few(np.minimum(tally.positives, tally.negatives))


def marked(texts: list[str], small: NDArray[np.bool_]) -> list[str]:
    """Return the texts, with a mark on those of something small."""
    return [
        f"{text} · few" if is_small else text for text, is_small in zip(texts, small, strict=True)
    ]


def people_names(tally: Tally) -> pd.DataFrame:
    """Return each group's line of text: how many of how many have a positive label."""
    rows = zip(tally.groups, tally.positives, tally.n, strict=True)
    texts = [f"{group}: {words.count(k)} of {words.count(n)}" for group, k, n in rows]
    return pd.DataFrame({"group": tally.groups, "text": marked(texts, few_groups(tally))})


def base_rate_names(tally: Tally) -> pd.DataFrame:
    """Return each group's line of text: its share of positive labels."""
    rows = zip(tally.groups, tally.base_rates, strict=True)
    texts = [f"{group}: {words.percent(rate)}" for group, rate in rows]
    return pd.DataFrame({"group": tally.groups, "text": marked(texts, few(tally.n))})


def people_bars(tally: Tally) -> pd.DataFrame:
    """Return each group's two bars, end to end: positive labels first, then negative."""
    return _bars(tally, tally.positives, tally.n)


def base_rate_bars(tally: Tally) -> pd.DataFrame:
    """Return the same bars as shares of the group."""
    return _bars(tally, tally.base_rates, np.ones(len(tally.groups)))


def people_table(tally: Tally) -> pd.DataFrame:
    """Return counts and base rates in words, one row a group; small counts are marked."""

    def counted(people: NDArray[Any]) -> list[str]:
        return marked([words.count(n) for n in people], few(people))

    return pd.DataFrame(
        {
            "People": counted(tally.n),
            "Above 50K": counted(tally.positives),
            "50K or less": counted(tally.negatives),
            "Base rate": [words.percent(rate) for rate in tally.base_rates],
        },
        index=pd.Index(tally.groups, name="Group"),
    )


def size_takeaway(tally: Tally) -> str:
    """Say how unequal the groups are in size, in words of people."""
    largest, smallest = tally.n.argmax(), tally.n.argmin()
    return (
        f"{words.of(tally.n[largest], tally.n.sum(), 'people')} are "
        f"{foreign.who(tally.groups[largest])}, the largest group; the smallest are "
        f"{words.count(tally.n[smallest])} {foreign.who(tally.groups[smallest])}."
    )


def base_rate_takeaway(tally: Tally) -> str:
    """Say whose base rates lie farthest apart, with the people behind them."""
    highest, lowest = np.nanargmax(tally.base_rates), np.nanargmin(tally.base_rates)
    most, least = (
        words.share(tally.positives[i], tally.n[i], foreign.who(tally.groups[i]))
        for i in (highest, lowest)
    )
    return f"Highest: {most}. Lowest: {least}."


def comment_on_smallest(tally: Tally) -> str:
    """Say what a rate among the smallest group rests on, and whose rests on fewer still."""
    smallest, rarest = tally.n.argmin(), tally.positives.argmin()
    n, earn = tally.n[smallest], tally.positives[smallest]
    said = f"There are {words.count(n)} {foreign.who(tally.groups[smallest])}, and "
    if not earn:
        said += "none of them earns more than 50K: they have no true-positive rate at all."
    else:
        said += (
            f"{words.count(earn)} of them {words.agreeing(earn, 'earns', 'earn')} more than 50K: "
            "to find one more or one fewer moves their true-positive rate by "
            f"{words.number(100 / earn, 0)} points."
        )
    fewer = tally.positives[rarest]
    if fewer < earn:
        said += (
            f" It is worse for the {words.count(tally.n[rarest])} "
            f"{foreign.who(tally.groups[rarest])}, of whom {words.count(fewer)} "
            f"{words.agreeing(fewer, 'does', 'do')}."
        )
    return f"{said} An audit by sex alone, or by race alone, never meets such a group by itself."


@once()
def people_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of how many people each group has, by label."""
    axis = alt.Axis(title="people", format=",d", tickCount=4, grid=False)
    return _rows_of_bars(groups, alt.X("from:Q", axis=axis))


@once()
def base_rate_spec(groups: tuple[str, ...]) -> dict[str, Any]:
    """Return the chart of each group's share of positive labels."""
    axis = share_axis("share of the group", grid=False)
    return _rows_of_bars(groups, alt.X("from:Q", axis=axis, scale=share_scale()))


def named_rows(
    names: alt.Chart, groups: tuple[str, ...], y: alt.Y, offset: int
) -> tuple[alt.Chart, alt.Chart]:
    """Return the marks of the rows' headings: each group's shape, and its line of text.

    Parameters
    ----------
    names : Chart
        Its rows have `group` and `text`.
    groups : tuple of str
    y : Y
        Where the rows stand.
    offset : int
        How many pixels below that the heading is drawn.
    """
    shape = names.mark_point(size=80, yOffset=offset).encode(
        x=alt.value(6), y=y, color=group_colour(groups), shape=group_shape(groups)
    )
    text = names.mark_text(align="left", baseline="middle", yOffset=offset).encode(
        x=alt.value(18), y=y, text="text:N"
    )
    return shape, text


def _bars(tally: Tally, middle: NDArray[Any], end: NDArray[Any]) -> pd.DataFrame:
    zeros = np.zeros(len(tally.groups))
    return pd.DataFrame(
        {
            "group": [*tally.groups, *tally.groups],
            "label": np.repeat([1, 0], len(tally.groups)),
            "from": np.concatenate([zeros, middle]),
            "to": np.concatenate([middle, end]),
        }
    )


def _rows_of_bars(groups: tuple[str, ...], x: alt.X) -> dict[str, Any]:
    y = alt.Y("group:N", sort=list(groups), axis=None)
    bars = alt.Chart(source("bars")).encode(x=x, x2="to:Q", y=y, color=group_colour(groups))
    filled = bars.transform_filter("datum.label == 1").mark_bar(size=16, yOffset=_BAR_Y)
    hollow = bars.transform_filter("datum.label == 0").mark_bar(
        size=16, yOffset=_BAR_Y, filled=False, strokeWidth=1.5
    )
    named = named_rows(alt.Chart(source("names")), groups, y, _TEXT_Y)
    layers = alt.layer(hollow, filled, *named)
    return specification(layers.properties(height=_STEP * len(groups)))

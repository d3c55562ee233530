"""Pictures of the Data page: who is in the test set.

A row of a picture is a group: its shape and a line of text above, its bars below, so that long
names fit a phone. Filled bars are people with a positive label, outlined bars those without.
"""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.figure import Figure
from equipoise.figures.theme import (
    group_colour,
    group_shape,
    share_axis,
    share_scale,
    source,
    specification,
)
from equipoise.foreign import plain
from equipoise.glossary import FEW
from equipoise.keeping import kept
from equipoise.tally import Tally

_STEP = 42
_TEXT_Y, _BAR_Y = -9, 9


def group_sizes(view: View) -> Figure:
    """Return how many people each group has, by label, and how unequal the groups are in size."""
    tally, positive = view.tally, view.vocabulary.positive.plural
    largest, smallest = (
        (foreign.people(view.vocabulary, view.groups[place]), tally.n[place])
        for place in (tally.n.argmax(), tally.n.argmin())
    )
    return Figure(
        title=f"How many people, and how many {plain(positive)}",
        takeaway=f"{words.of(largest[1], tally.n.sum(), 'people')} are {largest[0]}, the largest "
        f"group; the smallest are {words.count(smallest[1])} {smallest[0]}.",
        alt=f"For each group a filled bar of the people who {positive} and, joined to it, an "
        f"outlined bar of those who {view.vocabulary.negative.plural}.",
        spec=people_spec(tally),
        data={"bars": people_bars(tally), "names": people_names(tally)},
        table=lambda: people_table(view),
        table_title="Counts and base rates as a table",
    )


def base_rates(view: View) -> Figure:
    """Return each group's share of positive labels, and whose lie farthest apart."""
    tally = view.tally
    most, least = (
        words.share(
            tally.positives[place],
            tally.n[place],
            foreign.people(view.vocabulary, view.groups[place]),
        )
        for place in (np.nanargmax(tally.base_rates), np.nanargmin(tally.base_rates))
    )
    return Figure(
        title="The same as a share: the base rate",
        takeaway=f"Highest: {most}. Lowest: {least}.",
        alt="For each group a bar that stands for all its people, filled up to the share who "
        f"{view.vocabulary.positive.plural}.",
        spec=base_rate_spec(tally),
        data={"bars": base_rate_bars(tally), "names": base_rate_names(tally)},
        table=lambda: people_table(view),
        table_title="Counts and base rates as a table",
    )


def people_table(view: View) -> pd.DataFrame:
    """Return counts and base rates in words, one row a group; small counts are marked."""
    tally, vocabulary = view.tally, view.vocabulary
    heads = ("People", vocabulary.positive.head, vocabulary.negative.head)
    columns = {
        head: marked([words.count(n) for n in people], few(people))
        for head, people in zip(heads, (tally.n, tally.positives, tally.negatives), strict=True)
    }
    columns["Base rate"] = [words.percent(rate) for rate in tally.base_rates]
    return pd.DataFrame(columns, index=pd.Index(tally.groups, name="Group"))


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


@kept()
def people_spec(tally: Tally) -> dict[str, Any]:
    """Return the chart of how many people each group has, by label."""
    axis = alt.Axis(title="people", format=",d", tickCount=4, grid=False)
    return _rows_of_bars(tally.groups, alt.X("from:Q", axis=axis))


@kept()
def base_rate_spec(tally: Tally) -> dict[str, Any]:
    """Return the chart of each group's share of positive labels."""
    axis = share_axis("share of the group", grid=False)
    return _rows_of_bars(tally.groups, alt.X("from:Q", axis=axis, scale=share_scale()))


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
    # No axis: a name beside the bars would leave a phone no room for them.
    y = alt.Y("group:N", sort=list(groups), axis=None)
    bars = alt.Chart(source("bars")).encode(x=x, x2="to:Q", y=y, color=group_colour(groups))
    # Filled and outlined, for the label has to be told apart without its colour, too.
    filled = bars.transform_filter("datum.label == 1").mark_bar(size=16, yOffset=_BAR_Y)
    hollow = bars.transform_filter("datum.label == 0").mark_bar(
        size=16, yOffset=_BAR_Y, filled=False, strokeWidth=1.5
    )
    named = named_rows(alt.Chart(source("names")), groups, y, _TEXT_Y)
    layers = alt.layer(hollow, filled, *named)
    return specification(layers.properties(height=_STEP * len(groups)))

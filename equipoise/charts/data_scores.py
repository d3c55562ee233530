"""Charts of the Data page: the scores that people of each group and label get."""

from __future__ import annotations

import functools
from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise import words
from equipoise.charts.data import few, marked, named_rows
from equipoise.charts.theme import QUIET, group_colour, share_scale, source, specification
from equipoise.tally import Tally

BINS = 20
"""Bins of width 0.05 in which scores are drawn; each is five intervals of the tally."""

_BAR_SHARE = 0.62
"""How much of a group's row the tallest bar takes; its line of text stands above."""


def binned(tally: Tally) -> NDArray[Any]:
    """Return a (K, 2, BINS) array: people by group, label and score bin of width 0.05.

    The last bin holds a score of exactly 1.
    """
    width = (len(tally.grid) - 1) // BINS
    return np.add.reduceat(tally.counts, np.arange(BINS) * width, axis=2)


def median_scores(tally: Tally) -> NDArray[np.float64]:
    """Return a (K, 2) array: the median score by group and label, NaN where nobody is.

    It is the grid point at or below the middle score: the lower edge of its interval.
    """
    below = np.cumsum(tally.counts, axis=2)
    total = below[..., -1]
    place = (2 * below >= total[..., np.newaxis]).argmax(axis=2)
    return np.where(total > 0, tally.grid[place], np.nan)


def score_bars(tally: Tally, label: int) -> pd.DataFrame:
    """Return the bars of the scores of everybody with one label.

    Returns
    -------
    DataFrame
        Per group and bin: `low` and `high` score, `people`, `share` of the group's people
        with this label, where the bar stands and ends (`base`, `top`), and a `tip`.
    """
    people = binned(tally)[:, label]
    share = _shares(people)
    tallest = share.max() or 1.0
    base = np.broadcast_to(_bases(tally)[:, np.newaxis], people.shape)
    low = np.broadcast_to(np.arange(BINS) / BINS, people.shape)
    frame = pd.DataFrame(
        {
            "group": np.repeat(tally.groups, BINS),
            "low": low.ravel(),
            "high": low.ravel() + 1 / BINS,
            "people": people.ravel(),
            "share": share.ravel(),
            "base": base.ravel(),
            "top": (base + _BAR_SHARE * share / tallest).ravel(),
        }
    )
    frame["tip"] = _tips(tally, people)
    return frame[frame["people"] > 0]


def score_names(tally: Tally, label: int) -> pd.DataFrame:
    """Return each group's line of text over its scores, and its median."""
    n = tally.counts[:, label].sum(axis=1)
    medians = median_scores(tally)[:, label]
    texts = [
        f"{group}: {words.count(k)}, median {words.threshold(m)}"
        for group, k, m in zip(tally.groups, n, medians, strict=True)
    ]
    base = _bases(tally)
    return pd.DataFrame(
        {
            "group": tally.groups,
            "text": marked(texts, few(n)),
            "base": base,
            "top": base + _BAR_SHARE,
            "line": base + 0.82,
            "median": medians,
        }
    )


def score_table(tally: Tally, label: int) -> pd.DataFrame:
    """Return one row for each group and bin that holds somebody, in words.

    It is long and not wide, so that no screen has to be scrolled sideways.
    """
    bars = score_bars(tally, label)
    return pd.DataFrame(
        {
            "Score": [
                f"{low:.2f}–{high:.2f}" for low, high in zip(bars.low, bars.high, strict=True)
            ],
            "People": [words.count(people) for people in bars.people],
            "Share of the row": [words.percent(share) for share in bars.share],
        },
        index=pd.Index(bars.group, name="Group"),
    )


def score_takeaway(tally: Tally, label: int) -> str:
    """Say whose middle scores lie farthest apart, of everybody with one label."""
    medians = median_scores(tally)[:, label]
    low, high = np.nanargmin(medians), np.nanargmax(medians)
    shares = _shares(binned(tally)[:, label])
    tallest = shares.max(axis=1).argmax()
    return (
        f"The median runs from {words.threshold(medians[low])} ({words.who(tally.groups[low])}) "
        f"to {words.threshold(medians[high])} ({words.who(tally.groups[high])}). The tallest bar "
        f"stands for {words.percent(shares.max())} of the {words.who(tally.groups[tallest])}."
    )


@functools.cache
def score_spec(groups: tuple[str, ...], label: int) -> dict[str, Any]:
    """Return the chart of the scores of everybody with one label, a row a group."""
    y = alt.Y("base:Q", axis=None, scale=alt.Scale(domain=[0, len(groups)], nice=False))
    axis = alt.Axis(title="score", format=".1f", tickCount=5, grid=False)
    bars = alt.Chart(source("bars")).mark_bar(filled=label == 1, strokeWidth=1.5).encode(
        x=alt.X("low:Q", bin="binned", axis=axis, scale=share_scale()),
        x2="high:Q", y=y, y2="top:Q", color=group_colour(groups),
        tooltip=alt.Tooltip("tip:N", title="Score"),
    )  # fmt: skip
    names = alt.Chart(source("names"))
    median = names.mark_rule(strokeDash=[3, 2]).encode(x="median:Q", y=y, y2="top:Q")
    floor = names.mark_rule(color=QUIET).encode(y=y)
    text_y = alt.Y("line:Q")
    chart = alt.layer(floor, bars, median, *named_rows(names, groups, text_y, 0))
    return specification(chart.properties(height=len(groups) * (72 if len(groups) > 5 else 92)))


def _shares(people: NDArray[Any]) -> NDArray[np.float64]:
    """Return counts by group and bin as shares of the group; zeros where nobody is."""
    total = people.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(people, total, out=np.zeros(people.shape), where=total > 0))


def _bases(tally: Tally) -> NDArray[np.int64]:
    """Return where each group's bars stand: the first group on top."""
    return np.arange(len(tally.groups))[::-1]


def _tips(tally: Tally, people: NDArray[Any]) -> list[str]:
    """Return what each bar says when pointed at."""
    return [
        f"{group}, {k / BINS:.2f} to {(k + 1) / BINS:.2f}: {words.of(n, row.sum(), 'people')}"
        for group, row in zip(tally.groups, people, strict=True)
        for k, n in enumerate(row)
    ]

"""Pictures of the Data page: the scores that people of each group and label get."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.data.people import few, marked, named_rows
from equipoise.figures.figure import Figure
from equipoise.figures.theme import QUIET, group_colour, share_scale, source, specification
from equipoise.foreign import plain
from equipoise.keeping import kept
from equipoise.tally import Tally

BINS = 20
"""Bins of width 0.05 in which scores are drawn."""

_BAR_SHARE = 0.62
"""How much of a group's row the tallest bar takes; its line of text stands above."""


def scores(view: View, label: int) -> Figure:
    """Return the scores of everybody with one label, and whose middle scores lie farthest apart.

    Parameters
    ----------
    view : View
    label : {0, 1}
    """
    tally, plural = view.exact_tally, view.vocabulary.outcome(label).plural
    return Figure(
        title=f"Scores of those who {plain(plural)}",
        takeaway=_medians_and_tallest(view, label),
        alt=f"For each group a histogram of the scores of those who {plural}, in {BINS} bins from "
        "0 to 1, with a dashed line at the median.",
        spec=score_spec(tally, label),
        data={"bars": score_bars(tally, label), "names": score_names(tally, label)},
        table=lambda: score_table(tally, label),
        table_title=f"Scores of those who {plain(plural)} as a table",
    )


def _medians_and_tallest(view: View, label: int) -> str:
    """Say whose middle scores lie farthest apart, and whom the tallest bar stands for."""
    tally = view.exact_tally
    medians, people = median_scores(tally)[:, label], binned(tally)[:, label]
    if not people.any():
        return f"Nobody {plain(view.vocabulary.outcome(label).singular)}."
    low, high = (words.threshold(end(medians)) for end in (np.nanmin, np.nanmax))
    lowest, highest = (
        foreign.people(view.vocabulary, tally.groups[end(medians)])
        for end in (np.nanargmin, np.nanargmax)
    )
    said = (
        f"Every median rounds to {low}."
        if low == high
        else f"The median runs from {low} ({lowest}) to {high} ({highest})."
    )
    group, place = np.unravel_index(_shares(people).argmax(), people.shape)
    who = foreign.people(view.vocabulary, tally.groups[group], label)
    return (
        f"{said} The tallest bar, scores from {place / BINS:.2f} to {(place + 1) / BINS:.2f}, "
        f"stands for {words.share(people[group, place], people[group].sum(), who)}."
    )


@kept()
def binned(tally: Tally) -> NDArray[Any]:
    """Return a (K, 2, BINS) array: people by group, label and score bin of width 0.05.

    The last bin holds a score of exactly 1.
    """
    edges = np.searchsorted(tally.grid, np.arange(BINS + 1) / BINS)
    # A score of 1 lies on the last edge; without this it would be in no bin.
    edges[-1] = len(tally.grid)
    upto = np.concatenate([np.zeros((*tally.counts.shape[:2], 1)), tally.counts.cumsum(axis=2)], 2)
    people = np.diff(upto[..., edges]).astype(tally.counts.dtype)
    people.setflags(write=False)  # It is kept, and shared.
    return people


@kept()
def median_scores(tally: Tally) -> NDArray[np.float64]:
    """Return a (K, 2) array: the median score by group and label, NaN where nobody is.

    Parameters
    ----------
    tally : Tally
        Over every distinct score: between two points of a grid no score is known.

    Raises
    ------
    ValueError
        If the tally is on a grid.
    """
    if not tally.is_exact:
        raise ValueError("A median needs every score: tally with grid=None.")
    upto = np.cumsum(tally.counts, axis=2)
    total = upto[..., -1]
    twice, middle = 2 * upto, total[..., np.newaxis]
    # Of an even number of people two are in the middle.
    lower, upper = (twice >= middle).argmax(axis=2), (twice > middle).argmax(axis=2)
    medians = np.where(total > 0, (tally.grid[lower] + tally.grid[upper]) / 2, np.nan)
    medians.setflags(write=False)
    return medians


@kept()
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
    # Where nobody has this label there are no bars, and nothing must be divided by 0.
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
    frame["tip"] = [
        f"{group}, {k / BINS:.2f} to {(k + 1) / BINS:.2f}: {words.of(n, row.sum(), 'people')}"
        for group, row in zip(tally.groups, people, strict=True)
        for k, n in enumerate(row)
    ]
    return frame[frame["people"] > 0]


@kept()
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


@kept()
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
            "Share of them": [words.percent(share) for share in bars.share],
        },
        index=pd.Index(bars.group, name="Group"),
    )


@kept()
def score_spec(tally: Tally, label: int) -> dict[str, Any]:
    """Return the chart of the scores of everybody with one label, a row a group."""
    groups = tally.groups
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

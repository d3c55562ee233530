"""What a point of the frontier means for people, in words and tables."""

from __future__ import annotations

from functools import lru_cache

import pandas as pd

from equipoise import words
from equipoise.charts.frontier_choice import Choice
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.pareto import TOLERANCE
from equipoise.operating import dominating
from equipoise.tally import Tally

OUTCOMES = {
    "tp": "selected, earning more than 50K",
    "fn": "missed, earning more than 50K",
    "fp": "selected, earning 50K or less",
    "tn": "left out, earning 50K or less",
}
"""The four outcomes in the words of the census."""

_FEW, _SOME = 3, 5


def summary(choice: Choice) -> str:
    """Return thresholds, accuracy, gap and cost of a point as Markdown."""
    front = choice.front
    thresholds = words.listed(
        f"{words.threshold(value)} for {words.who(group)}"
        for group, value in choice.thresholds.items()
    )
    if len(choice.groups) > _FEW:
        thresholds = "each group's threshold is written below"
    return (
        f"**Point {choice.row + 1} of {len(front.points)}: {thresholds}**\n\n"
        f"- Accuracy **{words.percent(choice.accuracy, 2)}**, baseline "
        f"{words.percent(front.baseline_accuracy, 2)}\n"
        f"- Gap **{words.number(choice.gap)}**, baseline {words.number(front.baseline_gap)}\n"
        f"- Cost **{words.number(choice.cost, 4)}**: {mistakes(choice)}"
    )


def mistakes(choice: Choice) -> str:
    """Return the cost of a point in people."""
    more = int(choice.more_mistakes.sum())
    people = f"of {words.count(choice.tally.n.sum())} people decided wrongly than at 0.50"
    if more > 0:
        return f"{words.count(more)} more {people}."
    smaller = choice.gap < choice.front.baseline_gap - TOLERANCE
    if more == 0:
        return f"as many people decided wrongly as at 0.50{', and a smaller gap' * smaller}."
    lunch = ", and the gap is smaller: a free lunch." if smaller else "."
    return f"{words.count(-more)} fewer {people}{lunch}"


def who_pays(choice: Choice) -> str:
    """Return the cost of a point, and on whom it falls."""
    changes = choice.flips
    pairs = zip(choice.groups, choice.more_mistakes.tolist(), strict=True)
    by_group = words.listed(f"{_plus(more)} {words.who(group)}" for group, more in pairs)
    lost, gained = (
        words.listed(
            f"{words.count(row[column])} {words.who(str(group))} "
            f"({words.count(row[f'{column}_positive'])} earning more than 50K)"
            for group, row in changes.iterrows()
            if row[column]
        )
        for column in ("no_longer_selected", "newly_selected")
    )
    return (
        f"It costs {words.number(choice.cost, 4)} of accuracy: {mistakes(choice)} Wrong decisions "
        f"by group: {by_group}. No longer selected: {lost or 'nobody'}. Newly selected: "
        f"{gained or 'nobody'}. Is it right that they pay for it?"
    )


@lru_cache(maxsize=64)
def takeaway(front: Frontier, tally: Tally, pairs_drawn: int) -> str:
    """Return whether 0.50 is beaten, and what is drawn behind the frontier.

    Parameters
    ----------
    front : Frontier
    tally : Tally
    pairs_drawn : int
        Combinations in the part that is drawn; only all pairs of two groups can be.
    """
    n, combinations = len(front.points), f"{len(tally.grid) ** len(tally.groups):,}"
    if len(tally.groups) == 2:
        what = "pairs of thresholds"
        drawn = f"Of all pairs, {words.count(pairs_drawn)} lie in the part drawn."
    else:
        what, drawn = "combinations of thresholds", "So many cannot be drawn behind them."
    return (
        f"{beaten(front)} Of {combinations} {what}, none beats these {n} in accuracy and gap at "
        f"once. {drawn}"
    )


def beaten(front: Frontier) -> str:
    """Return whether the baseline is dominated, and by which point."""
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    if row is None:
        return "Nothing beats the baseline of 0.50 for everybody in accuracy and gap at once."
    point = front.points.iloc[row]
    name = f"point {row + 1}"
    thresholds = point.drop(["accuracy", "gap"])
    if len(thresholds) <= _SOME:
        name = f"{'/'.join(map(words.threshold, thresholds))} ({name})"
    return (
        f"**The baseline of 0.50 for everybody is dominated**: {name} has "
        f"{_against(point['accuracy'], front.baseline_accuracy, 'accuracy', 'higher')} and "
        f"{_against(point['gap'], front.baseline_gap, 'gap', 'smaller')}."
    )


def outcome_table(choice: Choice) -> pd.DataFrame:
    """Return each group's four outcomes at 0.50 and at the point: "301 → 329"."""
    columns = {
        title: [
            f"{words.count(old)} → {words.count(new)}"
            for old, new in zip(
                getattr(choice.before, cell), getattr(choice.after, cell), strict=True
            )
        ]
        for cell, title in OUTCOMES.items()
    }
    return pd.DataFrame(columns, index=pd.Index(choice.groups, name="group"))


def end_of_the_line(front: Frontier, tally: Tally) -> str:
    """Return what stands at the frontier's left end, and why it is not "nobody selected"."""
    point = front.points.iloc[0]
    thresholds = point.drop(["accuracy", "gap"])
    who = "everybody selected, " if (thresholds == 0).all() else ""
    last = tally.selected[:, :, -1].sum(axis=0)
    right = "all" if last[0] == 0 else words.count(last[1])
    share = tally.negatives.sum() / tally.n.sum()
    return (
        f"The left end is {'/'.join(map(words.threshold, thresholds))}: {who}gap "
        f"{words.number(point['gap'])}, accuracy {words.percent(point['accuracy'], 2)}. To select "
        f"nobody would be right for {words.percent(share, 2)}, but no threshold does it: at "
        f"{words.threshold(tally.grid[-1])}, {words.count(last.sum())} people with a score of "
        f"exactly 1 are still selected, {right} of whom earn more than 50K."
    )


def _against(value: float, baseline: float, what: str, better: str) -> str:
    if abs(value - baseline) <= TOLERANCE:
        return f"the same {what}"
    if what == "gap":
        return f"a {better} gap ({words.number(value, 4)} against {words.number(baseline, 4)})"
    return f"{better} {what} ({words.percent(value, 2)} against {words.percent(baseline, 2)})"


def _plus(change: float) -> str:
    return "+" * (change > 0) + words.count(change)

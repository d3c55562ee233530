"""What a point of the frontier means for people, in words and tables."""

from __future__ import annotations

import pandas as pd

from equipoise import foreign, words
from equipoise.checks import ROUNDING
from equipoise.figures.frontier.choice import Choice
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.gaps import GAPS
from equipoise.keeping import once
from equipoise.tally import Tally
from equipoise.thresholds import dominating
from equipoise.uncertainty.paired import PairedRedraws

OUTCOMES = {
    "tp": "selected, earning more than 50K",
    "fn": "missed, earning more than 50K",
    "fp": "selected, earning 50K or less",
    "tn": "left out, earning 50K or less",
}
"""The four outcomes in the words of the survey."""

_FEW, _SOME = 3, 5


def summary(choice: Choice, interval: str = "") -> str:
    """Return thresholds, accuracy, gap and cost of a point as Markdown.

    Parameters
    ----------
    choice : Choice
    interval : str
        Of the cost in points, to stand behind it.
    """
    front = choice.front
    thresholds = _each(pd.Series(choice.thresholds))
    if len(choice.groups) > _FEW:
        thresholds = "each group's threshold is written below"
    ratio = f" (1 {words.MINUS} the impact ratio of {words.number(1 - choice.gap)})"
    return (
        f"**Point {choice.row + 1} of {len(front.points)}: {thresholds}**\n\n"
        f"- Accuracy **{words.percent(choice.accuracy, 2)}**, baseline "
        f"{words.percent(front.baseline_accuracy, 2)}\n"
        f"- Gap **{words.small(choice.gap)}**{ratio * GAPS[front.gap].is_ratio}, baseline "
        f"{words.number(front.baseline_gap)}\n"
        f"- Cost **{cost(choice.cost)}**{words.STAYS * bool(interval)}{interval}: "
        f"{mistakes(choice)}"
    )


def cost(accuracy: float) -> str:
    """Return a cost in accuracy: 0.72 points; below zero, it is none."""
    return f"{words.number(100 * accuracy, 2)} points"


def mistakes(choice: Choice) -> str:
    """Return the cost of a point in people."""
    more = int(choice.more_mistakes.sum())
    people, are = ("person", "is") if abs(more) == 1 else ("people", "are")
    than = f"{people} (of {words.count(choice.tally.n.sum())}) {are} judged wrongly than at 0.50"
    if more > 0:
        return f"{words.count(more)} more {than}."
    said = f"{words.count(-more)} fewer {than}"
    if more == 0:
        said = "as many people are judged wrongly as at 0.50"
    if choice.gap >= choice.front.baseline_gap - ROUNDING:
        return f"{said}."
    again = in_redraws(choice.redraws.dominates, choice.redraws)
    return f"{said}, and the gap is smaller: it beats 0.50, and does so again {again}."


def in_redraws(times: int, redraws: PairedRedraws) -> str:
    """Return in how many of 100 redraws something is so, no finer than it is known.

    Of a thousand redraws, other seeds' shares lie up to three in a hundred away: told in fives.
    """
    judged = redraws.n - redraws.n_undefined
    if judged == 0:
        return "in no redraw, since none has a gap"
    share = times / judged
    fives = 5 * round(20 * share)
    about = f"about {fives}"
    if fives in (0, 100):
        about = "fewer than 5" if share < 0.5 else "more than 95"
    if judged == redraws.n:
        return f"in {about} of 100 redraws"
    gone = f"{words.count(redraws.n_undefined)} of {words.count(redraws.n)} have none"
    return f"in {about} of 100 redraws that have a gap ({gone})"


def who_pays(choice: Choice) -> str:
    """Return the cost of a point, and on whom it falls."""
    changes = choice.flips
    pairs = zip(choice.groups, choice.more_mistakes.tolist(), strict=True)
    by_group = words.listed(f"{_plus(more)} {foreign.who(group)}" for group, more in pairs)
    lost, gained = (
        words.listed(
            f"{words.count(row[column])} {foreign.who(str(group))} "
            f"({words.count(row[f'{column}_positive'])} earning more than 50K)"
            for group, row in changes.iterrows()
            if row[column]
        )
        for column in ("no_longer_selected", "newly_selected")
    )
    costs = f"It costs {cost(choice.cost)} of accuracy"
    asked = "Is it right that they pay for it?"
    if choice.more_mistakes.sum() <= 0:
        costs = "On these rows it costs no accuracy"
        asked = "Is it right that these decisions change?"
    return (
        f"{costs}: {mistakes(choice)} Wrong decisions by group: {by_group}. No longer selected: "
        f"{lost or 'nobody'}. Newly selected: {gained or 'nobody'}. {asked}"
    )


@once(maxsize=64)
def takeaway(front: Frontier, tally: Tally) -> str:
    """Return whether 0.50 is beaten on these rows and on redrawn ones, and by what."""
    return (
        f"{beaten(front, tally)} None of the {_searched(tally)} of thresholds beats these "
        f"{len(front.points)} here in accuracy and gap at once."
    )


def beaten(front: Frontier, tally: Tally) -> str:
    """Return whether a point dominates the baseline here, and how often it does elsewhere."""
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    if row is None:
        return "On these rows, nothing beats 0.50 for everybody in accuracy and gap at once."
    point, redraws = front.points.iloc[row], Choice(tally, front, row).redraws
    name = f"point {row + 1}"
    thresholds = point.drop(["accuracy", "gap"])
    if len(thresholds) <= _SOME:
        name = f"{name} ({_each(thresholds)})"
    return (
        f"On these rows, 0.50 for everybody is dominated: {name} has "
        f"{_against(point['accuracy'], front.baseline_accuracy, 'accuracy', 'higher')} and "
        f"{_against(point['gap'], front.baseline_gap, 'gap', 'smaller')}. It beats 0.50 again "
        f"{in_redraws(redraws.dominates, redraws)}, and it was picked for doing well here."
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
    return (
        f"The left end is {_each(thresholds)}: {who}gap "
        f"{words.number(point['gap'])}, accuracy {words.percent(point['accuracy'], 2)}. To select "
        f"nobody would be right for {words.percent(tally.negatives.sum() / tally.n.sum(), 2)}"
        f"{_still_selected(tally)}."
    )


def _still_selected(tally: Tally) -> str:
    """Return who is selected even at the highest threshold, after a comma; "" if nobody is."""
    negative, positive = tally.selected[:, :, -1].sum(axis=0)
    if negative + positive == 0:
        return ""
    people = words.plural(negative + positive, "person", "people")
    right = "all" if negative == 0 else words.count(positive)
    return (
        f", but no threshold here does it: at {words.threshold(tally.grid[-1])}, {people} whose "
        f"score rounds to 1 are still selected, {right} of whom earn more than 50K"
    )


def _each(thresholds: pd.Series) -> str:
    """Return each group's threshold; of many groups in their order, without their names."""
    if len(thresholds) > _FEW:
        return "/".join(map(words.threshold, thresholds))
    return words.listed(
        f"{words.threshold(value)} for {foreign.who(str(group))}"
        for group, value in thresholds.items()
    )


def _searched(tally: Tally) -> str:
    if len(tally.groups) == 2:
        return f"{words.count(len(tally.grid) ** 2)} pairs"
    return "combinations"


def _against(value: float, baseline: float, what: str, better: str) -> str:
    if abs(value - baseline) <= ROUNDING:
        return f"the same {what}"
    if what == "gap":
        return f"a {better} gap ({words.number(value, 4)} against {words.number(baseline, 4)})"
    return f"{better} {what} ({words.percent(value, 2)} against {words.percent(baseline, 2)})"


def _plus(change: float) -> str:
    return "+" * (change > 0) + words.count(change)

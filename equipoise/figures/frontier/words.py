"""What a point of the frontier means for people, in words and tables."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from equipoise import foreign, words
from equipoise.audit import Audit, View
from equipoise.checks import ROUNDING
from equipoise.foreign import plain
from equipoise.frontiers.choice import Choice, dominating
from equipoise.frontiers.frontier import BASELINE
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.keeping import kept
from equipoise.uncertainty.paired import PairedRedraws, redraws_of
from equipoise.vocabulary import Vocabulary

_FEW, _SOME = 3, 5


def summary(choice: Choice, vocabulary: Vocabulary, interval: str = "") -> str:
    """Return thresholds, accuracy, gap and cost of a point as Markdown.

    Parameters
    ----------
    choice : Choice
    vocabulary : Vocabulary
    interval : str
        Of the cost in points, to stand behind it.
    """
    front = choice.front
    thresholds = _each(choice.thresholds, vocabulary)
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
    redraws = redraws_of(choice)
    again = in_redraws(redraws.dominates, redraws)
    return f"{said}, and the gap is smaller: it beats 0.50, and does so again {again}."


def in_redraws(times: int, redraws: PairedRedraws) -> str:
    """Return in how many of 100 redraws something is so, no finer than it is known.

    Of a thousand redraws, other seeds' shares lie up to three in a hundred away: told in fives.
    """
    judged = redraws.n - redraws.n_undefined
    if judged == 0:
        return "in no redraw, since none has a gap"
    share = times / judged
    # Never "0" or "100 of 100": other redraws may differ.
    fives = 5 * round(20 * share)
    about = f"about {fives}"
    if fives in (0, 100):
        about = "fewer than 5" if share < 0.5 else "more than 95"
    if judged == redraws.n:
        return f"in {about} of 100 redraws"
    gone = f"{words.count(redraws.n_undefined)} of {words.count(redraws.n)} have none"
    return f"in {about} of 100 redraws that have a gap ({gone})"


@kept()
def takeaway(audit: Audit, tradeoff: Tradeoff) -> str:
    """Return whether 0.50 is beaten on these rows and on redrawn ones, and by what."""
    searched, counts = "combinations", tradeoff.tally
    if len(counts.groups) == 2:
        searched = f"{words.count(len(counts.grid) ** 2)} pairs"
    return (
        f"{beaten(tradeoff, audit.vocabulary)} None of the {searched} of thresholds beats these "
        f"{len(tradeoff.front.points)} here in accuracy and gap at once."
    )


def beaten(tradeoff: Tradeoff, vocabulary: Vocabulary) -> str:
    """Return whether a point dominates the baseline here, and how often it does elsewhere."""
    front = tradeoff.front
    row = dominating(front, front.baseline_accuracy, front.baseline_gap)
    if row is None:
        return "On these rows, nothing beats 0.50 for everybody in accuracy and gap at once."
    point = tradeoff.choice(row)
    name = f"point {row + 1}"
    if len(point.groups) <= _SOME:
        name = f"{name} ({_each(point.thresholds, vocabulary)})"
    accuracy, gap = "the same accuracy", "the same gap"
    if abs(point.accuracy - front.baseline_accuracy) > ROUNDING:
        accuracy = (
            f"higher accuracy ({words.percent(point.accuracy, 2)} against "
            f"{words.percent(front.baseline_accuracy, 2)})"
        )
    if abs(point.gap - front.baseline_gap) > ROUNDING:
        gap = (
            f"a smaller gap ({words.number(point.gap, 4)} against "
            f"{words.number(front.baseline_gap, 4)})"
        )
    redraws = redraws_of(point)
    return (
        f"On these rows, 0.50 for everybody is dominated: {name} has {accuracy} and {gap}. It "
        f"beats 0.50 again {in_redraws(redraws.dominates, redraws)}, and it was picked for doing "
        "well here."
    )


def where_you_are(view: View, gap: str, here: tuple[float, float]) -> str:
    """Return what the present thresholds give, after a blank; "" where they are the baseline."""
    if set(view.thresholds.values()) == {BASELINE}:
        return ""
    criterion = next(c for c in view.criteria if c.title == GAPS[gap].title)
    return (
        f" Your present thresholds: accuracy {words.percent(here[0], 2)}, gap "
        f"{words.number(here[1])}. {plain(criterion.reason)}"
    )


def outcome_table(choice: Choice, vocabulary: Vocabulary) -> pd.DataFrame:
    """Return each group's four outcomes at 0.50 and at the point: "301 → 329"."""
    positive, negative = vocabulary.positive.participle, vocabulary.negative.participle
    titles = {
        "tp": f"selected, {positive}",
        "fn": f"missed, {positive}",
        "fp": f"selected, {negative}",
        "tn": f"left out, {negative}",
    }
    columns = {
        title: [
            f"{words.count(old)} → {words.count(new)}"
            for old, new in zip(
                getattr(choice.before, cell), getattr(choice.after, cell), strict=True
            )
        ]
        for cell, title in titles.items()
    }
    return pd.DataFrame(columns, index=pd.Index(choice.groups, name="group"))


def end_of_the_line(choice: Choice, vocabulary: Vocabulary) -> str:
    """Return what stands at the frontier's left end, and why it is not "nobody selected"."""
    counts, first = choice.tally, Choice(choice.tally, choice.front, 0)
    who = "everybody selected, " if set(first.thresholds.values()) == {0} else ""
    said = (
        f"The left end is {_each(first.thresholds, vocabulary)}: {who}gap "
        f"{words.number(first.gap)}, accuracy {words.percent(first.accuracy, 2)}. To select "
        f"nobody would be right for {words.percent(counts.negatives.sum() / counts.n.sum(), 2)}"
    )
    # Who is selected even at the highest threshold there is.
    negative, positive = counts.selected[:, :, -1].sum(axis=0)
    if negative + positive == 0:
        return f"{said}."
    people = words.plural(negative + positive, "person", "people")
    right = "all" if negative == 0 else words.count(positive)
    return (
        f"{said}, but no threshold here does it: at {words.threshold(counts.grid[-1])}, {people} "
        f"whose score rounds to 1 are still selected, {right} of whom "
        f"{plain(vocabulary.positive.plural)}."
    )


def _each(thresholds: Mapping[str, float], vocabulary: Vocabulary) -> str:
    """Return each group's threshold; of many groups in their order, without their names."""
    if len(thresholds) > _FEW:
        return "/".join(map(words.threshold, thresholds.values()))
    return words.listed(
        f"{words.threshold(value)} for {foreign.people(vocabulary, group)}"
        for group, value in thresholds.items()
    )

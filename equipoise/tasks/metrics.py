"""What to do on the Metrics page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.checks import ROUNDING
from equipoise.criteria import Criteria, Criterion, criteria
from equipoise.figures.metrics.power import Plan, as_it_is, explored, seen
from equipoise.figures.metrics.words import alike, criterion_interval, criterion_value
from equipoise.rates import overall_rates
from equipoise.tasks.task import Guess, Progress, Task

_POINT = 0.01


def _equal_tpr(view: View) -> Progress:
    """Judge whether the rates meet, and say what that did to the criteria and what it cost."""
    rates = view.rates["true_positive_rate"].to_numpy()
    if not (np.isfinite(rates).all() and np.ptp(rates) <= _POINT + ROUNDING):
        ends = (words.percent(end(rates)) for end in (np.nanmin, np.nanmax))
        return Progress(False, f"They range from {' to '.join(ends)}.")
    same = alike(view.rows)
    if same:
        return Progress(
            True,
            f"But only because {same}: the rates have hardly any room to differ. Find thresholds "
            "that still tell people apart.",
        )
    # Both sides are judged by the rows alone, also where the cards above may abstain.
    half = dict.fromkeys(view.groups, 0.5)
    before = criteria(view.tally, half, tolerance=view.tolerance)
    counted = "On these rows, against" if view.uncertainty else "Against"
    return Progress(
        True,
        f"{counted} 0.50 for all: {what_changed(before, view.criteria)} "
        + price(overall_rates(view.tally, half), view.overall),
    )


EQUAL_TPR = Task(
    "metrics/equal-tpr",
    "Metrics",
    "Bring the true-positive rates within one point of each other, and see whether another "
    "criterion breaks.",
    _equal_tpr,
)


def what_changed(before: Criteria, now: Criteria) -> str:
    """Return which criteria hold now and did not, or did and no longer do."""
    pairs = list(zip(before, now, strict=True))
    gained = [new for old, new in pairs if old.verdict != "holds" and new.verdict == "holds"]
    lost = [(old, new) for old, new in pairs if old.verdict == "holds" and new.verdict != "holds"]
    broke = [pair for pair in lost if pair[1].verdict == "fails"]
    blank = [new for _, new in lost if new.verdict == "undefined"]
    parts = []
    if gained:
        parts.append(f"{_titles(gained)} now {words.agreeing(len(gained), 'holds', 'hold')}.")
    if broke:
        moved = "; ".join(f"{criterion_value(old)} → {criterion_value(new)}" for old, new in broke)
        parts.append(f"**{_titles(new for _, new in broke)} broke**: {moved}.")
    if blank:
        parts.append(f"{_titles(blank)} can no longer be assessed.")
    if not lost:
        parts.append("Nothing that held broke.")
    return " ".join(parts)


def price(before: pd.Series, now: pd.Series) -> str:
    """Return how many more or fewer people are judged wrongly than before.

    Parameters
    ----------
    before, now : Series
        As `equipoise.overall_rates` gives them.
    """
    more = (now["fp"] + now["fn"]) - (before["fp"] + before["fn"])
    # As many digits as a few people more or less move.
    moved = " → ".join(words.percent(rates["accuracy"], 2) for rates in (before, now))
    if more == 0:
        return f"As many people are judged wrongly as before (accuracy {moved})."
    change = "more" if more > 0 else "fewer"
    people_are = words.agreeing(abs(more), "person is", "people are")
    return f"{words.count(abs(more))} {change} {people_are} judged wrongly (accuracy {moved})."


def _titles(changed: Iterable[Criterion]) -> str:
    return words.sentence(words.listed(criterion.title.lower() for criterion in changed))


def _confident(view: View) -> Progress:
    """Judge whether the whole bracket keeps within the tolerance, and if not, whether it could."""
    judgement = view.judgements["equal_opportunity_difference"]
    if judgement.verdict == "holds":
        same = alike(view.rows)
        return Progress(
            True,
            f"But only because {same}: rates have hardly any room to differ. Find thresholds that "
            "still tell people apart."
            if same
            else "Chance would hide a gap beyond the tolerance in at most 1 of 20 audits of this "
            "size. A gap that only just met the tolerance would not have been enough.",
        )
    widest = judgement.decisive
    if widest is None:
        return Progress(False, foreign.plain(judgement.criterion.reason))
    said = f"The gap may lie anywhere in {criterion_interval(judgement)}."
    if widest.high - widest.low > 2 * view.tolerance:
        pair = words.listed(foreign.people(view.vocabulary, group) for group in widest.pair)
        said += (
            f" Between {pair} alone, {words.listed(map(words.count, widest.people))} people, the "
            f"bracket is {words.number(widest.high - widest.low)} wide, where the tolerance has "
            f"room for {words.number(2 * view.tolerance, 2)}. It fits only with more people, or "
            "where rates are nearer 0 or 1."
        )
    return Progress(False, said)


CONFIDENT_OPPORTUNITY = Task(
    "metrics/confident-opportunity",
    "Metrics",
    lambda view: (
        "Find thresholds at which equal opportunity holds with 95 % confidence: the whole bracket "
        f"within {words.number(view.tolerance, 2)}."
    ),
    _confident,
)


def _gap_to_show(view: View, plan: Plan) -> float:
    """Return the gap that is asked for: one that groups as they are do not show already."""
    # A task that is done before it begins teaches nothing.
    present = _gaps(view, as_it_is(view.tally, plan.gap)).values()
    return 0.01 if all(gap <= 0.05 for gap in present) else 0.05


def _enough_people(view: View, plan: Plan) -> Progress:
    gaps = _gaps(view, plan)
    now = words.listed(
        f"{words.number(least) if least >= 0 else 'no gap'} if "
        f"{foreign.people(view.vocabulary, group)} differ"
        for group, least in gaps.items()
    )
    said = f"What shows now: {now}."
    target = _gap_to_show(view, plan)
    # A gap that is NaN shows never: it keeps the task open.
    if not all(gap <= target for gap in gaps.values()):
        return Progress(False, said)
    return Progress(
        True,
        f"{said} Mind which number helped: most of the noise comes from the smaller group, and of "
        "it from those the rate is about.",
    )


def _gaps(view: View, plan: Plan) -> dict[str, float]:
    """Return the gap that shows in 4 of 5 audits if a group differs, by group."""
    return seen(plan.sizes, explored(view.tally, plan)[0])


ENOUGH_PEOPLE = Task(
    "metrics/enough-people",
    "Metrics",
    lambda view, plan: (
        "How many people would each group need for a gap of "
        f"{words.number(_gap_to_show(view, plan), 2)} to show in 4 of 5 audits, whichever group "
        "differs?"
    ),
    _enough_people,
)

TASKS = (EQUAL_TPR, CONFIDENT_OPPORTUNITY, ENOUGH_PEOPLE)
GUESSES: tuple[Guess[Any], ...] = ()

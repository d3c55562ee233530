"""What the Frontier page gives one to do: close a gap, weigh its cost, and toss coins for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from equipoise import foreign, words
from equipoise.audit import View
from equipoise.figures.frontier.curves import cost_interval
from equipoise.figures.frontier.words import cost, mistakes
from equipoise.foreign import plain
from equipoise.frontiers.choice import Choice, cheapest
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.randomised import Rule
from equipoise.frontiers.single import POINT, closest_shared
from equipoise.frontiers.tradeoff import DRAWS, Tradeoff
from equipoise.keeping import kept
from equipoise.tasks.task import Guess, Progress, Task
from equipoise.uncertainty.frontier_cost import costs_of
from equipoise.vocabulary import Vocabulary
from equipoise.words import NARROW

SHARES = {
    "Halve the baseline's gap": 1 / 2,
    "Bring the gap down to a quarter of the baseline's": 1 / 4,
}
"""What can be asked of a gap, the easier first."""

ASKED_OF_COSTS = (
    f"Choose the smallest gap at which the 95{NARROW}% interval of the cost still includes 0.",
    f"Choose the largest gap at which the 95{NARROW}% interval of the cost lies above 0.",
)
"""What can be asked of the intervals of the costs, the first that is open."""


# --- the gap -------------------------------------------------------------------------------


@kept()
def asked_of_gap(front: Frontier) -> tuple[str, float]:
    """Return what to ask of the gap, and its share: nothing the point shown first fulfils."""
    open_tasks = [
        (asked, share)
        for asked, share in SHARES.items()
        if cheapest(front, share) not in (-1, front.first_shown)
    ]
    return open_tasks[0] if open_tasks else next(iter(SHARES.items()))


def who_pays(choice: Choice, vocabulary: Vocabulary) -> str:
    """Return the cost of a point, and on whom it falls."""
    people = {group: foreign.people(vocabulary, group) for group in choice.groups}
    pairs = zip(people.values(), choice.more_mistakes.tolist(), strict=True)
    by_group = words.listed(f"{'+' * (more > 0)}{words.count(more)} {who}" for who, more in pairs)
    lost, gained = (
        words.listed(
            f"{words.count(row[column])} {people[str(group)]} "
            f"({words.count(row[f'{column}_positive'])} {plain(vocabulary.positive.participle)})"
            for group, row in choice.flips.iterrows()
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


def _gap_closed(view: View, choice: Choice) -> Progress:
    _, share = asked_of_gap(choice.front)
    if choice.row == cheapest(choice.front, share):
        return Progress(True, who_pays(choice, view.vocabulary))
    if choice.within(share):
        return Progress(
            False,
            "The gap is small enough, but a more accurate point has one that is small enough too.",
        )
    wanted = words.number(choice.front.baseline_gap * share)
    return Progress(False, f"The gap is {words.number(choice.gap)}; {wanted} is asked for.")


CLOSE_THE_GAP = Task(
    "frontier/close-the-gap",
    "Frontier",
    lambda view, choice: (
        f"{asked_of_gap(choice.front)[0]}, and keep as much accuracy as you can. Who pays for it?"
    ),
    _gap_closed,
)


# --- the curves ----------------------------------------------------------------------------


def _group_unknown(tradeoff: Tradeoff, curves: Collection[str]) -> Progress:
    if "shared" not in curves:
        return Progress(False, "It is drawn as a dotted line, a dot for each threshold.")
    threshold, smallest = closest_shared(tradeoff.shared)
    return Progress(
        True,
        f"From {words.number(tradeoff.front.baseline_gap)} at 0.50 to {words.small(smallest)} at "
        f"{words.threshold(threshold)}, if it may cost a point of accuracy: with one "
        "threshold for everybody, the scores keep their differences. What lies between the "
        "dotted line and the frontier is what knowing the group buys on these rows, and it has to "
        "be known of each person decided on.",
    )


ONE_THRESHOLD = Task(
    "frontier/one-threshold",
    "Frontier",
    "Switch on “one threshold” among the curves. How much of the gap closes when nobody's "
    "group is known?",
    _group_unknown,
)


# --- the cost ------------------------------------------------------------------------------


class CostAsked(NamedTuple):
    """What is asked of the intervals of the costs, and the frontier's row that fulfils it."""

    text: str
    row: int


def asked_of_costs(front: Frontier, costs: pd.DataFrame) -> CostAsked | None:
    """Return what to ask of the costs' intervals.

    None where the point shown first fulfils all of it, or no point does.

    Parameters
    ----------
    front : Frontier
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    """
    above = np.flatnonzero(costs["low"] > 0)
    undecided = np.flatnonzero((costs["low"] <= 0) & (costs["high"] >= 0))
    # Gaps ascend: the first is the smallest, the last the largest.
    rows = (undecided[:1], above[-1:])
    for asked, row in zip(ASKED_OF_COSTS, rows, strict=True):
        if len(row) and row[0] != front.first_shown:
            return CostAsked(asked, int(row[0]))
    return None


def _cost_weighed(asked: CostAsked, tradeoff: Tradeoff, choice: Choice) -> Progress:
    costs, n = costs_of(tradeoff), float(choice.tally.n.sum())
    if choice.row == asked.row:
        return Progress(True, cost_comment(costs, asked.row, n))
    return Progress(False, cost_so_far(costs, choice.row, asked.row))


def cost_comment(costs: pd.DataFrame, row: int, n: float) -> str:
    """Return what to make of a point's interval of the cost.

    Parameters
    ----------
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    row : int
    n : float
        How many people are judged.
    """
    here = costs.iloc[row]
    interval, gap = cost_interval(costs, row), words.number(here["gap"])
    if here["low"] > 0:
        return (
            f"These thresholds, with a gap of {gap} here, cost accuracy with 95{words.NARROW}% "
            f"confidence: {interval} points. At no larger gap of the frontier does the whole "
            "interval lie above 0."
        )
    most = words.plural(round(here["high"] * n), "more person", "more people")
    return (
        f"These people do not show whether thresholds with a gap of {gap} here cost accuracy: the "
        f"cost may lie anywhere in {interval} points. That is not to say that they cost nothing. "
        f"At the upper end, {most} of {words.count(n)} would be judged wrongly."
    )


def cost_so_far(costs: pd.DataFrame, row: int, wanted: int) -> str:
    """Return on which side of 0 a point's interval of the cost lies, and where to look on."""
    low, high = costs["low"].iloc[row], costs["high"].iloc[row]
    where = "above 0" if low > 0 else "below 0" if high < 0 else "on both sides of 0"
    where = "at 0, the thresholds being the baseline's" if low == high else where
    further = "larger" if wanted > row else "smaller"
    return (
        f"Here it is {cost_interval(costs, row)} points, which lies {where}. Look at {further} "
        "gaps."
    )


WEIGH_THE_COST = Task(
    "frontier/weigh-the-cost",
    "Frontier",
    lambda asked, tradeoff, choice: asked.text,
    _cost_weighed,
)


# --- the coin ------------------------------------------------------------------------------


@kept()
def last_that_pays(tradeoff: Tradeoff) -> float:
    """Return the largest limit at which chance buys more than a point of accuracy; 0 if none."""
    paying = [limit for limit in tradeoff.limits if tradeoff.randomised_gain(limit) > POINT]
    return paying[-1] if paying else 0.0


def _limit_found(tradeoff: Tradeoff, rule: Rule, limit: float) -> Progress:
    here = tradeoff.randomised_gain(limit)
    if limit == last_that_pays(tradeoff):
        # How many are on a coin follows from the rule alone, whatever the seed.
        on_coin = tradeoff.tosses(rule, 0).people["on_coin"].sum()
        people = words.plural(float(on_coin), "person", "people")
        price = f"The accuracy is paid for with {people} whose answer is chance."
        if limit == 0:
            price = (
                "Only at a gap of 0, which fixed thresholds seldom have without deciding alike "
                f"for everybody. The price: {people} on a coin."
            )
        return Progress(True, f"{price} Is that a price one may ask of them?")
    if here > POINT:
        return Progress(False, "Here it buys more than that, but at a larger limit it still does.")
    return Progress(False, f"Here it buys {words.points(here, 2)}.")


WHERE_A_COIN_PAYS = Task(
    "frontier/where-a-coin-pays",
    "Frontier",
    "Find the largest limit at which a coin still buys more than one point of accuracy.",
    _limit_found,
)


def _tossed_again(tradeoff: Tradeoff, rule: Rule, seed: int) -> Progress:
    tosses = tradeoff.tosses(rule, seed)
    everybody = tosses.people["differ"].sum()
    if seed == 0:
        return Progress(
            False,
            f"Over {DRAWS} tosses, {words.plural(everybody, 'person', 'people')} do not get "
            "the same answer every time.",
        )
    # Seeds are counted up by the button: the one before is the toss that was seen before.
    before = tradeoff.tosses(rule, seed - 1)
    # How many differ in two draws, in place of all of them.
    other = tradeoff.tosses(rule, seed, 2).people["differ"].sum()
    return Progress(
        True,
        f"Between two tosses {words.plural(other, 'person', 'people')}, over {DRAWS} "
        f"tosses {words.count(everybody)}: nothing about them has changed. The gap went from "
        f"{words.number(before.draws['gap'].iloc[0])} to "
        f"{words.number(tosses.draws['gap'].iloc[0])}.",
    )


TOSS_AGAIN = Task(
    "frontier/toss-again",
    "Frontier",
    "Toss again. How many people get another answer?",
    _tossed_again,
)

TASKS = (CLOSE_THE_GAP, ONE_THRESHOLD, WEIGH_THE_COST, WHERE_A_COIN_PAYS, TOSS_AGAIN)
GUESSES: tuple[Guess[Any], ...] = ()
"""None: what is guessed of other halves is a number, and no answer to it is right or wrong."""

"""The curves beside the grid's frontier: what each is, and what it says at the chosen gap."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.audit import View
from equipoise.frontiers.choice import Choice
from equipoise.frontiers.frontier import Frontier
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised import RANDOMISED_GAPS, Randomised
from equipoise.frontiers.single import POINT, closest_shared
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.rates import RATES
from equipoise.uncertainty.frontier_cost import costs_of

_TWO_ONLY = (
    "left out here: with more than two groups, trying every score of each would take minutes."
)


@dataclass(frozen=True)
class Curve:
    """A curve that can be drawn: its name, how its line looks, and what it is."""

    title: str
    line: str
    meaning: str


CURVES = {
    "grid": Curve("grid", "dots and steps", "thresholds in steps of 0.01, one for each group"),
    "exact": Curve("every score", "broad and grey", "thresholds at any score that occurs"),
    "coin": Curve(
        "with a coin (gap of the average rates)",
        "dashed",
        "between two thresholds, chance decides; the gap is that of the average rates, and the "
        "average gap of a toss is no smaller",
    ),
    "shared": Curve("one threshold", "dotted", "the same threshold for everybody, group unknown"),
}
"""The curves in the order in which they are offered; the grid's points can be chosen."""


def explained(view: View, tradeoff: Tradeoff, choice: Choice, curves: Collection[str]) -> str:
    """Return what each further curve is and what it says at the chosen gap, as a list."""
    lines = []
    if "exact" in curves:
        said = _TWO_ONLY
        if len(view.groups) == 2:
            positives = view.tally.positives.sum() / view.tally.n.sum()
            alike = max(positives, 1 - positives)
            said = exact_line(tradeoff.finest_front, choice.front, choice.gap, alike)
        lines.append(_named("exact", said))
    if "coin" in curves:
        said = no_coin(tradeoff.gap)
        if tradeoff.gap in RANDOMISED_GAPS:
            mean_gap = tradeoff.mean_toss_gap(choice.gap)
            said = coin_line(tradeoff.randomised, tradeoff.finest_front, choice.gap, mean_gap)
        lines.append(_named("coin", said))
    if "shared" in curves:
        lines.append(_named("shared", shared_line(tradeoff.shared, choice.front)))
    if view.uncertainty:
        lines.append(f"- {band_line(costs_of(tradeoff), choice.row)}")
    return "\n".join(lines)


def exact_line(exact: Frontier, grid: Frontier, limit: float, alike: float) -> str:
    """Return what every score adds to the grid: at this gap, and where it adds most.

    Parameters
    ----------
    exact, grid : Frontier
    limit : float
    alike : float
        The accuracy of the better of two decisions alike for everybody. Points of the grid below
        it are left out: to beat them takes no more than a way to select nobody.
    """
    here = exact.accuracy_within(limit) - grid.accuracy_within(limit)
    said = (
        f"{words.count(len(exact.points))} points where the grid has "
        f"{words.count(len(grid.points))}, found without trying all pairs. At the chosen gap they "
        f"add {words.points(here, 2)} of accuracy"
    )
    points = grid.points[grid.points["accuracy"] >= alike]
    if points.empty:
        return f"{said}."
    gains = [exact.accuracy_within(gap) for gap in points["gap"]] - points["accuracy"].to_numpy()
    most = int(np.argmax(gains))
    return (
        f"{said}; most, {words.points(gains[most], 2)}, at a gap of "
        f"{words.number(points['gap'].iloc[most], 4)} (leaving out points that one decision for "
        "everybody would beat)."
    )


def coin_line(coin: Randomised, fixed: Frontier, limit: float, mean_gap: float) -> str:
    """Return what a coin adds at this gap, what its tosses give, and its accuracy at gap 0.

    Parameters
    ----------
    coin : Randomised
    fixed : Frontier
        Of the same thresholds without a coin.
    limit : float
        Of the gap of the average rates.
    mean_gap : float
        The average gap of a toss of the rule within that limit.
    """
    here = coin.accuracy_within(limit)
    gained = words.points(here - fixed.accuracy_within(limit), 2)
    level, none = words.percent(here, 2), words.percent(coin.accuracy_within(0), 2)
    return (
        f"straight between {words.count(len(coin.points))} bends, since rules can be mixed in any "
        f"proportion. With the gap of the average rates within {words.number(limit)}, {level} on "
        f"average, {gained} against fixed thresholds with a gap within it; the average gap of a "
        f"toss is then {words.number(mean_gap)}. With equal average rates, {none}."
    )


def no_coin(gap: str) -> str:
    """Return why this gap has no curve with a coin."""
    drawn = words.listed(GAPS[name].title.lower() for name in RANDOMISED_GAPS)
    if GAPS[gap].is_ratio:
        why = "the limit of the impact ratio would have to be solved point by point"
    else:
        rate = GAPS[gap].rates[0]
        among = "selected" if "tp" in RATES[rate].denominator else "not selected"
        why = (
            f"{GAPS[gap].title.lower()} divides by the people {among}, whose number hangs on the "
            "coin too, and this linear construction does not allow for that"
        )
    return f"left out here: {why}. It is drawn for {drawn}."


def shared_line(path: pd.DataFrame, front: Frontier) -> str:
    """Return how far one threshold closes the gap within one point of its best accuracy."""
    threshold, smallest = closest_shared(path)
    best = path["accuracy"].max()
    own = front.points[front.points["accuracy"] >= best - POINT]["gap"].min()
    return (
        "nobody's group needs to be known. Within one point of its best accuracy "
        f"({words.percent(best, 2)}) its smallest gap is {words.small(smallest)}, at "
        f"{words.threshold(threshold)}. With a threshold for each group it is "
        f"{words.small(own)}."
    )


def band_line(costs: pd.DataFrame, row: int) -> str:
    """Return what the band is, and what it says at a point.

    Parameters
    ----------
    costs : DataFrame
        As `equipoise.frontier_cost` returns it.
    row : int
        The chosen point's.
    """
    here = costs.iloc[row]
    said = "Here the thresholds are the baseline's own: there is nothing to cost."
    if here["low"] < here["high"]:
        people = words.plural(here["newly_wrong"], "person is", "people are")
        said = (
            f"Here {people} newly judged wrongly and {words.count(here['newly_right'])} newly "
            f"judged rightly: a cost between {words.number(100 * here['low'], 2)} and "
            f"{words.number(100 * here['high'], 2)} points."
        )
    return (
        f"**The grey band** is the 95{words.NARROW}% interval of each point's cost, hung from the "
        "baseline's accuracy: where it reaches the dotted level, it includes a cost of 0. Both "
        "accuracies "
        f"are read off the same people. {said} The band is wider than one point named beforehand "
        "would need, since all points were picked on these people."
    )


def cost_interval(costs: pd.DataFrame, row: int) -> str:
    """Return the interval of a point's cost in points: [0.15, 1.29]."""
    low, high = costs["low"].iloc[row], costs["high"].iloc[row]
    return words.interval(low, high, lambda share: words.number(100 * share, 2))


def _named(name: str, said: str) -> str:
    return f"- **{CURVES[name].title}** ({CURVES[name].line}): {said}"

"""Sentences about a stress test, no stronger than the draws behind them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from equipoise import words
from equipoise.foreign import plain
from equipoise.stress.gains import FEWEST_DRAWS, Gain

SMALLEST = 0.0005
"""A difference of shares that shows in a percentage of one decimal."""

MORE = "more repeats are under *More settings*"


def gains_words(levels: Sequence[str], gains: Sequence[Gain]) -> str:
    """Say where along a curve a repair gains and where it loses, beyond chance.

    Parameters
    ----------
    levels : sequence of str
        What each level is called.
    gains : sequence of Gain
        Over doing nothing, one for each level.
    """
    known = [
        (level, one) for level, one in zip(levels, gains, strict=True) if math.isfinite(one.mean)
    ]
    if not known:
        return "There is no level at which both have a value."
    told = [pair for pair in known if abs(pair[1].mean) >= SMALLEST]
    ups = [pair for pair in told if pair[1].sign > 0]
    downs = [pair for pair in told if pair[1].sign < 0]
    best = max(ups, key=lambda pair: pair[1].mean, default=None)
    worst = min(downs, key=lambda pair: pair[1].mean, default=None)
    against = "Against doing nothing, the repair"
    if best and worst:
        return f"{against} gains most at {_at(best)} and loses most at {_at(worst)}."
    if best:
        if len(ups) == len(known) > 1:
            least = min(ups, key=lambda pair: pair[1].mean)
            return f"{against} gains at every level: most at {_at(best)}, least at {_at(least)}."
        return f"{against} gains most at {_at(best)}; at no level does it lose beyond chance."
    if worst:
        return f"{against} loses most at {_at(worst)}; at no level does it gain beyond chance."
    return f"{against} neither gains nor loses beyond chance at any level."


def gain_words(one: Gain, *, more: str = MORE) -> str:
    """Say what a repair gains at one level, and what that says of other draws."""
    if one.n == 0:
        return "At this amount there is no value of both to compare."
    size = words.number(100 * abs(one.mean), 1)
    ahead = f"{size} points {'ahead' if one.mean > 0 else 'behind'}"
    if float(size) == 0:
        ahead = "neither ahead nor behind"
    if one.n == 1:
        return f"In this one draw the repair is {ahead}; another draw may differ: {more}."
    said = (
        f"The repair is ahead in {one.better} of {one.n} draws, on average {ahead}, "
        f"± {words.number(100 * one.error, 1)} (standard error)."
    )
    if one.n < FEWEST_DRAWS:
        return f"{said} So few draws cannot tell what others would give: {more}."
    if one.sign == 0:
        return f"{said} Chance alone could make this difference."
    return f"{said} That is more than chance between draws would make."


def with_error(one: Gain) -> str:
    """Return a gain in points with its standard error."""
    return f"{words.points(one.mean)}, ± {words.number(100 * one.error, 1)}"


def reference_words(
    kind: str, agreement: Sequence[Mapping[str, float]], group: str, *, noisy: bool = True
) -> str:
    """Say what fidelity compares with, and how close that comes to the truth.

    Parameters
    ----------
    kind : {"learned", "true", "table"}
        A model learned in a world whose truth is known; that truth; a model learned from
        somebody's table.
    agreement : sequence of mappings from group to float
        What `reference_agreement` found in a few draws.
    group : str
        Whose agreement to tell; "" is everybody's.
    noisy : bool
        Whether some labels of a made-up world are wrong.
    """
    if kind == "true":
        return (
            "**Fidelity** is the share of test rows decided as the *true classifier* decides "
            "them: it is known because the world was made."
        )
    whose = f"group {plain(group)}'s" if group else "all"
    found = [one[group] for one in agreement if math.isfinite(one.get(group, math.nan))]
    span = words.UNDEFINED
    if found:
        # A share that falls short of all is not told as 100 %.
        decimals = 1 if 0.995 <= max(found) < 1 else 0
        low, high = (words.percent(value, decimals) for value in (min(found), max(found)))
        span = low if low == high else f"{low} to {high}"
    learned = (
        "**Fidelity** is the share of test rows decided as a *reference* decides them: a logistic "
        "regression learned on the training rows before the bias. "
    )
    draws = words.plural(len(found), "draw")
    seen = "noisy labels" if noisy else "some rows only"
    if kind == "table":
        return (
            f"{learned}It is neither the truth nor the table's labels, with which it agrees in "
            f"{span} of {whose} test rows ({draws}); whether the labels were right nobody "
            "has checked. Accuracy and disparity are counted by the labels."
        )
    return (
        f"{learned}It is not the truth: it has seen {seen}, and decides as the true "
        f"classifier would in {span} of {whose} test rows ({draws} of as many rows)."
    )


def counted(share: float, people: int, of_whom: str) -> str:
    """Return a share with the rows behind it: 96.1 % (some 961 of 1,000 test rows)."""
    if not math.isfinite(share):
        return words.UNDEFINED
    return f"{words.percent(share)} (some {words.of(round(share * people), people, of_whom)})"


def order_words(by_first: Mapping[str, float]) -> str:
    """Say what a grid search comes to with a row of either group first.

    Parameters
    ----------
    by_first : mapping from group to float
        The minority's fidelity.
    """
    known = [value for value in by_first.values() if math.isfinite(value)]
    said = "Which group's row comes first decides whose rows the grid search weighs."
    if len(known) < 2:
        return f"{said} One of the two orders has no value here."
    listed = words.listed(
        [
            f"{words.percent(value)} with a row of group {plain(group)} first"
            for group, value in by_first.items()
        ]
    )
    if max(known) - min(known) < SMALLEST:
        return f"{said} Here both orders give the minority the same fidelity: {listed}."
    return f"{said} The minority's fidelity here: {listed}."


def _at(pair: tuple[str, Gain]) -> str:
    level, one = pair
    return f"{level} ({with_error(one)})"

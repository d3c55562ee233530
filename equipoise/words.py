"""Numbers turned into plain words, the same way everywhere.

Fixed decimals, a true minus sign, and one quiet mark for what is undefined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

UNDEFINED = "–"
"""What stands where a number has no value; the reason is said beside it."""

MINUS = "\N{MINUS SIGN}"
NARROW = "\N{NARROW NO-BREAK SPACE}"
STAYS = "\N{NO-BREAK SPACE}"

_SPELT = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip


def count(value: float) -> str:
    """Return a whole number with thousands separated: 15,060."""
    return _minus(f"{value:,.0f}") if math.isfinite(value) else UNDEFINED


def spelt(n: int) -> str:
    """Return a number as a word up to twelve, in digits beyond: six, 13."""
    return _SPELT[n] if n < len(_SPELT) else count(n)


def number(value: float, decimals: int = 3) -> str:
    """Return a number with fixed decimals: 0.847."""
    if not math.isfinite(value):
        return UNDEFINED
    # A small loss that rounds to nothing would be written as a negative zero.
    return _minus(f"{0.0 if round(value, decimals) == 0 else value:.{decimals}f}")


def small(value: float) -> str:
    """Return a number that may be tiny: 0.069, but 0.0003, which is not 0."""
    return number(value, 4 if 0.00005 <= abs(value) < 0.0005 else 3)


def nearly(share: float) -> str:
    """Return a share in whole percent; only 0 and 1 themselves are called 0 % and 100 %."""
    if 0 < share < 0.005:
        return f"fewer than 1{NARROW}%"
    if 0.995 < share < 1:
        return f"more than 99{NARROW}%"
    return percent(share, 0)


def percent(value: float, decimals: int = 1) -> str:
    """Return a share as a percentage: 0.5404 is 54.0 %."""
    return number(value * 100, decimals) + f"{NARROW}%" if math.isfinite(value) else UNDEFINED


def of_100(share: float) -> str:
    """Return a share as it is for a hundred: 0.9312 is 93 of 100."""
    return f"{number(share * 100, 0)} of 100"


def signed(value: float, decimals: int = 3) -> str:
    """Return a difference with its sign: +0.009, −0.176; zero has none."""
    text = number(value, decimals)
    rounded = round(value, decimals) if math.isfinite(value) else 0
    return f"+{text}" if rounded > 0 else text


def points(value: float, decimals: int = 1) -> str:
    """Return a difference of two shares in percentage points: −17.6 points."""
    return f"{signed(value * 100, decimals)} points" if math.isfinite(value) else UNDEFINED


def ratio(value: float, decimals: int = 4) -> str:
    """Return a ratio: 0.3205."""
    return number(value, decimals)


def interval(low: float, high: float, say: Callable[[float], str] = number) -> str:
    """Return the limits between which a number lies: [−0.187, −0.164]; "" where undefined."""
    known = math.isfinite(low) and math.isfinite(high)
    return f"[{say(low)},{STAYS}{say(high)}]" if known else ""


def percent_interval(low: float, high: float) -> str:
    """Return the limits of a percentage that stands before it: [49.9, 58.1]."""
    return interval(low, high, lambda share: number(share * 100, 1))


def threshold(value: float) -> str:
    """Return a threshold to the two decimals of its slider: 0.50."""
    return number(value, 2)


def of(part: float, whole: float, people: str) -> str:
    """Return a count among a count: 301 of 557 women who earn more than 50K."""
    return f"{count(part)} of {count(whole)} {people}"


def share(part: float, whole: float, people: str) -> str:
    """Return a rate with the people behind it: 301 of 557 women ... (54.0 %).

    A rate of nobody has no value; then it reads "no women ... at all".
    """
    if whole == 0:
        return f"no {people} at all"
    return f"{of(part, whole, people)} ({percent(part / whole)})"


def listed(items: Iterable[str]) -> str:
    """Return items as in a sentence: A, B and C."""
    words = list(items)
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def plural(n: float, one: str, many: str = "") -> str:
    """Return a count with its noun: 1 person, 2 people."""
    return f"{count(n)} {agreeing(n, one, many or one + 's')}"


def agreeing(n: float, one: str, many: str) -> str:
    """Return the form of a word that goes with a count: 1 is, 2 are."""
    return one if n == 1 else many


def sentence(text: str) -> str:
    """Return words that begin a sentence: its first letter is a capital."""
    return text[:1].upper() + text[1:]


def duration(seconds: float) -> str:
    """Return a time, no finer than it is known: 40 seconds, 12 minutes, 2.5 hours."""
    if seconds < 90:
        return plural(max(1, round(seconds)), "second")
    if seconds < 5400:
        return plural(round(seconds / 60), "minute")
    return f"{seconds / 3600:.1f} hours"


def _minus(text: str) -> str:
    return text.replace("-", MINUS)

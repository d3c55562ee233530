"""Names that somebody meant as one and wrote in two ways: Woman and woman.

Counted as two they would go unseen, and every measure would be another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from equipoise.invariance.tables.values import Place, lower, row

_LOOKS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u02bc", "'"),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"),  # not to be seen
        **{chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)},  # of full width
        # Letters of Cyrillic and Greek that are drawn like Latin ones.
        **dict(
            zip("\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u03bf", "aeopcyxio", strict=True)
        ),
    }
)
_WHOLE = re.compile(r"([+-]?\d+)\.0+")


def alike(name: str) -> str:
    """Return what names have in common that differ by case, blanks or look-alikes alone."""
    # In small letters first: of Cyrillic and Greek the table has no others.
    plain = "".join(name.casefold().translate(_LOOKS).split())
    whole = _WHOLE.fullmatch(plain)
    return whole[1] if whole else plain


def first_alike(column: Iterable[str]) -> tuple[int, int] | None:
    """Return the first two positions whose names differ, but not clearly; "" is no name."""
    first: dict[str, int] = {}
    known: set[str] = {""}
    for position, name in enumerate(column):
        if name in known:
            continue
        known.add(name)
        earlier = first.setdefault(alike(name), position)
        if earlier != position:
            return earlier, position
    return None


def told_apart(later: str, earlier: str) -> str:
    """Return two names that are nearly alike, so written that the difference is seen."""
    if later.casefold() == earlier.casefold():
        return f"{later!r}, which differs by case alone from {earlier!r}"
    unspaced = ["".join(name.casefold().split()) for name in (later, earlier)]
    how = "by blanks alone" if unspaced[0] == unspaced[1] else "only by what looks alike"
    return f"{later!a}, which differs {how} from {earlier!a}"


def refuse_alike(column: Iterable[str], name: str, place: Place = row) -> None:
    """Raise ValueError where two names in a column differ by case, blanks or look-alikes alone.

    Parameters
    ----------
    column : iterable of str
        "" where there is no name.
    name : str
        What the message calls the column.
    place : callable
        Where a position stands, for the message.
    """
    texts = list(column)
    found = first_alike(texts)
    if found is None:
        return
    earlier, later = found
    raise ValueError(
        f"{place(later)}: {name} is {told_apart(texts[later], texts[earlier])} in "
        f"{lower(place(earlier))}. Write them alike if they are one; if not, name them clearly "
        "apart."
    )

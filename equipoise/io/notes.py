"""What looks doubtful in rows that were read, in plain words.

None of it is refused, for each may be meant; each would mislead whoever does not know of it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from decimal import Decimal, InvalidOperation

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.io.cells import (
    LARGEST_EXACT_INTEGER,
    MISSING_WORDS,
    number_of,
    says_missing,
    shown,
    some,
)
from equipoise.io.columns import SCORE_ROUNDING

MANY = 10
"""More groups than this are looked at for whether they are groups at all."""

ROWS_A_GROUP = 10
"""People a group, on average, below which a column with many groups is spoken of."""

NEARLY_ALL = 0.8
"""Groups a row, above which nearly every row is a group of its own."""

_MOST_COMPARED = 10_000
_SIGNS_OF_NOTHING = MISSING_WORDS | {"?", ".", "-", "--", "#n/a"}
_SHORTENED = re.compile(r"[+-]?\d(?:[.,]\d*)?e\+?\d+", re.IGNORECASE)
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad\"']")


def notes_on_rows(absent: Mapping[str, NDArray[np.bool_]]) -> Iterator[str]:
    """Say of how many rows which column is missing."""
    for name, mask in absent.items():
        if mask.any():
            yield f"{mask.sum()} of {len(mask)} rows have no usable {name}."


def notes_on_labels(
    labels: NDArray[np.int8], column: pd.Series, positive_label: Hashable, name: str
) -> Iterator[str]:
    """Remark on labels that are all alike, or of which a word may mean missing.

    Parameters
    ----------
    labels : (n,) array of int8
        1, 0, or -1 where missing.
    column : (n,) Series
        The same as they were given.
    positive_label : hashable, or None
    name : str
        The column's name.
    """
    positive, negative, known = labels == 1, labels == 0, labels >= 0
    if positive_label is not None and known.any() and not positive.any():
        yield f"Nobody has the positive label {positive_label!r}."
    doubtful = positive_label is not None or not known.all()
    if doubtful and known.any() and not negative.any():
        called = "" if positive_label is None else f", {positive_label!r}"
        yield f"Everybody who has a label has the positive one{called}."
    if negative.any():
        first = column.iloc[int(negative.argmax())]
        if says_missing(first):
            yield (
                f"{name}: {shown(first)} was read as the negative label, since there is no other; "
                "if it means missing, leave those cells empty."
            )


def notes_on_scores(scores: NDArray[np.float64], n_clipped: int, name: str) -> Iterator[str]:
    """Remark on scores that were clipped, and on those that are decisions."""
    if n_clipped:
        share = f"{n_clipped} of {len(scores)}"
        yield f"{share} scores lay within {SCORE_ROUNDING:g} of [0, 1] and were clipped."
    undecided = (scores > 0) & (scores < 1)
    if not undecided.any() and not np.isnan(scores).all():
        found = np.unique(scores[~np.isnan(scores)])
        values = " and ".join(f"{score:g}" for score in found)
        yield (
            f"{name} holds only {values}, decisions rather than scores: a threshold changes "
            f"nothing between them."
        )


def notes_on_groups(names: tuple[str, ...], codes: NDArray[np.intp], name: str) -> Iterator[str]:
    """Remark on groups that may be none, may have merged, or may be one.

    Parameters
    ----------
    names : tuple of str
        The groups.
    codes : (n,) array of int
        Each row's position in `names`; -1 where the group is missing.
    name : str
        The attribute's name.
    """
    yield from _on_number_of_groups(names, int((codes >= 0).sum()), name)
    places = [place for place, group in enumerate(names) if group.casefold() in _SIGNS_OF_NOTHING]
    if places:
        n = int(np.isin(codes, places).sum())
        kept = "is kept as a group's name" if len(places) == 1 else "are kept as groups' names"
        yield (
            f"{name}: {some(names[place] for place in places)} {kept} ({n:,} row{'s' * (n != 1)}) "
            "and may mean missing; if so, leave those cells empty."
        )
    replaced = [group for group in names if "\ufffd" in group]
    if replaced:
        yield (
            f"{name}: in {some(replaced)} letters were lost and a mark stands for them, so that "
            f"different names may have become one."
        )
    shortened = [group for group in names if _is_shortened(group)]
    if shortened:
        yield (
            f"{name}: {some(shortened)} went through a floating-point number, which does not hold "
            f"all digits of long ids, so that different ones may have become one; give them as "
            f"text."
        )
    yield from _on_kept_apart(names, name)


def _on_number_of_groups(names: tuple[str, ...], n_rows: int, name: str) -> Iterator[str]:
    if len(names) <= MANY:
        return
    amounts = all(math.isfinite(number_of(group)) for group in names)
    bins = f" If it measures something, put it into bins first, as in pandas.cut({name}, 4)."
    if len(names) > NEARLY_ALL * n_rows:
        yield (
            f"{name}: nearly every row is a group of its own ({len(names):,} groups in "
            f"{n_rows:,} rows); is it an id?{bins if amounts else ''}"
        )
    elif amounts:
        yield f"{name} holds {len(names):,} different numbers, each a group of its own.{bins}"
    elif len(names) > n_rows / ROWS_A_GROUP:
        yield (
            f"{name} holds {len(names):,} groups, which have fewer than {ROWS_A_GROUP} rows each "
            "on average: too few to tell much about."
        )


def _is_shortened(group: str) -> bool:
    if group.endswith(".0"):
        return abs(number_of(group)) >= LARGEST_EXACT_INTEGER
    return bool(_SHORTENED.fullmatch(group)) and abs(number_of(group.replace(",", "."))) >= 1e11


def _on_kept_apart(names: tuple[str, ...], name: str) -> Iterator[str]:
    if len(names) > _MOST_COMPARED:
        return
    folded = [" ".join(_INVISIBLE.sub("", group).casefold().split()) for group in names]
    seen = Counter(folded)
    alike = [group for group, key in zip(names, folded, strict=True) if seen[key] > 1]
    if alike:
        yield (
            f"{name}: {some(alike)} differ only by letter case, blanks, quotation marks or "
            f"invisible letters; they are kept apart."
        )
    values = [_value(group) for group in names]
    times = Counter(values)
    same = [
        group
        for group, value in zip(names, values, strict=True)
        if value is not None and times[value] > 1
    ]
    if same:
        yield f"{name}: {some(same)} are equal as numbers, not as text; they are kept apart."


def _value(group: str) -> Decimal | None:
    """Return what a name is worth as a number, to its last digit; None if it is none."""
    if not math.isfinite(number_of(group)):
        return None
    try:
        return Decimal(group)
    except InvalidOperation:  # an exponent beyond all measure
        return None

"""Whether the strata that a model saw are the given ones.

The method adjusts for the label a model believes, the measure for the label people gave. The
two can be compared only where it is certain which name of the one is which of the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from equipoise.invariance.tables.lookalikes import alike
from equipoise.invariance.tables.values import meaning
from equipoise.words import listed


@dataclass(frozen=True)
class Agreement:
    """How often a model saw the given stratum.

    Attributes
    ----------
    value : float
        The share of the rows that have both; NaN if there are none, or for the reason.
    n : int
        Rows that have both.
    reason : str
        Why they can't be compared; "" where they can, or where there is nothing to compare.
    """

    value: float
    n: int
    reason: str = ""


def agreement(rows: pd.DataFrame, items: pd.DataFrame) -> Agreement:
    """Return how often a model's own strata are the given ones.

    Names are compared as they are written, then without regard to case, blanks and
    look-alikes; 1 and true are one name, as are 0 and false. Where the model says 1 and 0 and the
    strata are words, each label must stand for one word alone among the items, in both ways.

    Parameters
    ----------
    rows : DataFrame
        s_lm and s, "" where there is none.
    items : DataFrame
        All balanced items: s, and y (1, 0 or NaN).
    """
    both = rows[(rows["s_lm"] != "") & (rows["s"] != "")]
    if both.empty:
        return Agreement(float("nan"), 0)
    seen = tuple(sorted(set(both["s_lm"])))
    given = tuple(sorted(set(items["s"]) - {""}))
    named = _as_given(seen, given, _words_of_labels(items))
    if named is None:
        why = f"the model's are {listed(seen)}, the given {listed(given)}"
        return Agreement(float("nan"), len(both), why)
    return Agreement(float((both["s_lm"].map(named) == both["s"]).mean()), len(both))


def _as_given(
    seen: Sequence[str], given: Sequence[str], of_label: Mapping[float | None, str]
) -> dict[str, str] | None:
    """Return the given stratum for each name that a model used; None unless all are certain."""
    by_look = {alike(name): name for name in given}
    by_meaning = {meaning(name): name for name in given if meaning(name) in (0, 1)}
    # The surest way first; one that leaves any name open is given up as a whole.
    for found in (
        {name: by_look.get(alike(name)) for name in seen},
        {name: by_meaning.get(meaning(name)) for name in seen},
        {name: of_label.get(meaning(name)) for name in seen},
    ):
        sure = {name: stratum for name, stratum in found.items() if stratum is not None}
        if len(sure) == len(found):
            return sure
    return None


def _words_of_labels(items: pd.DataFrame) -> dict[float | None, str]:
    """Return the one stratum of each label; empty unless labels and strata go one to one."""
    labelled = items[items["y"].notna() & (items["s"] != "")]
    pairs = set(zip(labelled["y"], labelled["s"], strict=True))
    strata = set(items["s"]) - {""}
    one_to_one = len(pairs) == len(strata) == 2 and {y for y, _ in pairs} == {0.0, 1.0}
    return dict(pairs) if one_to_one and {s for _, s in pairs} == strata else {}

"""How well a predictor does on rows: accuracy, disparity, and fidelity to a reference.

A measure is anything that, called with `Rows` and a group (None: everybody), returns a
number. One of one's own:

>>> def selection_rate(rows, group):
...     return rows.decision[rows.data.members(group)].mean()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import pandas as pd

from equipoise.stress.data import Data, Floats
from equipoise.stress.errors import Uncomputable
from equipoise.stress.models import Predictor


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows with what was decided about them.

    Attributes
    ----------
    data : Data
    decision : (n,) array of float
        Each row's probability of being selected; 0 or 1 unless the predictor is randomised.
    reference : (n,) array of float
        The decisions to be faithful to.
    """

    data: Data
    decision: Floats
    reference: Floats

    @cached_property
    def selected(self) -> Floats:
        """(K, 2) array: expected number of rows selected by group and observed label."""
        return self._by_group(self.decision * (self.data.y == 0), self.decision * self.data.y)

    @cached_property
    def agreeing(self) -> Floats:
        """(K,) array: expected number of rows decided as the reference does."""
        # Where the reference is 0 or 1, this is the chance that a drawn decision equals it.
        agreement = 1 - np.abs(self.decision - self.reference)
        return self._by_group(agreement)[:, 0]

    def _by_group(self, *values: Floats) -> Floats:
        size = len(self.data.groups)
        sums = [np.bincount(self.data.group, weights=v, minlength=size) for v in values]
        return np.stack(sums, axis=1)


Measure = Callable[[Rows, str | None], float]


def accuracy(rows: Rows, group: str | None) -> float:
    """Return the expected share of rows whose decision equals their observed label."""
    chosen = _which(rows.data, group)
    counts, selected = rows.data.counts[chosen], rows.selected[chosen]
    right = selected[:, 1].sum() + (counts[:, 0] - selected[:, 0]).sum()
    return _share(right, counts.sum(), rows.data, group)


def disparity(rows: Rows, group: str | None) -> float:
    """Return the equalized-odds disparity: max over g and y of |E[f|g,y] - E[f|y]|.

    Of one group, the largest of its own two distances. Undefined where a group has no row
    with one of the labels. After Akpinar et al. (2022), section 3.5.
    """
    counts = rows.data.counts
    for g in _which(rows.data, group):
        for label in np.flatnonzero(counts[g] == 0):
            raise Uncomputable(
                f"There is no row of group {rows.data.groups[g]} with label {label}."
            )
    overall = rows.selected.sum(axis=0) / counts.sum(axis=0)
    chosen = _which(rows.data, group)
    rates = rows.selected[chosen] / counts[chosen]
    return float(np.abs(rates - overall).max())


def fidelity(rows: Rows, group: str | None) -> float:
    """Return the expected share of rows decided as the reference decides them.

    The reference is a Bayes-optimal classifier, true or learned. (The formula printed in
    Akpinar et al. is the share of disagreement; their text and figures mean this one.)
    """
    chosen = _which(rows.data, group)
    people = rows.data.counts[chosen].sum()
    return _share(rows.agreeing[chosen].sum(), people, rows.data, group)


MEASURES: Mapping[str, Measure] = {
    "accuracy": accuracy,
    "disparity": disparity,
    "fidelity": fidelity,
}


def measure(
    predictor: Predictor,
    data: Data,
    *,
    reference: Predictor | Literal["true"] = "true",
    measures: Mapping[str, Measure] = MEASURES,
) -> pd.DataFrame:
    """Measure a predictor on rows, for everybody and for each group.

    Parameters
    ----------
    predictor : Predictor
    data : Data
    reference : Predictor or "true"
        What fidelity compares with: the noise-free labels, or a predictor such as one
        learned on unbiased rows.
    measures : mapping from name to Measure

    Returns
    -------
    DataFrame
        Columns measure; group, "" for everybody; value, NaN where undefined; reason, why
        it is undefined, else "".
    """
    rows = Rows(data, predictor.decide(data), expected(data, reference))
    names = [(name, group) for name in measures for group in ("", *data.groups)]
    table = pd.DataFrame(names, columns=["measure", "group"])
    table[["value", "reason"]] = values(rows, measures)
    return table


def expected(data: Data, reference: Predictor | Literal["true"]) -> Floats:
    """Return (n,): what a reference decides about rows."""
    if isinstance(reference, str):
        return data.truth.astype(np.float64)
    return reference.decide(data)


def values(rows: Rows, measures: Mapping[str, Measure]) -> list[tuple[float, str]]:
    """Return value and reason of each measure: of everybody, then of each group."""
    found = []
    for function in measures.values():
        for group in (None, *rows.data.groups):
            try:
                found.append((float(function(rows, group)), ""))
            except Uncomputable as error:
                found.append((np.nan, str(error)))
    return found


def _which(data: Data, group: str | None) -> list[int]:
    return list(range(len(data.groups))) if group is None else [data.position(group)]


def _share(part: float, whole: float, data: Data, group: str | None) -> float:
    if whole == 0:
        raise Uncomputable(f"There is no row of group {group}." if group else "There is no row.")
    return float(part / whole)

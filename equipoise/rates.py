"""Confusion matrices and the rates that follow from them, group by group."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.tally import Tally, Thresholds, check_tally


@dataclass(frozen=True)
class Rate:
    """A share of people: one sum of confusion-matrix cells over another.

    Attributes
    ----------
    title, short : str
        The full name and the usual abbreviation.
    numerator, denominator : tuple of str
        Which of tp, fp, tn, fn are added up.
    empty : str
        What it means when the denominator is 0.
    """

    title: str
    short: str
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]
    empty: str

    @property
    def falls(self) -> bool:
        """Whether it never rises with the threshold: selected people out of a fixed number."""
        whole = set(self.denominator)
        # A denominator of whole labels is the same at every threshold.
        fixed = all(len(whole.intersection(cells)) != 1 for cells in _BY_LABEL)
        return fixed and _SELECTED.issuperset(self.numerator)


_EVERYBODY = ("tn", "fp", "fn", "tp")
_BY_LABEL = (("tn", "fp"), ("fn", "tp"))
_SELECTED = frozenset(("fp", "tp"))
_NO_ROWS = "there are no usable rows"
_NO_POSITIVES = "nobody has a positive label"
_NO_NEGATIVES = "nobody has a negative label"

RATES: dict[str, Rate] = {
    "base_rate": Rate("Base rate", "base", ("fn", "tp"), _EVERYBODY, _NO_ROWS),
    "selection_rate": Rate("Selection rate", "sel", ("fp", "tp"), _EVERYBODY, _NO_ROWS),
    "rejection_rate": Rate("Rejection rate", "rej", ("tn", "fn"), _EVERYBODY, _NO_ROWS),
    "true_positive_rate": Rate("True-positive rate", "TPR", ("tp",), ("tp", "fn"), _NO_POSITIVES),
    "false_positive_rate": Rate(
        "False-positive rate", "FPR", ("fp",), ("fp", "tn"), _NO_NEGATIVES
    ),
    "true_negative_rate": Rate("True-negative rate", "TNR", ("tn",), ("fp", "tn"), _NO_NEGATIVES),
    "false_negative_rate": Rate(
        "False-negative rate", "FNR", ("fn",), ("tp", "fn"), _NO_POSITIVES
    ),
    "positive_predictive_value": Rate(
        "Positive predictive value", "PPV", ("tp",), ("tp", "fp"), "nobody is selected"
    ),
    "negative_predictive_value": Rate(
        "Negative predictive value", "NPV", ("tn",), ("tn", "fn"), "everybody is selected"
    ),
    "accuracy": Rate("Accuracy", "acc", ("tn", "tp"), _EVERYBODY, _NO_ROWS),
}
"""The rates by name, after the usual confusion-matrix definitions (as in Fairlearn)."""


@dataclass(frozen=True, eq=False)
class Confusion:
    """Confusion-matrix cells of K groups.

    Attributes
    ----------
    groups : tuple of str
    tn, fp, fn, tp : (K,) or (K, m) arrays
        True negatives, false positives, false negatives and true positives of each group,
        at one threshold or at all m of a grid.
    """

    groups: tuple[str, ...]
    tn: NDArray[Any]
    fp: NDArray[Any]
    fn: NDArray[Any]
    tp: NDArray[Any]

    def total(self, cells: tuple[str, ...]) -> NDArray[Any]:
        """Return the sum of the named cells, per group."""
        first, *others = (getattr(self, cell) for cell in cells)
        total: NDArray[Any] = sum(others, start=first)
        return total

    def rate(self, name: str) -> NDArray[np.float64]:
        """Return one of `RATES` per group; NaN where its denominator is 0."""
        rate = _known(name)
        below = self.total(rate.denominator)
        values = np.full(np.shape(below), np.nan)
        np.divide(self.total(rate.numerator), below, out=values, where=below > 0)
        return values

    def has_people(self, name: str) -> NDArray[np.bool_]:
        """Return whether a group holds anybody one of `RATES` could be about.

        Thresholds decide who is selected, not who has which label: without a positive label
        in the group it has no true-positive rate at any threshold, while its positive
        predictive value is only missing where the threshold selects nobody.
        """
        about = set(_known(name).denominator)
        people = [self.total(cells) for cells in _BY_LABEL if about.intersection(cells)]
        has: NDArray[np.bool_] = sum(people[1:], start=people[0]) > 0
        return has


def confusion(tally: Tally, thresholds: Thresholds) -> Confusion:
    """Return each group's confusion matrix where rows with score >= threshold are selected.

    Parameters
    ----------
    tally : Tally
    thresholds : float or mapping from group to float

    Raises
    ------
    ValueError
        If the thresholds do not fit the tally; see `Tally.positions`.
    """
    check_tally(tally)
    at = tally.positions(thresholds)
    chosen = tally.selected[np.arange(len(tally.groups)), :, at]
    fp, tp = chosen[:, 0], chosen[:, 1]
    return Confusion(tally.groups, tally.negatives - fp, fp, tally.positives - tp, tp)


def confusion_curves(tally: Tally) -> Confusion:
    """Return each group's confusion matrix at every threshold of the grid, as (K, m) arrays."""
    check_tally(tally)
    fp, tp = tally.selected[:, 0], tally.selected[:, 1]
    negatives, positives = tally.negatives[:, None], tally.positives[:, None]
    return Confusion(tally.groups, negatives - fp, fp, positives - tp, tp)


def group_rates(tally: Tally, thresholds: Thresholds) -> pd.DataFrame:
    """Return counts and rates per group; NaN marks a rate whose denominator is 0.

    Returns
    -------
    DataFrame
        Index "group"; columns n, tn, fp, fn, tp, each of `RATES`, balanced_accuracy.
    """
    cells = confusion(tally, thresholds)
    return pd.DataFrame(_columns(cells), index=pd.Index(cells.groups, name="group"))


def overall_rates(tally: Tally, thresholds: Thresholds) -> pd.Series:
    """Return the same columns as `group_rates` for all groups taken together."""
    cells = confusion(tally, thresholds)
    together = {cell: getattr(cells, cell).sum(keepdims=True) for cell in _EVERYBODY}
    columns = _columns(Confusion(("overall",), **together))
    return pd.Series({name: float(value[0]) for name, value in columns.items()}, name="overall")


def by_group(rates: pd.DataFrame) -> dict[str, Mapping[str, float]]:
    """Return the rows of `group_rates` by group, each by name; quicker to read in bulk."""
    names = list(map(str, rates))
    # As objects, so that counts stay whole beside rates.
    people = rates.to_numpy(dtype=object).tolist()
    return {
        str(group): dict(zip(names, row, strict=True))
        for group, row in zip(rates.index, people, strict=True)
    }


def why_undefined(rate: str, group: str, n: float) -> str:
    """Return in words why a rate of a group with n rows has no value.

    Raises
    ------
    ValueError
        If the rate is not one of `RATES`.
    """
    return f"{group}: {_known(rate).empty if n else _NO_ROWS}"


def _known(name: str) -> Rate:
    """Return one of `RATES`; ValueError names them all where there is no such rate."""
    if not isinstance(name, str) or name not in RATES:
        raise ValueError(f"Unknown rate {name!r}; there are: {', '.join(RATES)}.")
    return RATES[name]


def _columns(cells: Confusion) -> dict[str, NDArray[Any]]:
    columns = {"n": cells.total(_EVERYBODY)} | {cell: getattr(cells, cell) for cell in _EVERYBODY}
    columns |= {name: cells.rate(name) for name in RATES}
    recalls = columns["true_positive_rate"] + columns["true_negative_rate"]
    return columns | {"balanced_accuracy": recalls / 2}

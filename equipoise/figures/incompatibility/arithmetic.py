"""The Incompatibility page's arithmetic, worked out in people and put into sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pandas as pd

from equipoise import foreign, words
from equipoise.checks import ROUNDING
from equipoise.incompatibility import implied_false_positive_rate

FEW = 30
"""Of fewer people than these, a single one moves a rate by more than 3 points."""


def needed_rates(rates: pd.DataFrame, shared: pd.Series) -> dict[str, float]:
    """Return each group's false-positive rate if it had the shared PPV and TPR.

    Parameters
    ----------
    rates : DataFrame
        As `group_rates` gives it.
    shared : Series
        As `overall_rates` gives it, of the same groups together.

    Returns
    -------
    dict from group to float
        Above 1 where no decisions could have these values; NaN where nothing is asked for.
    """
    ppv, tpr = shared["positive_predictive_value"], shared["true_positive_rate"]
    return {
        str(group): implied_false_positive_rate(base_rate, ppv, tpr)
        for group, base_rate in rates["base_rate"].items()
    }


def is_impossible(rate: float) -> bool:
    """Return whether a rate is above 1, rounding aside; an unknown one is not."""
    return rate > 1 + ROUNDING


def worked(label: str, row: pd.Series, needed: float) -> str:
    """Return one group's identity as a table in Markdown, factor by factor.

    Parameters
    ----------
    label : str
        The group's name as it is shown.
    row : Series
        Its row of `group_rates`.
    needed : float
        Its false-positive rate with the shared PPV and TPR.
    """
    right, wrong = row["tp"], row["fp"]
    positives, negatives = right + row["fn"], wrong + row["tn"]
    # Without a right selection the second factor is a number of wrong ones per nobody.
    result = "= others wrongly selected" if right else "others wrongly selected"
    lines = [
        ("High earners per other", _to(positives, negatives), _per(positives, negatives)),
        ("× wrong selections per right one", _to(wrong, right), _per(wrong, right)),
        ("× high earners found", _of(right, positives), row["true_positive_rate"]),
        (f"**{result}**", _of(wrong, negatives), row["false_positive_rate"]),
    ]
    body = [f"| {what} | {who} | {words.number(x, 4)} |" for what, who, x in lines]
    body.append(f"| *the same with the shared PPV and TPR* | {_needed(needed, negatives)} |")
    table = "\n".join([f"| {label} | people | {_unbroken('value ≈')} |", "|:--|--:|--:|", *body])
    return "\n\n".join([table, *_cautions(row, positives, negatives)])


def consequence(
    rates: pd.DataFrame, shared: pd.Series, needed: Mapping[str, float], tolerance: float
) -> str:
    """Return what equal PPV and TPR would demand of two groups, in words."""
    ppv, tpr = shared["positive_predictive_value"], shared["true_positive_rate"]
    if math.isnan(ppv) or not shared["tp"]:
        chosen = "selected" if math.isnan(ppv) else "rightly selected"
        return (
            f"Nobody of these two groups is {chosen} at these thresholds, so there is no PPV "
            "above 0 to share, and the identity says nothing. Lower a threshold."
        )
    missing = [group for group, value in needed.items() if math.isnan(value)]
    if missing:
        return (
            f"There are no {words.listed(foreign.who(g, 0) for g in missing)} to select wrongly."
        )
    if not shared["fp"]:
        return (
            "Nobody of these two groups is wrongly selected at these thresholds, so the two "
            "together have a PPV of 1. Then the identity asks for a false-positive rate of 0 in "
            "both, whatever their base rates: nothing is forced apart."
        )
    demands = words.listed(
        f"{words.percent(value)} of {foreign.who(group, 0)}" for group, value in needed.items()
    )
    text = (
        f"If both groups had the PPV and the TPR of the two together ({words.percent(ppv)} and "
        f"{words.percent(tpr)}), {demands} would have to be wrongly selected."
    )
    if any(map(is_impossible, needed.values())):
        return (
            f"{text} More than 100 % is impossible: no decisions whatever give both groups this "
            "PPV and this TPR."
        )
    first, second = needed.values()
    apart, limit = abs(first - second), words.number(tolerance, 2)
    if apart > tolerance + ROUNDING:
        verdict = f"more than the tolerance of {limit}, so equalized odds would fail"
    else:
        verdict = f"within the tolerance of {limit}, so equalized odds could hold as well"
    return f"{text} That is about {words.number(100 * apart, 2)} points apart: {verdict}."


def _needed(rate: float, negatives: float) -> str:
    """Return the last two cells of the row on shared values, which may ask for too many."""
    if math.isnan(rate):
        return f"{words.UNDEFINED} | {words.UNDEFINED}"
    people = rate * negatives
    count = words.count(people) if people >= 10 else words.number(people, 1)
    asked = _unbroken(f"{count} of {words.count(negatives)}")
    value = words.number(rate, 4)
    return f"{asked} | {value}, **impossible**" if is_impossible(rate) else f"{asked} | {value}"


def _cautions(row: pd.Series, positives: float, negatives: float) -> list[str]:
    """Return what to keep in mind of a group's numbers, if anything."""
    said = []
    if not row["tp"]:
        said.append(
            "Nobody of this group is rightly selected, so the factors have no product; the result "
            "is counted directly."
        )
    counts = {"high earners": positives, "others": negatives}
    few = [f"{words.count(n)} {who}" for who, n in counts.items() if n < FEW]
    if few:
        said.append(f"Few people: {words.listed(few)}. One more or fewer moves these rates a lot.")
    return [f":small[{one}]" for one in said]


def _per(part: float, other: float) -> float:
    return part / other if other else float("nan")


def _to(part: float, other: float) -> str:
    return _unbroken(f"{words.count(part)} to {words.count(other)}")


def _of(part: float, whole: float) -> str:
    return _unbroken(f"{words.count(part)} of {words.count(whole)}")


def _unbroken(text: str) -> str:
    """Keep a pair of counts on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")

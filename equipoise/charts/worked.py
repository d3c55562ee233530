"""The Incompatibility page's arithmetic, worked out in people and put into sentences."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from equipoise import words
from equipoise.incompatibility import implied_false_positive_rate


def needed_rates(rates: pd.DataFrame, shared: pd.Series) -> dict[str, float]:
    """Return each group's false-positive rate if it had the shared PPV and TPR.

    Parameters
    ----------
    rates : DataFrame
        As `group_rates` gives it.
    shared : Series
        As `overall_rates` gives it, of the same groups together.
    """
    ppv, tpr = shared["positive_predictive_value"], shared["true_positive_rate"]
    return {
        str(group): implied_false_positive_rate(base_rate, ppv, tpr)
        for group, base_rate in rates["base_rate"].items()
    }


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
    positives, negatives = row["tp"] + row["fn"], row["fp"] + row["tn"]
    lines = [
        ("Positive per negative label", _to(positives, negatives), _per(positives, negatives)),
        ("× wrong per right selection", _to(row["fp"], row["tp"]), _per(row["fp"], row["tp"])),
        ("× found of the positive", _of(row["tp"], positives), row["true_positive_rate"]),
        ("**= wrongly selected**", _of(row["fp"], negatives), row["false_positive_rate"]),
        ("*with the shared values*", _of(needed * negatives, negatives), needed),
    ]
    table = "\n".join(f"| {what} | {who} | {words.number(x)} |" for what, who, x in lines)
    return f"| {label} | people | value |\n|:--|--:|--:|\n{table}"


def consequence(
    rates: pd.DataFrame, shared: pd.Series, needed: Mapping[str, float], tolerance: float
) -> str:
    """Return what equal PPV and TPR would demand of two groups, in words."""
    ppv, tpr = shared["positive_predictive_value"], shared["true_positive_rate"]
    values = list(needed.values())
    if any(value != value for value in values):
        return (
            "Nobody of these two groups is rightly selected at these thresholds, so they share "
            "no PPV to reckon with. Lower a threshold."
        )
    demands = words.listed(
        f"{words.percent(value)} of {words.who(group, 0)}" for group, value in needed.items()
    )
    gap = abs(values[0] - values[1])
    if gap > tolerance:
        verdict = "more than the tolerance, so with these PPV and TPR equalized odds fails"
    else:
        verdict = "within the tolerance, so with these PPV and TPR all three could hold"
    impossible = " More than 100 % cannot be: these values are out of reach." * (max(values) > 1)
    return (
        f"If both groups had the PPV and TPR of the two together ({words.percent(ppv)} and "
        f"{words.percent(tpr)}), {demands} would have to be wrongly selected. That is "
        f"{words.number(100 * gap, 1)} points apart: {verdict}.{impossible}"
    )


def _per(part: float, other: float) -> float:
    return part / other if other else float("nan")


def _to(part: float, other: float) -> str:
    return _unbroken(f"{words.count(part)} to {words.count(other)}")


def _of(part: float, whole: float) -> str:
    return _unbroken(f"{words.count(part)} of {words.count(whole)}")


def _unbroken(text: str) -> str:
    """Keep a pair of counts on one line."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")

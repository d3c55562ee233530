"""The Metrics page's numbers as tables, already turned into words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from equipoise import words
from equipoise.calibration import Calibration
from equipoise.figures.metrics.uncertainty import Limits
from equipoise.figures.metrics.words import by_group, everybody, fraction, with_limits
from equipoise.rates import RATES

_DECIMALS = 4
_COLUMNS = {
    "mean_score": "Mean score",
    "observed_rate": "Share above 50K",
    "difference": "Difference",
}


def all_rates(
    rates: pd.DataFrame, overall: pd.Series, limits: Limits | None = None
) -> pd.DataFrame:
    """Return every rate of every group and of everybody, with the people behind it.

    Parameters
    ----------
    rates, overall : DataFrame, Series
        As `group_rates` and `overall_rates` give them.
    limits : mapping, optional
        Between which they may lie.
    """
    rows = {**by_group(rates), "": everybody(overall)}
    known = limits or {}
    table = {
        name or "Everybody": [
            f"{with_limits(row[rate], known.get((rate, name)))} ({fraction(rate, row)})"
            for rate in RATES
        ]
        + [words.percent(row["balanced_accuracy"])]
        for name, row in rows.items()
    }
    titles = [
        f"{rate.title} ({rate.short})" if rate.short.isupper() else rate.title
        for rate in RATES.values()
    ]
    titles.append("Balanced accuracy (mean of TPR and TNR)")
    return pd.DataFrame(table, index=pd.Index(titles, name="Rate"))


def selection(rates: pd.DataFrame) -> pd.DataFrame:
    """Return selection rates and how they compare with the highest."""
    selected = rates["selection_rate"]
    highest = selected.max()
    people = zip(rates["tp"] + rates["fp"], rates["n"], strict=True)
    return pd.DataFrame(
        {
            "Selected": [f"{words.count(part)} of {words.count(n)}" for part, n in people],
            "Selection rate": selected.map(words.percent),
            "As a multiple of the highest": (selected / (highest or np.nan)).map(words.ratio),
        }
    ).rename_axis("Group")


def operating_table(rates: pd.DataFrame, areas: Mapping[str, float]) -> pd.DataFrame:
    """Return each group's two rates and the area under its ROC curve."""
    return pd.DataFrame(
        {
            "False-positive rate": rates["false_positive_rate"].map(words.percent),
            "True-positive rate": rates["true_positive_rate"].map(words.percent),
            "Area under the ROC curve": [words.number(areas[group]) for group in rates.index],
        },
        index=rates.index,
    ).rename_axis("Group")


def reliability_table(calibrated: Calibration) -> pd.DataFrame:
    """Return, by group and bin, how the mean score and the share positive differ.

    A last row for each group holds all its people and the mean difference weighted by them,
    the expected calibration error. A bin's difference is that of the digits shown.
    """
    bins = calibrated.table()
    bins["scores"] = [f"{a:.1f}–{b:.1f}" for a, b in bins[["low", "high"]].to_numpy()]
    shown = bins[["mean_score", "observed_rate"]].round(_DECIMALS)
    bins["difference"] = (shown["mean_score"] - shown["observed_rate"]).abs()
    totals = pd.DataFrame(
        {
            "group": calibrated.groups,
            "scores": "all: the ECE",
            "count": calibrated.count.sum(axis=1),
            "difference": calibrated.expected_calibration_error,
        }
    )
    table = pd.concat([bins, totals], ignore_index=True)
    place = table["group"].map(calibrated.groups.index)
    table = table.iloc[np.argsort(place.to_numpy(), kind="stable")]
    said = {"Group": table["group"], "Scores": table["scores"]}
    said["People"] = table["count"].map(words.count)
    for name, title in _COLUMNS.items():
        said[title] = table[name].map(lambda value: words.number(value, _DECIMALS))
    return pd.DataFrame(said).set_index("Group")

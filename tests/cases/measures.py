"""The quantities that cases expect, by the names that cases use for them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from equipoise import calibration, criteria, frontier, group_rates, overall_rates, roc, tally
from equipoise.frontiers.frontier import sweep
from equipoise.reading import read_table
from equipoise.tally import restricted
from tests.cases.audits import Audit, file_content

Measure = Callable[[Audit], Any]

COLUMNS = {
    "tp": "tp",
    "fp": "fp",
    "fn": "fn",
    "tn": "tn",
    "tpr": "true_positive_rate",
    "fpr": "false_positive_rate",
    "tnr": "true_negative_rate",
    "fnr": "false_negative_rate",
    "ppv": "positive_predictive_value",
    "npv": "negative_predictive_value",
    "selection_rate": "selection_rate",
    "flag_rate": "selection_rate",
    "favourable_rate": "rejection_rate",
    "base_rate": "base_rate",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "n_by_group": "n",
    "n_used": "n",
}
"""Names that cases have for columns of the rates table: by group, or overall for a number."""


def measured(audit: Audit, name: str, expected: Any) -> Any:
    """Return what the audit finds under a case's name for it."""
    if name in MEASURES:
        return MEASURES[name](audit)
    by_group = audit.rates[COLUMNS[name]].rename(lambda group: group.replace(" × ", "|"))
    return by_group.to_dict() if isinstance(expected, dict) else audit.overall[COLUMNS[name]]


def _value(criterion: str) -> Measure:
    return lambda audit: abs(getattr(audit.criteria, criterion).value)


def _spread(rate: str) -> Measure:
    """Largest difference over the groups with a defined rate, straight from the table."""
    return lambda audit: audit.rates[COLUMNS[rate]].max() - audit.rates[COLUMNS[rate]].min()


def _b_minus_a(rate: str) -> Measure:
    return lambda audit: audit.rates[COLUMNS[rate]]["B"] - audit.rates[COLUMNS[rate]]["A"]


def _in_pair(place: int) -> Measure:
    return lambda audit: _ordered_pair(audit)[place]


def _ordered_pair(audit: Audit) -> tuple[str, ...]:
    """Return the two groups that make the selection gap, the lower one first."""
    found = audit.criteria.demographic_parity_difference
    return found.pair if found.value < 0 else found.pair[::-1]


def _verdict(criterion: str) -> Measure:
    said = {"holds": True, "fails": False, "undefined": None}
    return lambda audit: said[getattr(audit.criteria, criterion).verdict]


def _gap_by(attribute: str) -> Measure:
    def gap(audit: Audit) -> float:
        counts = tally(audit.predictions, attribute)
        return abs(criteria(counts, audit.threshold).demographic_parity_difference.value)

    return gap


def _gap_without_small_groups(audit: Audit) -> float:
    large = [group for group, n in zip(audit.tally.groups, audit.tally.n, strict=True) if n >= 10]
    judged = criteria(restricted(audit.tally, large), audit.threshold)
    return judged.demographic_parity_difference.value


def _ratio_to(reference: Callable[[Audit], str]) -> Measure:
    """The ratio of the lowest other rate to a reference's; none where that rate is 0."""

    def ratio(audit: Audit) -> dict[str, float | None]:
        rates, base = audit.rates["selection_rate"], reference(audit)
        lowest = rates.drop(base).idxmin()
        return {lowest: rates[lowest] / rates[base] if rates[base] else None}

    return ratio


def _largest(audit: Audit) -> str:
    given: dict[str, dict[str, int]] = audit.given["groups"]
    return max(given, key=lambda group: given[group]["n"])


def _selected_at(*thresholds: float) -> Measure:
    return lambda audit: {
        f"{value:.2f}": overall_rates(audit.tally, value)["selection_rate"] for value in thresholds
    }


def _overall_at(threshold: float, *names: str) -> Measure:
    return lambda audit: {
        name: overall_rates(audit.tally, threshold)[COLUMNS[name]] for name in names
    }


def _strictly_above(audit: Audit) -> dict[str, Any]:
    """What "above the threshold" would give: the threshold moved up by one double."""
    exact = tally(audit.predictions, audit.by, grid=None)
    above = float(np.nextafter(audit.threshold, 1))
    gap = criteria(exact, above).demographic_parity_difference.value
    return {
        "selection_rate": group_rates(exact, above)["selection_rate"].to_dict(),
        "demographic_parity_difference": abs(gap),
    }


def _selected_by_group(audit: Audit) -> dict[str, dict[str, int]]:
    tables = {text: group_rates(audit.tally, float(text)) for text in audit.given["thresholds"]}
    return {
        group: {text: table.loc[group, ["tp", "fp"]].sum() for text, table in tables.items()}
        for group in audit.tally.groups
    }


def _overall_selection_of_all_rows(audit: Audit) -> float:
    return float((audit.predictions.y_score >= audit.threshold).mean())


def _selection_without_group(audit: Audit) -> float:
    alone = audit.predictions.groups["g"].codes < 0
    return float((audit.predictions.y_score[alone] >= audit.threshold).mean())


def _complete_selection(audit: Audit) -> dict[str, float]:
    assert audit.predictions.n_complete == audit.tally.n.sum()
    return audit.rates["selection_rate"].to_dict()


def _missing(audit: Audit) -> dict[str, int]:
    names = {"y_score": "y_prob"}
    return {names.get(column, column): n for column, n in audit.predictions.missing.items()}


def _undefined_ppv(audit: Audit) -> list[float]:
    grid = audit.tally.grid
    found = [overall_rates(audit.tally, t)["positive_predictive_value"] for t in grid]
    return grid[np.isnan(found)].tolist()


def _frontier_of_selection_gaps(audit: Audit) -> list[list[float]]:
    points = frontier(audit.tally, gap="demographic_parity").points[["accuracy", "gap"]]
    return points.drop_duplicates().to_numpy().tolist()


def _errors_by_group(audit: Audit) -> dict[str, float]:
    reliability = calibration(audit.tally)
    errors = reliability.expected_calibration_error.tolist()
    return dict(zip(reliability.groups, errors, strict=True))


def _only_point(audit: Audit) -> dict[str, float]:
    (point,) = calibration(audit.tally).table().to_dict("records")
    return {"mean_score": point["mean_score"], "positive_share": point["observed_rate"]}


def _highest_selecting(audit: Audit) -> list[float]:
    """For each score, the last grid threshold at which that person alone is selected."""
    people = [f"person {i}" for i in range(audit.predictions.n)]
    alone = type(audit.predictions)([0] * len(people), audit.given["y_prob"], {"who": people})
    counts = tally(alone, "who")
    last = counts.selected.sum(axis=1).sum(axis=1) - 1
    by_person = dict(zip(counts.groups, counts.grid[last].tolist(), strict=True))
    return [by_person[person] for person in people]


MEASURES: dict[str, Measure] = {
    # Criteria
    "demographic_parity_difference": _value("demographic_parity_difference"),
    "demographic_parity_difference_all": _value("demographic_parity_difference"),
    "dpd_intersection": _value("demographic_parity_difference"),
    "gap": _value("demographic_parity_difference"),
    "within_tolerance": _verdict("demographic_parity_difference"),
    "disparate_impact_ratio": _value("disparate_impact_ratio"),
    "disparate_impact_ratio_favourable": _value("disparate_impact_ratio"),
    "four_fifths_pass": _verdict("disparate_impact_ratio"),
    "equal_opportunity_gap": _value("equal_opportunity_difference"),
    "equalized_odds_gap": _value("equalized_odds_difference"),
    "equalized_odds_gap_defined_groups": _value("equalized_odds_difference"),
    "predictive_parity_gap": _value("predictive_parity_difference"),
    "ppv_gap": _value("predictive_parity_difference"),
    "groups_without_tpr": lambda audit: list(audit.criteria.equal_opportunity_difference.left_out),
    # Which way a gap points
    "lowest_group": _in_pair(0),
    "highest_group": _in_pair(1),
    "signed_B_minus_A": _b_minus_a("selection_rate"),
    "tpr_difference_B_minus_A": _b_minus_a("tpr"),
    "fpr_difference_B_minus_A": _b_minus_a("fpr"),
    # Recomputed from the displayed rates
    "fpr_gap": _spread("fpr"),
    "tpr_gap": _spread("tpr"),
    "tnr_gap": _spread("tnr"),
    "fnr_gap": _spread("fnr"),
    "fdr_gap": _spread("ppv"),
    "fdr": lambda a: (1 - a.rates["positive_predictive_value"]).to_dict(),
    "fdr_ratio": lambda a: np.divide(*np.sort(1 - a.rates["positive_predictive_value"])),
    "ppv_ratio": lambda a: np.divide(*np.sort(a.rates["positive_predictive_value"])),
    "inverse_ratio": lambda a: np.divide(*np.sort(a.rates["selection_rate"])[::-1]),
    "ratio_of_flag_rates": lambda a: np.divide(*np.sort(a.rates["selection_rate"])),
    "ratio_to_reference": _ratio_to(lambda audit: audit.given["reference"]),
    "ratio_to_largest": _ratio_to(_largest),
    "equalized_odds_mean": lambda a: (_spread("tpr")(a) + _spread("fpr")(a)) / 2,
    "signed_average_odds": lambda a: (_b_minus_a("tpr")(a) + _b_minus_a("fpr")(a)) / 2,
    "overall": lambda a: a.overall["selection_rate"],
    "max_distance_to_overall": lambda a: (
        (a.rates["selection_rate"] - a.overall["selection_rate"]).abs().max()
    ),
    "base_rate_overall": lambda a: a.overall["base_rate"],
    # Groups
    "dpd_sex": _gap_by("sex"),
    "dpd_race": _gap_by("race"),
    "n_groups": lambda a: len(a.tally.groups),
    "n_combinations": lambda a: len(a.tally.groups),
    "group_names": lambda a: list(a.tally.groups),
    "small_groups": lambda a: a.rates.index[a.rates["n"] < 10].tolist(),
    "demographic_parity_difference_n_ge_10": _gap_without_small_groups,
    # Rows
    "n_total": lambda a: a.predictions.n_rows,
    "n_rows": lambda a: a.predictions.n_rows,
    "n_usable": lambda a: a.predictions.n,
    "n_complete": lambda a: a.predictions.n_complete,
    "n_incomplete": lambda a: a.predictions.n_rows - a.predictions.n_complete,
    "n_missing_group": lambda a: a.predictions.missing["g"],
    "n_missing_label": lambda a: a.predictions.missing["y_true"],
    "n_missing_score": lambda a: a.predictions.missing["y_score"],
    "n_outside_tolerance_1e-6": lambda a: a.predictions.missing["y_score"],
    "n_non_finite": lambda a: a.predictions.missing["y_score"],
    "n_missing": _missing,
    "columns": lambda a: list(read_table(file_content(a.given))[0].columns),
    "overall_selection_rate_used_rows": lambda a: a.overall["selection_rate"],
    "overall_selection_rate_all_rows": _overall_selection_of_all_rows,
    "missing_rows_selection_rate": _selection_without_group,
    "selection_rate_complete": _complete_selection,
    # Thresholds
    "selection_rate_at": _selected_at(0.00, 0.01, 0.99, 1.00),
    "selection_rate_at_0": lambda a: overall_rates(a.tally, 0)["selection_rate"],
    "selection_rate_at_1": lambda a: overall_rates(a.tally, 1)["selection_rate"],
    "selection_rate_at_last": lambda a: overall_rates(a.tally, a.tally.grid[-1])["selection_rate"],
    "at_0": _overall_at(0, "ppv", "npv", "tpr", "fpr"),
    "at_1": _overall_at(1, "ppv", "tpr", "fpr"),
    "if_strict": _strictly_above,
    "n_thresholds": lambda a: len(a.tally.grid),
    "first": lambda a: float(a.tally.grid[0]),
    "last": lambda a: float(a.tally.grid[-1]),
    "n_selected_at_own_threshold": lambda a: sum(
        found >= score
        for found, score in zip(_highest_selecting(a), a.given["y_prob"], strict=True)
    ),
    "highest_threshold_that_selects": _highest_selecting,
    "n_undefined_ppv": lambda a: len(_undefined_ppv(a)),
    "first_undefined_threshold": lambda a: _undefined_ppv(a)[0],
    "ppv_at_0.90": lambda a: overall_rates(a.tally, 0.9)["positive_predictive_value"],
    # Many rows, many groups, many pairs
    "naive_pair_cells": lambda a: len(a.tally.grid) ** 2 * a.predictions.n,
    "selected": _selected_by_group,
    "correct_at_050": lambda a: (a.rates["tp"] + a.rates["tn"]).to_dict(),
    "sweep_rows": lambda a: len(roc(a.tally)),
    "exceeds_altair_limit": lambda a: len(roc(a.tally)) > a.given["altair_limit"],
    "n_pairs": lambda a: sweep(a.tally)[0].size,
    "frontier_unique": _frontier_of_selection_gaps,
    # Calibration
    "ece": lambda a: calibration(a.tally).expected_calibration_error[0],
    "ece_by_group": _errors_by_group,
    "n_nonempty_bins": lambda a: len(calibration(a.tally).table()),
    "last_bin_count": lambda a: calibration(a.tally).count[0, -1],
    "n_points_A": lambda a: len(calibration(a.tally).table().query("group == 'A'")),
    "point": _only_point,
}
"""Every other name, with the way to find its value."""

"""Rates and counts: the audit's figures, counting by masks, and two other libraries."""

import fairlearn.metrics as fm
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from sklearn.metrics import accuracy_score, balanced_accuracy_score, confusion_matrix

from equipoise import Predictions, Tally, group_rates, overall_rates, tally
from equipoise.rates import RATES, confusion, confusion_curves, why_undefined
from tests.rows import NAMES, Rows, rate, rows, thresholds

CELLS = ["tn", "fp", "fn", "tp"]
PRINTED = [
    "base_rate",
    "selection_rate",
    "true_positive_rate",
    "false_positive_rate",
    "positive_predictive_value",
]


@pytest.mark.parametrize(
    ("by", "group", "figures"),
    [
        ("sex", "Female", [0.1134, 0.0828, 0.5404, 0.0243, 0.7396]),
        ("sex", "Male", [0.3097, 0.2585, 0.6096, 0.1009, 0.7305]),
        ("race", "Non-White", [0.1589, 0.1282, 0.5572, 0.0472, 0.6903]),
        ("race", "White", [0.2597, 0.2130, 0.6033, 0.0760, 0.7357]),
    ],
)
def test_figures_of_the_audit(
    adult: Predictions, by: str, group: str, figures: list[float]
) -> None:
    found = group_rates(tally(adult, by), 0.5).loc[group, PRINTED]
    assert found.round(4).tolist() == figures


def test_counts_of_the_audit(by_sex: Tally) -> None:
    found = group_rates(by_sex, 0.5)[["n", *CELLS]]
    assert found.loc["Female"].tolist() == [4913, 4250, 106, 256, 301]
    assert found.loc["Male"].tolist() == [10147, 6297, 707, 1227, 1916]
    assert round(overall_rates(by_sex, 0.5)["accuracy"], 4) == 0.8475


@given(rows(), thresholds())
def test_rates_equal_masks(drawn: Rows, at: dict[str, float]) -> None:
    counts = tally(drawn.predictions(), "g")
    at = {group: at[group] for group in counts.groups}
    found = group_rates(counts, at)
    for group in counts.groups:
        cells = drawn.confusion(group, at[group])
        assert found.loc[group, CELLS].tolist() == [cells[cell] for cell in CELLS]
        for name in RATES:
            assert found.loc[group, name] == pytest.approx(rate(cells, name), nan_ok=True)


@given(rows(weighted=True), thresholds())
def test_weighted_rates_equal_masks(drawn: Rows, at: dict[str, float]) -> None:
    counts = tally(drawn.predictions(), "g")
    at = {group: at[group] for group in counts.groups}
    found = group_rates(counts, at)
    for group in counts.groups:
        cells = drawn.confusion(group, at[group])
        for name in RATES:
            assert found.loc[group, name] == pytest.approx(rate(cells, name), nan_ok=True)


@given(rows(min_size=1))
def test_overall_equals_masks(drawn: Rows) -> None:
    found = overall_rates(tally(drawn.predictions(), "g"), 0.5)
    cells = drawn.confusion(None, 0.5)
    assert [found[cell] for cell in CELLS] == [cells[cell] for cell in CELLS]
    for name in RATES:
        assert found[name] == pytest.approx(rate(cells, name), nan_ok=True)


@given(rows())
def test_curves_hold_every_threshold(drawn: Rows) -> None:
    counts = tally(drawn.predictions(), "g")
    curves = confusion_curves(counts)
    for k in (0, 29, 50, 100):
        at = confusion(counts, counts.grid[k])
        for cell in CELLS:
            assert np.array_equal(getattr(curves, cell)[:, k], getattr(at, cell))


def test_scikit_learn_finds_the_same(adult: Predictions, by_race_five: Tally) -> None:
    found = group_rates(by_race_five, 0.3)
    selected = adult.y_score >= 0.3
    for place, group in enumerate(by_race_five.groups):
        mask = adult.groups["race_five"].codes == place
        y, chosen = adult.y_true[mask], selected[mask]
        assert found.loc[group, CELLS].tolist() == confusion_matrix(y, chosen).ravel().tolist()
        assert found.loc[group, "accuracy"] == pytest.approx(accuracy_score(y, chosen))
        balanced = balanced_accuracy_score(y, chosen)
        assert found.loc[group, "balanced_accuracy"] == pytest.approx(balanced)


def test_fairlearn_finds_the_same(adult: Predictions, by_sex_and_race_five: Tally) -> None:
    """Ten groups; where a rate is 0 of 0, Fairlearn says 0 and we say that it is undefined."""
    found = group_rates(by_sex_and_race_five, 0.5)
    names = np.array(by_sex_and_race_five.groups)
    sex, race = (adult.groups[attribute].codes for attribute in ("sex", "race_five"))
    frame = fm.MetricFrame(
        metrics={
            "n": fm.count,
            "selection_rate": fm.selection_rate,
            "true_positive_rate": fm.true_positive_rate,
            "false_positive_rate": fm.false_positive_rate,
            "true_negative_rate": fm.true_negative_rate,
            "false_negative_rate": fm.false_negative_rate,
        },
        y_true=adult.y_true,
        y_pred=adult.y_score >= 0.5,
        sensitive_features=names[sex * 5 + race],
    )
    pd.testing.assert_frame_equal(
        found[list(frame.by_group)],
        frame.by_group,
        check_names=False,
        check_dtype=False,
    )


def test_where_fairlearn_says_zero_we_say_undefined() -> None:
    labels, scores, groups = [1, 1, 0, 0], [0.9, 0.1, 0.6, 0.2], ["a", "a", "b", "b"]
    theirs = fm.MetricFrame(
        metrics=fm.true_positive_rate,
        y_true=labels,
        y_pred=np.array(scores) >= 0.5,
        sensitive_features=groups,
    ).by_group
    ours = group_rates(tally(Predictions(labels, scores, {"g": groups}), "g"), 0.5)
    assert theirs["a"] == ours.loc["a", "true_positive_rate"] == 0.5
    assert theirs["b"] == 0
    assert np.isnan(ours.loc["b", "true_positive_rate"])
    assert np.isnan(ours.loc["b", "balanced_accuracy"])


@pytest.mark.parametrize(
    ("rate_name", "n", "reason"),
    [
        ("true_positive_rate", 3, "b: nobody has a positive label"),
        ("false_positive_rate", 3, "b: nobody has a negative label"),
        ("positive_predictive_value", 3, "b: nobody is selected"),
        ("negative_predictive_value", 3, "b: everybody is selected"),
        ("positive_predictive_value", 0, "b: there are no usable rows"),
        ("accuracy", 0, "b: there are no usable rows"),
    ],
)
def test_reasons(rate_name: str, n: int, reason: str) -> None:
    assert why_undefined(rate_name, "b", n) == reason


def test_complements_add_up_to_one(by_sex: Tally) -> None:
    found = group_rates(by_sex, {"Female": 0.2, "Male": 0.7})
    for one, other in (
        ("true_positive_rate", "false_negative_rate"),
        ("false_positive_rate", "true_negative_rate"),
        ("selection_rate", "rejection_rate"),
    ):
        assert (found[one] + found[other]).tolist() == pytest.approx([1, 1])


def test_integer_counts_stay_integers(by_sex: Tally) -> None:
    assert set(group_rates(by_sex, 0.5)[["n", *CELLS]].dtypes) == {np.dtype("int64")}


def test_unknown_rates_are_named(by_sex: Tally) -> None:
    with pytest.raises(ValueError, match="Unknown rate 'precision'; there are: base_rate"):
        confusion(by_sex, 0.5).rate("precision")


def test_twelve_groups_and_names_of_columns() -> None:
    names = [*NAMES, "accuracy", "gap", "n", "group", "overall", "tn", "threshold"]
    n = len(names)
    found = group_rates(
        tally(Predictions([1] * n + [0] * n, [0.7] * 2 * n, {"g": names * 2}), "g"), 0.5
    )
    assert sorted(found.index) == sorted(names)
    assert (found["n"] == 2).all()
    assert (found["selection_rate"] == 1).all()


@pytest.mark.parametrize("name", ["tpr", "PPV", None, ["accuracy"], 3])
def test_unknown_rates_are_told_the_known_ones(by_sex, name) -> None:
    for ask in (
        lambda: why_undefined(name, "a", 3),
        lambda: confusion(by_sex, 0.5).rate(name),
        lambda: confusion(by_sex, 0.5).has_people(name),
    ):
        with pytest.raises(ValueError, match=r"Unknown rate .*; there are: base_rate, .*accuracy"):
            ask()


@given(rows(weighted=True))
def test_a_group_has_people_of_a_rate_where_some_threshold_gives_it_one(drawn: Rows) -> None:
    counts = tally(drawn.predictions(), "g", grid=None)
    curves = confusion_curves(counts)
    for name in RATES:
        found = curves.has_people(name)
        assert np.array_equal(found[:, 0], (~np.isnan(curves.rate(name))).any(axis=1)), name
        assert np.array_equal(found, np.repeat(found[:, :1], found.shape[1], axis=1))

"""ROC curves and the area under them, with scikit-learn as witness."""

import numpy as np
import pytest
from hypothesis import given
from sklearn.metrics import roc_auc_score, roc_curve

from equipoise import GRID, Predictions, Tally, roc, roc_auc, tally
from tests.rows import Rows, rows


def test_area_of_adult(adult: Predictions) -> None:
    everybody = Predictions(adult.y_true, adult.y_score, {"all": ["all"] * adult.n})
    assert round(roc_auc(tally(everybody, "all", grid=None))["all"], 4) == 0.9033


@given(rows())
def test_area_equals_scikit_learn(drawn: Rows) -> None:
    found = roc_auc(tally(drawn.predictions(), "g", grid=None))
    for group, area in found.items():
        members = [row for row in drawn.usable() if row[2] == group]
        labels, scores = [row[0] for row in members], [row[1] for row in members]
        if len(set(labels)) == 2:
            assert area == pytest.approx(roc_auc_score(labels, scores))
        else:
            assert np.isnan(area)


def test_weighted_area_equals_scikit_learn() -> None:
    rng = np.random.default_rng(0)
    labels, scores, weights = rng.integers(0, 2, 200), rng.random(200), rng.random(200)
    rows_ = Predictions(labels, scores, {"g": ["a"] * 200}, sample_weight=weights)
    expected = roc_auc_score(labels, scores, sample_weight=weights)
    assert roc_auc(tally(rows_, "g", grid=None))["a"] == pytest.approx(expected)


def test_curve_equals_scikit_learn(adult: Predictions) -> None:
    exact = roc(tally(adult, "sex", grid=None))
    for place, group in enumerate(("Female", "Male")):
        mask = adult.groups["sex"].codes == place
        fpr, tpr, _ = roc_curve(adult.y_true[mask], adult.y_score[mask], drop_intermediate=False)
        own = exact[exact["group"] == group].iloc[::-1]
        points = own[["false_positive_rate", "true_positive_rate"]].drop_duplicates()
        theirs = np.unique(np.column_stack([fpr, tpr]), axis=0)
        assert points.to_numpy() == pytest.approx(theirs)


def test_curve_has_a_row_for_each_group_and_threshold(by_race_five: Tally) -> None:
    found = roc(by_race_five)
    assert len(found) == 5 * 101
    assert found["group"].unique().tolist() == list(by_race_five.groups)
    assert found["threshold"].tolist() == GRID.tolist() * 5
    first = found[found["threshold"] == 0]
    assert (first[["false_positive_rate", "true_positive_rate"]] == 1).all(axis=None)


def test_groups_of_one_class_have_no_area() -> None:
    counts = tally(Predictions([1, 1, 0], [0.9, 0.2, 0.4], {"g": ["a", "a", "b"]}), "g")
    assert all(np.isnan(area) for area in roc_auc(counts).values())
    assert roc(counts).query("group == 'a'")["false_positive_rate"].isna().all()

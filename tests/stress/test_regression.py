"""Logistic regression on cells, with scikit-learn as its witness."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from equipoise.stress import Data, Logistic, Missingness, Synthetic, draw, fit, inject
from equipoise.stress.classifiers import Classifier, matrix
from equipoise.stress.errors import ParameterError
from equipoise.stress.newton import sigmoid
from equipoise.stress.regression import INTERCEPTS
from tests.stress.rows import rows_of


@pytest.fixture(scope="module")
def data() -> Data:
    return draw(1500, Synthetic(r=0.3, d=0.4), 0)


def witness(data: Data, intercept: str, y: np.ndarray, weights: np.ndarray) -> LogisticRegression:
    columns = matrix(data, "per group" if intercept == "per group" else "none")
    shared = intercept == "shared"
    estimator = LogisticRegression(C=np.inf, fit_intercept=shared, tol=1e-10, max_iter=10_000)
    return estimator.fit(columns, y, sample_weight=weights)


@pytest.mark.parametrize("intercept", INTERCEPTS)
@pytest.mark.parametrize("seed", range(4))
def test_any_labels_and_weights_of_cells(data: Data, intercept: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, weights = [0, 1, 0, 1] if seed else [1, 0, 0, 1], rng.uniform(0.1, 3, 4)
    found = Logistic(intercept).fit(data, labels, weights.tolist())
    known = witness(data, intercept, np.array(labels)[data.cell], weights[data.cell])
    slopes = known.coef_[0]
    assert np.allclose(found.coefficients.ravel(), slopes[:6], atol=1e-5)
    own = slopes[6:] if intercept == "per group" else known.intercept_
    assert np.allclose(found.intercepts, own, atol=1e-5)


def test_the_score_equations_hold(data: Data) -> None:
    found = Logistic("shared").fit(data)
    residual = found.score(data) - data.y
    columns = np.hstack([matrix(data), np.ones((data.n, 1))])
    assert np.abs(columns.T @ residual).max() / data.n < 1e-9


def test_a_feature_that_is_all_zero_gets_no_weight(data: Data) -> None:
    blind = inject(data, Missingness(), 1.0, seed=0)
    for intercept in INTERCEPTS:
        found = Logistic(intercept).fit(blind)
        assert found.coefficients[1, 0] == 0
        known = witness(blind, intercept, blind.y, np.ones(blind.n))
        assert np.allclose(found.coefficients.ravel(), known.coef_[0][:6], atol=1e-4)


def test_features_that_repeat_each_other_are_no_hindrance(data: Data) -> None:
    doubled = Data(**{**vars(data.take(slice(None))), "features": data.features[:, [0, 1, 2, 2]]})
    one, two = Logistic().fit(data), Logistic().fit(doubled)
    assert np.allclose(one.score(data), two.score(doubled), atol=1e-8)


def test_separable_labels_are_separated() -> None:
    data = draw(800, Synthetic(eta=0), 1)
    for intercept in INTERCEPTS:
        assert (Logistic(intercept).fit(data).decide(data) == data.y).all()


def test_one_label_only() -> None:
    data = rows_of({("A", 1): 30, ("B", 1): 20})
    assert Logistic("per group").fit(data).decide(data).all()


def test_a_group_without_rows_gets_zeros() -> None:
    data = draw(200, Synthetic(), 0)
    alone = data.take(data.members("A"))
    assert (Logistic("none").fit(alone).coefficients[1] == 0).all()


def test_large_scores_do_not_overflow() -> None:
    assert sigmoid(np.array([-1e6, 0.0, 1e6])).tolist() == [0, 0.5, 1]


def test_the_matrix_keeps_groups_apart(data: Data) -> None:
    columns = matrix(data, "per group")
    assert columns.shape == (data.n, 8)
    row = int(np.argmax(data.group == 1))
    assert columns[row].tolist() == [0, 0, 0, *data.features[row].tolist(), 0, 1]


def test_any_classifier_that_takes_weights(data: Data) -> None:
    tree = DecisionTreeClassifier(max_depth=3, random_state=0)
    found = fit(data, model=tree)
    known = tree.fit(matrix(data, "per group"), data.y)
    assert (found.decide(data) == known.predict(matrix(data, "per group"))).all()
    assert (found.score(data) == known.predict_proba(matrix(data, "per group"))[:, 1]).all()


def test_a_classifier_on_one_label_is_a_constant() -> None:
    data = rows_of({("A", 0): 30, ("B", 0): 20})
    assert not fit(data, model=DecisionTreeClassifier()).decide(data).any()


def test_what_is_no_model() -> None:
    data = rows_of({("A", 0): 3, ("B", 1): 3})
    with pytest.raises(ParameterError, match="intercept must be one of none, shared, per group"):
        Logistic("own")
    with pytest.raises(ParameterError, match="has no method predict_proba"):
        Classifier(LinearRegression())
    with pytest.raises(ParameterError, match="has no method fit"):
        fit(data, model="logistic")
    with pytest.raises(ParameterError, match="engine must be direct or fairlearn"):
        fit(data, engine="own")

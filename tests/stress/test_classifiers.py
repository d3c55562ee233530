"""Anybody's scikit-learn classifier as a model: values, or one sentence that names it."""

import warnings

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from equipoise.stress import (
    Arm,
    CorrelationRemover,
    Design,
    ExponentiatedGradient,
    GridSearch,
    PostProcessing,
    Reweighing,
    Synthetic,
    UnderRepresentation,
    draw,
    fit,
    run,
)
from equipoise.stress.classifiers import Classifier, matrix
from equipoise.stress.data import halves
from equipoise.stress.errors import ParameterError

WEIGHED = {
    "pipeline": make_pipeline(StandardScaler(), LogisticRegression()),
    "pipeline in a pipeline": make_pipeline(StandardScaler(), make_pipeline(GaussianNB())),
    "search": GridSearchCV(LogisticRegression(), {"C": [0.1, 1]}, cv=2),
    "search over a pipeline": GridSearchCV(
        make_pipeline(StandardScaler(), LogisticRegression()),
        {"logisticregression__C": [0.1, 1]},
        cv=2,
    ),
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
}
UNWEIGHED = {
    "neighbours": (KNeighborsClassifier(), "KNeighborsClassifier"),
    "analysis": (LinearDiscriminantAnalysis(), "LinearDiscriminantAnalysis"),
    "pipeline": (
        make_pipeline(StandardScaler(), KNeighborsClassifier()),
        "Pipeline of StandardScaler and KNeighborsClassifier",
    ),
}
WEIGHING = {
    "grid": (GridSearch(size=5), "direct"),
    "Fairlearn's grid": (GridSearch(size=5), "fairlearn"),
    "reweighing": (Reweighing(), "direct"),
    "gradient": (ExponentiatedGradient(max_iter=3), "fairlearn"),
}
OTHERS = {"nothing": None, "post-processing": PostProcessing(), "remover": CorrelationRemover()}


def accuracies(model: object, repair: object, engine: str = "direct") -> np.ndarray:
    arm = Arm("x", model, repair, engine)
    design = Design(Synthetic(eta=0.1), UnderRepresentation(label=1), (0.3,), (arm,), n=300)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = run(design, repeats=1)
    return table[table["measure"] == "accuracy"]["value"].to_numpy()


@pytest.mark.parametrize("model", WEIGHED)
@pytest.mark.parametrize("repair", [*WEIGHING, *OTHERS])
def test_what_takes_weights_gives_values(model: str, repair: str) -> None:
    given = WEIGHING.get(repair) or (OTHERS[repair], "direct")
    found = accuracies(WEIGHED[model], *given)
    assert np.isfinite(found).all()
    assert found[0] > 0.5


@pytest.mark.parametrize("model", UNWEIGHED)
@pytest.mark.parametrize("repair", OTHERS)
def test_what_takes_none_gives_values_where_none_are_needed(model: str, repair: str) -> None:
    assert (accuracies(UNWEIGHED[model][0], OTHERS[repair]) > 0.5).all()


@pytest.mark.parametrize("model", UNWEIGHED)
@pytest.mark.parametrize("repair", WEIGHING)
def test_where_they_are_needed_one_sentence_names_it(model: str, repair: str) -> None:
    estimator, name = UNWEIGHED[model]
    with pytest.raises(ParameterError, match=f"^model: {name} takes no sample weights"):
        accuracies(estimator, *WEIGHING[repair])


def test_weights_reach_the_last_step_of_a_pipeline() -> None:
    """A weight of 0 is a row left out, whatever stands before the classifier."""
    data = halves(draw(400, Synthetic(eta=0.1), 0))[0]
    weights = (1.0, 1.0, 0.0, 0.0)
    pipeline = make_pipeline(LogisticRegression(C=1e6, tol=1e-8, max_iter=10_000))
    weighed = Classifier(pipeline).fit(data, weights=weights).score(data)
    mine = data.group == 0
    alone = pipeline.fit(matrix(data, "per group")[mine], data.y[mine])
    expected = alone.predict_proba(matrix(data, "per group"))[:, 1]
    assert weighed[mine] == pytest.approx(expected[mine], abs=1e-3)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (LinearSVC(), "model: LinearSVC has no method predict_proba"),
        (make_pipeline(StandardScaler(), LinearSVC()), "model: Pipeline has no method"),
    ],
)
def test_what_has_no_probabilities_is_named(model: object, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        fit(draw(200, Synthetic(), 0), model=model)


def test_what_cannot_work_with_these_rows_is_a_value_s_reason() -> None:
    data = draw(200, Synthetic(), 0)
    design = Design(
        Synthetic(), UnderRepresentation(), (0.0,), (Arm("x", KNeighborsClassifier(5_000)),), n=200
    )
    table = run(design, repeats=1)
    assert table["value"].isna().all()
    assert table["reason"].str.startswith("KNeighborsClassifier: ").all()
    assert data.n == 200


class Broken(ClassifierMixin, BaseEstimator):
    """Fails in a way no table is to blame for."""

    def fit(self, features, labels):
        raise AttributeError("no such thing")

    def predict_proba(self, features):
        raise NotImplementedError


class Untold(Broken):
    """Trains, and fails when it is asked."""

    def fit(self, features, labels):
        self.classes_ = np.unique(labels)
        return self


@pytest.mark.parametrize(
    ("model", "said"),
    [(Broken(), "AttributeError: no such thing"), (Untold(), "NotImplementedError")],
)
def test_whatever_fails_inside_is_named(model: object, said: str) -> None:
    with pytest.raises(ParameterError, match=f"model: {type(model).__name__} fails: {said}"):
        accuracies(model, PostProcessing())

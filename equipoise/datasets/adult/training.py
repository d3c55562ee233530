"""Encoding tables, training the model, and measuring what its features give away.

scikit-learn is imported inside the functions: reading an artifact never needs it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from equipoise.datasets.adult.card import Coefficient, Feature, Model, Proxy

SOLVER = "liblinear"
RANDOM_STATE = 42
AUC_DECIMALS = 4
N_LARGEST = 20

Flags = NDArray[np.bool_]
Scores = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Encoded:
    """Training and test rows as the model reads them.

    Attributes
    ----------
    train, test : sparse matrices of shape (n_rows, n_columns)
    owners : (n_columns,) array of str
        The feature each column belongs to.
    categories : tuple of str
        The category each column stands for; empty for a numeric feature.
    """

    train: Any
    test: Any
    owners: NDArray[np.str_]
    categories: tuple[str, ...]

    def only(self, features: Collection[str]) -> Encoded:
        """Return the columns of some of the features; each is encoded on its own anyway."""
        keep = np.flatnonzero(np.isin(self.owners, list(features)))
        return Encoded(
            self.train[:, keep],
            self.test[:, keep],
            self.owners[keep],
            tuple(self.categories[column] for column in keep),
        )


@dataclass(frozen=True, eq=False)
class Fitted:
    """A trained model with its scores on the training and the test rows."""

    model: Any
    train_scores: Scores
    test_scores: Scores


def encode(
    train: pd.DataFrame, test: pd.DataFrame, *, numeric: Sequence[str], categorical: Sequence[str]
) -> Encoded:
    """Standardise the numeric columns and one-hot encode the others.

    Means, deviations and categories are those of the training rows; a category that
    occurs in the test rows alone becomes zeros.
    """
    from sklearn.compose import ColumnTransformer
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    one_hot = OneHotEncoder(handle_unknown="ignore")
    encoder = ColumnTransformer(
        [("scale", StandardScaler(), list(numeric)), ("one-hot", one_hot, list(categorical))],
        # Sparse at any density, so that columns are chosen in one way alone.
        sparse_threshold=1.0,
    ).fit(train)
    # Columns come in the order of the transformers: numbers, then each feature's categories.
    known = encoder.named_transformers_["one-hot"].categories_
    owners = [*numeric, *np.repeat(list(categorical), [len(names) for names in known])]
    categories = [""] * len(numeric) + [str(name) for names in known for name in names]
    return Encoded(
        encoder.transform(train).tocsr(),
        encoder.transform(test).tocsr(),
        np.array(owners, dtype=np.str_),
        tuple(categories),
    )


def fit(rows: Encoded, target: Flags) -> Fitted:
    """Train the logistic regression to predict a target of shape (n_train,)."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(solver=SOLVER, random_state=RANDOM_STATE).fit(rows.train, target)
    train_scores, test_scores = (
        model.predict_proba(part)[:, 1] for part in (rows.train, rows.test)
    )
    return Fitted(model, train_scores, test_scores)


def roc_auc(target: Flags, scores: Scores) -> float:
    """Return the area under the ROC curve, rounded."""
    from sklearn.metrics import roc_auc_score

    return round(float(roc_auc_score(target, scores)), AUC_DECIMALS)


def proxy(
    rows: Encoded, train: Flags, test: Flags, *, predicts: str, features: Sequence[str]
) -> Proxy:
    """Measure how well the features predict a group, together, alone and one left out.

    Parameters
    ----------
    rows : Encoded
    train : (n_train,) array of bool
        Membership in the group, training rows.
    test : (n_test,) array of bool
        The same for the test rows.
    predicts : str
        Name of the group.
    features : sequence of str
        All features, in the order wanted.
    """

    def strength(used: Collection[str]) -> float:
        # Trained anew on fewer columns: to drop a weight would measure another model.
        return roc_auc(test, fit(rows.only(used), train).test_scores)

    return Proxy(
        predicts=predicts,
        roc_auc=strength(features),
        alone={name: strength([name]) for name in features},
        without={name: strength(set(features) - {name}) for name in features},
    )


def describe_features(rows: Encoded, features: Sequence[str]) -> tuple[Feature, ...]:
    """Describe the features, in the order given, by kind and number of encoded columns."""
    found = []
    for name in features:
        categories = rows.only([name]).categories
        found.append(
            Feature(name, "categorical" if all(categories) else "numeric", len(categories))
        )
    return tuple(found)


def describe_model(rows: Encoded, fitted: Fitted) -> Model:
    """Describe a model by its settings, its intercept and its largest coefficients."""
    weights = fitted.model.coef_[0]
    # Stable, so that weights of one size come in the same order in every build.
    largest = np.argsort(-np.abs(weights), kind="stable")[:N_LARGEST]
    return Model(
        kind=type(fitted.model).__name__,
        solver=SOLVER,
        random_state=RANDOM_STATE,
        columns=len(weights),
        intercept=round(float(fitted.model.intercept_[0]), 4),
        largest=tuple(
            Coefficient(str(rows.owners[i]), rows.categories[i], round(float(weights[i]), 4))
            for i in largest
        ),
    )


def linear_algebra() -> str:
    """Return the linear algebra in use and the processor family it computes for.

    It is known only once scikit-learn has been imported.
    """
    from threadpoolctl import threadpool_info  # type: ignore[import-untyped]

    libraries = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    # A set: NumPy and SciPy may each have brought the same library along.
    names = {f"{pool['internal_api']} {pool.get('architecture', '')}" for pool in libraries}
    return ", ".join(sorted(name.strip() for name in names)) or "unknown"

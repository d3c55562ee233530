"""Training a model, with a repair or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from equipoise.stress.classifiers import as_model
from equipoise.stress.data import Data
from equipoise.stress.errors import ParameterError, Uncomputable, check_callable
from equipoise.stress.models import Model, Predictor
from equipoise.stress.regression import Logistic

Engine = Literal["direct", "fairlearn"]
ENGINES: tuple[Engine, ...] = ("direct", "fairlearn")
Repair = Callable[[Data, Model], Predictor]


def fit(
    data: Data,
    *,
    model: Any = None,
    repair: Any = None,
    engine: Engine = "direct",
) -> Predictor:
    """Train a model on rows, with a repair or without.

    Parameters
    ----------
    data : Data
    model : Model or scikit-learn classifier, optional
        Logistic regression with a shared intercept when left out.
    repair : Repair, optional
        None: train and do nothing more.
    engine : {"direct", "fairlearn"}
        Whose code repairs: this package's or Fairlearn's.

    Raises
    ------
    ParameterError
        If the engine is unknown or the model none.
    Uncomputable
        If the rows do not suffice; the message says which are missing.
    """
    if engine not in ENGINES:
        raise ParameterError(f"engine must be direct or fairlearn, but is {engine!r}.")
    if data.n == 0:
        raise Uncomputable("There is no row to train on.")
    chosen = as_model(Logistic() if model is None else model)
    if repair is None:
        return chosen.fit(data)
    work: Repair = getattr(repair, engine, repair)
    check_callable("repair", work)
    return work(data, chosen)

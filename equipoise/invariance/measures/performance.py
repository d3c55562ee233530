"""How good the answers are, where labels are known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from equipoise.invariance.tables.values import binary, check_same_rows


@dataclass(frozen=True, eq=False)
class MacroF1:
    """The mean of the F1 scores of the classes that occur.

    Attributes
    ----------
    value : float
        In [0, 1]; NaN where no row has both a label and a readable answer.
    reason : str
        Why it is undefined; "" where it is not.
    n : int
        Rows with both.
    by_class : DataFrame
        label, n (rows with that label), answered (rows with that answer), correct, f1.
    """

    value: float
    reason: str
    n: int
    by_class: pd.DataFrame


def macro_f1(y_true: ArrayLike, y_pred: ArrayLike) -> MacroF1:
    """Return the mean over classes of 2 correct / (rows labelled so + rows answered so).

    Classes are those that occur among the labels or answers of the rows that have both, as in
    scikit-learn's default.

    Parameters
    ----------
    y_true, y_pred : (n,) array-like
        0, 1, booleans or missing.

    Raises
    ------
    ValueError
        If the columns differ in length or, being Series, in their index, or a value is
        neither 0, 1 nor missing.
    """
    check_same_rows(y_pred=y_pred, y_true=y_true)
    label, pred = binary(y_true, "y_true"), binary(y_pred, "y_pred")
    both = ~np.isnan(label) & ~np.isnan(pred)
    rows: list[tuple[int, int, int, int, float]] = []
    for value in (0, 1):
        labelled, answered = label[both] == value, pred[both] == value
        n_labelled, n_answered = int(labelled.sum()), int(answered.sum())
        correct = int((labelled & answered).sum())
        if n_labelled + n_answered:
            f1 = 2 * correct / (n_labelled + n_answered)
            rows.append((value, n_labelled, n_answered, correct, f1))
    by_class = pd.DataFrame(rows, columns=["label", "n", "answered", "correct", "f1"])
    reason = ""
    if not both.any():
        no_labels = np.isnan(label).all()
        reason = "there are no labels" if no_labels else "no labelled row has a readable answer"
    mean = float("nan") if reason else float(by_class["f1"].mean())
    return MacroF1(mean, reason, int(both.sum()), by_class)


def positive_rate(y_pred: ArrayLike) -> float:
    """Return the share of readable answers that are positive; NaN where there are none.

    Raises
    ------
    ValueError
        If an answer is neither 0, 1 nor missing.
    """
    pred = binary(y_pred, "y_pred")
    read = pred[~np.isnan(pred)]
    return float(read.mean()) if len(read) else float("nan")

"""Counterfactual invariance: whether one unit's answer stays under every context."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from equipoise.invariance.tables.items import refuse_doubled
from equipoise.invariance.tables.lookalikes import refuse_alike
from equipoise.invariance.tables.values import binary, check_same_rows, names, row
from equipoise.io.columns import as_column, clean_groups


@dataclass(frozen=True, eq=False)
class CIProbability:
    """The share of complete units whose answers agree under every context.

    Attributes
    ----------
    value : float
        In [0, 1]; NaN where no unit is complete.
    reason : str
        Why it is undefined; "" where it is not.
    n_units : int
        Complete units: those with a readable answer under every context.
    coverage : float
        The share of all units that is complete; NaN where there are no units.
    pairwise : (Z, Z) DataFrame
        Share of the units that have both contexts whose two answers agree; NaN where none.
    pairwise_n : (Z, Z) DataFrame
        How many units these are.
    flips : tuple of str
        The complete units whose answers differ, in order of appearance.
    """

    value: float
    reason: str
    n_units: int
    coverage: float
    pairwise: pd.DataFrame
    pairwise_n: pd.DataFrame
    flips: tuple[str, ...]


def ci_probability(y_pred: ArrayLike, unit: ArrayLike, z: ArrayLike) -> CIProbability:
    """Return the share of complete units whose answers agree under every context.

    A unit is one configuration of all noise: repeated sampling, a random context and the
    seed of a rewriting belong to it.

    Parameters
    ----------
    y_pred : (n,) array-like
        0, 1, booleans or missing.
    unit : (n,) array-like
        The same for counterfactual copies of one text; rows without one are left out.
    z : (n,) array-like
        Contexts.

    Raises
    ------
    ValueError
        If the columns differ in length or, being Series, in their index; if an answer is
        neither 0, 1 nor missing; if a unit has a context twice (both rows are named); or if
        two contexts differ by case, blanks or look-alikes alone.
    """
    answers, contexts = crossed(y_pred, unit, z)
    held = ~np.isnan(answers.to_numpy())
    # Under a single context every answered unit would be complete, and agree with itself.
    complete = held.all(axis=1) if len(contexts) > 1 else np.zeros(len(answers), dtype=bool)
    of_complete = answers.to_numpy()[complete]
    agree = (of_complete == of_complete[:, :1]).all(axis=1)
    # Of every two contexts: units that are held in both, and those answered alike.
    # As floats: the product of two tables of booleans is one of booleans, and counts nothing.
    yes, no = ((answers.to_numpy() == said).astype(np.float64) for said in (1, 0))
    both = (yes + no).T @ (yes + no)
    same = yes.T @ yes + no.T @ no
    pairwise = same / np.where(both > 0, both, np.nan)
    if not len(answers):
        reason = "no row names a unit"
    elif len(contexts) < 2:
        reason = "the units have one context only"
    else:
        nobody = "no unit has a readable answer under every context"
        reason = "" if complete.any() else nobody
    return CIProbability(
        value=float("nan") if reason else float(agree.mean()),
        reason=reason,
        n_units=int(complete.sum()),
        coverage=float(complete.mean()) if len(answers) else float("nan"),
        pairwise=pd.DataFrame(pairwise, index=contexts, columns=contexts),
        pairwise_n=pd.DataFrame(both.astype(np.int64), index=contexts, columns=contexts),
        flips=tuple(answers.index[complete][~agree]),
    )


def crossed(
    y_pred: ArrayLike, unit: ArrayLike, z: ArrayLike
) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return answers by unit (in order of appearance) and context, and the Z contexts.

    Rows without a unit or a context are left out; NaN stands for no readable answer.

    Raises
    ------
    ValueError
        As in `ci_probability`.
    """
    check_same_rows(y_pred=y_pred, unit=unit, z=z)
    pred = binary(y_pred, "y_pred")
    units = names(as_column(unit, "unit"), "unit")
    label = names(as_column(z, "z"), "z")
    refuse_alike(label, "z")
    rows = pd.DataFrame({"unit": units, "z": label, "pred": pred})
    rows = rows[(units != "") & (label != "")]
    doubled = rows.index[rows.duplicated(["unit", "z"])]
    if len(doubled):
        refuse_doubled(rows[["unit", "z"]], int(doubled[0]), row)
    contexts, column = clean_groups(rows["z"].to_numpy(dtype=object), "z")
    line, found = pd.factorize(rows["unit"])
    table = np.full((len(found), len(contexts)), np.nan)
    table[line, column] = rows["pred"].to_numpy()
    return pd.DataFrame(table, index=pd.Index(found, dtype=object), columns=contexts), contexts

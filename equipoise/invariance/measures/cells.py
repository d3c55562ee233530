"""Answers counted by stratum and context: what every measure of invariance starts from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from equipoise.invariance.tables.lookalikes import refuse_alike
from equipoise.invariance.tables.values import binary, check_same_rows
from equipoise.io.columns import as_column, clean_groups

Codes = NDArray[np.intp]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

ROUNDING = 1e-9
"""Differences of shares that are equal may differ by this much in floating point."""

WHOLE = ""
"""The name of the stratum where nothing is adjusted for."""

_ALL = "all"


@dataclass(frozen=True, eq=False)
class Cells:
    """Rows by stratum and context.

    Attributes
    ----------
    strata, contexts : tuple of str
        S strata and Z contexts, each in a fixed order.
    stratum, context : (n,) arrays of int
        Each row's position among them; -1 where it has none.
    pred : (n,) array of float
        1, 0 or NaN.
    """

    strata: tuple[str, ...]
    contexts: tuple[str, ...]
    stratum: Codes
    context: Codes
    pred: Floats

    @property
    def counted(self) -> NDArray[np.bool_]:
        """Which (n,) rows lie in a cell."""
        inside: NDArray[np.bool_] = (self.stratum >= 0) & (self.context >= 0)
        return inside

    @property
    def left_out(self) -> int:
        """How many rows have no stratum or no context."""
        return int((~self.counted).sum())

    @cached_property
    def n(self) -> Counts:
        """Readable answers by (S, Z)."""
        return self._count(~np.isnan(self.pred))

    @cached_property
    def positives(self) -> Counts:
        """Positive answers by (S, Z)."""
        return self._count(self.pred == 1)

    @cached_property
    def n_missing(self) -> Counts:
        """Missing answers by (S, Z)."""
        return self._count(np.isnan(self.pred))

    @property
    def rates(self) -> Floats:
        """Shares of positive answers by (S, Z); NaN where there is no readable answer."""
        return self.positives / np.where(self.n > 0, self.n, np.nan)

    @property
    def why_undefined(self) -> str:
        """Why no stratum can be compared; "" where one can."""
        if ((self.n > 0).sum(axis=1) > 1).any():
            return ""
        if not self.n.any():
            return "there is no readable answer"
        if len(self.contexts) < 2:
            return f"every row has the same context, {self.contexts[0]}"
        where = "in no stratum are" if len(self.strata) > 1 else "there are not"
        return f"{where} readable answers under two contexts"

    def table(self) -> pd.DataFrame:
        """Return one row per cell: stratum, context, n, positives, rate, n_missing."""
        n_strata, n_contexts = self.n.shape
        return pd.DataFrame(
            {
                "stratum": np.repeat(np.array(self.strata, dtype=object), n_contexts),
                "context": np.tile(np.array(self.contexts, dtype=object), n_strata),
                "n": self.n.ravel(),
                "positives": self.positives.ravel(),
                "rate": self.rates.ravel(),
                "n_missing": self.n_missing.ravel(),
            }
        )

    def _count(self, chosen: NDArray[np.bool_]) -> Counts:
        shape = len(self.strata), len(self.contexts)
        rows = chosen & self.counted
        flat = self.stratum[rows] * shape[1] + self.context[rows]
        return np.bincount(flat, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int64)


def cells(y_pred: ArrayLike, s: ArrayLike | None, z: ArrayLike) -> Cells:
    """Place each answer in its stratum and context.

    Parameters
    ----------
    y_pred : (n,) array-like
        0, 1, booleans or missing.
    s : (n,) array-like, None or "all"
        Strata. None, "all" or a column without any name: everything is one stratum.
    z : (n,) array-like
        Contexts. Names are compared as text.

    Raises
    ------
    ValueError
        If the columns differ in length or, being Series, in their index; if an answer is
        neither 0, 1 nor missing; or if two names differ by case, blanks or look-alikes alone.
    """
    given = given_strata(s)
    check_same_rows(y_pred=y_pred, s=given, z=z)
    pred = binary(y_pred, "y_pred")
    contexts, context = _named(z, "z")
    strata, stratum = ((), context) if given is None else _named(given, "s")
    if not strata:
        strata, stratum = (WHOLE,), np.zeros(len(pred), dtype=np.intp)
    return Cells(strata, contexts, stratum, context, pred)


def given_strata(s: ArrayLike | None) -> ArrayLike | None:
    """Return a column of strata, or None where "all" says that there is one stratum."""
    return None if isinstance(s, str) and s == _ALL else s


def _named(values: ArrayLike, name: str) -> tuple[tuple[str, ...], Codes]:
    found, codes = clean_groups(as_column(values, name), name)
    refuse_alike(np.array([*found, ""], dtype=object)[codes], name)
    return found, codes

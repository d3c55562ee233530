"""Stratified invariance: how far a context moves the share of positive answers.

Within a stratum of the adjustment set, answers should not depend on the context. SI-bias is
the widest gap between two contexts in any stratum (Cotta and Maddison, 2024).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from equipoise.invariance.measures.cells import Cells, Floats, cells

_ROUNDED = 12


@dataclass(frozen=True, eq=False)
class SIBias:
    """SI-bias and what makes it.

    Attributes
    ----------
    value : float
        In [0, 1]; NaN where no stratum has readable answers under two contexts.
    reason : str
        Why it is undefined; "" where it is not.
    stratum : str
        Where the gap is widest (the first such); "" if undefined or if there is one stratum.
    contexts : (str, str)
        The contexts with the highest and the lowest share there; ("", "") if undefined.
    by_stratum : DataFrame
        stratum, gap, z_hi, z_lo, reason; in the strata's order.
    cells : DataFrame
        stratum, context, n, positives, rate, n_missing.
    n_missing : int
        Missing answers in all cells.
    left_out : int
        Rows without a context or a stratum.
    """

    value: float
    reason: str
    stratum: str
    contexts: tuple[str, str]
    by_stratum: pd.DataFrame
    cells: pd.DataFrame
    n_missing: int
    left_out: int


class Bounds(NamedTuple):
    """The lowest and the highest value possible; NaN where undefined."""

    low: float
    high: float


def si_bias(y_pred: ArrayLike, s: ArrayLike | None, z: ArrayLike) -> SIBias:
    """Return the widest gap between two contexts' shares of positive answers in a stratum.

    max over s, z1, z2 of |P(pred = 1 | s, z1) - P(pred = 1 | s, z2)|, over the cells with at
    least one readable answer.

    Parameters
    ----------
    y_pred : (n,) array-like
        0, 1, booleans or missing.
    s : (n,) array-like, None or "all"
        Strata; None or "all": everything is one stratum.
    z : (n,) array-like
        Contexts.

    Raises
    ------
    ValueError
        If the columns differ in length, or an answer is neither 0, 1 nor missing.
    """
    counts = cells(y_pred, s, z)
    by_stratum = _by_stratum(counts)
    gaps = by_stratum["gap"].to_numpy()
    reason = counts.why_undefined
    # Rounded, so that of equal gaps the first is named, whatever floating point makes of them.
    widest = None if reason else int(np.nanargmax(np.round(gaps, _ROUNDED)))
    row = by_stratum.iloc[widest] if widest is not None else None
    return SIBias(
        value=np.nan if row is None else float(row["gap"]),
        reason=reason,
        stratum="" if row is None else str(row["stratum"]),
        contexts=("", "") if row is None else (str(row["z_hi"]), str(row["z_lo"])),
        by_stratum=by_stratum,
        cells=counts.table(),
        n_missing=int(counts.n_missing.sum()),
        left_out=counts.left_out,
    )


def missing_bounds(y_pred: ArrayLike, s: ArrayLike | None, z: ArrayLike) -> Bounds:
    """Return the lowest and highest SI-bias over all ways missing answers could have come out.

    Exact: every completion is covered and both limits are reached by one. The value of the
    readable answers alone is never above `high`, but may lie below `low`, where no completion
    makes shares as equal as they look.

    Parameters
    ----------
    y_pred, s, z
        As in `si_bias`.
    """
    counts = cells(y_pred, s, z)
    people = counts.n + counts.n_missing
    low = high = np.nan
    for positives, missing, n in zip(counts.positives, counts.n_missing, people, strict=True):
        held = n > 0
        if held.sum() < 2:
            continue
        shares = [
            (k + np.arange(m + 1)) / total
            for k, m, total in zip(positives[held], missing[held], n[held], strict=True)
        ]
        # NaN until a stratum has two contexts: fmax passes it over.
        low = np.fmax(low, _narrowest(shares))
        # The widest range has one cell at its highest share and another at its lowest.
        lows, highs = (np.array([share[end] for share in shares]) for end in (0, -1))
        apart = highs[:, None] - lows[None, :]
        np.fill_diagonal(apart, 0)
        high = np.fmax(high, apart.max())
    return Bounds(float(low), float(high))


def _by_stratum(counts: Cells) -> pd.DataFrame:
    rows = []
    for stratum, rates in zip(counts.strata, counts.rates, strict=True):
        held = np.flatnonzero(~np.isnan(rates))
        if len(held) < 2:
            reason = (
                f"only {counts.contexts[held[0]]} has readable answers"
                if len(held)
                else "no context has readable answers"
            )
            rows.append((stratum, np.nan, "", "", reason))
            continue
        high = held[np.argmax(rates[held])]
        # Where all shares are equal, argmin over all of them would name the same context again.
        others = held[held != high]
        low = others[np.argmin(rates[others])]
        names = counts.contexts[high], counts.contexts[low]
        rows.append((stratum, rates[high] - rates[low], *names, ""))
    return pd.DataFrame(rows, columns=["stratum", "gap", "z_hi", "z_lo", "reason"])


def _narrowest(shares: list[Floats]) -> float:
    """Return the smallest range that holds a share of every cell.

    A window slides over all shares in order: for each share as the lowest, the smallest
    share not below it is taken from every cell.
    """
    best = np.inf
    for low in np.unique(np.concatenate(shares)):
        nearest = [share[np.searchsorted(share, low)] for share in shares if share[-1] >= low]
        # A cell that lies below this window lies below all later ones.
        if len(nearest) < len(shares):
            break
        best = min(best, max(nearest) - low)
    return float(best)

"""What a repair gains over doing nothing, draw by draw, and whether another run would agree.

Both are trained on the same rows of each repeat, so the difference within a repeat is what
counts: it varies far less than either side does from repeat to repeat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

FEWEST_DRAWS = 5
"""With fewer draws nothing is said of other draws."""

LEVEL = 0.95


@dataclass(frozen=True)
class Gain:
    """A repair's paired gain.

    Attributes
    ----------
    mean : float
        NaN where no draw has a value of both.
    error : float
        Standard error of the mean; NaN with fewer than two draws.
    better : int
        Draws in which the repair is ahead.
    n : int
        Draws with a value of both.
    """

    mean: float
    error: float
    better: int
    n: int

    @property
    def sign(self) -> int:
        """1 where the mean lies above 0 beyond chance, -1 where below, else 0.

        Beyond chance: further from 0 than the half-width of Student's 95 % interval, some 2
        standard errors of many draws, 2.8 of five. With fewer than `FEWEST_DRAWS` draws, 0.
        """
        if self.n < FEWEST_DRAWS or abs(self.mean) <= reach(self.n) * self.error:
            return 0
        return 1 if self.mean > 0 else -1


def gain(nothing: ArrayLike, repaired: ArrayLike) -> Gain:
    """Return the gain from values of the same draws, NaN where there is none.

    Parameters
    ----------
    nothing, repaired : (repeats,) array-like of float
        Of a measure that is better the higher it is.
    """
    apart = np.asarray(repaired, dtype=np.float64) - np.asarray(nothing, dtype=np.float64)
    known = apart[np.isfinite(apart)]
    n = len(known)
    error = float(known.std(ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    return Gain(float(known.mean()) if n else math.nan, error, int((known > 0).sum()), n)


def reach(n: int) -> float:
    """Return the half-width of Student's 95 % interval in standard errors, of n >= 5 values.

    By the expansion of Cornish and Fisher, right to two decimals from four degrees of
    freedom on; it spares a page the load of SciPy.
    """
    z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
    of = n - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / of + second / of**2 + third / of**3

"""What can be said without a run."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from equipoise.stress.errors import ParameterError, check_within


def condition(r: float, eta: float, beta: float) -> float:
    """Return the value that must be above 0 for equalized odds to find the true classifier.

    When positive minority rows are kept with probability beta, and both groups have the
    same base rate and noise, the most accurate classifier under equalized odds on the
    biased rows is the Bayes-optimal one if (1 - r)(1 - 2 eta) + r((1 - eta) beta - eta) is
    above 0 and beta is, too: with no positive minority row left the constraint asks for nothing
    there. Of other values the theorem promises nothing. Rows are endless in it: some thousands
    may miss. Theorem 4.1 of Blum and Stangl, "Recovering from Biased Data" (2019); Theorem 1
    of Akpinar et al. (2022).

    Parameters
    ----------
    r : float
        Share of the minority, in (0, 0.5].
    eta : float
        Label noise, in [0, 0.5).
    beta : float
        Share of positive minority rows that stay, in [0, 1].

    Raises
    ------
    ParameterError
        If one is out of range.
    """
    check_within("r (share of the minority)", r, 0, 0.5, open_low=True)
    check_within("eta (label noise)", eta, 0, 0.5, open_high=True)
    check_within("beta (share kept)", beta, 0, 1)
    return (1 - r) * (1 - 2 * eta) + r * ((1 - eta) * beta - eta)


def base_rate(d: float, coefficients: ArrayLike) -> float:
    """Return the share of positive noise-free labels where every feature has mean d.

    It is Phi(d * sum(b) / ||b||); for the sandbox's majority Phi(0.7518 d).
    """
    b = np.asarray(coefficients, dtype=np.float64)
    return 0.5 * math.erfc(-d * b.sum() / np.linalg.norm(b) / math.sqrt(2))


def fidelity_without(coefficients: ArrayLike, feature: int = 0) -> float:
    """Return how often a linear classifier agrees with itself after losing one feature.

    Two half-spaces of normal features whose scores correlate by rho disagree with
    probability acos(rho) / pi.
    """
    b = np.asarray(coefficients, dtype=np.float64)
    if not 0 <= feature < len(b):
        raise ParameterError(f"feature must lie in [0, {len(b) - 1}], but is {feature}.")
    return 1 - math.acos(np.linalg.norm(np.delete(b, feature)) / np.linalg.norm(b)) / math.pi

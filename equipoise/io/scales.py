"""What scores that are no probabilities may be, and how they become such.

The advice never changes who is selected before whom, and the halfway mark of a scale becomes
a score of 0.5: the logistic function, right for margins, would select every decile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def advice(scores: NDArray[np.float64], name: str) -> str:
    """Return what to do with scores of which some lie outside 0 to 1.

    Parameters
    ----------
    scores : (n,) array of float
        NaN where missing.
    name : str
        The column's own name.
    """
    found = np.unique(scores[~np.isnan(scores)])
    low, high = found[0], found[-1]
    whole = bool((found % 1 == 0).all())
    if len(found) == 2 and whole and low >= -1 and high <= 2:
        return (
            f"The only values are {low:g} and {high:g}, which look like decisions: write 1 for "
            f"those who are selected and 0 for the others."
        )
    if low < 0:
        return _below_zero(high, name)
    if ((scores >= 0) & (scores <= 1)).sum() > 2 * (scores > 1).sum() and not whole:
        return (
            "Most lie inside: correct those that do not; or, if all are percentages, divide "
            f"{name} by 100."
        )
    if whole and high <= 10:
        return (
            f"Whole numbers from {low:g} to {high:g} look like deciles (1 to 10), ranks or "
            f"ratings, not probabilities: divide {name} by the top of their scale (10 for "
            "deciles), so that 5 becomes 0.5. If 1 is the best, turn them round first."
        )
    if high <= 100:
        return f"They look like percentages or percentile ranks: divide {name} by 100."
    return (
        "They lie on a scale of their own, such as points: with the least and the most that it "
        f"allows, take ({name} - least) / (most - least)."
    )


def _below_zero(high: float, name: str) -> str:
    if high <= 0:
        return f"If they are logarithms of probabilities, take exp({name})."
    return (
        "Probabilities are needed; a margin or logit x becomes one by 1 / (1 + exp(-x)), "
        "and a threshold of 0.5 stands for an x of 0."
    )

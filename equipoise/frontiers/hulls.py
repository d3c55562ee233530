"""What randomising between thresholds can reach: the upper hull of a group's ROC points.

Every point under the hull is a mixture of at most three thresholds, each applied with its
probability; after Hardt, Price and Srebro, "Equality of Opportunity in Supervised Learning"
(2016), section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from equipoise.rates import Confusion
from equipoise.tally import Tally

_ROUNDING = 1e-12
"""Of shares of people: weights and distances smaller than this are none."""


@dataclass(frozen=True)
class Mixture:
    """A randomised threshold: each person meets one of several, with given probabilities.

    Attributes
    ----------
    thresholds : tuple of float
        One to three, descending; infinity selects nobody.
    weights : tuple of float
        Their probabilities, in sum 1.
    """

    thresholds: tuple[float, ...]
    weights: tuple[float, ...]

    def probability(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of being selected at each score; 0 and 1 are exact."""
        met = scores[:, None] >= np.array(self.thresholds)
        return np.where(met.all(axis=1), 1.0, met @ np.array(self.weights))


@dataclass(frozen=True, eq=False)
class Hull:
    """The corners of the upper ROC hull of one group, from nobody to everybody selected.

    Attributes
    ----------
    group : str
    thresholds : (h,) array of float
        Descending, the first infinity.
    fp, tp : (h,) arrays
        Rows selected at each, by label.
    """

    group: str
    thresholds: NDArray[np.float64]
    fp: NDArray[Any]
    tp: NDArray[Any]

    @property
    def confusion(self) -> Confusion:
        """The confusion matrix at each corner, as (h,) arrays."""
        fp, tp = self.fp, self.tp
        return Confusion((self.group,), fp[-1] - fp, fp, tp[-1] - tp, tp)

    def mixture(self, fp: float, tp: float) -> Mixture:
        """Return the mixture that selects so many rows in expectation, with fewest tosses.

        Of all mixtures of corners that reach the point, it is the one that leaves the
        fewest rows between its lowest and highest threshold: only they depend on chance.

        Parameters
        ----------
        fp, tp : float
            Rows of label 0 and 1 to select; on or under the hull.
        """
        everybody = np.array([self.fp[-1], self.tp[-1]], dtype=np.float64)
        # Without one of the labels the hull has no width or no height; 0 of 1 says so.
        everybody[everybody == 0] = 1
        points = np.stack([self.fp, self.tp]) / everybody[:, None]
        target = np.array([fp, tp]) / everybody
        corners = self._shortest_stretch(target[:, None] - points)
        system = np.vstack([np.ones(len(corners)), points[:, corners]])
        weights = np.linalg.lstsq(system, np.append(1, target))[0]
        used = weights > _ROUNDING
        weights = weights[used] / weights[used].sum()
        return Mixture(tuple(self.thresholds[corners[used]].tolist()), tuple(weights.tolist()))

    def _shortest_stretch(self, to: NDArray[np.float64]) -> NDArray[np.intp]:
        """Return the corners to mix, from the (2, h) ways from each corner to the target."""
        # Under the hull and not below the chord from corner i to corner k: a mixture of the
        # corners i to k, and of i, k - 1 and k where no shorter stretch will do.
        reaches = to[0][:, None] * to[1] - to[1][:, None] * to[0] >= -_ROUNDING
        np.fill_diagonal(reaches, np.abs(to).max(axis=0) <= _ROUNDING)
        selected = self.fp + self.tp
        tossed = np.where(np.triu(reaches), selected - selected[:, None], np.inf)
        first, last = np.unravel_index(tossed.argmin(), tossed.shape)
        return np.unique([first, max(first, last - 1), last])


def roc_hull(tally: Tally, group: str) -> Hull:
    """Return the upper ROC hull of one group, over the tally's thresholds and infinity.

    Raises
    ------
    ValueError
        If the group is unknown.
    """
    if group not in tally.groups:
        raise ValueError(f"Unknown group {group!r}; there are: {', '.join(tally.groups)}.")
    fp, tp = tally.selected[tally.groups.index(group), :, ::-1]
    steps = np.flatnonzero(np.diff(fp + tp, prepend=0))
    points = list(zip([0, *fp[steps].tolist()], [0, *tp[steps].tolist()], strict=True))
    corners: list[int] = []
    for place in range(len(points)):
        # A corner at which the way to the next point does not turn right lies under the hull.
        while len(corners) > 1:
            a, b, c = points[corners[-2]], points[corners[-1]], points[place]
            if (b[0] - a[0]) * (c[1] - b[1]) < (b[1] - a[1]) * (c[0] - b[0]):
                break
            corners.pop()
        corners.append(place)
    thresholds = np.append(np.inf, tally.grid[::-1][steps])[corners]
    corner_fp, corner_tp = np.array([points[i] for i in corners]).T
    return Hull(group, thresholds, corner_fp, corner_tp)

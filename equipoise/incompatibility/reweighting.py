"""Two groups in a world in which the base rate of one moves towards the other's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from equipoise.audit import View
from equipoise.incompatibility.changes import with_base_rate
from equipoise.incompatibility.identity import forced_gaps
from equipoise.incompatibility.simultaneous import best_together, nearest_together
from equipoise.keeping import kept
from equipoise.tally import Tally

STEPS = np.arange(21) / 20
"""Ways to go: from a group's own base rate to the other group's."""


@dataclass(frozen=True, eq=False)
class Reweighted:
    """Two groups, the people of one of which count for more or less.

    It is made anew at every move; what takes long is kept with the counts of the pair.

    Attributes
    ----------
    pair : View
        The two as they are.
    group : str
        The one whose base rate moves.
    step : int
        How far, as a place in `STEPS`.
    """

    pair: View
    group: str
    step: int = 0

    @property
    def other(self) -> str:
        """The group whose base rate stays."""
        return next(name for name in self.pair.groups if name != self.group)

    @cached_property
    def base_rates(self) -> tuple[float, ...]:
        """The moving group's base rate at each of the steps."""
        own = dict(zip(self.pair.groups, self.pair.tally.base_rates.tolist(), strict=True))
        start, end = own[self.group], own[self.other]
        return tuple((start + STEPS * (end - start)).tolist())

    @cached_property
    def view(self) -> View:
        """The two in that world, at the same thresholds."""
        # Whoever keeps their score keeps their decision: thresholds need not follow.
        moved = with_base_rate(self.pair.tally, {self.group: self.base_rates[self.step]})
        return replace(self.pair, tally=moved)

    @property
    def shared(self) -> tuple[float, float]:
        """The true- and the false-positive rate of the two together, as they are."""
        overall = self.pair.overall
        return float(overall["true_positive_rate"]), float(overall["false_positive_rate"])

    @cached_property
    def forced(self) -> list[tuple[float, float]]:
        """At each step, the PPV and the selection gap if both had the shared error rates."""
        # The rate itself: the last step may be a rounding beside it, and 0 is then not 0.
        other = float(self.pair.tally.base_rates[self.pair.groups.index(self.other)])
        return [forced_gaps(rate, other, *self.shared) for rate in self.base_rates]

    @property
    def nearest(self) -> list[float]:
        """At each step, `nearest_together`."""
        return nearest_along(self.pair.tally, self.group, self.base_rates)

    @property
    def still_forced(self) -> float:
        """The larger forced gap at the present step; NaN where nobody is selected."""
        return float(np.max(self.forced[self.step]))

    def meeting_both(self, *, moved: bool) -> Mapping[str, float] | None:
        """Return the best thresholds for equalized odds and predictive parity at once.

        Parameters
        ----------
        moved : bool
            In the reweighted world, or in the one as it is.

        Returns
        -------
        mapping from group to float, or None
            None where no thresholds on the grid meet both.
        """
        change = (self.group, self.base_rates[self.step]) if moved else None
        return _meeting_both(self.pair.tally, change, self.pair.tolerance)


@kept()
def nearest_along(tally: Tally, group: str, base_rates: tuple[float, ...]) -> list[float]:
    """Return `nearest_together` with one of two groups at each of several base rates."""
    return [nearest_together(with_base_rate(tally, {group: rate})) for rate in base_rates]


# Of a moved tally only the answer is kept: one for each step and group would be too many.
@kept(maxsize=512)
def _meeting_both(
    tally: Tally, change: tuple[str, float] | None, tolerance: float
) -> Mapping[str, float] | None:
    world = with_base_rate(tally, dict([change])) if change else tally
    return best_together(world, ("equalized_odds", "predictive_parity"), tolerance=tolerance)

"""An audit: predictions, the ways to form groups of them, and the words to speak of them.

A `View` is one look at it: one comparison at certain thresholds. What a picture, a task or a
table needs follows from a view; none of them asks where the predictions came from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd

from equipoise.criteria import DEFAULT_TOLERANCE, Criteria, criteria
from equipoise.keeping import kept
from equipoise.predictions import Predictions
from equipoise.rates import by_group, group_rates, overall_rates
from equipoise.tally import Tally, restricted, tally
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import Judgement, judge
from equipoise.vocabulary import NEUTRAL, Vocabulary


@dataclass(frozen=True)
class Comparison:
    """One way to form groups: what it is called and which attributes it joins."""

    title: str
    by: str | tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Audit:
    """Predictions to audit, with all that is needed to speak of them.

    Attributes
    ----------
    name : str
        Such as "UCI Adult".
    predictions : Predictions
    comparisons : mapping from str to Comparison
        The ways to form groups by the key that stands for each in an address; the first is
        the one to begin with.
    vocabulary : Vocabulary
        What its people, groups and labels are called.
    provenance : object, optional
        What is known about where it comes from, such as an `AdultCard`.
    """

    name: str
    predictions: Predictions
    comparisons: Mapping[str, Comparison]
    vocabulary: Vocabulary = NEUTRAL
    provenance: Any = None

    @property
    def first(self) -> str:
        """The key of the comparison to begin with."""
        return next(iter(self.comparisons))

    @kept()
    def tally(self, comparison: str) -> Tally:
        """Return a comparison's counts on the grid of 101 thresholds, counted once."""
        return tally(self.predictions, self.comparisons[comparison].by)

    @kept()
    def exact_tally(self, comparison: str) -> Tally:
        """Return its counts over every distinct score, for curves without a grid."""
        return tally(self.predictions, self.comparisons[comparison].by, grid=None)

    def view(
        self,
        comparison: str = "",
        thresholds: float | Mapping[str, float] = 0.5,
        *,
        tolerance: float = DEFAULT_TOLERANCE,
        uncertainty: bool = False,
    ) -> View:
        """Return one look at it.

        Parameters
        ----------
        comparison : str, optional
            A key of `comparisons`; the first if left out.
        thresholds : float or mapping from group to float
        tolerance : float
            The largest difference that still counts as equal.
        uncertainty : bool
            Whether numbers are to be shown with how far they could be off.

        Raises
        ------
        KeyError
            If there is no such comparison.
        """
        key = comparison or self.first
        counts = self.tally(key)
        if not isinstance(thresholds, Mapping):
            thresholds = dict.fromkeys(counts.groups, thresholds)
        return View(self, key, counts, thresholds, tolerance, uncertainty)


@dataclass(frozen=True, eq=False)
class View:
    """What is looked at: groups of an audit, at thresholds.

    Attributes
    ----------
    audit : Audit
    key : str
        The comparison's key in the audit.
    tally : Tally
        Its counts on the grid; of fewer groups or of another world where a page looks there.
    thresholds : mapping from group to float
        The present thresholds, one for each group.
    tolerance : float
        The largest difference that still counts as equal.
    uncertainty : bool
        Whether numbers are shown with how far they could be off.
    """

    audit: Audit
    key: str
    tally: Tally
    thresholds: Mapping[str, float]
    tolerance: float = DEFAULT_TOLERANCE
    uncertainty: bool = False

    @property
    def title(self) -> str:
        """What the comparison is called."""
        return self.audit.comparisons[self.key].title

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the audit."""
        return self.audit.vocabulary

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in their fixed order."""
        return self.tally.groups

    @property
    def by(self) -> tuple[str, ...]:
        """The attributes whose values, crossed if there are several, make the groups."""
        by = self.audit.comparisons[self.key].by
        return (by,) if isinstance(by, str) else by

    @property
    def exact_tally(self) -> Tally:
        """The comparison's counts over every distinct score."""
        return self.audit.exact_tally(self.key)

    def narrowed(self, *groups: str) -> View:
        """Return the same look at some of its groups; their counts are the same each time."""
        thresholds = {group: self.thresholds[group] for group in groups}
        return replace(self, tally=_narrowed(self.tally, groups), thresholds=thresholds)

    @cached_property
    def rates(self) -> pd.DataFrame:
        """Counts and rates per group at the present thresholds."""
        return group_rates(self.tally, self.thresholds)

    @cached_property
    def rows(self) -> dict[str, Mapping[str, float]]:
        """The same by group and name; quicker to read in bulk."""
        return by_group(self.rates)

    @cached_property
    def overall(self) -> pd.Series:
        """The same for everybody together."""
        return overall_rates(self.tally, self.thresholds)

    @cached_property
    def criteria(self) -> Criteria:
        """The six criteria at the present thresholds and tolerance."""
        return criteria(self.tally, self.thresholds, tolerance=self.tolerance)

    @cached_property
    def judgements(self) -> dict[str, Judgement]:
        """What can be said of the six at this sample size."""
        return judge(self.tally, self.thresholds, tolerance=self.tolerance)

    @cached_property
    def intervals(self) -> pd.DataFrame:
        """How far each rate and comparison could be off, as `equipoise.intervals` gives it."""
        return intervals(self.tally, self.thresholds)


# The same tally each time: what is kept with it is then found again.
@kept(maxsize=64)
def _narrowed(counts: Tally, groups: tuple[str, ...]) -> Tally:
    return restricted(counts, groups)

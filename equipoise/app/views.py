"""What the reader can look at: the five ways to form groups, loaded once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd
import streamlit as st

from equipoise.criteria import Criteria, criteria
from equipoise.datasets import AdultCard, adult_card, load_adult
from equipoise.predictions import Predictions
from equipoise.rates import group_rates, overall_rates
from equipoise.tally import Tally, tally
from equipoise.uncertainty.intervals import intervals
from equipoise.uncertainty.judgements import Judgement, judge
from equipoise.uncertainty.noise_floor import NoiseFloor, noise_floor


@dataclass(frozen=True)
class Comparison:
    """One way to form groups: what it is called and which attributes it joins."""

    title: str
    by: str | tuple[str, ...]


VIEWS = {
    "sex": Comparison("Sex", "sex"),
    "race": Comparison("Race: White or not", "race"),
    "race-five": Comparison("Race: five categories", "race_five"),
    "sex-race": Comparison("Sex × race", ("sex", "race")),
    "sex-race-five": Comparison("Sex × five races", ("sex", "race_five")),
}
"""The comparisons by the slug that stands for them in the address; the first is the default."""

DEFAULT_VIEW = next(iter(VIEWS))


@dataclass(frozen=True, eq=False)
class View:
    """What the reader looks at now.

    Attributes
    ----------
    slug, title : str
        The comparison's key in `VIEWS` and its name.
    tally : Tally
        Its counts on the grid of 101 thresholds.
    thresholds : mapping from group to float
        The present thresholds, one for each group.
    tolerance : float
        The largest difference that still counts as equal.
    uncertainty : bool
        Whether numbers are shown with how far they could be off.
    """

    slug: str
    title: str
    tally: Tally
    thresholds: Mapping[str, float]
    tolerance: float
    uncertainty: bool = False

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in their fixed order."""
        return self.tally.groups

    @cached_property
    def rates(self) -> pd.DataFrame:
        """Counts and rates per group at the present thresholds."""
        return group_rates(self.tally, self.thresholds)

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


@st.cache_resource(show_spinner=False)
def predictions() -> Predictions:
    """Return the audited predictions, shared by all sessions; never change them.

    Raises
    ------
    ArtifactError
        If the committed file is missing or broken.
    """
    return load_adult()


@st.cache_resource(show_spinner=False)
def card() -> AdultCard:
    """Return what is known about the data and the model."""
    return adult_card()


@st.cache_resource(show_spinner=False)
def tally_of(slug: str) -> Tally:
    """Return a comparison's counts on the grid of 101 thresholds."""
    return tally(predictions(), VIEWS[slug].by)


@st.cache_resource(show_spinner=False)
def exact_tally_of(slug: str) -> Tally:
    """Return a comparison's counts over every distinct score, for curves without a grid."""
    return tally(predictions(), VIEWS[slug].by, grid=None)


@st.cache_resource(show_spinner=False)
def noise_floor_of(slug: str) -> NoiseFloor:
    """Return how miscalibrated a perfect score would look in each group of a comparison."""
    return noise_floor(tally_of(slug))

"""The curves of accuracy against gap, computed once for all sessions and when first asked for.

Two groups are searched over every score where that is quick; more than two on the grid.
"""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import streamlit as st

from equipoise.app.draw import light
from equipoise.app.views import exact_tally_of, tally_of
from equipoise.figures.frontier import plane
from equipoise.figures.frontier.curves import cost_band
from equipoise.frontiers.frontier import Frontier, frontier, sweep
from equipoise.frontiers.randomised.rules import (
    Randomised,
    Rule,
    randomised_frontier,
    randomised_rule,
)
from equipoise.frontiers.randomised.toss_gaps import toss_gap
from equipoise.frontiers.single import shared_path
from equipoise.tally import Tally
from equipoise.uncertainty.frontier_cost import frontier_cost

GAP = "gap"
"""The session key of the gap that is closed."""


def finest_tally_of(slug: str) -> Tally:
    """Return the finest counts on which a whole frontier is quickly found."""
    return exact_tally_of(slug) if len(tally_of(slug).groups) == 2 else tally_of(slug)


@st.cache_resource(show_spinner=False)
def frontier_of(slug: str, gap: str) -> Frontier:
    """Return the frontier of a comparison on the grid."""
    return frontier(tally_of(slug), gap=gap)


@st.cache_resource(show_spinner=False)
def finest_frontier_of(slug: str, gap: str) -> Frontier:
    """Return the frontier over every score for two groups, on the grid for more."""
    return frontier(finest_tally_of(slug), gap=gap)


@st.cache_resource(show_spinner=False)
def randomised_of(slug: str, gap: str) -> Randomised:
    """Return what randomised thresholds reach."""
    return randomised_frontier(finest_tally_of(slug), gap=gap)


@st.cache_resource(show_spinner=False)
def shared_of(slug: str, gap: str) -> pd.DataFrame:
    """Return what one threshold for everybody reaches."""
    return shared_path(tally_of(slug), gap=gap)


@st.cache_resource(show_spinner=False, max_entries=256)
def rule_of(slug: str, gap: str, limit: float) -> Rule | None:
    """Return the best rule with a coin whose average rates gap within a limit."""
    return randomised_rule(finest_tally_of(slug), limit, gap=gap)


@st.cache_resource(show_spinner=False, max_entries=256)
def mean_toss_gap_of(slug: str, gap: str, limit: float) -> float:
    """Return the average gap of a toss of that rule."""
    rule = rule_of(slug, gap, limit)
    return float("nan") if rule is None else toss_gap(finest_tally_of(slug), rule).mean


@st.cache_resource(show_spinner=False)
def cost_of(slug: str, gap: str) -> pd.DataFrame:
    """Return the cost of each point of the frontier, with its interval."""
    return frontier_cost(tally_of(slug), frontier_of(slug, gap))


@st.cache_resource(show_spinner=False)
def cost_band_of(slug: str, gap: str) -> dict[str, pd.DataFrame]:
    """Return the same as the drawing takes it."""
    return cost_band(cost_of(slug, gap), frontier_of(slug, gap).baseline_accuracy)


@st.cache_resource(show_spinner=False)
def background_of(slug: str, gap: str, near: bool) -> tuple[plane.Bounds, pa.Table]:
    """Return what part of the plane is drawn and, for two groups, where all pairs lie in it."""
    front, tally = frontier_of(slug, gap), tally_of(slug)
    if len(tally.groups) == 2:
        accuracy, gaps = sweep(tally, gap=gap)
    else:
        accuracy, gaps = front.points["accuracy"].to_numpy(), front.points["gap"].to_numpy()
    bounds = plane.near_bounds(front) if near else plane.whole_bounds(accuracy, gaps)
    return bounds, light(plane.density(accuracy, gaps, bounds))

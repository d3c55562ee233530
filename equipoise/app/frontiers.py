"""The curves of accuracy against gap, computed once for all sessions and when first asked for.

Two groups are searched over every score where that is quick; more than two on the grid.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from equipoise.app.views import exact_tally_of, tally_of
from equipoise.charts import frontier_plane as plane
from equipoise.frontiers.frontier import Frontier, frontier, sweep
from equipoise.frontiers.heldout import HeldOut, held_out
from equipoise.frontiers.randomised import Randomised, randomised_frontier
from equipoise.frontiers.single import shared_path
from equipoise.tally import Tally
from equipoise.uncertainty.frontier_band import frontier_band

GAP = "gap"
"""The session key of the gap that is closed."""

REPLICATES = 200
"""Redrawn samples behind a band."""

LEVELS = 10
"""Gaps at which the band of more than two groups is looked for."""

REPEATS = 50
"""Random halves on which a choice is tried."""


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
def held_out_of(slug: str, gap: str, limit: float) -> HeldOut:
    """Return what thresholds chosen on random halves are worth on the other halves."""
    return held_out(tally_of(slug), [limit], gap=gap, n_repeats=REPEATS)


@st.cache_resource(show_spinner=False)
def background_of(slug: str, gap: str, near: bool) -> tuple[plane.Bounds, plane.Columns]:
    """Return what part of the plane is drawn and, for two groups, where all pairs lie in it."""
    front, tally = frontier_of(slug, gap), tally_of(slug)
    if len(tally.groups) == 2:
        accuracy, gaps = sweep(tally, gap=gap)
    else:
        accuracy, gaps = front.points["accuracy"].to_numpy(), front.points["gap"].to_numpy()
    bounds = plane.near_bounds(front) if near else plane.whole_bounds(accuracy, gaps)
    return bounds, plane.density(accuracy, gaps, bounds)


def band_of(slug: str, gap: str) -> pd.DataFrame:
    """Return the spread of the frontier over redrawn samples; many groups show progress."""
    bands, front = _bands(), frontier_of(slug, gap)
    if (slug, gap) not in bands:
        counts, gaps = tally_of(slug), front.points["gap"].to_numpy()
        room = st.empty()
        if len(counts.groups) > 2:
            gaps = gaps[np.unique(np.linspace(0, len(gaps) - 1, LEVELS).astype(int))]

        def say(share: float) -> None:
            if len(counts.groups) > 2:
                room.progress(share, f"Redrawing the people {REPLICATES} times ...")

        bands[slug, gap] = frontier_band(
            counts, gap=gap, levels=gaps, n_boot=REPLICATES, on_progress=say
        )
        room.empty()
    return bands[slug, gap]


@st.cache_resource(show_spinner=False)
def _bands() -> dict[tuple[str, str], pd.DataFrame]:
    """Keep the bands; a cached function could not show its progress."""
    return {}

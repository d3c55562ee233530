"""The bands of the threshold lab: where each group is drawn, and what is drawn in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from equipoise.rates import confusion_curves
from equipoise.tally import Tally

LAST = 100
"""Thresholds are drawn as hundredths, 0 to 100."""

HEAD, FOOT = 40, 34
"""Pixels of a band above and below its histogram: names and counts stand there."""

_HALVES = {2: 54, 5: 36}
_SMALLEST = 24


def half_height(n: int) -> int:
    """Return the height in pixels of each half of the histograms in n bands."""
    return next((half for most, half in _HALVES.items() if n <= most), _SMALLEST)


def band_height(n: int) -> int:
    """Return the height in pixels of each of n bands."""
    return HEAD + 2 * half_height(n) + FOOT


def lab_frames(tally: Tally, shown: Sequence[str]) -> dict[str, pd.DataFrame]:
    """Return what the lab draws whatever the thresholds: outlines and counts.

    Parameters
    ----------
    tally : Tally
        On the grid of 101 thresholds.
    shown : sequence of str
        The groups to draw, from top to bottom.

    Returns
    -------
    dict of DataFrame
        "outlines": group, label, k, x, band, y, base; one row per group, label and hundredth,
        with the edge of the histogram (y) and where it stands (base) in units of bands.
        "steps": group, k, x, band, tn, fp, fn, tp; the counts at every threshold x = k / 100.
    """
    places = [tally.groups.index(group) for group in shown]
    return {"outlines": _outlines(tally, places), "steps": _steps(tally, places)}


def present_rows(
    shown: Sequence[str], thresholds: Mapping[str, float], generation: int
) -> dict[str, list[Any]]:
    """Return where the page's thresholds stand: columns group, now (hundredths), gen."""
    return {
        "group": list(shown),
        "now": [round(thresholds[group] * LAST) for group in shown],
        "gen": [generation] * len(shown),
    }


def _outlines(tally: Tally, places: Sequence[int]) -> pd.DataFrame:
    """Return histograms of both labels, positive upwards; heights are square roots of counts."""
    # Each half has its own scale: few have the positive label, and would be a line at the base.
    counts = tally.counts[places]
    tallest = np.maximum(counts.max(axis=-1, keepdims=True), 1)
    heights = np.sqrt(counts / tallest)
    # Steps need an end: the last interval is drawn from 1.00 to 1.01.
    heights = np.concatenate([heights, heights[..., -1:]], axis=-1)
    half, band = half_height(len(places)), band_height(len(places))
    base = (np.arange(len(places)) + (HEAD + half) / band)[:, None, None]
    # Depths grow downwards: the negative label (0) hangs below, the positive (1) stands above.
    downwards = np.array([1, -1])[None, :, None] * half / band
    place, label, k = np.indices(heights.shape)
    return pd.DataFrame(
        {
            "group": np.array(tally.groups, dtype=object)[places][place.ravel()],
            "label": label.ravel().astype(np.int8),
            "k": k.ravel().astype(np.int16),
            "x": k.ravel() / LAST,
            "band": place.ravel().astype(np.int16),
            # A ten-thousandth of a band is finer than any screen.
            "y": (base + downwards * heights).ravel().round(4),
            "base": np.broadcast_to(base, heights.shape).ravel(),
        }
    )


def _steps(tally: Tally, places: Sequence[int]) -> pd.DataFrame:
    curves = confusion_curves(tally)
    place, k = np.indices((len(places), LAST + 1))
    cells = {cell: getattr(curves, cell)[places].ravel() for cell in ("tn", "fp", "fn", "tp")}
    return pd.DataFrame(
        {
            "group": np.array(tally.groups, dtype=object)[places][place.ravel()],
            "k": k.ravel().astype(np.int16),
            "x": k.ravel() / LAST,
            "band": place.ravel().astype(np.int16),
            **cells,
        }
    )

"""The audit that a session looks at."""

from __future__ import annotations

from equipoise.app.audits import current_audit
from equipoise.audit import View
from equipoise.datasets import AdultCard
from equipoise.datasets.adult.audit import COMPARISONS as VIEWS
from equipoise.keeping import kept
from equipoise.predictions import Predictions
from equipoise.tally import Tally
from equipoise.uncertainty.noise_floor import NoiseFloor, noise_floor

__all__ = ["VIEWS", "View", "card", "current_audit", "exact_tally_of", "predictions", "tally_of"]

DEFAULT_VIEW = next(iter(VIEWS))


@kept()
def kept_noise_floor(tally: Tally) -> NoiseFloor:
    """Return how miscalibrated a perfect score would look in each group."""
    return noise_floor(tally)


def predictions() -> Predictions:
    """Return the audited predictions."""
    return current_audit().predictions


def card() -> AdultCard:
    """Return what is known about the data and the model."""
    facts: AdultCard = current_audit().provenance
    return facts


def tally_of(slug: str) -> Tally:
    """Return a comparison's counts on the grid."""
    return current_audit().tally(slug)


def exact_tally_of(slug: str) -> Tally:
    """Return its counts over every distinct score."""
    return current_audit().exact_tally(slug)

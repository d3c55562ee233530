"""Committed data sets: loading their artifacts, and building them from the raw files.

`python -m equipoise.datasets adult` builds the Adult artifact anew, `templates` the answers of the
lesson on test-time fairness.
"""

from equipoise.datasets.adult.artifact import adult_card, load_adult
from equipoise.datasets.adult.card import AdultCard
from equipoise.io.artifacts import ArtifactError

__all__ = ["AdultCard", "ArtifactError", "adult_card", "load_adult"]

"""Committed data sets: loading their artifacts, and building them from the raw files.

`python -m equipoise.datasets adult` builds the Adult artifact anew, `templates` the answers of the
lesson on test-time fairness.
"""

from equipoise.datasets.adult import adult_card, load_adult
from equipoise.datasets.artifact import ArtifactError
from equipoise.datasets.card import AdultCard

__all__ = ["AdultCard", "ArtifactError", "adult_card", "load_adult"]

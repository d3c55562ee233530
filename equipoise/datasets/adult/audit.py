"""The audit of the Adult test rows, and how they are grouped."""

from __future__ import annotations

from equipoise.audit import Audit, Comparison
from equipoise.datasets.adult.artifact import adult_card, load_adult
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.keeping import once

COMPARISONS = {
    "sex": Comparison("Sex", "sex"),
    "race": Comparison("Race: White or not", "race"),
    "race-five": Comparison("Race: five categories", "race_five"),
    "sex-race": Comparison("Sex × race", ("sex", "race")),
    "sex-race-five": Comparison("Sex × five races", ("sex", "race_five")),
}
"""The ways to form groups, by the key that stands for each in an address."""


@once()
def adult_audit() -> Audit:
    """Return the audit of the committed predictions, the same object each time.

    Raises
    ------
    ArtifactError
        If the committed file is missing or broken.
    """
    return Audit("UCI Adult", load_adult(), COMPARISONS, VOCABULARY, adult_card())

"""Views of predictions that nobody described, for whatever takes a view."""

from collections.abc import Sequence
from typing import Any

from equipoise import Predictions
from equipoise.audit import Audit, Comparison, View
from equipoise.vocabulary import NEUTRAL, Vocabulary


def view_of(
    labels: Sequence[int],
    scores: Sequence[float],
    groups: str,
    *,
    vocabulary: Vocabulary = NEUTRAL,
    **options: Any,
) -> View:
    """Return a view of people whose groups are letters, one each."""
    predictions = Predictions(labels, scores, {"g": list(groups)})
    audit = Audit("Own", predictions, {"g": Comparison("G", "g")}, vocabulary)
    return audit.view("g", **options)

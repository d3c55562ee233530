"""What a session audits."""

from __future__ import annotations

from collections.abc import Mapping

from equipoise.audit import Audit, Comparison
from equipoise.datasets.adult.audit import COMPARISONS, adult_audit
from equipoise.datasets.adult.vocabulary import VOCABULARY
from equipoise.vocabulary import Vocabulary


def comparisons() -> Mapping[str, Comparison]:
    """Return the ways to form groups, which are known even where the predictions are not."""
    return COMPARISONS


def vocabulary() -> Vocabulary:
    """Return what its people and labels are called; known just as well."""
    return VOCABULARY


def current_audit() -> Audit:
    """Return what this session audits.

    Raises
    ------
    ArtifactError
        If the committed file is missing or broken.
    """
    return adult_audit()

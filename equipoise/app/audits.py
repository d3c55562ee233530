"""What a session audits."""

from __future__ import annotations

from collections.abc import Mapping

from equipoise.audit import Audit, Comparison
from equipoise.datasets import DATASETS
from equipoise.vocabulary import Vocabulary

_AUDITED = DATASETS["adult"]


def comparisons() -> Mapping[str, Comparison]:
    """Return the ways to form groups, which are known even where the predictions are not."""
    return _AUDITED.comparisons


def vocabulary() -> Vocabulary:
    """Return what its people and labels are called; known just as well."""
    return _AUDITED.vocabulary


def current_audit() -> Audit:
    """Return what this session audits.

    Raises
    ------
    ArtifactError
        If the committed file is missing or broken.
    """
    return _AUDITED.audit()

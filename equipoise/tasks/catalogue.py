"""Everything there is to do, in the order of the pages: for a lesson, a workshop, a report."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from equipoise.tasks import data, frontier, home, incompatibility, invariance, metrics, stress
from equipoise.tasks.task import Guess, Task

_PAGES: tuple[Any, ...] = (home, data, metrics, incompatibility, frontier, stress, invariance)

CATALOGUE: Mapping[str, Task[...] | Guess[...]] = MappingProxyType(
    {one.id: one for page in _PAGES for one in (*page.GUESSES, *page.TASKS)}
)
"""Tasks and guesses by id."""

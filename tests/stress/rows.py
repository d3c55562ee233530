"""Rows laid out by hand."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from equipoise.stress import Data


def rows_of(cells: Mapping[tuple[str, int], int], *, minority: str = "B", seed: int = 0) -> Data:
    """Return rows with so many of each group and label, and random features."""
    groups = tuple(sorted({group for group, _ in cells}))
    codes = [groups.index(group) for (group, _), n in cells.items() for _ in range(n)]
    labels = np.array([label for (_, label), n in cells.items() for _ in range(n)], dtype=np.int8)
    features = np.random.default_rng(seed).standard_normal((len(labels), 3))
    return Data(
        features,
        y=labels,
        group=np.array(codes, dtype=np.intp),
        truth=labels,
        groups=groups,
        minority=groups.index(minority),
        names=("x1", "x2", "x3"),
        row=np.arange(len(labels)),
    )

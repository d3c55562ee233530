"""Tables whose groups, columns, contexts and strategies are called what they should not be."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

LONGEST = 90
"""Letters of a name; longer ones are refused before anything is shown of them."""


def people(names: Sequence[str]) -> pd.DataFrame:
    """Return people in groups of these names, with columns and a label of such names, too."""
    names = [name[:LONGEST] for name in names]
    rng = np.random.default_rng(0)
    n = 120 * len(names)
    frame = pd.DataFrame({name: rng.normal(size=n) for name in names[:4]})
    frame["who"] = np.resize(np.array(names, dtype=object), n)
    frame["label"] = np.where(frame[names[0]] + rng.normal(size=n) > 0, "yes", names[0])
    return frame


def predictions(names: Sequence[str]) -> tuple[bytes, bytes]:
    """Return items and answers, as CSV; every second unit flips."""
    items = pd.DataFrame(
        [
            {"id": f"{s} {k} {z}", "z": z, "s": s, "unit": f"{s} {k}", "pred": (k * place) % 2}
            for place, z in enumerate(name[:LONGEST] for name in names)
            for s in (names[0][:LONGEST], names[-1][:LONGEST])
            for k in range(4)
        ]
    )
    answers = pd.concat([items[["id", "pred"]].assign(strategy=way) for way in names[:2]])
    tables = items.drop(columns="pred"), answers
    first, second = (table.to_csv(index=False).encode() for table in tables)
    return first, second

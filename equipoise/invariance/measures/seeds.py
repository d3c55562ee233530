"""Seeds that depend on what is drawn, not on when or where it is drawn.

They come from the unit and the vote, never from the row: the copies of one text then share
their random context and their rewriting seed, as counterfactual invariance requires.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def seed_for(run_seed: int, unit: str, vote: int, step: str, attempt: int = 0) -> int:
    """Return a seed below 2**31, the same on every machine.

    Parameters
    ----------
    run_seed : int
        Seed of the whole run.
    unit : str
        The unit of the row; its id where it has none.
    vote : int
        Which of the independent votes.
    step : str
        What is drawn: "obfuscate", "rewrite" or "context".
    attempt : int
        0, or 1 for the second try.
    """
    # Parted, so that vote 23 of unit 1 is not vote 3 of unit 12.
    content = "\x1f".join([str(run_seed), unit, str(vote), step, str(attempt)])
    return int.from_bytes(hashlib.sha256(content.encode()).digest()[:4], "big") >> 1


def draw_context(run_seed: int, unit: str, vote: int, contexts: Sequence[str]) -> str:
    """Return the random context of one vote, the same for all copies of a unit."""
    return contexts[seed_for(run_seed, unit, vote, "context") % len(contexts)]

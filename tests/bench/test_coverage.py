"""The coverage bench: its redraws are audits, it counts rightly, and what it lists covers."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from equipoise import Tally, tally
from tests.bench.coverage import AUDITS, CLAIMS, LEAST, Claim, coverage, pooled, redraws, short

OURS = [claim for claim in CLAIMS if claim.name.startswith(("intervals at", "judge at"))]


def test_a_redraw_is_an_audit_of_as_many_people(adult) -> None:
    exact, coarse = tally(adult, "sex", grid=None), tally(adult, "sex")
    drawn = list(redraws(exact, 60))
    assert all(one.n.sum() == 15_060 for one in drawn)
    assert all(one.groups == coarse.groups for one in drawn)
    counts = np.mean([one.counts for one in drawn], axis=0)
    spread = np.sqrt(np.maximum(coarse.counts, 1) / 60)
    assert (np.abs(counts - coarse.counts) < 6 * spread).all()
    sums = np.mean([one.score_sums for one in drawn], axis=0)
    assert (np.abs(sums - coarse.score_sums) < 6 * spread).all()
    sizes = np.array([one.n[0] for one in drawn])
    assert sizes.std() == pytest.approx(np.sqrt(4913 * (1 - 4913 / 15_060)), rel=0.4)


def given(low: float, high: float) -> Claim:
    def limits(audit: Tally, seed: int) -> dict[str, tuple[float, float]]:
        return {"odd" if seed % 2 else "even, g": (low, high), "none": (np.nan, np.nan)}

    return Claim("c", limits, lambda _: {"odd": 1.0, "even, g": 3.0, "none": 5.0}, ("sex",))


def test_hits_and_misses_are_counted() -> None:
    found = coverage([given(0, 2)], audits=10).set_index("number")
    assert found.loc["odd", ["audits", "covered", "below", "above"]].tolist() == [5, 1, 0, 0]
    assert found.loc["even, g", ["audits", "covered", "below", "above"]].tolist() == [5, 0, 1, 0]
    assert found.loc["even, g", "width"] == 2
    assert found.loc["none", "audits"] == 0
    assert coverage([given(2, 9)], audits=4)["above"].tolist()[:2] == [1, 0]


def test_what_falls_short_by_more_than_chance_is_named() -> None:
    numbers = pd.DataFrame(
        {
            "claim": "c", "grouping": "sex", "number": ["bad", "good, a", "good, b", "near"],
            "audits": 200, "covered": [0.8, 0.96, 0.92, 0.91], "below": 0, "above": 0, "width": 1,
        }
    )  # fmt: skip
    table = pooled(numbers).set_index("statistic")
    assert table.loc["good", ["numbers", "covered", "worst"]].tolist() == [2, 0.94, 0.92]
    assert table.loc["near", "error"] == pytest.approx(np.sqrt(0.91 * 0.09 / 200))
    assert short(table)["covered"].tolist() == [0.8]
    assert (AUDITS, LEAST) == (200, 0.93)


def test_what_is_called_95_percent_covers() -> None:
    """A few audits of the real people; the bench itself draws 200."""
    groupings = ("sex", "sex x five races")
    claims = [replace(one, groupings=groupings) for one in OURS if "0.50" in one.name]
    table = pooled(coverage(claims, audits=40))
    assert len(table) == 2 * (18 + 6)
    # 2.8 of 40 misses are allowed; more than 9 have a chance of 1 in 2,000.
    assert (table["covered"] >= 31 / 40).all()
    assert table["covered"].mean() > 0.94

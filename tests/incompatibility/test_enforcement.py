"""Enforcing one criterion at a time, against brute force."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equipoise import Predictions, Tally, criteria, enforcement, overall_rates, tally
from equipoise.criteria import ENFORCED_BY, TITLES
from equipoise.thresholds import most_accurate

TENTHS = np.arange(11) / 10


@st.composite
def two_groups(draw: st.DrawFn) -> Tally:
    """Draw a coarse tally of two groups, either of which may hold a single label."""
    row = st.tuples(st.sampled_from([0, 1]), st.sampled_from(TENTHS.tolist()))
    drawn = [draw(st.lists(row, min_size=1, max_size=12)) for _ in "ab"]
    labels, scores = zip(*(row for rows in drawn for row in rows), strict=True)
    groups = [name for name, rows in zip("ab", drawn, strict=True) for _ in rows]
    return tally(Predictions(labels, scores, {"g": groups}), "g", grid=TENTHS)


@settings(max_examples=25, deadline=None)
@given(two_groups(), st.sampled_from([0.0, 0.05, 0.2]))
def test_enforcement_equals_brute_force_over_all_pairs(counts: Tally, tolerance: float) -> None:
    best = dict.fromkeys(ENFORCED_BY, -1.0)
    for pair in product(TENTHS.tolist(), repeat=2):
        thresholds = dict(zip(counts.groups, pair, strict=True))
        accuracy = overall_rates(counts, thresholds)["accuracy"]
        for one in criteria(counts, thresholds, tolerance=tolerance):
            if one.name in best and one.verdict == "holds":
                best[one.name] = max(best[one.name], accuracy)
    for row in enforcement(counts, tolerance=tolerance):
        if row.criterion not in best:
            continue
        if row.thresholds is None:
            assert best[row.criterion] == -1
            assert row.reason
            assert row.criteria is None
        else:
            assert getattr(row.criteria, row.criterion).verdict == "holds"
            assert row.accuracy == pytest.approx(best[row.criterion])


def test_the_row_of_calibration_is_the_most_accurate_and_says_why(by_sex: Tally) -> None:
    rows = enforcement(by_sex)
    assert [row.criterion for row in rows] == list(TITLES)
    assert rows[-1].thresholds == most_accurate(by_sex)
    assert "recalibrating" in rows[-1].reason


def test_enforcement_on_adult(by_sex: Tally) -> None:
    rows = {row.criterion: row for row in enforcement(by_sex)}
    odds = rows["equalized_odds_difference"]
    assert odds.thresholds == {"Female": 0.48, "Male": 0.56}
    assert odds.accuracy == pytest.approx(0.84595, abs=1e-5)
    assert all(any(c.verdict == "fails" for c in row.criteria or ()) for row in rows.values())


def test_enforcement_of_what_cannot_be_compared_says_so() -> None:
    alone = tally(Predictions([0, 1], [0.2, 0.9], {"g": ["a", "a"]}), "g")
    for row in enforcement(alone)[:-1]:
        assert row.thresholds is None
        assert row.reason == "At least two groups are needed to compare."
    rows = Predictions([0, 1, 0, 0], [0.2, 0.9, 0.3, 0.6], {"g": list("aabb")})
    found = {row.criterion: row for row in enforcement(tally(rows, "g"))}
    for name in ("equal_opportunity_difference", "equalized_odds_difference"):
        assert found[name].thresholds is None
        assert found[name].reason == "b: nobody has a positive label."
    assert found["demographic_parity_difference"].thresholds is not None


@pytest.mark.parametrize(
    ("grid", "said"),
    [(TENTHS, "No thresholds on this grid meet it."), (None, "No thresholds meet it.")],
)
def test_enforcement_says_where_no_thresholds_meet_a_criterion(grid, said: str) -> None:
    rows = Predictions([0, 1, 0, 0, 1], [0.2, 0.2, 0.3, 0.3, 0.3], {"g": list("aabbb")})
    found = {row.criterion: row for row in enforcement(tally(rows, "g", grid=grid), tolerance=0)}
    assert found["predictive_parity_difference"].reason == said
    assert np.isnan(found["predictive_parity_difference"].accuracy)


@pytest.mark.parametrize("tolerance", [-0.01, 1.5, np.nan])
def test_enforcement_refuses_an_impossible_tolerance(by_sex: Tally, tolerance: float) -> None:
    with pytest.raises(ValueError, match="tolerance"):
        enforcement(by_sex, tolerance=tolerance)

"""Reliability bins and the expected calibration error."""

import math

import numpy as np
import pytest
from hypothesis import given
from sklearn.calibration import calibration_curve

from equipoise import Predictions, Tally, calibration, tally
from tests.rows import Rows, rows


def brute_force(members: list[tuple[int, float, str, float]], bins: int) -> float:
    """Sort people into bins by comparing with every edge, then average the residuals."""
    total = sum(weight for *_, weight in members)
    if not total:
        return math.nan
    error = 0.0
    for b in range(bins):
        low, high = b / bins, (b + 1) / bins
        inside = [
            (label, score, weight)
            for label, score, _, weight in members
            if low <= score and (score < high or b == bins - 1)
        ]
        error += abs(sum(weight * (score - label) for label, score, weight in inside))
    return error / total


@given(drawn=rows(weighted=True))
@pytest.mark.parametrize("bins", [1, 5, 10, 100])
def test_error_equals_brute_force(drawn: Rows, bins: int) -> None:
    counts = tally(drawn.predictions(), "g")
    found = calibration(counts, bins=bins)
    for place, group in enumerate(counts.groups):
        members = [row for row in drawn.usable() if row[2] == group]
        expected = brute_force(members, bins)
        error = found.expected_calibration_error[place]
        assert error == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(rows())
def test_exact_tally_bins_alike(drawn: Rows) -> None:
    coarse = calibration(tally(drawn.predictions(), "g"))
    exact = calibration(tally(drawn.predictions(), "g", grid=None))
    assert np.array_equal(coarse.count, exact.count)
    assert coarse.mean_score == pytest.approx(exact.mean_score, nan_ok=True)


def test_scikit_learn_draws_the_same_points(adult: Predictions, by_sex: Tally) -> None:
    table = calibration(by_sex).table()
    for place, group in enumerate(by_sex.groups):
        mask = adult.groups["sex"].codes == place
        # Its inner edges are those of linspace, of which 0.3, 0.6 and 0.7 lie a rounding above
        # the decimals; no score of these rows stands between the two.
        observed, mean_score = calibration_curve(
            adult.y_true[mask], adult.y_score[mask], n_bins=10
        )
        own = table[table["group"] == group]
        assert own["observed_rate"].tolist() == pytest.approx(observed.tolist())
        assert own["mean_score"].tolist() == pytest.approx(mean_score.tolist())


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("sex", {"Female": 0.0166, "Male": 0.0121}),
        ("race", {"Non-White": 0.0179, "White": 0.0073}),
        (
            "race_five",
            {"Amer-Indian-Eskimo": 0.0454, "Black": 0.0270, "Other": 0.0644, "White": 0.0073},
        ),
    ],
)
def test_errors_of_adult(adult: Predictions, by: str, expected: dict[str, float]) -> None:
    found = calibration(tally(adult, by))
    errors = dict(zip(found.groups, found.expected_calibration_error.round(4), strict=True))
    assert expected.items() <= errors.items()


def test_table_names_only_bins_with_people(by_race_five: Tally) -> None:
    found = calibration(by_race_five)
    table = found.table()
    assert len(table) == np.count_nonzero(found.count)
    assert table.notna().all(axis=None)
    assert table["mean_score"].between(table["low"], table["high"]).all()
    assert table.groupby("group", sort=False)["count"].sum().tolist() == by_race_five.n.tolist()


def test_groups_without_people() -> None:
    found = calibration(tally(Predictions([1, 0], [0.9, None], {"g": ["a", "b"]}), "g"))
    assert found.expected_calibration_error[0] == pytest.approx(0.1)
    assert np.isnan(found.expected_calibration_error[1])
    assert np.isnan(found.mean_score[1]).all()


def test_nobody_at_all() -> None:
    found = calibration(tally(Predictions([], [], {"g": []}), "g"))
    assert found.count.shape == (0, 10)
    assert found.table().empty


@pytest.mark.parametrize("bins", [0, -1, 2.5, "10", None, True])
def test_numbers_of_bins_that_make_no_sense(by_sex: Tally, bins: object) -> None:
    with pytest.raises(ValueError, match="must be a whole number, 1 or more"):
        calibration(by_sex, bins=bins)


def test_bins_must_fit_the_grid(adult: Predictions, by_sex: Tally) -> None:
    for bins in (7, 15):
        said = f"{bins} equal bins do not fit a grid of 101 points; tally with grid=None"
        with pytest.raises(ValueError, match=said):
            calibration(by_sex, bins=bins)
    for grid in ([0, 0.5, 1], [0]):
        with pytest.raises(ValueError, match="10 equal bins do not fit"):
            calibration(tally(adult, "sex", grid=grid))
    assert calibration(tally(adult, "sex", grid=None), bins=7).count.sum() == adult.n

"""Other base rates and recalibrated scores, each against a slow witness."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from equipoise import Predictions, Tally, calibration, group_rates, tally
from equipoise.incompatibility.changes import recalibrated, with_base_rate
from equipoise.incompatibility.identity import implied_positive_predictive_value

TENTHS = np.arange(11) / 10


@given(st.floats(0.001, 0.999), st.sampled_from([0.0, 0.2, 0.5, 0.93]))
def test_another_base_rate_keeps_error_rates_and_size(by_sex, wanted, threshold) -> None:
    before = group_rates(by_sex, threshold)
    moved = with_base_rate(by_sex, {"Female": wanted})
    after = group_rates(moved, threshold)
    for rate in ("true_positive_rate", "false_positive_rate", "n"):
        np.testing.assert_allclose(after[rate], before[rate], rtol=1e-12)
    assert after.loc["Female", "base_rate"] == pytest.approx(wanted)
    assert after.loc["Male", "base_rate"] == before.loc["Male", "base_rate"]


def test_equal_base_rates_and_equal_error_rates_leave_no_gap() -> None:
    labels, scores = (
        [1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0],
        [1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0],
    )
    counts = tally(Predictions(labels, scores, {"g": list("aaaaaabbbbbb")}), "g")
    moved = with_base_rate(counts, {"a": 2 / 3})
    rates = group_rates(moved, 0.5)
    p, tpr, fpr, ppv = (
        rates[name]
        for name in (
            "base_rate", "true_positive_rate", "false_positive_rate", "positive_predictive_value"
        )
    )  # fmt: skip
    assert p["a"] == pytest.approx(p["b"])
    for group in "ab":
        implied = implied_positive_predictive_value(p[group], tpr[group], fpr[group])
        assert implied == pytest.approx(ppv[group])


@pytest.mark.parametrize(
    ("base_rates", "said"),
    [({"Nobody": 0.5}, "Nobody"), ({"Male": 1.2}, "1.2"), ({"Male": -0.1}, "-0.1")],
)
def test_base_rates_that_make_no_sense_are_named(by_sex, base_rates, said) -> None:
    with pytest.raises(ValueError, match=said):
        with_base_rate(by_sex, base_rates)


@pytest.mark.parametrize("weight", [1.0, 0.25])
def test_one_person_of_a_label_stands_for_as_many_as_wanted(weight: float) -> None:
    labels, scores = [1, 0, 0, 0, 0], [0.7, 0.2, 0.3, 0.6, 0.5]
    drawn = Predictions(labels, scores, {"g": list("aaaab")}, sample_weight=[weight] * 5)
    moved = with_base_rate(tally(drawn, "g"), {"a": 0.5})
    assert moved.positives.tolist() == [2 * weight, 0]
    assert moved.negatives == pytest.approx([2 * weight, weight])
    assert moved.score_sums[0].sum(axis=-1) == pytest.approx(
        [weight * 2 / 3 * (0.2 + 0.3 + 0.6), weight * 2 * 0.7]
    )


def test_a_group_of_one_label_cannot_change_its_base_rate() -> None:
    counts = tally(Predictions([1, 1, 0], [0.1, 0.2, 0.3], {"g": ["a", "a", "b"]}), "g")
    with pytest.raises(ValueError, match="a has nobody of one label"):
        with_base_rate(counts, {"a": 0.5})
    assert with_base_rate(counts, {"a": 1.0}).base_rates[0] == 1


@pytest.mark.parametrize("view", ["by_sex", "by_race_five", "by_sex_and_race_five"])
def test_recalibrated_scores_are_calibrated_and_keep_everybody(request, view) -> None:
    before: Tally = request.getfixturevalue(view)
    after = recalibrated(before)
    assert np.all(calibration(after).expected_calibration_error < 1e-12)
    np.testing.assert_array_equal(after.counts.sum(axis=2), before.counts.sum(axis=2))
    assert after.counts.dtype == before.counts.dtype


def test_recalibration_is_isotonic_regression_within_each_group(by_race_five: Tally) -> None:
    after = recalibrated(by_race_five)
    interval = np.arange(len(by_race_five.grid))
    for place in range(len(by_race_five.groups)):
        negative, positive = by_race_five.counts[place]
        witness = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(
            np.tile(interval, 2), np.repeat([0, 1], len(interval)), np.append(negative, positive)
        )
        scores = witness.predict(interval)
        for label, cells in ((0, negative), (1, positive)):
            expected = (cells * scores).sum()
            assert after.score_sums[place, label].sum() == pytest.approx(expected)


def recalibrated_rows(predictions: Predictions, by: str, grid: np.ndarray | None) -> np.ndarray:
    """Return each row's new score: scikit-learn's regression of labels on scores, or on the
    grid's intervals, in each group."""
    codes, labels = predictions.groups[by].codes, predictions.y_true
    old = predictions.y_score
    if grid is not None:
        old = np.searchsorted(grid, old, side="right").astype(float)
    new = np.full(len(old), np.nan)
    for code in np.unique(codes):
        own = codes == code
        new[own] = IsotonicRegression().fit_transform(old[own], labels[own])
    return new


@st.composite
def tied_rows(draw: st.DrawFn) -> Predictions:
    """Draw rows of up to three groups, whose scores often tie, on the grid and between."""
    # No closer than scikit-learn, the witness, tells scores apart.
    any_score = st.floats(0, 1).map(lambda score: round(score, 12))
    score = st.sampled_from([0.0, 0.05, 0.3, 0.301, 0.305, 0.31, 0.5, 0.7, 1.0]) | any_score
    row = st.tuples(st.sampled_from([0, 1]), score, st.sampled_from("abc"))
    labels, scores, groups = zip(*draw(st.lists(row, min_size=1, max_size=30)), strict=True)
    return Predictions(labels, scores, {"g": groups})


def check_recalibrated(predictions: Predictions, by: str, grid: np.ndarray | None) -> None:
    """At thresholds of every kind those are selected whose new score demands it."""
    new = recalibrated_rows(predictions, by, grid)
    counts = tally(predictions, by, grid=grid)
    after = recalibrated(counts)
    assert after.groups == counts.groups
    assert after.is_exact == counts.is_exact
    # The witness averages rates, so its 7 of 10 may be a rounding off 0.7.
    distinct = np.unique(np.round(new, 12))
    thresholds = grid if grid is not None else [0, *distinct - 1e-9, *distinct + 1e-9, 1, np.inf]
    for threshold in thresholds:
        value = threshold if np.isinf(threshold) else float(np.clip(threshold, 0, 1))
        at = after.positions(value)
        for place in range(len(counts.groups)):
            own = predictions.groups[by].codes == place
            selected, label = np.round(new[own], 12) >= value, predictions.y_true[own] == 1
            expected = [(selected & ~label).sum(), (selected & label).sum()]
            assert after.selected[place, :, at[place]].tolist() == expected, value
            assert after.negatives[place] == (~label).sum()
            assert after.positives[place] == label.sum()


@given(tied_rows())
@pytest.mark.parametrize("grid", [None, TENTHS, np.arange(101) / 100], ids=["exact", "10", "100"])
def test_recalibrated_scores_select_whom_they_should(grid, drawn: Predictions) -> None:
    check_recalibrated(drawn, "g", grid)


@pytest.mark.parametrize("grid", [None, np.arange(101) / 100], ids=["exact", "grid"])
@pytest.mark.parametrize("by", ["sex", "race_five"])
def test_recalibrated_adult_selects_whom_it_should(adult: Predictions, by: str, grid) -> None:
    new = recalibrated_rows(adult, by, grid)
    after = recalibrated(tally(adult, by, grid=grid))
    for threshold in (0, 0.01, 0.1, 0.25, 0.5, 0.7, 0.99, 1):
        found = group_rates(after, threshold)["selection_rate"]
        for place, group in enumerate(after.groups):
            own = new[adult.groups[by].codes == place]
            assert found[group] == (np.round(own, 12) >= threshold).mean()


def test_recalibrated_women_and_men_of_adult(adult: Predictions) -> None:
    rates = group_rates(recalibrated(tally(adult, "sex", grid=None)), 0.5)["selection_rate"]
    assert rates.round(4).to_dict() == {"Female": 0.0782, "Male": 0.2659}


def test_a_recalibrated_rate_is_the_decimal_of_its_counts() -> None:
    """Seven of ten positive: pooled from 6 of 7 and 1 of 3, that is 0.7 and meets 0.7."""
    labels = [1] * 6 + [0] + [1] + [0] * 2
    scores = [0.2] * 7 + [0.4] * 3
    for grid in (None, TENTHS):
        after = recalibrated(tally(Predictions(labels, scores, {"g": ["a"] * 10}), "g", grid=grid))
        assert group_rates(after, 0.7).loc["a", "selection_rate"] == 1


@given(tied_rows())
def test_an_exact_tally_stays_one(drawn: Predictions) -> None:
    after = recalibrated(tally(drawn, "g", grid=None))
    assert after.is_exact
    assert (np.diff(after.grid) > 0).all()
    assert after.counts.any(axis=(0, 1))[:-1].all()
    np.testing.assert_allclose(
        after.score_sums[..., :-1], after.counts[..., :-1] * after.grid[:-1], atol=1e-12
    )
    again = recalibrated(after)
    np.testing.assert_array_equal(again.grid, after.grid)
    np.testing.assert_array_equal(again.counts, after.counts)


@pytest.mark.parametrize("grid", [None, TENTHS], ids=["exact", "grid"])
def test_recalibrating_weighted_rows(grid) -> None:
    labels, scores, weights = [1, 0, 1, 0, 1], [0.1, 0.2, 0.2, 0.6, 0.9], [0.5, 1.5, 0.5, 0, 2]
    people = Predictions(labels, scores, {"g": ["a"] * 5}, sample_weight=weights)
    after = recalibrated(tally(people, "g", grid=grid))
    assert after.n.tolist() == [4.5]
    # 1 of 2.5 up to 0.2, everybody above.
    for threshold, selected in ((0.4, 4.5), (0.5, 2), (1, 2)):
        cells = group_rates(after, threshold).loc["a"]
        assert cells["tp"] + cells["fp"] == selected


@pytest.mark.parametrize("grid", [None, TENTHS], ids=["exact", "grid"])
def test_a_group_of_nobody_stays_empty_beside_others(grid) -> None:
    people = Predictions([1, 0, 1], [0.8, 0.3, None], {"g": ["a", "a", "b"]})
    after = recalibrated(tally(people, "g", grid=grid))
    assert after.n.tolist() == [2, 0]
    assert recalibrated(tally(Predictions([], [], {"g": []}), "g", grid=grid)).counts.sum() == 0


def test_recalibrating_nobody_leaves_nobody() -> None:
    empty = Tally(("g",), ("a", "b"), TENTHS, np.zeros((2, 2, 11), int), np.zeros((2, 2, 11)))
    assert recalibrated(empty).counts.sum() == 0


def test_a_single_person_of_a_label_can_be_weighed() -> None:
    labels, groups = [1, 0, 0, 0, 1, 0], list("aaaabb")
    counts = tally(Predictions(labels, np.linspace(0, 1, 6), {"g": groups}), "g")
    for wanted in (0.5, 1.0, 0.0):
        moved = with_base_rate(counts, {"a": wanted, "b": 1 - wanted})
        np.testing.assert_allclose(moved.base_rates, [wanted, 1 - wanted])
        np.testing.assert_allclose(moved.n, counts.n)

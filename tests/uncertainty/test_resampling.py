"""The bootstrap over cells is the bootstrap over rows; the null band permutes rows."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise import Predictions, calibration, confusion, group_rates, tally
from equipoise.uncertainty.resampling import bootstrap, null_rates

THRESHOLDS = {"a": 0.43, "b": 0.5, "c": 0.3}
B = 600


@pytest.fixture(scope="module")
def rows() -> dict[str, np.ndarray]:
    """900 rows of three groups, the last of some 45; scores neither coarse nor calibrated."""
    rng = np.random.default_rng(5)
    group = rng.choice(["a", "b", "c"], 900, p=[0.6, 0.35, 0.05])
    score = rng.beta(1, 2, 900)
    label = (rng.random(900) < np.clip(score + 0.1 * (group == "b"), 0, 1)).astype(int)
    return {"y_true": label, "y_score": score, "group": group}


def taken(rows: dict[str, np.ndarray], which: np.ndarray):
    parts = {name: values[which] for name, values in rows.items()}
    return tally(Predictions(parts["y_true"], parts["y_score"], {"g": parts["group"]}), "g")


@pytest.fixture(scope="module")
def plain(rows):
    """Rates and calibration errors, (B, 3) each, of a bootstrap that draws rows."""
    rng = np.random.default_rng(1)
    names = ("selection_rate", "true_positive_rate", "positive_predictive_value")
    found = {name: [] for name in (*names, "error", "n")}
    for _ in range(B):
        sample = taken(rows, rng.integers(0, 900, 900))
        rates = group_rates(sample, THRESHOLDS)
        for name in names:
            found[name].append(rates[name].to_numpy())
        found["n"].append(sample.n)
        found["error"].append(calibration(sample).expected_calibration_error)
    return {name: np.array(values) for name, values in found.items()}


@pytest.fixture(scope="module")
def by_cells(rows):
    drawn = bootstrap(taken(rows, np.arange(900)), THRESHOLDS, n_boot=4000, seed=0)
    cells = drawn.confusion
    found = {"error": drawn.expected_calibration_error.T}
    found["n"] = cells.total(("tn", "fp", "fn", "tp")).T
    for name in ("selection_rate", "true_positive_rate", "positive_predictive_value"):
        found[name] = cells.rate(name).T
    return found


@pytest.mark.parametrize(
    "name", ["n", "selection_rate", "true_positive_rate", "positive_predictive_value", "error"]
)
def test_draws_of_cells_spread_as_draws_of_rows(plain, by_cells, name) -> None:
    few, many = plain[name], by_cells[name]
    spread = np.nanstd(few, axis=0)
    sampling = spread / np.sqrt(B)
    assert np.abs(np.nanmean(few, axis=0) - np.nanmean(many, axis=0)) == pytest.approx(
        0, abs=4 * sampling.max()
    )
    assert np.nanstd(many, axis=0) == pytest.approx(spread, rel=0.15)
    for at in (0.025, 0.975):
        apart = np.nanquantile(few, at, axis=0) - np.nanquantile(many, at, axis=0)
        assert (np.abs(apart) <= 0.4 * spread).all()


def test_groups_covary_as_in_a_sample_of_fixed_size(plain, by_cells) -> None:
    assert (by_cells["n"].sum(axis=1) == 900).all()
    assert np.corrcoef(by_cells["n"].T)[0, 1] == pytest.approx(
        np.corrcoef(plain["n"].T)[0, 1], abs=0.08
    )


def test_an_exact_tally_draws_the_same(rows) -> None:
    predictions = Predictions(rows["y_true"], rows["y_score"], {"g": rows["group"]})
    exact = tally(predictions, "g", grid=None)
    coarse = tally(predictions, "g")
    one, other = (bootstrap(counts, 0.5, n_boot=2000, seed=3) for counts in (exact, coarse))
    assert (one.confusion.tp == other.confusion.tp).all()
    assert one.expected_calibration_error == pytest.approx(
        other.expected_calibration_error, abs=2e-3
    )


def test_bins_without_scores() -> None:
    predictions = Predictions([0, 1] * 20, [0.2, 0.8] * 20, {"g": ["a", "a", "b", "b"] * 10})
    drawn = bootstrap(tally(predictions, "g", grid=None), 0.8, n_boot=50, seed=0)
    assert drawn.expected_calibration_error == pytest.approx(0.2)


def test_the_same_seed_draws_the_same(rows) -> None:
    counts = taken(rows, np.arange(900))
    one, two, other = (bootstrap(counts, 0.5, n_boot=5, seed=seed) for seed in (1, 1, 2))
    assert (one.confusion.tp == two.confusion.tp).all()
    assert (one.confusion.tp != other.confusion.tp).any()


def test_extreme_thresholds(rows) -> None:
    counts = taken(rows, np.arange(900))
    everybody = bootstrap(counts, 0, n_boot=50, seed=0).confusion
    assert everybody.fn.sum() == everybody.tn.sum() == 0
    nobody = bootstrap(counts, 1, n_boot=50, seed=0).confusion
    assert nobody.fp.sum() == nobody.tp.sum() == 0


def test_nobody_at_all(rows) -> None:
    counts = taken(rows, np.arange(900))
    empty = replace(counts, counts=0 * counts.counts, score_sums=0 * counts.score_sums)
    drawn = bootstrap(empty, 0.5, n_boot=3, seed=0)
    assert drawn.confusion.tp.sum() == 0
    assert np.isnan(drawn.expected_calibration_error).all()


def test_all_scores_in_one_bin() -> None:
    one = tally(Predictions([1, 0, 1, 0], [1.0] * 4, {"g": list("aabb")}), "g", grid=None)
    errors = bootstrap(one, 0.5, n_boot=200, seed=0).expected_calibration_error
    assert errors.shape == (2, 200)
    assert 0.3 < np.nanmean(errors[1]) < 0.7


def test_weights_are_refused(rows) -> None:
    weighted = tally(
        Predictions(
            rows["y_true"], rows["y_score"], {"g": rows["group"]}, sample_weight=np.full(900, 2.0)
        ),
        "g",
    )
    with pytest.raises(ValueError, match="weights"):
        bootstrap(weighted, 0.5, n_boot=10, seed=0)
    with pytest.raises(ValueError, match="number of draws is 0"):
        bootstrap(taken(rows, np.arange(900)), 0.5, n_boot=0, seed=0)


@pytest.mark.parametrize(
    ("rate", "among"), [("true_positive_rate", 1), ("false_positive_rate", 0)]
)
def test_null_rates_are_those_of_permuted_rows(rows, rate, among) -> None:
    cells = confusion(taken(rows, np.arange(900)), THRESHOLDS)
    drawn = null_rates(cells, rate, n_boot=6000, rng=np.random.default_rng(0))
    here = rows["y_true"] == among
    groups = rows["group"][here]
    selected = (rows["y_score"] >= np.vectorize(THRESHOLDS.get)(rows["group"]))[here]
    rng = np.random.default_rng(1)
    permuted = []
    for _ in range(1500):
        mixed = rng.permutation(groups)
        permuted.append([selected[mixed == name].mean() for name in "abc"])
    gaps, plain = np.ptp(drawn, axis=0), np.ptp(permuted, axis=1)
    assert gaps.mean() == pytest.approx(plain.mean(), rel=0.06)
    assert np.quantile(gaps, 0.95) == pytest.approx(np.quantile(plain, 0.95), rel=0.1)
    assert drawn.mean(axis=1) == pytest.approx(selected.mean(), abs=0.01)


def test_null_keeps_labels_and_decisions(rows) -> None:
    cells = confusion(taken(rows, np.arange(900)), THRESHOLDS)
    drawn = null_rates(cells, "true_positive_rate", n_boot=20, rng=np.random.default_rng(0))
    positives = cells.tp + cells.fn
    assert (positives @ drawn) == pytest.approx(cells.tp.sum())

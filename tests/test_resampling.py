"""The bootstrap over cells is the bootstrap over rows; the null band permutes rows."""

import numpy as np
import pytest

from equipoise import Predictions, group_rates, tally
from equipoise.rates import Confusion, confusion
from equipoise.resampling import check_draws, multinomial, null_rates, require_counts

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
def plain(rows) -> dict[str, np.ndarray]:
    """Sizes and true-positive rates, (B, 3) each, of a bootstrap that draws rows."""
    rng = np.random.default_rng(1)
    drawn = [taken(rows, rng.integers(0, 900, 900)) for _ in range(B)]
    recalls = [group_rates(sample, THRESHOLDS)["true_positive_rate"] for sample in drawn]
    return {"n": np.array([sample.n for sample in drawn]), "recall": np.array(recalls)}


@pytest.fixture(scope="module")
def by_cells(rows) -> dict[str, np.ndarray]:
    counts = taken(rows, np.arange(900))
    drawn = multinomial(counts.counts, 4000, np.random.default_rng(0))
    at = counts.positions(THRESHOLDS)
    hits = np.array([drawn[i, 1, k:].sum(axis=0) for i, k in enumerate(at)])
    return {"n": drawn.sum(axis=(1, 2)).T, "recall": (hits / drawn[:, 1].sum(axis=1)).T}


@pytest.mark.parametrize("name", ["n", "recall"])
def test_draws_of_cells_spread_as_draws_of_rows(plain, by_cells, name) -> None:
    few, many = plain[name], by_cells[name]
    spread = few.std(axis=0)
    sampling = spread / np.sqrt(B)
    assert few.mean(axis=0) - many.mean(axis=0) == pytest.approx(0, abs=4 * sampling.max())
    assert many.std(axis=0) == pytest.approx(spread, rel=0.15)
    for at in (0.025, 0.975):
        apart = np.quantile(few, at, axis=0) - np.quantile(many, at, axis=0)
        assert (np.abs(apart) <= 0.4 * spread).all()


def test_groups_covary_as_in_a_sample_of_fixed_size(plain, by_cells) -> None:
    assert (by_cells["n"].sum(axis=1) == 900).all()
    assert np.corrcoef(by_cells["n"].T)[0, 1] == pytest.approx(
        np.corrcoef(plain["n"].T)[0, 1], abs=0.08
    )


def test_an_empty_cell_stays_empty_and_nobody_draws_nobody() -> None:
    drawn = multinomial(np.array([[3, 0], [0, 5]]), 50, np.random.default_rng(0))
    assert drawn.shape == (2, 2, 50)
    assert (drawn[[0, 1], [1, 0]] == 0).all()
    assert (drawn.sum(axis=(0, 1)) == 8).all()
    assert multinomial(np.zeros((2, 3), dtype=int), 4, np.random.default_rng(0)).sum() == 0


def test_the_only_member_of_a_group_is_often_not_drawn() -> None:
    """Of ten rows, one is missing from 0.9 ** 10 = 34.9 % of redraws."""
    drawn = multinomial(np.array([9, 1]), 8000, np.random.default_rng(2))
    assert np.mean(drawn[1] == 0) == pytest.approx(0.3486784401, abs=0.016)


def test_what_makes_no_sense_is_refused(rows) -> None:
    weighted = tally(
        Predictions(
            rows["y_true"], rows["y_score"], {"g": rows["group"]}, sample_weight=np.full(900, 2.0)
        ),
        "g",
    )
    with pytest.raises(ValueError, match="A sum needs counts of rows, and this tally holds weig"):
        require_counts(weighted, "A sum")
    require_counts(taken(rows, np.arange(900)), "A sum")
    check_draws(1, 0)
    with pytest.raises(ValueError, match="number of draws is 0"):
        check_draws(0, 0)
    with pytest.raises(ValueError, match="seed is -1"):
        check_draws(1, -1)


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


def test_null_rates_of_nobody_have_no_value() -> None:
    cells = Confusion(("a", "b"), *np.array([[4, 3], [1, 2], [3, 0], [2, 0]]))
    drawn = null_rates(cells, "true_positive_rate", n_boot=9, rng=np.random.default_rng(0))
    assert drawn.shape == (2, 9)
    assert (drawn[0] == 0.4).all()  # a has all the positives there are
    assert np.isnan(drawn[1]).all()

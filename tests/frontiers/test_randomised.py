"""Randomised thresholds: the specification's figures, Fairlearn, and a plainer programme."""

import math
import warnings

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.base import BaseEstimator, ClassifierMixin

from equipoise import Predictions, Tally, frontier, tally
from equipoise.frontiers.gaps import GAPS
from equipoise.frontiers.randomised import (
    RANDOMISED_GAPS,
    Rule,
    randomised_frontier,
    randomised_rule,
)
from equipoise.rates import Confusion, confusion_curves

VIEWS = ("sex", "race", "race_five", ("sex", "race"), ("sex", "race_five"))
LIMITS = (0.05, 0.03, 0.02, 0.01, 0.005, 0)


@pytest.fixture(scope="module", params=VIEWS, ids=str)
def every_score(request, adult) -> Tally:
    return tally(adult, request.param, grid=None)


def expected(counts: Tally, rule: Rule) -> Confusion:
    """Return the confusion matrix that the rule's probabilities give on average."""
    chance = np.stack([rule.mixtures[g].probability(counts.grid) for g in counts.groups])
    fp, tp = (counts.counts * chance[:, None]).sum(axis=-1).T
    return Confusion(counts.groups, counts.negatives - fp, fp, counts.positives - tp, tp)


# --- the figures of the specification ------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "accuracies"),
    [
        ("sex", (0.84625, 0.84156, 0.83830, 0.83504, 0.83341, 0.83178)),
        ("race", (0.84934, 0.84932, 0.84928, 0.84819, 0.84750, 0.84681)),
    ],
)
def test_best_accuracy_within_a_gap(adult, by, accuracies) -> None:
    counts = tally(adult, by, grid=None)
    curve = randomised_frontier(counts)
    for limit, accuracy in zip(LIMITS, accuracies, strict=True):
        assert round(curve.accuracy_within(limit), 5) == accuracy
        assert round(randomised_rule(counts, limit).expected_accuracy, 5) == accuracy


def test_five_races(adult) -> None:
    curve = randomised_frontier(tally(adult, "race_five", grid=None))
    assert round(curve.accuracy_within(0), 5) == 0.84681
    assert round(curve.accuracy_within(0.05), 5) == 0.84988


# --- witnesses -----------------------------------------------------------------------------


class Scored(ClassifierMixin, BaseEstimator):
    """An estimator whose scores are its only feature."""

    def fit(self, features, labels) -> "Scored":
        self.classes_ = np.array([0, 1])
        return self

    def predict_proba(self, features) -> np.ndarray:
        return np.column_stack([1 - features[:, 0], features[:, 0]])

    def predict(self, features) -> np.ndarray:
        return features[:, 0] >= 0.5


@pytest.mark.parametrize("by", ["sex", "race", "race_five"])
@pytest.mark.parametrize(
    ("gap", "constraint"),
    [
        ("equalized_odds", "equalized_odds"),
        ("demographic_parity", "demographic_parity"),
        ("equal_opportunity", "true_positive_rate_parity"),
    ],
)
def test_fairlearn_at_no_gap(adult, by, gap, constraint) -> None:
    postprocessing = pytest.importorskip("fairlearn.postprocessing")
    grouping = adult.groups[by]
    groups = np.array(grouping.names)[grouping.codes]
    features, labels = adult.y_score[:, None], adult.y_true.astype(int)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        optimizer = postprocessing.ThresholdOptimizer(
            estimator=Scored().fit(features, labels),
            constraints=constraint,
            prefit=True,
            predict_method="predict_proba",
        )
        optimizer.fit(features, labels, sensitive_features=groups)
        chance = optimizer._pmf_predict(features, sensitive_features=groups)
    theirs = chance[np.arange(len(labels)), labels].mean()
    ours = randomised_frontier(tally(adult, by, grid=None), gap=gap).accuracy_within(0)
    assert ours == pytest.approx(theirs, abs=1e-4)
    assert ours >= theirs - 1e-9


def over_all_thresholds(counts: Tally, gap: str, limit: float) -> float:
    """Return the best accuracy of mixtures of any thresholds, hull or not, pair by pair."""
    curves = confusion_curves(counts)
    n_groups, m = len(counts.groups), len(counts.grid)
    correct = (curves.tp + curves.tn).ravel() / counts.n.sum()
    rows = []
    for name in GAPS[gap].rates:
        rate = np.einsum("gk,gh->ghk", curves.rate(name), np.eye(n_groups))
        rows += [
            (rate[a] - rate[b]).ravel() for a in range(n_groups) for b in range(n_groups) if a != b
        ]
    whole = np.kron(np.eye(n_groups), np.ones(m))
    best = linprog(
        -correct, A_ub=rows, b_ub=[limit] * len(rows), A_eq=whole, b_eq=np.ones(n_groups)
    )
    return -best.fun


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("seed", range(12))
def test_equals_the_programme_over_all_thresholds(seed, gap) -> None:
    rng = np.random.default_rng(seed)
    n, n_groups = 90, 2 + seed % 3
    groups = rng.integers(0, n_groups, n)
    labels = rng.integers(0, 2, n)
    labels[: 2 * n_groups], groups[: 2 * n_groups] = [0, 1] * n_groups, [*range(n_groups)] * 2
    labels[:n_groups], labels[n_groups : 2 * n_groups] = 0, 1
    scores = np.clip(0.2 * labels + 0.1 * groups * labels + rng.integers(0, 20, n) / 30, 0, 1)
    rows = Predictions(labels, scores, {"g": groups.astype(str)})
    counts = tally(rows, "g", grid=None)
    curve = randomised_frontier(counts, gap=gap)
    for limit in (0, 0.013, 0.05, 0.1, 0.25, 0.7, 1):
        best = over_all_thresholds(counts, gap, limit)
        assert curve.accuracy_within(limit) == pytest.approx(best, abs=1e-6)


# --- what must hold ------------------------------------------------------------------------


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
def test_the_curve_starts_at_no_gap_and_rises_ever_less(every_score, gap) -> None:
    points = randomised_frontier(every_score, gap=gap).points
    assert points["gap_of_expected_rates"].iloc[0] == 0
    assert (points["gap_of_expected_rates"].diff()[1:] > 0).all()
    slopes = points["accuracy"].diff()[1:] / points["gap_of_expected_rates"].diff()[1:]
    assert (slopes > 0).all()
    assert (slopes.diff()[1:] <= 1e-6).all()


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
@pytest.mark.parametrize("by", VIEWS, ids=str)
def test_no_fixed_thresholds_beat_it(adult, by, gap) -> None:
    fine = tally(adult, by, grid=None)
    curve = randomised_frontier(fine, gap=gap)
    fixed = [frontier(tally(adult, by), gap=gap)]
    fixed += [frontier(fine, gap=gap)] if len(fine.groups) == 2 else []
    for points in (found.points for found in fixed):
        best = [curve.accuracy_within(distance) for distance in points["gap"]]
        assert (best >= points["accuracy"] - 1e-8).all()


@pytest.mark.parametrize("gap", RANDOMISED_GAPS)
def test_rules_keep_their_promise(every_score, gap) -> None:
    curve = randomised_frontier(every_score, gap=gap)
    for limit in LIMITS:
        rule = randomised_rule(every_score, limit, gap=gap)
        cells = expected(every_score, rule)
        accuracy = (cells.tp + cells.tn).sum() / every_score.n.sum()
        reached = max(np.ptp(cells.rate(name)) for name in GAPS[gap].rates)
        assert accuracy == pytest.approx(rule.expected_accuracy, abs=1e-6)
        assert reached == pytest.approx(rule.gap_of_expected_rates, abs=1e-6)
        assert rule.gap_of_expected_rates <= limit + 1e-6
        assert rule.expected_accuracy == pytest.approx(curve.accuracy_within(limit), abs=1e-6)


def test_any_grid_may_be_mixed(by_sex) -> None:
    curve = randomised_frontier(by_sex)
    assert 0.82 < curve.accuracy_within(0) < 0.83178
    assert set(randomised_rule(by_sex, 0.0).mixtures["Female"].thresholds) <= {
        np.inf,
        *by_sex.grid.tolist(),
    }


def test_a_group_of_one_label_is_named() -> None:
    rows = Predictions([0, 1, 0, 1, 0, 0], [0.2, 0.8, 0.3, 0.6, 0.1, 0.9], {"g": list("aabbcc")})
    curve = randomised_frontier(tally(rows, "g", grid=None))
    assert curve.left_out == ("c",)
    assert curve.reason == "c: nobody has a positive label."
    assert curve.accuracy_within(0) == pytest.approx(1)


def test_undefined_where_fewer_than_two_can_be_compared() -> None:
    rows = Predictions([0, 1, 0, 0], [0.2, 0.8, 0.3, 0.6], {"g": list("aabb")})
    counts = tally(rows, "g", grid=None)
    curve = randomised_frontier(counts)
    assert curve.points.empty
    assert curve.reason == "b: nobody has a positive label."
    assert np.isnan(curve.accuracy_within(0.1))
    assert randomised_rule(counts, 0.1) is None


def test_refuses_what_it_cannot_do(by_sex) -> None:
    with pytest.raises(ValueError, match="Randomising cannot limit the gap 'predictive_parity'"):
        randomised_frontier(by_sex, gap="predictive_parity")
    with pytest.raises(ValueError, match="limit of the gap is -1"):
        randomised_rule(by_sex, -1)


@pytest.mark.parametrize("limit", [-1, -1e-12, math.nan, "x", None, [0.1]])
def test_accuracy_within_no_limit_is_refused(by_sex, limit) -> None:
    nothing = randomised_frontier(tally(Predictions([0, 1], [0.2, 0.9], {"g": ["a", "a"]}), "g"))
    for found in (randomised_frontier(by_sex), nothing):
        with pytest.raises(ValueError, match=r"The limit of the gap is .* of at least 0"):
            found.accuracy_within(limit)


def test_accuracy_within_any_limit(by_sex) -> None:
    found = randomised_frontier(by_sex)
    points = found.points
    assert found.accuracy_within(0) == points["accuracy"].iloc[0]
    assert found.accuracy_within(math.inf) == points["accuracy"].iloc[-1]
    middle = points.iloc[:2].mean()
    between = found.accuracy_within(middle["gap_of_expected_rates"])
    assert between == pytest.approx(middle["accuracy"])


def test_two_of_three_groups_lacking_different_rates_still_have_a_curve() -> None:
    labels = [1] * 10 + [0] * 10 + [0] * 10 + [1] * 10
    scores = [k / 10 for k in range(10)] * 4
    groups = ["a"] * 10 + ["b"] * 10 + ["c"] * 20
    counts = tally(Predictions(labels, scores, {"g": groups}), "g", grid=None)
    found = randomised_frontier(counts)
    assert found.left_out == ("b", "a")
    fixed = frontier(counts)
    for accuracy, gap in fixed.points[["accuracy", "gap"]].to_numpy():
        assert found.accuracy_within(gap) >= accuracy - 1e-9
    assert randomised_rule(counts, 0.0) is not None

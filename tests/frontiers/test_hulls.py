"""ROC hulls and the mixtures under them."""

import itertools

import numpy as np
import pytest

from equipoise import Predictions, tally
from equipoise.frontiers.hulls import Hull, Mixture, roc_hull


def random_hull(seed: int) -> Hull:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 80))
    labels = rng.integers(0, 2, n)
    labels[:2] = 0, 1
    scores = np.clip(0.3 * labels + rng.integers(0, 25, n) / 35, 0, 1)
    return roc_hull(tally(Predictions(labels, scores, {"g": ["a"] * n}), "g", grid=None), "a")


def a_point_under(hull: Hull, seed: int) -> tuple[float, float]:
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet(np.full(len(hull.fp), 0.3))
    weights[weights < 1e-4] = 0
    weights /= weights.sum()
    return float(weights @ hull.fp), float(weights @ hull.tp)


def reached(hull: Hull, mixture: Mixture) -> tuple[float, float]:
    corners = [hull.thresholds.tolist().index(threshold) for threshold in mixture.thresholds]
    return mixture.weights @ hull.fp[corners], mixture.weights @ hull.tp[corners]


@pytest.mark.parametrize("seed", range(20))
def test_no_threshold_lies_above_the_hull(seed) -> None:
    hull = random_hull(seed)
    slopes = np.diff(hull.tp) * np.diff(hull.fp, prepend=-1)[1:]
    assert (slopes >= 0).all()
    steps = list(zip(np.diff(hull.fp), np.diff(hull.tp), strict=True))
    for (right, up), (next_right, next_up) in itertools.pairwise(steps):
        assert up * next_right > next_up * right


def test_every_threshold_of_the_data_is_under_the_hull(by_sex) -> None:
    for place, group in enumerate(by_sex.groups):
        hull = roc_hull(by_sex, group)
        fp, tp = by_sex.selected[place]
        assert (np.interp(fp, hull.fp, hull.tp) >= tp - 1e-9).all()
        assert hull.thresholds[0] == np.inf
        assert (hull.fp[-1], hull.tp[-1]) == (by_sex.negatives[place], by_sex.positives[place])


@pytest.mark.parametrize("seed", range(40))
def test_a_mixture_reaches_its_point(seed) -> None:
    hull = random_hull(seed)
    point = a_point_under(hull, seed)
    mixture = hull.mixture(*point)
    assert 1 <= len(mixture.thresholds) <= 3
    assert list(mixture.thresholds) == sorted(mixture.thresholds, reverse=True)
    assert sum(mixture.weights) == pytest.approx(1)
    assert reached(hull, mixture) == pytest.approx(point, abs=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_no_other_three_corners_toss_for_fewer(seed) -> None:
    hull = random_hull(seed)
    point = a_point_under(hull, seed)
    corners = [hull.thresholds.tolist().index(t) for t in hull.mixture(*point).thresholds]
    selected = hull.fp + hull.tp
    tossed = selected[corners[-1]] - selected[corners[0]]
    for three in itertools.combinations(range(len(selected)), min(3, len(selected))):
        chosen = list(three)
        system = np.stack([np.ones(len(chosen)), hull.fp[chosen], hull.tp[chosen]])
        weights = np.linalg.lstsq(system, np.array([1, *point]))[0]
        if np.allclose(system @ weights, [1, *point], atol=1e-9) and (weights > -1e-9).all():
            used = np.array(chosen)[weights > 1e-9]
            assert selected[used[-1]] - selected[used[0]] >= tossed


def test_corners_are_reached_without_chance() -> None:
    hull = random_hull(3)
    for threshold, fp, tp in zip(hull.thresholds, hull.fp, hull.tp, strict=True):
        assert hull.mixture(fp, tp) == Mixture((threshold,), (1.0,))


def test_probabilities_are_those_of_the_thresholds_met() -> None:
    mixture = Mixture((np.inf, 0.6, 0.2), (0.5, 0.2, 0.3))
    scores = np.array([0.0, 0.2, 0.59, 0.6, 1.0])
    assert mixture.probability(scores).tolist() == [0, 0.3, 0.3, 0.5, 0.5]
    certain = Mixture((0.6, 0.3, 0.2), (0.1, 0.2, 0.7))
    assert certain.probability(np.array([0.1, 0.6])).tolist() == [0, 1]


@pytest.mark.parametrize("labels", [[0, 0, 0], [1, 1, 1]])
def test_a_group_of_one_label_has_two_corners(labels) -> None:
    counts = tally(Predictions(labels, [0.2, 0.4, 0.9], {"g": ["a"] * 3}), "g", grid=None)
    hull = roc_hull(counts, "a")
    assert hull.thresholds.tolist() == [np.inf, 0.2]
    assert hull.mixture(hull.fp[-1] / 2, hull.tp[-1] / 2).weights == pytest.approx((0.5, 0.5))


def test_unknown_group(by_sex) -> None:
    with pytest.raises(ValueError, match="Unknown group 'Child'"):
        roc_hull(by_sex, "Child")

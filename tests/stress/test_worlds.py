"""Worlds: what is drawn is what was asked for."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from equipoise.stress import Synthetic, draw
from equipoise.stress.data import halves
from equipoise.stress.errors import ParameterError
from equipoise.stress.theory import base_rate
from equipoise.stress.worlds import Varied

N = 40_000


def within(found: float, expected: float, n: int, *, errors: float = 4) -> bool:
    return abs(found - expected) <= errors * math.sqrt(expected * (1 - expected) / n)


@pytest.mark.parametrize("r", [0.05, 0.2, 0.5])
def test_the_minority_has_its_share(r: float) -> None:
    assert within((draw(N, Synthetic(r=r), 1).group == 1).mean(), r, N)


@pytest.mark.parametrize("eta", [0.0, 0.1, 0.4, 0.49])
def test_the_error_of_the_true_classifier_is_the_noise(eta: float) -> None:
    data = draw(N, Synthetic(eta=eta), 2)
    error = (data.truth != data.y).mean()
    assert error == 0 if eta == 0 else within(error, eta, N)


@pytest.mark.parametrize("d", [-1.7, -0.3, 0.0, 0.7, 1.15])
def test_the_base_rate_of_the_majority_follows_its_mean(d: float) -> None:
    world = Synthetic(d=d)
    data = draw(N, world, 3)
    majority, minority = data.truth[data.group == 0], data.truth[data.group == 1]
    assert within(majority.mean(), base_rate(d, world.majority), len(majority))
    assert within(minority.mean(), 0.5, len(minority))


def test_the_truth_is_linear_in_each_group() -> None:
    data = draw(500, Synthetic(), 4)
    for row in range(data.n):
        slopes = ((-0.7, 0.5, 1.5), (0.5, -0.2, 0.1))[data.group[row]]
        score = sum(b * x for b, x in zip(slopes, data.features[row], strict=True))
        assert data.truth[row] == (score > 0)


def test_more_features() -> None:
    world = Synthetic(majority=(1.0, 2.0, 3.0, 4.0, 5.0), minority=(5.0, 4.0, 3.0, 2.0, 1.0))
    data = draw(300, world, 0)
    assert data.features.shape == (300, 5)
    assert data.names == ("x1", "x2", "x3", "x4", "x5")


def test_a_seed_gives_the_same_rows_and_zero_is_one() -> None:
    one, same, other = (draw(100, Synthetic(), seed) for seed in (0, 0, 1))
    assert (one.features == same.features).all()
    assert (one.y == same.y).all()
    assert (one.features != other.features).any()


def test_known_rows_on_every_python() -> None:
    data = draw(5, Synthetic(), 0)
    assert data.group.tolist() == [0, 0, 1, 1, 0]
    assert data.features[0].round(6).tolist() == [0.361595, 1.304, 0.947081]


def test_worlds_of_other_means_share_their_noise() -> None:
    still, moved = draw(200, Synthetic(), 5), draw(200, Synthetic(d=0.5), 5)
    shift = 0.5 * (still.group == 0)
    assert np.allclose(moved.features, still.features + shift[:, None])


def test_halves_share_no_row() -> None:
    train, test = halves(draw(101, Synthetic(), 0))
    assert (train.n, test.n) == (50, 51)
    assert not set(train.row) & set(test.row)


def test_a_function_is_a_world() -> None:
    data = draw(10, lambda n, rng: Synthetic(r=0.5)(n, rng), 0)
    assert data.n == 10


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"y": np.zeros(3, dtype=np.int8)}, "columns of different lengths"),
        ({"y": np.full(10, 2, dtype=np.int8)}, "labels other than 0 and 1"),
        ({"features": np.full((10, 3), np.nan)}, "not finite"),
        ({"group": np.full(10, 2)}, "groups without a name"),
    ],
)
def test_a_world_of_ones_own_is_checked(changes: dict, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        draw(10, lambda n, rng: replace(Synthetic()(n, rng), **changes), 0)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"r": 0.6}, r"r \(share of the minority\) must lie in \(0, 0.5\], but is 0.6"),
        ({"r": 0}, "r "),
        ({"eta": 0.5}, r"eta \(label noise\) must lie in \[0, 0.5\), but is 0.5"),
        ({"eta": -0.1}, "eta"),
        ({"eta": math.nan}, "eta"),
        ({"d": math.inf}, "d "),
        ({"r": None}, "r .* but is None"),
        ({"eta": "0.4"}, "eta .* but is 0.4"),
        ({"d": [1]}, "d "),
        ({"d": 10**400}, "d "),
        ({"majority": (1.0,)}, "equally many"),
        ({"majority": (math.nan, 0.0, 0.0)}, "finite"),
    ],
)
def test_an_impossible_world_names_its_parameter(given: dict, named: str) -> None:
    with pytest.raises(ParameterError, match=named):
        Synthetic(**given)


@pytest.mark.parametrize("seed", [-1, 1.0, None, "0"])
def test_an_impossible_seed(seed: Any) -> None:
    with pytest.raises(ParameterError, match="seed must be a whole number"):
        draw(10, Synthetic(), seed)


@pytest.mark.parametrize("n", [0, -1, 2.5, None, math.inf, "10"])
def test_an_impossible_number_of_rows(n: float) -> None:
    with pytest.raises(ParameterError, match="n must be a whole number"):
        draw(n, Synthetic(), 0)


def test_a_world_with_a_parameter_left_open() -> None:
    assert Varied(Synthetic(r=0.1), "d")(0.7) == Synthetic(r=0.1, d=0.7)
    with pytest.raises(ParameterError, match="a parameter of the world"):
        Varied(Synthetic(), "beta")

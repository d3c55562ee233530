"""Further curves: empty layers unless drawn, and sentences whose numbers are theirs."""

import numpy as np
import pytest

from equipoise import frontier, frontier_band, randomised_frontier, shared_path, tally
from equipoise.charts import frontier as charts
from equipoise.charts import frontier_curves as curves
from equipoise.charts import frontier_plane as plane
from equipoise.words import NARROW


@pytest.fixture(scope="module")
def front(by_sex):
    return frontier(by_sex)


@pytest.fixture(scope="module")
def exact(adult):
    return tally(adult, "sex", grid=None)


def test_what_is_not_drawn_is_an_empty_table_of_the_same_fields(by_sex) -> None:
    none = curves.curve_tables({})
    some = curves.curve_tables({"shared": shared_path(by_sex)})
    assert none.keys() == some.keys() == {"exact", "coin", "shared", "band"}
    assert {name: list(table) for name, table in none.items()} == {
        name: list(table) for name, table in some.items()
    }
    assert all(len(column) == 0 for table in none.values() for column in table.values())
    assert len(some["shared"]["gap"]) == 101
    assert len(some["coin"]["gap"]) == 0


def test_every_table_has_a_layer_in_the_one_drawing(front) -> None:
    spec = charts.frontier_spec("equalized_odds", plane.near_bounds(front), background=True)
    drawn = {layer["data"]["name"] for layer in spec["layer"]}
    assert set(curves.curve_tables({})) < drawn


def test_a_staircase_is_read_from_the_left(front) -> None:
    assert curves.best_within(front, 1.0) == front.points["accuracy"].max()
    assert curves.best_within(front, 0.0) == front.points["accuracy"].iloc[0]
    assert np.isnan(curves.best_within(front, -0.1))


def test_every_score_in_words(front, exact) -> None:
    said = curves.exact_line(frontier(exact), front, 0.05)
    assert said.startswith("254 points where the grid has 63")
    assert "at a gap of 0.000" in said


def test_a_coin_in_words(exact) -> None:
    said = curves.coin_line(randomised_frontier(exact), frontier(exact), 0.01)
    assert f"On average 83.50{NARROW}% at the chosen gap, +1.63 points against" in said
    assert f"83.18{NARROW}% with no gap at all" in said


def test_one_threshold_in_words(by_sex, front) -> None:
    path = shared_path(by_sex)
    threshold, gap = curves.closest_shared(path)
    good = path[path["accuracy"] >= path["accuracy"].max() - 0.01]
    assert gap == good["gap"].min()
    assert threshold == 0.58
    assert "its smallest gap is 0.062, at 0.58" in curves.shared_line(path, front)
    assert "From 0.077 at 0.50 to 0.062 at 0.58" in curves.shared_comment(path, front)


def test_the_band_in_words(by_race) -> None:
    band = frontier_band(by_race, n_boot=20)
    low, high = curves.band_at(band, 0.02)
    assert low < high
    said = curves.band_line(band, 0.02, 20)
    assert "of 20 redrawn samples" in said
    assert "left out there" not in said
    missing = curves.band_line(band.assign(n_undefined=2), 0.02, 20)
    assert "2 samples without a frontier at some of these gaps are left out" in missing

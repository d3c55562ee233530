"""Further curves as layers: empty unless drawn, and computed only then."""

import pytest

from equipoise import randomised_frontier, tally
from equipoise.datasets.adult.audit import adult_audit
from equipoise.figures.frontier import curves, layers, plane
from equipoise.figures.frontier import staircase as charts
from equipoise.frontiers.single import shared_path
from equipoise.frontiers.tradeoff import Tradeoff
from equipoise.uncertainty.frontier_cost import costs_of


@pytest.fixture(scope="module")
def against(by_sex):
    return Tradeoff(by_sex, by_sex, "equalized_odds")


@pytest.fixture(scope="module")
def front(against):
    return against.front


@pytest.fixture(scope="module")
def exact(adult):
    return tally(adult, "sex", grid=None)


def test_only_what_is_switched_on_is_computed(by_sex, monkeypatch) -> None:
    view = adult_audit().view("sex")
    fresh = Tradeoff(by_sex, by_sex, "predictive_parity")
    for name in ("front", "finest_front", "randomised"):
        monkeypatch.setattr(Tradeoff, name, property(lambda _: pytest.fail("computed")))
    tables = layers.drawn_tables(view, fresh, ("grid", "coin", "shared"))
    assert [name for name, table in tables.items() if len(next(iter(table.values())))] == [
        "shared"
    ]


def test_what_is_not_drawn_is_an_empty_table_of_the_same_fields(by_sex) -> None:
    none = layers.curve_tables({})
    some = layers.curve_tables({"shared": shared_path(by_sex)})
    assert none.keys() == some.keys() == {"exact", "coin", "shared", "band", "level"}
    assert {name: list(table) for name, table in none.items()} == {
        name: list(table) for name, table in some.items()
    }
    assert all(len(column) == 0 for table in none.values() for column in table.values())
    assert len(some["shared"]["gap"]) == 101
    assert len(some["coin"]["gap"]) == 0


def test_every_table_has_a_layer_in_the_one_drawing(front) -> None:
    spec = charts.frontier_spec("equalized_odds", plane.near_bounds(front), background=True)
    drawn = {layer["data"]["name"] for layer in spec["layer"]}
    assert set(layers.curve_tables({})) < drawn


def test_a_coins_curve_says_which_gap_it_has(exact) -> None:
    coin = randomised_frontier(exact).points
    table = layers.curve_tables({"coin": coin})["coin"]
    assert table["gap"].tolist() == coin["gap_of_expected_rates"].tolist()
    assert curves.CURVES["coin"].title == "with a coin (gap of the average rates)"


def test_the_band_hangs_from_the_baseline(against, front) -> None:
    """It reaches the level where the interval of the cost includes 0, and there alone."""
    tables = layers.curve_tables(layers.cost_band(against))
    costs = costs_of(against)
    (level,) = tables["level"]["accuracy"]
    assert level == front.baseline_accuracy
    reached = (tables["band"]["low"] <= level) & (tables["band"]["high"] >= level)
    assert reached.tolist() == ((costs["low"] <= 0) & (costs["high"] >= 0)).tolist()
    accuracy = front.points["accuracy"].to_numpy()
    assert (tables["band"]["low"] <= accuracy).all()
    assert (tables["band"]["high"] >= accuracy).all()

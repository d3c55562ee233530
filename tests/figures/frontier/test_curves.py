"""Further curves: empty layers unless drawn, and sentences whose numbers are theirs."""

import numpy as np
import pytest

from equipoise import (
    GAPS,
    frontier,
    frontier_cost,
    paired_redraws,
    randomised_frontier,
    shared_path,
    tally,
)
from equipoise.figures.frontier import curves, plane
from equipoise.figures.frontier import staircase as charts
from equipoise.figures.frontier.choice import ASKED_OF_COSTS, cost_task
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
    assert set(curves.curve_tables({})) < drawn


def test_a_staircase_is_read_from_the_left(front) -> None:
    assert curves.best_within(front, 1.0) == front.points["accuracy"].max()
    assert curves.best_within(front, 0.0) == front.points["accuracy"].iloc[0]
    assert np.isnan(curves.best_within(front, -0.1))


def test_every_score_in_words(front, exact) -> None:
    said = curves.exact_line(frontier(exact), front, 0.05, 0.7543)
    assert said.startswith("254 points where the grid has 63")
    assert "most, +0.39 points, at a gap of 0.0004 (leaving out points" in said
    assert curves.exact_line(frontier(exact), front, 0.05, 1.0).endswith("points of accuracy.")


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race"])
def test_every_score_is_not_praised_for_selecting_nobody(adult, by, gap) -> None:
    """Against everybody selected, at the left end, it would be 50 points."""
    counts, fine = tally(adult, by), tally(adult, by, grid=None)
    said = curves.exact_line(frontier(fine, gap=gap), frontier(counts, gap=gap), 0.05, 0.7543)
    most = float(said.partition("most, +")[2].partition(" points")[0])
    assert most < 10


def test_a_coin_in_words(exact) -> None:
    said = curves.coin_line(randomised_frontier(exact), frontier(exact), 0.01, 0.0199)
    assert (
        f"With the gap of the average rates within 0.010, 83.50{NARROW}% on average, +1.63 points "
        "against"
    ) in said
    assert "the average gap of a toss is then 0.020" in said
    assert said.endswith(f"With equal average rates, 83.18{NARROW}%.")


def test_a_coins_curve_says_which_gap_it_has(exact) -> None:
    coin = randomised_frontier(exact).points
    table = curves.curve_tables({"coin": coin})["coin"]
    assert table["gap"].tolist() == coin["gap_of_expected_rates"].tolist()
    assert curves.CURVES["coin"].title == "with a coin (gap of the average rates)"


def test_one_threshold_in_words(by_sex, front) -> None:
    path = shared_path(by_sex)
    threshold, gap = curves.closest_shared(path)
    good = path[path["accuracy"] >= path["accuracy"].max() - 0.01]
    assert gap == good["gap"].min()
    assert threshold == 0.58
    assert "its smallest gap is 0.062, at 0.58" in curves.shared_line(path, front)
    assert "From 0.077 at 0.50 to 0.062 at 0.58" in curves.shared_comment(path, front)


# --- the band ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def costs(by_sex, front):
    return frontier_cost(by_sex, front)


def test_the_band_hangs_from_the_baseline(front, costs) -> None:
    """It reaches the level where the interval of the cost includes 0, and there alone."""
    tables = curves.curve_tables(curves.cost_band(costs, front.baseline_accuracy))
    (level,) = tables["level"]["accuracy"]
    assert level == front.baseline_accuracy
    reached = (tables["band"]["low"] <= level) & (tables["band"]["high"] >= level)
    assert reached.tolist() == ((costs["low"] <= 0) & (costs["high"] >= 0)).tolist()
    accuracy = front.points["accuracy"].to_numpy()
    assert (tables["band"]["low"] <= accuracy).all()
    assert (tables["band"]["high"] >= accuracy).all()


def test_the_band_in_words(costs) -> None:
    assert costs.iloc[33][["newly_wrong", "newly_right"]].tolist() == [487, 379]
    said = curves.band_line(costs, 33)
    assert "Here 487 people are newly judged wrongly and 379 newly judged rightly" in said
    low, high = (100 * costs[end].iloc[33] for end in ("low", "high"))
    assert f"a cost between {low:.2f} and {high:.2f} points" in said
    assert curves.cost_interval(costs, 33) == f"[{low:.2f},\N{NO-BREAK SPACE}{high:.2f}]"
    own = costs.assign(low=0.0, high=0.0)
    assert "the thresholds are the baseline's own" in curves.band_line(own, 0)
    assert "at 0, the thresholds being the baseline's" in curves.cost_so_far(own, 0, 3)


def test_what_is_asked_of_the_costs(front, costs) -> None:
    asked, row = cost_task(front, costs)
    assert asked == ASKED_OF_COSTS[0]
    assert (costs["low"][:row] > 0).all()
    assert costs["low"][row] <= 0 <= costs["high"][row]
    assert row > 33
    said = curves.cost_comment(costs, row, 15_060)
    assert said.startswith("These people do not show whether thresholds with a gap of 0.0")
    assert "That is not to say that they cost nothing" in said
    people = round(costs["high"][row] * 15_060)
    assert f"At the upper end, {people} more people of 15,060" in said
    assert "which lies above 0. Look at larger gaps." in curves.cost_so_far(costs, row - 1, row)
    assert "both sides of 0. Look at smaller gaps." in curves.cost_so_far(costs, row + 1, row)


def test_costs_below_0_are_no_costs(costs) -> None:
    cheaper = costs.assign(low=-0.02, high=-0.01)
    assert "which lies below 0. Look at larger" in curves.cost_so_far(cheaper, 0, 3)


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("by", ["sex", "race", "race_five", ("sex", "race"), ("sex", "race_five")])
def test_a_task_on_costs_is_open_at_first_and_can_be_done(adult, by, gap) -> None:
    counts = tally(adult, by)
    found = frontier(counts, gap=gap)
    intervals = frontier_cost(counts, found)
    asked, row = cost_task(found, intervals)
    low, high = intervals["low"], intervals["high"]
    assert row != found.first_shown
    if asked == ASKED_OF_COSTS[0]:
        assert low[row] <= 0 <= high[row]
        assert not ((low[:row] <= 0) & (high[:row] >= 0)).any()
    else:
        assert low[row] > 0
        assert (low[row + 1 :] <= 0).all()
        said = curves.cost_comment(intervals, row, 15_060)
        assert said.endswith(
            "At no larger gap of the frontier does the whole interval lie above 0."
        )


def test_where_nothing_can_be_asked_of_the_costs_nothing_is(front, costs) -> None:
    above = costs.assign(low=0.01, high=0.02)
    assert cost_task(front, above) == (ASKED_OF_COSTS[1], len(costs) - 1)
    assert cost_task(front, costs.assign(low=-0.02, high=-0.01)) is None


# --- the words of the curves ---------------------------------------------------------------


def test_the_band_is_not_compared_with_a_fixed_number(by_sex, front, costs) -> None:
    """At the gap once called free, the cost is above 0 in every redraw of the rows."""
    row = 33
    thresholds = front.points.iloc[row].drop(["accuracy", "gap"]).to_dict()
    redraws = paired_redraws(by_sex, 0.5, thresholds)
    assert (redraws.accuracy[0] > redraws.accuracy[1]).mean() > 0.999
    assert costs["low"].iloc[row] > 0
